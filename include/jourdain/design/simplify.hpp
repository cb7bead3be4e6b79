// Robots on legs with simpler inertia ([Codourey97] 3.3, [Codourey98] 2): the passive links between the motors' own
// links and the platform lose their mass, or it goes to points of their neighbours. The result is an ordinary mechanism
// with the same geometry, so that everything works with it. Set-up code: throws Error, allocates.
#pragma once

#include "jourdain/design/sizing.hpp"
#include "jourdain/dynamics/formulations.hpp"

namespace jourdain {

enum class Simplification {
  massless_legs,  // passive links have no mass
  lumped,         // the mass of each passive link goes to its joints, as points of the neighbours
  thirds,         // DELTA: a third of each forearm's mass goes to the plate, two thirds to the elbow
};
std::string_view to_string(Simplification simplification);

// Passive links: bodies of legs that neither are the output's body, nor follow from the base through motors (and fixed
// joints) alone: forearms, rods, struts, the cylinder and the piston of a telescopic leg, cardan rings. Arms and
// carriages driven from the base, the platform and what hangs on it outside the legs stay as they are. Without `legs`
// in the file all bodies but the platform count as legs'. Error(usage) for a robot without legs or platform.
std::vector<int> passive_links(const Mechanism& mechanism);

// The mechanism with simpler inertia. Lumped: each passive link becomes point masses at the joints where it shares a
// point with a neighbour (ball, universal, and on a hinge's axis the point nearest the centre of mass, or else the
// centre). With two such joints the lever rule divides the mass, so that mass and first moment stay, and with them
// gravity's force on every motor, for links whose centre of mass lies between the joints; inertia is exact while the
// link translates and m |v_1 - v_2|^2 / 12 too large in energy for a uniform bar whose ends move apart. With one such
// joint, as on the cylinder and the piston of a telescopic leg, all mass goes there: a cylinder on the base drops out,
// and a piston moves along the leg as the platform's joint does. A link that only slides on others keeps its inertia.
// Where the neighbour is passive too, the point mass stays on the link nearer to the base. Thirds: the inertia of
// [Codourey98] (50), (58), whose weight is that of lumped; no other robot has a use for it. Links without mass are
// declared so, entry by entry; of the other declared relations of inertial parameters those stay that still hold.
Mechanism simplified(const Mechanism& mechanism, Simplification simplification);

// The difference of motor forces that a simplification makes to one motor.
struct MotorLoss {
  int joint = -1;
  Peak difference;  // simplified less full, of largest magnitude
  double difference_rms = 0;
  Peak force;  // of the full model, of largest magnitude
  double force_rms = 0;
};

struct LossReport {
  std::vector<MotorLoss> motors;  // in the order of Robot::motor_joints()
  long states = 0;
  long refused = 0;
  std::vector<RefusedState> refusals;
  double duration = 0;  // as in SizingReport
  double largest = 0;   // largest difference over the largest force of the full model, among turning motors and among
                        // sliding ones; the worse of the two
};

// Compares two models of the same robot along a motion, state by state.
class SimplificationLoss {
 public:
  // The second robot's forces by some formulation, [Codourey98] (58) is one. Error(usage) if the robots do not have the
  // same joints.
  SimplificationLoss(const Robot& full, const Robot& simple, Formulation formulation = Formulation::virtual_power);

  // Motor forces of both models for this motion of the output, or of the motors. A control loop may call these,
  // with virtual_power.
  // Status as inverse_dynamics, forward_kinematics and StateLog::check; then the state counts as refused.
  Status add(const PlatformState& motion, const DynamicsOptions& options = {}, std::optional<double> time = {});
  Status add(const VectorX& motors, const VectorX& rates, const VectorX& accelerations,
             const DynamicsOptions& options = {}, std::optional<double> time = {});

  // Of the simpler model, at the last good state.
  const VectorX& simple_forces() const { return simple_forces_; }

  // The differences so far; allocates.
  LossReport report() const;

 private:
  struct Sums {
    Peak difference, force;
    RmsSum difference_rms, force_rms;
  };
  Status take(Status status, std::optional<double> time);
  Status add_simple(const DynamicsOptions& options);

  Formulation formulation_;
  Workspace full_, simple_;
  VectorX full_forces_, simple_forces_;
  std::vector<Sums> sums_;
  StateLog log_;
};

}  // namespace jourdain
