// A mechanism that moves under its motors' forces: no drift of the loops, dry friction that sticks and breaks away in
// every joint, steps whose error is controlled.
#pragma once

#include "jourdain/dynamics/inverse_dynamics.hpp"

#include <memory>
#include <span>
#include <string>

namespace jourdain {

// Forces of all motors as a function of time, and what their gears lose.
class MotorForces {
 public:
  virtual ~MotorForces() = default;

  // `forces` on the joints, and `losses`, by which dry friction of the motors' joints grows (not negative); one entry
  // per motor each. `rates` are those of all motors, NaN where reads_rates() is false. A control loop may call
  // it.
  virtual void at(double time, const VectorX& rates, VectorX& forces, VectorX& losses) const noexcept = 0;
  virtual bool reads_rates() const noexcept { return false; }
};

// The same forces all the time, without losses.
class ConstantForces final : public MotorForces {
 public:
  explicit ConstantForces(VectorX forces) : forces_(std::move(forces)) {}
  void at(double, const VectorX&, VectorX& forces, VectorX& losses) const noexcept override {
    forces = forces_;
    losses.setZero();
  }

 private:
  VectorX forces_;
};

// Pairs of Runge and Kutta's methods, the second for the error: of order 3 for motions in short pieces, such as between
// two commands of a controller, and of order 5 for long ones.
enum class Integrator { bogacki_shampine, dormand_prince };
std::span<const std::string_view> words(Integrator);
std::string_view to_string(Integrator integrator);

struct PlantOptions {
  Integrator integrator = Integrator::dormand_prince;
  double tolerance = 1e-9;  // of the error of a step: lengths over the robot's size, radians
  double horizon = 0;  // s: errors of rates count with the way they lead to in this time; 0: one over the slow rate
  double longest_step = 0;  // s; 0: as the error allows
  bool stiction = true;     // false: dry friction as the laws of the model have it, without rest
  bool compiled = false;    // generated code where there is a compiler and a form for the robot; see Plant::note
};

// What the integrator did.
struct PlantCounters {
  long evaluations = 0, steps = 0, rejected = 0;
  long stops = 0;     // joints that came to rest, or turned round
  long releases = 0;  // joints that broke away
};

class Plant {
 public:
  // The parameters of the robot's model. Allocates; nothing does after it but what says so.
  explicit Plant(const Robot& robot, const PlantOptions& options = {});
  Plant(Plant&&) noexcept;
  Plant& operator=(Plant&&) noexcept;
  ~Plant();

  // Starts at the workspace's positions and rates at this time, with these forces. Status as forward_dynamics,
  // inconsistent for a workspace of another robot, not_computed where body_motions() is still to be called.
  Status start(const Workspace& at, double time, const MotorForces& forces);

  // Goes on to a time. Status: as inverse_kinematics and forward_dynamics; not_converged if steps become too short or
  // too many. On failure the plant is at the last good state. `jump`: forces have changed since the last call, not only
  // their time.
  Status advance(double until, const MotorForces& forces, bool jump = true);

  double time() const;

  // Positions, rates and accelerations now; where generated code computes, joints and bodies after body_motions() alone
  // (Workspace::has).
  const Workspace& workspace() const;
  Status body_motions();

  // Positions and rates of all motors now, and pose of the output, without the rest.
  const VectorX& motor_positions() const;
  const VectorX& motor_rates() const;
  Placement output_pose() const;

  // Whether a freedom of a joint rests by dry friction.
  bool sticks(int joint, int freedom) const;
  int sticking() const;  // how many do

  // Another payload, in the tool frame, from now on. Allocates. Error(usage) for a robot without an output.
  void set_payload(const Inertial& payload);

  // Forces on bodies from now on; copied. Allocates if there are more than before.
  void set_loads(std::span<const BodyLoad> loads);

  const PlantCounters& counters() const;

  // Why generated code is not used though it was asked for; empty if it is.
  const std::string& note() const;
  bool is_compiled() const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace jourdain
