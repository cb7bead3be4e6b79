// Numbers in brackets are equations of docs/theory.md, section 10 where they begin with it.
#include "legs/full_telescopic_leg.hpp"

#include "expression/scalar.hpp"
#include "legs/full_telescopic_energy.hpp"
#include "legs/robot_data.hpp"

namespace jourdain {
namespace {

// Motion of the leg: rates (1) and accelerations (2) of its coordinates (10.3), (10.4).
template <typename T>
struct LegMotion : TelescopicPlace<T> {
  using TelescopicPlace<T>::sin_a, TelescopicPlace<T>::cos_a, TelescopicPlace<T>::sin_b, TelescopicPlace<T>::cos_b;
  using TelescopicPlace<T>::rho, TelescopicPlace<T>::l;
  T alpha1, alpha2, beta1, beta2, rho2, l1, l2;
  T twice_alpha1, twice_l1_beta1;

  LegMotion(const Vector3T<T>& r, const Vector3T<T>& v, const Vector3T<T>& a) : TelescopicPlace<T>(r) {
    // In the plane across the first axis, polar coordinates rho, alpha: rho' = k.v and rho alpha' = h.v, then
    // k.a = rho'' - rho alpha'^2 and h.a = rho alpha'' + 2 rho' alpha'.
    const T rho1 = sin_a * v[0] + cos_a * v[2], turn = cos_a * v[0] - sin_a * v[2];
    alpha1 = turn / rho;
    twice_alpha1 = alpha1 + alpha1;
    rho2 = sin_a * a[0] + cos_a * a[2] + turn * alpha1;
    alpha2 = (cos_a * a[0] - sin_a * a[2] - rho1 * twice_alpha1) / rho;
    // The same in the plane of the leg and the first axis: coordinates l, beta, components rho' and y'.
    l1 = cos_b * rho1 + sin_b * v[1];
    const T rise = cos_b * v[1] - sin_b * rho1;
    beta1 = rise / l;
    twice_l1_beta1 = (l1 + l1) * beta1;
    l2 = cos_b * rho2 + sin_b * a[1] + rise * beta1;
    beta2 = (cos_b * a[1] - sin_b * rho2 - twice_l1_beta1) / l;
  }
};

// Generalised forces of alpha, beta and l.
template <typename T>
struct LegForces {
  T alpha, beta, l;
};

// Lagrange's equations of the kinetic energy (10.2).
template <typename T>
LegForces<T> inertia_forces(const FullTelescopicParameters<T>& k, const LegMotion<T>& m) {
  const TelescopicEnergy<T> energy(k, m);
  const T alpha1_2 = m.alpha1 * m.alpha1, beta1_2 = m.beta1 * m.beta1;
  const T by_beta = energy.c_Phi * energy.sc - energy.D * (energy.cc - T(0.5));  // -dTheta/dbeta / 2
  const T by_l = k.s_e * energy.cc - k.s_u * energy.sc;                          //  dTheta/dl / 2
  // q' = P beta' + s_b rho', N = dP/dbeta.
  const T N = k.I_be * m.cos_b - k.I_bu * m.sin_b;
  const T q2 = energy.P * m.beta2 + N * beta1_2 + k.s_b * m.rho2;  // q''
  // Theta alpha' + q' and its rate (10.5).
  LegForces<T> Q;
  Q.alpha = energy.Theta * m.alpha2 + m.twice_alpha1 * (by_l * m.l1 - by_beta * m.beta1) + q2;
  // alpha' d(dq/dbeta)/dt and alpha' dq'/dbeta cancel, and so they do for l (10.6), (10.7).
  Q.beta =
      energy.Phi * m.beta2 + k.s_e * m.twice_l1_beta1 + by_beta * alpha1_2 + energy.q_beta * m.alpha2 - k.s_u * m.l2;
  Q.l = k.s_b * m.cos_b * m.alpha2 - k.s_u * m.beta2 - k.s_e * beta1_2 - by_l * alpha1_2;
  return Q;
}

// Of the weight, where gravity has the size g and the direction n: dV/dalpha and dV/dbeta (10.8). The size is a number
// of the model, so that moments times g are computed at load time.
template <typename T>
void add_weight(const FullTelescopicParameters<T>& k, const LegMotion<T>& m, const T& g, const Vector3T<T>& n,
                LegForces<T>& Q) {
  const T S_b = g * k.S_b, S_e = g * k.S_e, S_u = g * k.S_u, S_k = g * k.S_k;
  // Gravity along the shadow k and the second axis b = (-cos(alpha), 0, sin(alpha)).
  const T n_k = m.sin_a * n[0] + m.cos_a * n[2], n_b = m.sin_a * n[2] - m.cos_a * n[0];
  const T across = S_e * m.cos_b - S_u * m.sin_b;
  Q.alpha += n_b * (across + S_k) - n_k * S_b;
  Q.beta += n_k * (S_e * m.sin_b + S_u * m.cos_b) - n[1] * across;
}

// With all entries, zero or not, of any telescopic leg.
template <typename T>
FullTelescopicParameters<T> all_telescopic_parameters(const RobotData& robot, const TelescopicLeg& leg,
                                                      const TreeParameters<T>& parameters) {
  const FrameInertia<T>& ring = parameters.nodes[leg.ring];
  const FrameInertia<T>& stator = parameters.nodes[leg.stator];
  const FrameInertia<T> slider = slider_at_ball(robot, leg, parameters);
  // Axes of the ring: b fixed in it, y its z, and k = y x b.
  const Vector3 in_ring = leg.second_sign * robot.tree.nodes[leg.stator].placement.R.col(2);
  const Vector3T<T> ring_b = in_ring.cast<T>();
  const Vector3T<T> ring_k = (leg.first_sign * Vector3::UnitZ()).cross(in_ring).template cast<T>();
  // Axes of the stator: b its z, e along the slide, u = b x e.
  const Vector3 along = leg.slide_sign * robot.tree.nodes[leg.slider].placement.R.col(2);
  const Vector3 second = leg.second_sign * Vector3::UnitZ();
  const Vector3T<T> b = second.cast<T>(), e = along.cast<T>(), u = second.cross(along).cast<T>();
  const Matrix3T<T> I = stator.I + slider.I;
  const Vector3T<T> s = slider.s, S = stator.s + slider.s;
  // At cos(beta) = 0 the leg is along y and turns about e with all of it: Theta = b.
  FullTelescopicParameters<T> k;
  const T ee = e.dot(I * e), bb = b.dot(I * b);
  k.b = ring.I(2, 2) + ee;
  k.c = u.dot(I * u) - ee - bb;
  k.p = bb;
  k.I_be = b.dot(I * e);
  k.I_bu = b.dot(I * u);
  k.I_eu = e.dot(I * u);
  // First moments of the slider about the ball joint act on accelerations, those of all bodies on gravity.
  k.s_b = b.dot(s);
  k.s_e = e.dot(s);
  k.s_u = u.dot(s);
  k.S_b = b.dot(S) + ring_b.dot(ring.s);
  k.S_e = e.dot(S);
  k.S_u = u.dot(S);
  k.S_k = ring_k.dot(ring.s);
  k.rotor = parameters.rotors[leg.index];
  k.at_ball = slider.m;
  k.friction = telescopic_friction(robot, leg, parameters);
  return k;
}

// Entries as moments of the second and of the first kind; those of the leg's own line come last.
template <typename T>
struct Entries {
  using Full = FullTelescopicParameters<T>;
  static constexpr T Full::*second[] = {&Full::I_be, &Full::I_bu, &Full::I_eu};
  static constexpr T Full::*first[] = {&Full::s_b, &Full::s_u, &Full::S_b, &Full::S_u,
                                       &Full::S_k, &Full::s_e, &Full::S_e};
  static constexpr int beside_line = 5;
};

// What first moments are compared with; times the size for those of the second kind.
double first_moment(const RobotData& robot, const TelescopicLeg& leg) {
  double mass = 0;
  for (const int node : {leg.ring, leg.stator, leg.slider}) mass += robot.parameters.nodes[node].m;
  return mass * robot.size;
}

}  // namespace

template <typename T>
FullTelescopicParameters<T> full_telescopic_parameters(const RobotData& robot, const TelescopicLeg& leg,
                                                       const TreeParameters<T>& parameters, DroppedSums<T>& dropped) {
  // Entries that vanish in the model become constants 0, which the tracer drops; b, c and p never do.
  FullTelescopicParameters<T> k = all_telescopic_parameters(robot, leg, parameters);
  const FullTelescopicParameters<double> value = all_telescopic_parameters(robot, leg, robot.parameters);
  const double s = first_moment(robot, leg), I = s * robot.size;
  const auto leave_out = [&](T FullTelescopicParameters<T>::*entry, double FullTelescopicParameters<double>::*of,
                             double scale) { k.*entry = unless_zero(k.*entry, value.*of, scale, dropped); };
  for (int i = 0; i < 3; ++i) leave_out(Entries<T>::second[i], Entries<double>::second[i], I);
  for (int i = 0; i < 7; ++i) leave_out(Entries<T>::first[i], Entries<double>::first[i], s);
  return k;
}

template <typename T>
void drop_beyond_table_i(const RobotData& robot, const TelescopicLeg& leg, const TreeParameters<T>& parameters,
                         DroppedSums<T>& dropped) {
  const FullTelescopicParameters<T> k = all_telescopic_parameters(robot, leg, parameters);
  const double s = first_moment(robot, leg);
  for (const auto entry : Entries<T>::second) dropped.push_back({k.*entry, s * robot.size});
  for (int i = 0; i < Entries<T>::beside_line; ++i) dropped.push_back({k.*Entries<T>::first[i], s});
}

template <typename T>
LegForce<T> full_telescopic_force(const FullTelescopicShape<T>& shape, const FullTelescopicParameters<T>& k,
                                  const LegSurroundings<T>& surroundings, const TipMotion<T>& motion) {
  const TelescopicShape<T>& leg = shape.leg;
  const auto& [w, gravity, friction, bands, axial_force] = surroundings;
  PartScope<T> part(Part::leg_kinematics);
  const Matrix3T<T>& axes = leg.axes;
  const Vector3T<T> r = axes * motion.r;
  const LegMotion<T> m(r, axes * motion.v, axes * motion.a);
  part.enter(Part::leg_dynamics);
  // Generalised forces: inertia, rotor, weight.
  LegForces<T> Q = inertia_forces(k, m);
  Q.l += k.rotor * m.l2;
  if (const double g = shape.kind.gravity; g > 0) add_weight<T>(k, m, T(g), axes * gravity / T(g), Q);
  LegForce<T> force;
  if (friction) {
    const PartScope<T> of_joints(Part::friction);
    const TelescopicFriction<T>& joints = k.friction;
    const T &first = leg.first_sign, &second = leg.second_sign, &slide = leg.slide_sign;
    // Each joint resists its own angle, whose sign against alpha, beta or l is known.
    Q.alpha += first * axis_resistance<T>(joints.alpha, true, false, first * m.alpha1, T(0), bands.turn);
    Q.beta += second * axis_resistance<T>(joints.beta, true, false, second * m.beta1, T(0), bands.turn);
    Q.l += slide * axis_resistance<T>(joints.slide, true, false, slide * m.l1, T(0), bands.slide);
    if (joints.ball.has_friction) {
      // Against the slider, which turns by alpha' about y and by beta' about b = (-cos alpha, 0, sin alpha).
      const Vector3T<T> in_leg = axes * w;
      const Vector3T<T> against(in_leg[0] + m.cos_a * m.beta1, in_leg[1] - m.alpha1, in_leg[2] - m.sin_a * m.beta1);
      const Vector3T<T> moment = ball_resistance(joints.ball, against, bands.turn) * against;
      Q.alpha -= moment[1];
      Q.beta += m.cos_a * moment[0] - m.sin_a * moment[2];
      force.moment = axes.transpose() * moment;
    }
  }
  // The force without a component along z: its power on alpha is z f_x, on beta rho f_y - sin(alpha) y f_x (9.10).
  const T fx = Q.alpha / r[2], fy = (Q.beta + m.sin_a * m.y * fx) / m.rho;
  const T& slide = leg.slide_sign;
  // Back to base axes, with line, scale and offset of (9.11).
  force.f = axes.row(0).transpose() * fx + axes.row(1).transpose() * fy;
  force.line = axes.transpose() * Vector3T<T>(r[0] / r[2], r[1] / r[2], T(1));
  force.scale = slide * (m.l / r[2]);
  force.acceleration = slide * m.l2;
  force.offset = slide * (Q.l - (fx * r[0] + fy * r[1]) / m.l);
  return force;
}

// (10.9): alpha' = h.v / rho, beta' = u.v / l and l' = e.v put into the energy, where h, k, y are across the leg's
// shadow, along it and the first axis: e = cos(beta) k + sin(beta) y, u = cos(beta) y - sin(beta) k.
template <typename T>
LegInertia<T> full_telescopic_inertia(const FullTelescopicShape<T>& shape, const FullTelescopicParameters<T>& k,
                                      const Vector3T<T>& r) {
  const TelescopicShape<T>& leg = shape.leg;
  PartScope<T> part(Part::leg_kinematics);
  const Matrix3T<T>& axes = leg.axes;
  const TelescopicPlace<T> at(axes * r);
  part.enter(Part::leg_dynamics);
  const TelescopicEnergy<T> energy(k, at);
  // Coefficients of u u^T, h u^T, h e^T and u e^T; u u^T = 1 - h h^T - e e^T, and the last is the motor's.
  const T uu = energy.Phi / at.l_squared, hu = energy.q_beta / (at.rho * at.l), he = k.s_b / at.l, ue = k.s_u / at.l;
  // The same in h, k, y.
  const T hh = energy.Theta / at.rho_squared;
  const T hk = he * at.cos_b - hu * at.sin_b, hy = hu * at.cos_b + he * at.sin_b;
  const T axial_force = (ue + ue) * energy.sc, kk = uu + axial_force, yy = uu - axial_force,
          ky = ue * (T(1) - (energy.cc + energy.cc));
  // From h = (cos alpha, 0, -sin alpha) and k = (sin alpha, 0, cos alpha) to the leg's axes.
  const T d = hh - kk, t = hk * at.cos_a, g_x = d * at.cos_a + hk * at.sin_a, g_z = t - d * at.sin_a;
  Matrix3T<T> M;
  M(0, 0) = kk + g_x * at.cos_a + t * at.sin_a;
  M(2, 2) = kk - (g_z + t) * at.sin_a;
  M(0, 2) = M(2, 0) = t * at.cos_a - g_x * at.sin_a;
  M(0, 1) = M(1, 0) = hy * at.cos_a + ky * at.sin_a;
  M(1, 2) = M(2, 1) = ky * at.cos_a - hy * at.sin_a;
  M(1, 1) = yy;
  return {axes.transpose() * M * axes, T(k.rotor - uu)};
}

template FullTelescopicParameters<Scalar> full_telescopic_parameters(const RobotData&, const TelescopicLeg&,
                                                                     const TreeParameters<Scalar>&,
                                                                     DroppedSums<Scalar>&);
template void drop_beyond_table_i(const RobotData&, const TelescopicLeg&, const TreeParameters<Scalar>&,
                                  DroppedSums<Scalar>&);
template LegForce<LegScalar> full_telescopic_force(const FullTelescopicShape<LegScalar>&,
                                                   const FullTelescopicParameters<LegScalar>&,
                                                   const LegSurroundings<LegScalar>&, const TipMotion<LegScalar>&);
template LegInertia<LegScalar> full_telescopic_inertia(const FullTelescopicShape<LegScalar>&,
                                                       const FullTelescopicParameters<LegScalar>&,
                                                       const Vector3T<LegScalar>&);

}  // namespace jourdain
