// A first consistent configuration from the hints of the model file.
#pragma once

#include "structure/tree_state.hpp"

#include "jourdain/model/mechanism.hpp"

namespace jourdain {

// Characteristic length: the largest distance between two joints, centres of mass or end points of one body; 1 if all
// of them coincide.
double characteristic_length(const Mechanism& mechanism);

// Newton's method with least change, damped, on all closure equations. `held`: velocity coordinates that must not move.
// Returns the remaining residual (largest entry); the state is the best found.
double close_loops(const SpanningTree& tree, double size, const std::vector<bool>& held, int max_steps,
                   TreeState& state);

// Largest closure residual that counts as closed: lengths over size, sines.
inline constexpr double closed_tolerance = 1e-11;

// Assembles from the hint; tries again from seeded random starts where the file gives none. False if that fails: the
// state is the one in which the joints stay open least, the first of those nearly as good.
bool try_assemble(const Mechanism& mechanism, const SpanningTree& tree, double size, TreeState& state);

// The same; throws Error(input) with the joint that stays open.
void assemble(const Mechanism& mechanism, const SpanningTree& tree, double size, TreeState& state);

// The ball joints whose idle spin is to be taken out, with axes suited to the present configuration.
std::vector<SpinFix> make_spin_fixes(const Mechanism& mechanism, const SpanningTree& tree, const TreeState& state,
                                     const std::vector<IdleSpin>& spins);

// Copies the configuration to a tree of the same mechanism whose ball joints may have been replaced (these start at 0).
void transfer_configuration(const SpanningTree& from, const TreeState& source, const SpanningTree& to,
                            TreeState& target);

}  // namespace jourdain
