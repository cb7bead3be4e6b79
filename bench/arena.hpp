// A robot at states on a closed curve around home, with what jourdain computes there: the same work for all rivals, and
// the check that they agree before they are timed.
#pragma once

#include "peers.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"

#include <string>
#include <vector>

namespace jourdain {

struct Arena {
  static constexpr std::size_t count = 256;  // states that are visited in turn, so that no branch is learned by heart

  // Workspaces are kept for one state in so many: all of them would be read from memory, not from the cache.
  static constexpr std::size_t stride = 32;

  // Exact methods agree to rounding. MuJoCo's forward dynamics has soft loops, and its constraints leave out the
  // accelerations that come from rates alone: it is checked at rest only.
  static constexpr double same = 1e-9;
  static constexpr double nearly_same = 1e-4;

  // States at rest stand behind the others and are not timed. Throws Error if the robot cannot be loaded.
  explicit Arena(const std::string& name);

  // A state whose workspace was kept, and that workspace.
  static std::size_t kept(std::size_t i) { return i % (count / stride) * stride; }
  Workspace& at(std::size_t i) { return there[kept(i) / stride]; }

  // Forces against ours, and the accelerations that our forces give against the prescribed ones. Returns a sentence
  // about the differences; throws std::runtime_error with it if they are too large.
  std::string check(peer::Engine& engine) const;

  Robot robot;
  Workspace workspace;
  std::vector<PlatformState> motions;
  std::vector<Workspace> there;
  std::vector<VectorX> forces, accelerations;  // of the motors
  std::vector<peer::State> states;

 private:
  void add_state(double t, bool moving);
  peer::State to_state(const PlatformState& m) const;
};

}  // namespace jourdain
