// The memory behind a Workspace.
#pragma once

#include "kinematics/limb_rates.hpp"
#include "kinematics/solver_memory.hpp"

#include "jourdain/kinematics/workspace.hpp"

#include <array>
#include <optional>
#include <utility>

namespace jourdain {

// Whether a way from home to a configuration without a singularity of the second type is known.
enum class HomeConnection { shown, not_shown, unknown };

// Where a turning arm's elbow was last seen, as cosine and sine times any length: its motor's coordinate follows only
// with the other joints, or when the elbow is more than a quarter of a turn away from where it was last followed.
struct SeenElbow {
  bool pending = false;  // not yet in the motor's coordinate
  double cosine = 1, sine = 0;
  double followed_cosine = 1, followed_sine = 0;
};

// The configurations of a KinematicState that computations are about.
enum class Configuration { valid, trial };

// Where the limbs are factored, and how well. KinematicState alone keeps it.
struct LimbFactors {
  std::optional<Configuration> at;  // whose positions the factors belong to; empty: none's
  double conditioning = 0;          // of the worst limb; 0: a computation found that it goes without factors
};

// Positions of `tree` and factors of limbs change by the functions here alone, so that it is known at any time which
// positions the factors belong to. Rates and accelerations of `tree` are free.
struct KinematicState : SolverMemory<double> {
  explicit KinematicState(const RobotData& robot);

  // The workspace gets a motion of the output in home's working modes without those of joints and bodies, which
  // body_motions() computes. `moves`: positions and rates of `tree` are there, accelerations alone are missing.
  void hold(const PlatformState& motion, bool moves = false) { held_ = motion, tree_moves_ = moves; }
  const PlatformState* held() const { return held_ ? &*held_ : nullptr; }
  void let_go() { held_.reset(); }
  // Whether `tree` has the workspace's motion up to this order.
  bool has(Order order) const { return !held_ || (tree_moves_ && order != Order::acceleration); }

  TreeState& of(Configuration configuration) { return configuration == Configuration::valid ? tree : trial; }

  // From here on `trial` gets other positions.
  void begin_trial() {
    if (limbs_.at == Configuration::trial) limbs_.at.reset();
  }
  // Makes the trial configuration the valid one, and its factors those of the valid one.
  void accept_trial() {
    std::swap(tree, trial);
    follow_trial();
    keep_accepted();
  }
  // The same with the way back open: `saved` holds the configuration of before. One of the two below decides.
  void accept_trial_for_now() {
    std::swap(saved, tree);
    std::swap(tree, trial);
    follow_trial();
  }
  void keep_accepted() { connection = report.certified ? HomeConnection::shown : HomeConnection::not_shown; }
  void return_to_saved() {
    std::swap(saved, tree);
    limbs_.at.reset();
  }
  // The valid configuration becomes that of these coordinates, or of another memory of the same robot with its motion.
  void go_to(const SpanningTree& of, const VectorX& coordinates);
  void go_to(const KinematicState& other);

  // Factors of the limbs, computed unless those of the valid configuration are there. Returns their worst conditioning.
  double factor_limbs_at(Configuration configuration, const RobotData& robot);
  // The same at the trial configuration, with the limb that is worst.
  LimbConditioning factor_limbs_at_trial(const RobotData& robot);
  // What follows is not to rely on limbs.
  void go_without_limbs() { limbs_ = {}; }
  double limb_conditioning() const { return limbs_.conditioning; }

  TreeState tree;                                     // the last valid configuration
  TreeState trial;                                    // the one being computed; swapped with `tree` on success
  TreeState saved;                                    // where a step of the tracker began
  TreeState answer;                                   // what the certificate is about
  HomeConnection connection = HomeConnection::shown;  // of `tree` with home

  // Pose from motors with the limbs' closed forms: residuals of the rods in pose_value.
  Elimination pose;
  VectorX motor_target;  // of the driving motors, at both ends of a way
  VectorX motor_start;
  VectorX pose_step;
  VectorX pose_value;
  VectorX pose_mode;    // working mode of each driving limb at the guess
  VectorX branch_left;  // singular vectors of the weakest direction
  VectorX branch_direction;
  VectorX branch_step;
  VectorX weak_left;  // the same of the dense system
  VectorX weak_right;

  std::array<SeenElbow, most_legs> elbows;  // of the motion that is held

  MatrixX motor_rates;  // of all motors by a drive's coordinates
  Elimination inertia;  // mass matrix of the platform or of the driving motors

  Report report;

 private:
  void follow_trial() {
    limbs_.at = limbs_.at == Configuration::trial ? std::optional(Configuration::valid) : std::nullopt;
  }

  LimbFactors limbs_;
  std::optional<PlatformState> held_;
  bool tree_moves_ = false;  // as the motion that is held, but for accelerations
};

// Whether the rates, and the accelerations if the order has them, are numbers whose squares and products with lengths
// and masses are numbers too: at most 1e100 and 1e200 in SI units.
bool is_plausible(const TreeState& tree, Order order);

}  // namespace jourdain
