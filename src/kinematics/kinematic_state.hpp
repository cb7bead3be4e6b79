// The memory behind a Workspace.
#pragma once

#include "kinematics/solver_memory.hpp"

#include "jourdain/kinematics/workspace.hpp"

#include <array>
#include <optional>
#include <utility>

namespace jourdain {

// Whether a way from home to a configuration without a singularity of the second type is known.
enum class HomeConnection { shown, not_shown, unknown };

// A motion of the output that was accepted without its joints and bodies, which are computed when somebody asks for
// them (Workspace::state()). `tree_is_there`: positions and rates of `tree` are those of this motion, only
// accelerations are missing.
struct DeferredMotion {
  Motion motion;
  bool tree_is_there = false;
};

// Where a turning arm's elbow was last seen, as cosine and sine times any length: its motor's coordinate follows only
// when it is asked for, or when the elbow is more than a quarter of a turn away from where it was last followed.
struct SeenElbow {
  bool pending = false;  // not yet in the motor's coordinate
  double cosine = 1, sine = 0;
  double followed_cosine = 1, followed_sine = 0;
};

struct KinematicState : SolverMemory<double> {
  explicit KinematicState(const RobotData& robot);

  // Makes the trial configuration the valid one. `limbs_factored`: the limbs' factors belong to it.
  void accept_trial(bool limbs_factored = false) {
    std::swap(tree, trial);
    limbs_current = limbs_factored;
    connection = report.certified ? HomeConnection::shown : HomeConnection::not_shown;
  }

  // Factors of the limbs at the valid configuration, computed if they are not there; the worst conditioning.
  double factor_limbs_at_tree(const RobotData& robot);

  TreeState tree;                                     // the last valid configuration
  TreeState trial;                                    // the one being computed; swapped with `tree` on success
  TreeState saved;                                    // where a step of the tracker began
  TreeState answer;                                   // what the certificate is about
  HomeConnection connection = HomeConnection::shown;  // of `tree` with home
  bool limbs_current = false;                         // factors of the limbs belong to the positions of `tree`
  double limb_conditioning = 0;                       // at those factors; 0 where limbs are not factored

  // Pose from actuators with the limbs' closed forms: residuals of the rods in pose_value.
  Elimination pose;
  VectorX pose_target;
  VectorX pose_start;
  VectorX pose_step;
  VectorX pose_value;
  VectorX pose_mode;    // working mode of each driving limb at the guess
  VectorX branch_left;  // singular vectors of the weakest direction
  VectorX branch_direction;
  VectorX branch_step;
  VectorX weak_left;  // the same of the dense system
  VectorX weak_right;

  std::optional<DeferredMotion> deferred;  // what `tree` has still to follow; in home's working modes

  std::array<SeenElbow, most_legs> elbows;  // of the deferred motion

  MatrixX motor_rates;  // of all motors by the driving ones, with redundant motors

  Report report;
};

// Follows the turning motors of a new deferred motion by their elbows.
void follow_elbows(const RobotData& robot, const std::array<std::array<double, 2>, most_legs>& elbows,
                   KinematicState& state);

// Brings `tree` to the deferred motion.
void settle(const RobotData& robot, KinematicState& state);

// Within 1e-6, so that rounded input passes.
bool is_rotation(const Matrix3& R);

// Whether the rates, and the accelerations if the order has them, are numbers whose squares and products with lengths
// and masses are numbers too: at most 1e100 and 1e200 in SI units.
bool is_plausible(const TreeState& tree, Order order);

}  // namespace jourdain
