#include "structure/tree_parameters.hpp"

#include "expression/scalar.hpp"
#include "structure/idle_spin_inertia.hpp"

namespace jourdain {
namespace {

// Whether all ten parameters are zero. Traced zeros cost nothing: they need not be told apart.
template <typename T>
bool has_nothing([[maybe_unused]] const Vector10T<T>& p) {
  if constexpr (is_traced<T>) {
    return false;
  } else {
    return p.isZero(0);
  }
}

}  // namespace

template <typename T>
FrameInertia<T> moved_inertia(const Vector10T<T>& p, const Placement& place) {
  const Matrix3T<T> R = place.R.template cast<T>();
  const Vector3T<T> r = place.p.template cast<T>();
  FrameInertia<T> result;
  result.m = p[0];
  const Vector3T<T> s = R * Vector3T<T>(p[1], p[2], p[3]);
  result.s = s + p[0] * r;
  Matrix3T<T> I;
  I << p[4], p[5], p[6], p[5], p[7], p[8], p[6], p[8], p[9];
  // Steiner with first moments: the distance r and the first moment s about the body's own origin.
  const Matrix3T<T> outer = r * s.transpose();
  const T along = T(2) * r.dot(s) + p[0] * r.squaredNorm();
  result.I = R * I * R.transpose() - outer - outer.transpose() - p[0] * (r * r.transpose());
  for (int i = 0; i < 3; ++i) result.I(i, i) += along;
  result.any = true;
  return result;
}

template <typename T>
void add_inertia(const FrameInertia<T>& body, FrameInertia<T>& sum) {
  sum.any = sum.any || body.any;
  sum.m += body.m;
  sum.s += body.s;
  sum.I += body.I;
}

template <typename T>
TreeParameters<T> tree_parameters(const Mechanism& mechanism, const SpanningTree& tree,
                                  const ModelParameters<T>& parameters) {
  PartScope<T> part(Part::leg_dynamics);
  const int output_node = mechanism.output ? tree.bodies[mechanism.output->body].node : -1;
  TreeParameters<T> result;
  result.nodes.resize(tree.nodes.size());
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    if (has_nothing<T>(parameters.bodies[i])) continue;
    const BodyNode& at = tree.bodies[i];
    part.enter(at.node == output_node ? Part::platform : Part::leg_dynamics);
    add_inertia(moved_inertia(without_idle_spin<T>(at, parameters.bodies[i]), at.in_node), result.nodes[at.node]);
  }
  part.enter(Part::platform);
  if (mechanism.output) {
    const Output& output = *mechanism.output;
    const BodyNode& at = tree.bodies[output.body];
    result.loaded_output = result.nodes[at.node];
    if (!has_nothing<T>(parameters.payload)) {
      add_inertia(moved_inertia(parameters.payload, at.in_node * output.frame * output.tool), result.loaded_output);
    }
  }
  part.enter(Part::leg_dynamics);
  result.joints = parameters.joints;
  const std::vector<int> motors = actuated_joints(mechanism);
  for (std::size_t k = 0; k < motors.size(); ++k) {
    const double gear = mechanism.joints[motors[k]].motor->gear;
    result.rotors.push_back(T(gear * gear) * parameters.rotors[k]);
  }
  result.gravity = parameters.gravity;
  return result;
}

template FrameInertia<Scalar> moved_inertia(const Vector10T<Scalar>&, const Placement&);
template void add_inertia(const FrameInertia<Scalar>&, FrameInertia<Scalar>&);
template TreeParameters<Scalar> tree_parameters(const Mechanism&, const SpanningTree&, const ModelParameters<Scalar>&);

}  // namespace jourdain
