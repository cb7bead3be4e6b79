// The memory of all computations on one robot, and their results. One per thread; reading changes nothing.
#pragma once

#include "jourdain/core/status.hpp"
#include "jourdain/kinematics/robot.hpp"

#include <cmath>
#include <memory>
#include <string>

namespace jourdain {

// How far a computation goes.
enum class Order { position, velocity, acceleration };

// What the last call found, without text: safe in a control loop.
struct Report {
  Status status = Status::ok;
  int limb = -1;            // limb that failed, an index into Robot::limbs()
  int joint = -1;           // joint that failed
  int coordinate = -1;      // of the output's pose or rates that contradicts the mechanism, as in Move
  int idle_spin = -1;       // idle rod that loads turn about its line, an index into Robot::idle_spins()
  double value = 0;         // by how much: missing length over size, residual, ...
  double conditioning = 1;  // smallest over largest pivot of the last solve; about 10^-(digits lost)
  int steps = 0;            // Newton steps taken
  // Forward kinematics: the answer was shown to lie on the branch of the guess, and that on home's side of the
  // singularities of the second type. False: status ok holds for the numbers, but not for the branch.
  bool certified = true;
  double way = 1;  // share of the way from the last configuration that was followed

  // Decimal digits that the last solve lost, or would lose, of about 16; infinite at a singularity.
  double digits_lost() const { return conditioning < 1 ? -std::log10(conditioning) : 0; }
};

// Coordinates of one joint: position as in the model file (a quaternion w x y z for a ball joint), rates and
// accelerations.
struct JointState {
  int positions = 0;
  int freedoms = 0;
  double position[4] = {};
  double rate[3] = {};
  double acceleration[3] = {};
};

struct KinematicState;  // src/kinematics/kinematic_state.hpp

class Workspace {
 public:
  // Starts at the robot's home configuration, at rest. The only allocation.
  explicit Workspace(const Robot& robot);
  // A workspace that was moved from may be assigned to and destroyed; any other use of it breaks the contract.
  Workspace(const Workspace& other);
  Workspace& operator=(const Workspace& other);
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;
  ~Workspace();

  const Robot& robot() const { return robot_; }

  // Back to the home configuration, at rest.
  void reset();

  // Goes where another workspace of the same robot is, with its motion; the report stays. A control loop may call it.
  void go_to(const Workspace& other);

  // Whether the motion of joints and bodies is there, up to this order. inverse_dynamics() and forward_dynamics() leave
  // it out where they need that of the platform alone; then body_motions() computes it.
  bool has(Order order) const;

  // Results of the last successful call; a control loop may read them all. What is not there (has()) is NaN. An index
  // that the robot does not have breaks the contract.
  double motor_position(int i) const;
  double motor_velocity(int i) const;
  double motor_acceleration(int i) const;
  Placement output_pose() const;
  Twist output_twist() const;
  Acceleration output_acceleration() const;
  Placement body_pose(int body) const;
  Twist body_twist(int body) const;  // of the body frame's origin, base axes
  Acceleration body_acceleration(int body) const;
  JointState joint(int index) const;

  // Largest violation of the closure equations: position, velocity, acceleration level; lengths over size.
  double closure_error(Order order) const;

  const Report& report() const;

  // The report as a sentence, with names; allocates.
  std::string explain() const;

  // For the library's own sources: the memory, whose motion of joints and bodies is there as far as has() says; and the
  // status of a computation for the report, which is returned.
  friend KinematicState& state_of(Workspace& workspace) { return workspace.checked_state(); }
  friend const KinematicState& state_of(const Workspace& workspace) { return workspace.checked_state(); }
  friend Status conclude(Workspace& workspace, Status status);

 private:
  KinematicState& checked_state() const {
    contract(state_ != nullptr, "a workspace was used after it had been moved from");
    return *state_;
  }

  Robot robot_;
  std::unique_ptr<KinematicState> state_;
};

}  // namespace jourdain
