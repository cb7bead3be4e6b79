// The closed chain linear in its parameters: tau = Y(motion) p + tau_known. Rows are the driving motors (see
// driving_motors); with redundant motors they carry what the driving motors alone would have to do, and C^T Q = tau
// for any share Q of the motors' forces, C being the rates of all motors by those of the driving ones.
#pragma once

#include "jourdain/core/status.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/linear_form/parameters.hpp"

#include <memory>
#include <span>

namespace jourdain {

struct LinearFormData;   // what the algorithms use, src/linear_form/linear_form_data.hpp
struct LinearFormState;  // their memory, src/linear_form/linear_form_data.hpp

// Which parameters there are, under which names, and which of them share a value. Immutable and cheap to copy.
class LinearForm {
 public:
  // Throws Error(usage) if no parameter is left, if legs that differ are to be identical, and as standard_parameters.
  explicit LinearForm(const Robot& robot, const LinearFormOptions& options = {});

  const Robot& robot() const;
  const LinearFormOptions& options() const;
  const std::vector<StandardParameter>& standard() const;
  const std::vector<Parameter>& parameters() const;  // columns of Y
  int rows() const;                                  // driving motors
  int columns() const { return static_cast<int>(parameters().size()); }

  // Index of a parameter by name, -1 if there is none.
  int find(std::string_view name) const;

  // The values of the model.
  VectorX values() const;

  // p_standard = S p: standard parameters x parameters.
  MatrixX expansion() const;

  // The same form with some of its columns only, in the given order.
  LinearForm selection(std::span<const int> columns) const;

  // Moving copies, so that no form is ever left empty.
  LinearForm(const LinearForm&) = default;
  LinearForm& operator=(const LinearForm&) = default;

  // For the library's own sources.
  friend const LinearFormData& data_of(const LinearForm& form) { return *form.data_; }

 private:
  LinearForm() = default;
  std::shared_ptr<const LinearFormData> data_;
};

// Memory of the functions below; one per thread, beside a Workspace. The only allocation.
class LinearFormWorkspace {
 public:
  explicit LinearFormWorkspace(const LinearForm& form);
  LinearFormWorkspace(LinearFormWorkspace&&) noexcept;
  LinearFormWorkspace& operator=(LinearFormWorkspace&&) noexcept;
  ~LinearFormWorkspace();

  // For the library's own sources. Breaks the contract after a move from here.
  friend LinearFormState& state_of(LinearFormWorkspace& memory) {
    contract(memory.state_ != nullptr, "the memory of a linear form was used after it had been moved from");
    return *memory.state_;
  }

 private:
  LinearForm form_;  // keeps what state_ refers to alive
  std::unique_ptr<LinearFormState> state_;
};

// All functions below may be called in a control loop. They work on the motion that the workspace holds and write into
// memory of the right size. Status: inconsistent for a workspace of another robot or form or a wrong size, not_finite
// for such loads and for a regressor with numbers too large, which is zero then, singular near a singularity; else
// nothing is written.

// Y, rows x columns, at the workspace's motion with accelerations.
Status regressor(const LinearForm& form, Workspace& workspace, LinearFormWorkspace& memory, MatrixX& Y);

// Forces, one per row, that do not depend on the parameters: springs and counterbalances, and the loads on bodies.
Status known_forces(const LinearForm& form, Workspace& workspace, LinearFormWorkspace& memory, VectorX& tau,
                    const DynamicsOptions& options = {});

// Energy of positions and velocities alone: E = (kinetic + potential) p + known. One entry per parameter; potential is
// that of gravity, zero where the base frame's origin is. `known` is the energy of springs and counterbalances.
struct EnergyRegressor {
  VectorX kinetic;
  VectorX potential;
  double known = 0;
};
Status energy_regressor(const LinearForm& form, Workspace& workspace, LinearFormWorkspace& memory, EnergyRegressor& h);

// Power that friction takes, P = d p, from positions and velocities alone; one entry per parameter. The balance
// tau . dq = d/dt (E) + d p gives equations for identification that need no accelerations: integrated between two
// instants, the motors' work is the difference of the energies plus the integral of d p.
Status dissipation_regressor(const LinearForm& form, Workspace& workspace, LinearFormWorkspace& memory, VectorX& d);

}  // namespace jourdain
