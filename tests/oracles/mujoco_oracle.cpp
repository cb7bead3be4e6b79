#include "oracles/mujoco_oracle.hpp"

#include "oracles/linear_systems.hpp"
#include "oracles/mujoco_model.hpp"

#include <algorithm>
#include <stdexcept>

namespace oracle {
namespace {

using Eigen::Isometry3d;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector6d = Eigen::Matrix<double, 6, 1>;

// Motion of frame B seen from frame A: J and bias of (w; v) in axes of A.
struct Relative {
  Isometry3d X;
  MatrixXd J;
  Vector6d velocity;
  Vector6d bias;
};

// Equations on the relative motion of a joint: rows * (w; v) = 0, and rows * (dw; a) = right.
struct JointEquations {
  MatrixXd rows = MatrixXd(0, 6);
  VectorXd right = VectorXd(0);

  void add(const Vector6d& row, double value = 0) {
    rows.conservativeResize(rows.rows() + 1, 6);
    right.conservativeResize(right.size() + 1);
    rows.bottomRows(1) = row.transpose();
    right[right.size() - 1] = value;
  }
  void hold(const std::vector<int>& components) {
    for (int i : components) add(Vector6d::Unit(i));
  }
  // Directions a (of A) and b (of B), in axes of A, stay perpendicular: (a x b).w = 0.
  void hold_perpendicular(const Vector3d& a, const Vector3d& b, const Vector3d& w) {
    Vector6d row = Vector6d::Zero();
    row.head<3>() = a.cross(b);
    add(row, -a.cross(w.cross(b)).dot(w));
  }
};

JointEquations joint_equations(const Joint& joint, const Relative& relative) {
  const Vector3d w = relative.velocity.head<3>();
  JointEquations e;
  switch (joint.kind) {
    case JointKind::revolute: e.hold({0, 1, 3, 4, 5}); break;
    case JointKind::prismatic: e.hold({0, 1, 2, 3, 4}); break;
    case JointKind::helical: {
      Vector6d row = Vector6d::Unit(5);
      row[2] = -joint.pitch;
      e.hold({0, 1, 3, 4});
      e.add(row);
      break;
    }
    case JointKind::cylindrical: e.hold({0, 1, 3, 4}); break;
    case JointKind::universal:
      e.hold({3, 4, 5});
      e.hold_perpendicular(Vector3d::UnitZ(), relative.X.linear().col(0), w);
      break;
    case JointKind::spherical: {
      e.hold({3, 4, 5});
      if (!joint.locked) break;
      const Vector3d a = to_eigen(joint.in_a.R).transpose() * to_eigen(joint.lock_a);
      const Vector3d b = relative.X.linear() * to_eigen(joint.in_b.R).transpose() * to_eigen(joint.lock_b);
      e.hold_perpendicular(a, b, w);
      break;
    }
    case JointKind::planar: e.hold({0, 1, 5}); break;
    case JointKind::fixed: e.hold({0, 1, 2, 3, 4, 5}); break;
  }
  return e;
}

Matrix to_plain(const MatrixXd& from) {
  Matrix to(static_cast<std::size_t>(from.rows()), static_cast<std::size_t>(from.cols()));
  Eigen::Map<RowMajor>(to.at.data(), from.rows(), from.cols()) = from;
  return to;
}

std::vector<double> to_plain(const VectorXd& from) { return {from.data(), from.data() + from.size()}; }

}  // namespace

struct Mujoco::Model : MujocoModel {
  explicit Model(const Mechanism& given) : MujocoModel(given) {}

  int n() const { return m->nv; }

  // Poses, Jacobians and, from the speeds in d, the accelerations of all bodies without qacc.
  void update_positions() {
    mj_kinematics(m.get(), d.get());
    mj_comPos(m.get(), d.get());
  }
  void update_bias() {
    mj_comVel(m.get(), d.get());
    std::fill_n(d->qacc, n(), 0.0);
    // MuJoCo counts gravity as an acceleration of the ground.
    const Vector3d gravity = Eigen::Map<const Vector3d>(m->opt.gravity);
    std::fill_n(m->opt.gravity, 3, 0.0);
    mj_rnePostConstraint(m.get(), d.get());
    std::copy_n(gravity.data(), 3, m->opt.gravity);
  }

  Isometry3d pose(int body) const {
    Isometry3d X = Isometry3d::Identity();
    X.linear() = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(d->xmat + 9 * id[body]);
    X.translation() = Eigen::Map<const Vector3d>(d->xpos + 3 * id[body]);
    return X;
  }

  // (w; v) of the body's point that is now at p, ground axes.
  MatrixXd jacobian(int body, const Vector3d& p) const {
    RowMajor turn = RowMajor::Zero(3, n()), move = RowMajor::Zero(3, n());
    mj_jac(m.get(), d.get(), move.data(), turn.data(), p.data(), id[body]);
    MatrixXd J(6, n());
    J << turn, move;
    return J;
  }

  Vector6d acceleration(int body, const Vector3d& p) const {
    Vector6d A = Vector6d::Zero(), V = Vector6d::Zero();
    if (body == 0) return A;
    mj_objectAcceleration(m.get(), d.get(), mjOBJ_XBODY, id[body], A.data(), 0);
    mj_objectVelocity(m.get(), d.get(), mjOBJ_XBODY, id[body], V.data(), 0);
    const Vector3d r = p - pose(body).translation(), w = V.head<3>(), dw = A.head<3>();
    A.tail<3>() += dw.cross(r) + w.cross(w.cross(r));
    return A;
  }

  Relative relative(int a, const Frame& in_a, int b, const Frame& in_b) const {
    const Isometry3d X_A = pose(a) * to_eigen(in_a), X_B = pose(b) * to_eigen(in_b);
    const Vector3d p = X_B.translation();
    const Matrix3d to_A = X_A.linear().transpose();
    const Eigen::Map<const VectorXd> u(d->qvel, n());
    const MatrixXd J_a = jacobian(a, p);
    Relative result;
    result.X = X_A.inverse() * X_B;
    const MatrixXd J = jacobian(b, p) - J_a;
    const Vector6d V = J * u;
    // Seen from A, which turns: less w_A x w and 2 w_A x v.
    const Vector3d w_A = J_a.topRows<3>() * u, w = V.head<3>(), v = V.tail<3>();
    Vector6d bias = acceleration(b, p) - acceleration(a, p);
    bias.head<3>() -= w_A.cross(w);
    bias.tail<3>() -= 2 * w_A.cross(v);
    result.J.resize(6, n());
    result.J << to_A * J.topRows<3>(), to_A * J.bottomRows<3>();
    result.velocity << to_A * w, to_A * v;
    result.bias << to_A * bias.head<3>(), to_A * bias.tail<3>();
    return result;
  }
  Relative relative(const Joint& j) const { return relative(j.body_a, j.in_a, j.body_b, j.in_b); }

  // A du = b of the joints outside the tree, of the screws and of the locks.
  void constraints(MatrixXd& A, VectorXd& b) const {
    A.resize(0, n()), b.resize(0);
    for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
      const Joint& joint = mechanism.joints[j];
      if (in_tree[j] && joint.kind != JointKind::helical && !joint.locked) continue;
      const Relative motion = relative(joint);
      JointEquations e = joint_equations(joint, motion);
      // All but the last equation of a joint of the tree hold by themselves.
      if (in_tree[j]) e.rows = e.rows.bottomRows(1).eval(), e.right = e.right.tail(1).eval();
      A.conservativeResize(A.rows() + e.rows.rows(), n());
      b.conservativeResize(A.rows());
      A.bottomRows(e.rows.rows()) = e.rows * motion.J;
      b.tail(e.rows.rows()) = e.right - e.rows * motion.bias;
    }
  }

  // Driven components, and what they have without qacc.
  void driven(const std::vector<Driver>& drivers, MatrixXd& D, VectorXd& bias) const {
    D.resize(static_cast<Eigen::Index>(drivers.size()), n()), bias.resize(D.rows());
    for (std::size_t k = 0; k < drivers.size(); ++k) {
      const Relative motion = relative(drivers[k].body_a, drivers[k].in_a, drivers[k].body_b, drivers[k].in_b);
      const int component = (static_cast<int>(drivers[k].coordinate) + 3) % 6;
      D.row(static_cast<Eigen::Index>(k)) = motion.J.row(component);
      bias[static_cast<Eigen::Index>(k)] = motion.bias[component];
    }
  }

  VectorXd find_motion(const std::vector<Driver>& drivers);
  double gap(const std::vector<Frame>& poses) const;
  FrameEquations frame_equations(const Relative& from) const;
  Equations equations(const VectorXd& du) const;
};

// Sets the speeds in d; returns the accelerations.
VectorXd Mujoco::Model::find_motion(const std::vector<Driver>& drivers) {
  MatrixXd A, D;
  VectorXd b, bias;
  const auto stacked = [&] {
    constraints(A, b);
    driven(drivers, D, bias);
    MatrixXd both(A.rows() + D.rows(), n());
    both << A, D;
    return both;
  };
  const auto k = static_cast<Eigen::Index>(drivers.size());
  VectorXd rates(k), accelerations(k);
  for (Eigen::Index i = 0; i < k; ++i) {
    rates[i] = drivers[i].rate;
    accelerations[i] = drivers[i].acceleration;
  }
  std::fill_n(d->qvel, n(), 0.0);
  update_bias();
  const MatrixXd both = stacked();
  VectorXd right = VectorXd::Zero(both.rows());
  right.tail(k) = rates;
  Eigen::Map<VectorXd>(d->qvel, n()) = nearest(both, right);
  update_bias();
  stacked();
  right << b, accelerations - bias;
  return nearest(both, right);
}

double Mujoco::Model::gap(const std::vector<Frame>& poses) const {
  double largest = 0;
  for (std::size_t i = 1; i < poses.size(); ++i) {
    const Isometry3d X = pose(static_cast<int>(i));
    largest = std::max({largest, (X.linear() - to_eigen(poses[i].R)).norm(),
                        (X.translation() - to_eigen(poses[i].p)).norm() / mechanism.length});
  }
  return largest;
}

FrameEquations Mujoco::Model::frame_equations(const Relative& from) const {
  FrameEquations result;
  for (int i = 0; i < 3; ++i) {
    result.motion.pose.p[i] = from.X.translation()[i];
    result.motion.w[i] = from.velocity[i];
    result.motion.v[i] = from.velocity[3 + i];
    for (int j = 0; j < 3; ++j) result.motion.pose.R[i][j] = from.X.linear()(i, j);
  }
  result.J = to_plain(from.J);
  for (int i = 0; i < 6; ++i) result.bias[i] = from.bias[i];
  return result;
}

Equations Mujoco::Model::equations(const VectorXd& du) const {
  Equations result;
  mj_crb(m.get(), d.get());
  RowMajor M(n(), n());
  mj_fullM(m.get(), M.data(), d->qM);
  result.M = to_plain(MatrixXd(M));
  result.h.resize(n());
  mj_rne(m.get(), d.get(), 0, result.h.data());
  MatrixXd A;
  VectorXd b;
  constraints(A, b);
  result.A = to_plain(A);
  result.b = to_plain(b);
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i)
    result.bodies.push_back(frame_equations(relative(0, {}, static_cast<int>(i), {})));
  for (const Joint& joint : mechanism.joints) result.joints.push_back(frame_equations(relative(joint)));
  result.du = to_plain(du);
  return result;
}

Mujoco::Mujoco(const Mechanism& mechanism) : model_(std::make_unique<Model>(mechanism)) {}
Mujoco::~Mujoco() = default;

Equations Mujoco::equations(const std::vector<Driver>& drivers, const std::vector<Frame>& poses, double& gap) {
  model_->set_positions(poses);
  model_->update_positions();
  gap = model_->gap(poses);
  return model_->equations(model_->find_motion(drivers));
}

}  // namespace oracle
