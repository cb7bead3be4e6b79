#include "linear_form/regressor/regressor_core.hpp"

#include "dynamics/loads.hpp"
#include "kinematics/kinematic_state.hpp"
#include "linear_form/regressor/closed_chain.hpp"

namespace jourdain {
namespace {

void scatter(const LinearFormData& form, int first, int last, double value, VectorX& row) {
  for (int i = first; i < last; ++i) {
    const ColumnTerm& term = form.terms[i];
    row[term.column] += term.factor * value;
  }
}

// Kinetic energy m v.v/2 + s.(v x w) + w.I w/2 and potential energy -g.(m p + s), in body axes.
void body_energy(const LinearFormData& form, const InertialBlock& body, const ChainMotion<double>& motion,
                 EnergyRegressor& h) {
  const NodeMotion<double>& n = (*motion.nodes)[body.node];
  const Matrix3 R = n.R * body.in_node.R;
  const Vector3 r = n.R * body.in_node.p;
  const Vector3 v = R.transpose() * carried<double>({n.v, n.w}, r), w = R.transpose() * n.w;
  const Vector3& gravity = form.robot.mechanism().gravity;
  const Vector3 g = R.transpose() * gravity;
  Eigen::Matrix<double, 10, 1> kinetic;
  kinetic << 0.5 * v.squaredNorm(), cross<double>(v, w), 0.5 * tensor_row<double>(w, w);
  leave_out_spin<double>(body.spin, kinetic.head<10>());
  for (int i = 0; i < 10; ++i) scatter(form, body.terms[i], body.terms[i + 1], kinetic[i], h.kinetic);
  scatter(form, body.terms[0], body.terms[1], -gravity.dot(n.p + r), h.potential);
  for (int i = 0; i < 3; ++i) scatter(form, body.terms[1 + i], body.terms[2 + i], -g[i], h.potential);
}

double spring_energy(const LinearFormData& form, const Workspace& workspace) {
  double energy = 0;
  for (const JointSite& site : form.sites) {
    const Spring& spring = site.spring;
    if (spring.stiffness == 0 && spring.preload == 0) continue;
    const double q = workspace.joint(site.joint).position[site.freedom], extension = q - spring.rest;
    energy += 0.5 * spring.stiffness * extension * extension + spring.preload * q;
  }
  for (const Counterbalance& c : form.robot.mechanism().counterbalances) {
    const double distance = (workspace.body_pose(c.body_b) * c.at_b - workspace.body_pose(c.body_a) * c.at_a).norm();
    energy += counterbalance_energy(c, distance);
  }
  return energy;
}

}  // namespace

Status energy_regressor(const LinearForm& form, Workspace& workspace, LinearFormWorkspace& memory, EnergyRegressor& h) {
  if (h.kinetic.size() != form.columns() || h.potential.size() != form.columns()) return Status::inconsistent;
  LinearFormState& state = state_of(memory);
  const Status status = read_motion(data_of(form), workspace, state);
  if (status != Status::ok) return status;
  h.kinetic.setZero();
  h.potential.setZero();
  for (const InertialBlock& body : data_of(form).bodies) body_energy(data_of(form), body, state.motion, h);
  for (const RotorBlock& rotor : data_of(form).rotors) {
    const double rate = (*state.motion.rates)[rotor.v];
    scatter(data_of(form), rotor.term, rotor.last, 0.5 * rotor.gear_squared * rate * rate, h.kinetic);
  }
  h.known = spring_energy(data_of(form), workspace);
  return Status::ok;
}

Status dissipation_regressor(const LinearForm& form, Workspace& workspace, LinearFormWorkspace& memory, VectorX& d) {
  if (d.size() != form.columns()) return Status::inconsistent;
  LinearFormState& state = state_of(memory);
  const Status status = closed_chain_motion(data_of(form), workspace, state);
  if (status != Status::ok) return status;
  d.setZero();
  // Power on the driving motors' rates; virtual power makes it that of the joints.
  const RobotData& robot = data_of(form.robot());
  for (const JointSite& site : data_of(form).sites) {
    friction_columns<double>(site, state.motion, [&](const FrictionColumn& c, int k, double value) {
      const int v = robot.tree.nodes[robot.motor_nodes[robot.driving[k]]].v;
      scatter(data_of(form), c.term, c.last, value * (*state.motion.rates)[v], d);
    });
  }
  return Status::ok;
}

}  // namespace jourdain
