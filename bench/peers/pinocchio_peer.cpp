// Pinocchio, compiled from its headers: nothing of its library is linked, so that it may use the whole instruction set.
#include "leg_blocks.hpp"
#include "peers.hpp"

#include <pinocchio/algorithm/constrained-dynamics.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/rnea.hpp>
#include <pinocchio/multibody.hpp>

namespace peer {
namespace {

namespace pin = pinocchio;

pin::SE3 to_se3(const oracle::Frame& f) {
  pin::SE3 X;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) X.rotation()(i, j) = f.R[i][j];
    X.translation()[i] = f.p[i];
  }
  return X;
}

Vector3 to_vector(const double (&x)[3]) { return {x[0], x[1], x[2]}; }

class Pinocchio : public Engine {
 public:
  Pinocchio(const oracle::Mechanism& mechanism, int platform, const std::vector<State>& states)
      : mechanism_(mechanism), platform_(platform), legs_(find_legs(mechanism, platform)), blocks_(6) {
    model_.gravity.linear() = to_vector(mechanism.gravity);
    for (std::size_t k = 0; k < 6; ++k) add_leg(k);
    top_ = model_.addJoint(0, pin::JointModelFreeFlyer(), pin::SE3::Identity(), "platform");
    model_.appendBodyToJoint(top_, inertia(platform), pin::SE3::Identity());
    data_ = pin::Data(model_);
    for (std::size_t k = 0; k < 6; ++k) {
      const oracle::Joint& ball = joint(legs_[k].ball);
      const oracle::Joint& last = joint(legs_[k].joint[2]);
      pin::RigidConstraintModel closed(pin::CONTACT_3D, model_, id_[k][2],
                                       to_se3(last.in_b).inverse() * to_se3(ball.in_a), top_, to_se3(ball.in_b),
                                       pin::LOCAL);
      balls_.push_back(closed);
      ball_data_.emplace_back(closed);
    }
#if PINOCCHIO_VERSION_AT_LEAST(4, 0, 0)
    pin::initConstraintDynamics(model_, data_, balls_, ball_data_);
#else
    pin::initConstraintDynamics(model_, data_, balls_);
#endif
    for (const State& state : states) remember(state);
    tau_.setZero(model_.nv);
  }

  std::string name() const override { return "Pinocchio " PINOCCHIO_VERSION; }

  void inverse(std::size_t state, double* forces) override {
    const Coordinates& x = coordinates_[state];
    pin::rnea(model_, data_, x.q, x.u, x.du);
    place();
    const pin::SE3& X = data_.oMi[top_];
    const auto wrench = data_.tau.segment<6>(model_.joints[top_].idx_v());
    const Vector3 force = X.rotation() * wrench.head<3>();
    Vector3 moment = X.rotation() * wrench.tail<3>();
    for (std::size_t k = 0; k < 6; ++k) {
      const Vector3 rub = ball_moment(k);
      moment += rub;
      LegBlock& block = blocks_[k];
      block.ball = X.act(to_vector(joint(legs_[k].ball).in_b.p));
      for (int i = 0; i < 3; ++i) {
        const pin::SE3& at = data_.oMi[id_[k][i]];
        const int dof = model_.joints[id_[k][i]].idx_v();
        const Vector3 axis = at.rotation().col(2);
        block.column[i] = turns_[k][i] ? Vector3(axis.cross(block.ball - at.translation())) : axis;
        block.force[i] =
            data_.tau[dof] + friction(joint(legs_[k].joint[i]).axes[0], x.u[dof]) - (turns_[k][i] ? axis.dot(rub) : 0);
      }
    }
    solve_leg_blocks(legs_, blocks_, X.translation(), force, moment, forces);
  }

  void forward(std::size_t state, const double* forces, double* accelerations) override {
    // The friction of the balls needs the velocities before the dynamics computes them again.
    const Coordinates& x = coordinates_[state];
    pin::forwardKinematics(model_, data_, x.q, x.u);
    const Eigen::Matrix3d& R = data_.oMi[top_].rotation();
    auto wrench = tau_.segment<6>(model_.joints[top_].idx_v());
    wrench.setZero();
    for (std::size_t k = 0; k < 6; ++k) {
      const Vector3 rub = ball_moment(k);
      wrench.tail<3>() -= R.transpose() * rub;
      for (int i = 0; i < 3; ++i) {
        const int dof = model_.joints[id_[k][i]].idx_v();
        tau_[dof] = (i == legs_[k].motor ? forces[k] : 0) - friction(joint(legs_[k].joint[i]).axes[0], x.u[dof]) +
                    (turns_[k][i] ? data_.oMi[id_[k][i]].rotation().col(2).dot(rub) : 0);
      }
    }
    pin::ProximalSettings settings(1e-12, 0, 1);
    pin::constraintDynamics(model_, data_, x.q, x.u, tau_, balls_, ball_data_, settings);
    for (std::size_t k = 0; k < 6; ++k) accelerations[k] = data_.ddq[model_.joints[id_[k][legs_[k].motor]].idx_v()];
  }

 private:
  struct Coordinates {
    Eigen::VectorXd q, u, du;
  };

  const oracle::Joint& joint(int j) const { return mechanism_.joints[j]; }

  pin::Inertia inertia(int body) const {
    const oracle::Body& b = mechanism_.bodies[body];
    Eigen::Matrix3d about_com;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) about_com(i, j) = b.inertia[i][j];
    return {b.mass, to_vector(b.com), about_com};
  }

  // A joint's frame in Pinocchio is J_B of its body.
  void add_leg(std::size_t k) {
    pin::JointIndex parent = 0;
    pin::SE3 body_in_parent = pin::SE3::Identity();
    for (int i = 0; i < 3; ++i) {
      const oracle::Joint& of = joint(legs_[k].joint[i]);
      turns_[k][i] = of.kind == oracle::JointKind::revolute;
      if (!turns_[k][i] && of.kind != oracle::JointKind::prismatic)
        throw std::runtime_error("joints of a leg must turn or slide");
      const pin::SE3 place = body_in_parent * to_se3(of.in_a);
      const std::string name = "leg" + std::to_string(k) + "." + std::to_string(i);
      parent = turns_[k][i] ? model_.addJoint(parent, pin::JointModelRZ(), place, name)
                            : model_.addJoint(parent, pin::JointModelPZ(), place, name);
      body_in_parent = to_se3(of.in_b).inverse();
      model_.appendBodyToJoint(parent, inertia(legs_[k].body[i]), body_in_parent);
      id_[k][i] = parent;
    }
  }

  // Places of the joints in the world, which the recursion leaves out.
  void place() {
    for (pin::JointIndex j = 1; j < static_cast<pin::JointIndex>(model_.njoints); ++j)
      data_.oMi[j] = model_.parents[j] == 0 ? data_.liMi[j] : data_.oMi[model_.parents[j]] * data_.liMi[j];
  }

  Vector3 ball_moment(std::size_t k) const {
    const pin::JointIndex last = id_[k][2];
    const Vector3 w =
        data_.oMi[top_].rotation() * data_.v[top_].angular() - data_.oMi[last].rotation() * data_.v[last].angular();
    return ball_friction(joint(legs_[k].ball).axes[0], w);
  }

  void remember(const State& state) {
    Coordinates x{Eigen::VectorXd::Zero(model_.nq), Eigen::VectorXd::Zero(model_.nv), Eigen::VectorXd::Zero(model_.nv)};
    for (std::size_t k = 0; k < 6; ++k) {
      for (int i = 0; i < 3; ++i) {
        const int j = legs_[k].joint[i];
        const oracle::Joint& of = joint(j);
        const pin::SE3 A = to_se3(state.poses[of.body_a]) * to_se3(of.in_a);
        const pin::SE3 B = to_se3(state.poses[of.body_b]) * to_se3(of.in_b);
        const pin::SE3 X = A.inverse() * B;
        const auto& place = model_.joints[id_[k][i]];
        x.q[place.idx_q()] = turns_[k][i] ? std::atan2(X.rotation()(1, 0), X.rotation()(0, 0)) : X.translation()[2];
        x.u[place.idx_v()] = state.rates[j];
        x.du[place.idx_v()] = state.accelerations[j];
      }
    }
    // A free joint: velocity and its derivative in body axes.
    const pin::SE3 X = to_se3(state.platform.pose);
    const Eigen::Matrix3d Rt = X.rotation().transpose();
    const Vector3 v = Rt * to_vector(state.platform.v), w = Rt * to_vector(state.platform.w);
    const auto& place = model_.joints[top_];
    x.q.segment<3>(place.idx_q()) = X.translation();
    x.q.segment<4>(place.idx_q() + 3) = Eigen::Quaterniond(X.rotation()).coeffs();
    x.u.segment<6>(place.idx_v()) << v, w;
    x.du.segment<6>(place.idx_v()) << Rt * to_vector(state.platform.a) - w.cross(v), Rt * to_vector(state.platform.dw);
    coordinates_.push_back(x);
  }

  oracle::Mechanism mechanism_;
  int platform_;
  std::vector<Leg> legs_;
  std::vector<LegBlock> blocks_;
  pin::Model model_;
  pin::Data data_;
  pin::JointIndex top_ = 0, id_[6][3] = {};
  bool turns_[6][3] = {};
  std::vector<pin::RigidConstraintModel> balls_;
  std::vector<pin::RigidConstraintData> ball_data_;
  std::vector<Coordinates> coordinates_;
  Eigen::VectorXd tau_;
};

}  // namespace

std::unique_ptr<Engine> make_pinocchio(const oracle::Mechanism& mechanism, int platform,
                                       const std::vector<State>& states) {
  return std::make_unique<Pinocchio>(mechanism, platform, states);
}

}  // namespace peer
