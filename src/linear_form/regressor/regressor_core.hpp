// Columns of the closed-chain regressor, body by body and joint by joint, for any scalar: no value decides what is
// computed. theory: linear form; [Codourey97] (28)-(34), [Abdellatif05] (19), (20), (28).
#pragma once

#include "dynamics/wrenches.hpp"
#include "linear_form/linear_form_data.hpp"
#include "linear_form/regressor/rate_functions.hpp"
#include "model/joint_freedoms.hpp"

namespace jourdain {

// W(x)^T y: what the tensor's entries Ixx Ixy Ixz Iyy Iyz Izz give to y . (I x).
template <typename T>
inline Vector6T<T> tensor_row(const Vector3T<T>& x, const Vector3T<T>& y) {
  Vector6T<T> row;
  row << x[0] * y[0], x[1] * y[0] + x[0] * y[1], x[2] * y[0] + x[0] * y[2], x[1] * y[1], x[2] * y[1] + x[1] * y[2],
      x[2] * y[2];
  return row;
}

// Velocity that a node gives to a point at distance r from its origin.
template <typename T>
inline Vector3T<T> carried(const TwistT<T>& t, const Vector3T<T>& r) {
  return t.v + cross<T>(t.w, r);
}

// Twists of all nodes for unit rates of the driving motors, from the influence coefficients G.
template <typename T>
inline void node_partials(const SpanningTree& tree, ChainMotion<T>& motion) {
  const int rows = static_cast<int>(motion.G.cols());
  const std::vector<NodeMotion<T>>& n = *motion.nodes;
  for (int k = 0; k < rows; ++k) motion.partial[k] = {};
  for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    TwistT<T> unit[6];
    const int count = velocities(node.kind);
    for (int c = 0; c < count; ++c) unit[c] = unit_twist<T>(node, n[i], c, n[i].p);
    const Vector3T<T> r = n[i].p - n[node.parent].p;
    for (int k = 0; k < rows; ++k) {
      const TwistT<T>& parent = motion.partial[node.parent * rows + k];
      TwistT<T>& t = motion.partial[i * static_cast<std::size_t>(rows) + static_cast<std::size_t>(k)];
      t.v = carried<T>(parent, r);
      t.w = parent.w;
      for (int c = 0; c < count; ++c) {
        t.v += motion.G(node.v + c, k) * unit[c].v;
        t.w += motion.G(node.v + c, k) * unit[c].w;
      }
    }
  }
}

// Takes the moment of inertia about the line of an idle rod out of a row of ten columns.
template <typename T, typename Row>
inline void leave_out_spin(const SpinInertia& spin, Row row) {
  if (!spin.any()) return;
  T about(0);
  for (int i = 4; i < 10; ++i) about += T(spin.tensor[i]) * row[i];
  for (int i = 0; i < 10; ++i) row[i] -= T(spin.moment[i]) * about;
}

// The ten columns of one body: wrench of theory section 4 in body axes, times the body's partial twists.
template <typename T, typename Block>
inline void inertial_columns(const InertialBlock& body, const Vector3& gravity, const ChainMotion<T>& motion,
                             Block& columns) {
  const NodeMotion<T>& n = (*motion.nodes)[body.node];
  const Matrix3T<T> R = n.R * body.in_node.R.template cast<T>();
  const Vector3T<T> r = n.R * body.in_node.p.template cast<T>();
  const Vector3T<T> w = R.transpose() * n.w, dw = R.transpose() * n.dw;
  const Vector3T<T> a =
      R.transpose() * (n.a + cross<T>(n.dw, r) + cross<T>(n.w, cross<T>(n.w, r)) - gravity.template cast<T>());
  const int rows = static_cast<int>(motion.G.cols());
  for (int k = 0; k < rows; ++k) {
    const TwistT<T>& t = motion.partial[body.node * rows + k];
    const Vector3T<T> v_k = R.transpose() * carried<T>(t, r), w_k = R.transpose() * t.w;
    columns(k, 0) = v_k.dot(a);
    // v.(dw x s + w x (w x s)) + w.(s x a) = s.(v x dw + (v x w) x w + a x w).
    const Vector3T<T> s = cross<T>(v_k, dw) + cross<T>(cross<T>(v_k, w), w) + cross<T>(a, w_k);
    for (int i = 0; i < 3; ++i) columns(k, 1 + i) = s[i];
    // w_k.(I dw + w x I w) = w_k.(I dw) + (w_k x w).(I w).
    const Vector6T<T> tensor = tensor_row<T>(dw, w_k) + tensor_row<T>(w, cross<T>(w_k, w));
    for (int i = 0; i < 6; ++i) columns(k, 4 + i) = tensor[i];
    leave_out_spin<T>(body.spin, columns.row(k));
  }
}

// Frame of a joint at a configuration: axes of J_A and J_B, place of J_B.
template <typename T>
struct SiteFrame {
  Matrix3T<T> A, B;
  Vector3T<T> r_a, r_b;  // from the origins of both nodes to J_B
};

template <typename T>
inline SiteFrame<T> site_frame(const JointSite& site, const std::vector<NodeMotion<T>>& nodes) {
  const NodeMotion<T>& a = nodes[site.node_a];
  const NodeMotion<T>& b = nodes[site.node_b];
  SiteFrame<T> f;
  f.A = a.R * site.in_a.R.template cast<T>();
  f.B = b.R * site.in_b.R.template cast<T>();
  f.r_b = b.R * site.in_b.p.template cast<T>();
  f.r_a = b.p + f.r_b - a.p;
  return f;
}

// Relative angular velocity of a joint's two sides, in the axes of J_A.
template <typename T>
inline Vector3T<T> relative_turn(const SiteFrame<T>& f, const TwistT<T>& a, const TwistT<T>& b) {
  return f.A.transpose() * (b.w - a.w);
}

// Rate of a joint's freedom from the motion of its two sides.
template <typename T>
inline T relative_rate(const JointSite& site, const SiteFrame<T>& f, const TwistT<T>& a, const TwistT<T>& b) {
  const Vector3T<T> w = b.w - a.w;
  const Vector3T<T> v = carried<T>(b, f.r_b) - carried<T>(a, f.r_a);
  const Freedom& freedom = joint_kind(site.type).freedom[site.freedom];
  return freedom.direction(f.A, f.B).dot(freedom.slides() ? v : w);
}

// Value of a friction function at a rate.
template <typename T>
inline T friction_value(const FrictionColumn& column, const T& rate, const T& side) {
  switch (column.kind) {
    case ParameterKind::coulomb: return side;
    case ParameterKind::viscous: return rate;
    case ParameterKind::offset: return T(1);
    default: return rate_function<T>(column.function, rate, side, column.scale);
  }
}

// Moment of a friction function on a ball joint, along the relative angular velocity.
template <typename T>
inline Vector3T<T> ball_friction(const FrictionColumn& column, const Vector3T<T>& w, const Vector3T<T>& along) {
  switch (column.kind) {
    case ParameterKind::coulomb: return along;
    case ParameterKind::viscous: return w;
    default: return rate_function<T>(column.function, along.dot(w), T(1), column.scale) * along;
  }
}

// Calls use(column, k, value) for each friction column of a site: value is the force on driving motor k.
template <typename T, typename Use>
inline void friction_columns(const JointSite& site, const ChainMotion<T>& motion, Use use) {
  const int rows = static_cast<int>(motion.G.cols());
  if (site.v >= 0) {
    const T rate = (*motion.rates)[site.v];
    const T side = dry_direction(rate, motion.bands.of(site.slides));
    for (const FrictionColumn& c : site.columns) {
      const T force = friction_value<T>(c, rate, side);
      for (int k = 0; k < rows; ++k) use(c, k, force * motion.G(site.v, k));
    }
    return;
  }
  const std::vector<NodeMotion<T>>& nodes = *motion.nodes;
  const NodeMotion<T>& a = nodes[site.node_a];
  const NodeMotion<T>& b = nodes[site.node_b];
  const SiteFrame<T> frame = site_frame<T>(site, nodes);
  const auto partial = [&](int node, int k) -> const TwistT<T>& { return motion.partial[node * rows + k]; };
  if (site.ball) {
    const Vector3T<T> w = relative_turn<T>(frame, {a.v, a.w}, {b.v, b.w});
    const Vector3T<T> along = w * dry_direction_factor(w, motion.bands.turn);
    for (const FrictionColumn& c : site.columns) {
      const Vector3T<T> moment = ball_friction<T>(c, w, along);
      for (int k = 0; k < rows; ++k)
        use(c, k, moment.dot(relative_turn<T>(frame, partial(site.node_a, k), partial(site.node_b, k))));
    }
    return;
  }
  const T rate = relative_rate<T>(site, frame, {a.v, a.w}, {b.v, b.w});
  const T side = dry_direction(rate, motion.bands.of(site.slides));
  for (const FrictionColumn& c : site.columns) {
    const T force = friction_value<T>(c, rate, side);
    for (int k = 0; k < rows; ++k)
      use(c, k, force * relative_rate<T>(site, frame, partial(site.node_a, k), partial(site.node_b, k)));
  }
}

// Y, rows x columns, from a motion whose partials are current. `block` is memory for the ten columns of one body.
template <typename T, typename Block, typename Result>
inline void regressor_columns(const LinearFormData& form, const Vector3& gravity, const ChainMotion<T>& motion,
                              Block& block, Result& Y) {
  const int rows = static_cast<int>(motion.G.cols());
  for (Eigen::Index i = 0; i < Y.size(); ++i) Y.data()[i] = T(0);
  const auto add = [&](int first, int last, int k, const T& value) {
    for (int i = first; i < last; ++i) {
      const ColumnTerm& term = form.terms[i];
      Y(k, term.column) += T(term.factor) * value;
    }
  };
  PartScope<T> part(Part::leg_dynamics);
  for (const InertialBlock& body : form.bodies) {
    part.enter(body_part(data_of(form.robot), body.node));
    inertial_columns<T>(body, gravity, motion, block);
    for (int e = 0; e < 10; ++e) {
      for (int k = 0; k < rows; ++k) add(body.terms[e], body.terms[e + 1], k, block(k, e));
    }
  }
  part.enter(Part::leg_dynamics);
  for (const RotorBlock& rotor : form.rotors) {
    const T force = T(rotor.gear_squared) * (*motion.accelerations)[rotor.v];
    for (int k = 0; k < rows; ++k) add(rotor.term, rotor.last, k, force * motion.G(rotor.v, k));
  }
  part.enter(Part::friction);
  for (const JointSite& site : form.sites) {
    friction_columns<T>(site, motion,
                        [&](const FrictionColumn& c, int k, const T& value) { add(c.term, c.last, k, value); });
  }
}

}  // namespace jourdain
