#include "leg_blocks.hpp"
#include "peers.hpp"

#include "oracles/mujoco_model.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace peer {
namespace {

using oracle::to_eigen;

Vector3 at(const mjtNum* x) { return Eigen::Map<const Vector3>(x); }

class Mujoco : public Engine {
 public:
  Mujoco(const oracle::Mechanism& mechanism, int platform, const std::vector<State>& states)
      : mechanism_(mechanism),
        platform_(platform),
        legs_(find_legs(mechanism, platform)),
        blocks_(6),
        open_(mechanism, platform),
        closed_(mechanism, platform, balls(legs_)) {
    set_up_balls();
    for (const State& state : states) remember(state);
    forces_.resize(open_.m->nv);
  }

  std::string name() const override { return std::string("MuJoCo ") + mj_versionString(); }

  bool soft_loops() const override { return true; }

  void inverse(std::size_t state, double* forces) override {
    const mjModel* m = open_.m.get();
    mjData* d = open_.d.get();
    const Coordinates& x = coordinates_[state];
    std::copy(x.q.begin(), x.q.end(), d->qpos);
    std::copy(x.u.begin(), x.u.end(), d->qvel);
    std::copy(x.du.begin(), x.du.end(), d->qacc);
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_comVel(m, d);
    mj_rne(m, d, 1, forces_.data());

    // The free joint's moment is in the platform's axes.
    const int b = open_.id[platform_], first = m->body_dofadr[b];
    const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> R(d->xmat + 9 * b);
    const Vector3 force = at(forces_.data() + first), origin = at(d->xpos + 3 * b);
    Vector3 moment = R * at(forces_.data() + first + 3);
    for (std::size_t k = 0; k < 6; ++k) {
      const oracle::Joint& ball = mechanism_.joints[legs_[k].ball];
      const int last = open_.id[legs_[k].body[2]];
      const Vector3 rub = ball_friction(ball.axes[0], at(d->cvel + 6 * b) - at(d->cvel + 6 * last));
      moment += rub;
      LegBlock& block = blocks_[k];
      block.ball = origin + R * to_eigen(ball.in_b.p);
      for (int i = 0; i < 3; ++i) {
        const int joint = joint_id_[k][i], dof = m->jnt_dofadr[joint];
        const oracle::Joint& of = mechanism_.joints[legs_[k].joint[i]];
        const bool turns = m->jnt_type[joint] == mjJNT_HINGE;
        const Vector3 axis = at(d->xaxis + 3 * joint);
        block.column[i] = turns ? axis.cross(block.ball - at(d->xanchor + 3 * joint)) : axis;
        block.force[i] = forces_[dof] + friction(of.axes[0], d->qvel[dof]) - (turns ? axis.dot(rub) : 0);
      }
    }
    solve_leg_blocks(legs_, blocks_, origin, force, moment, forces);
  }

  void forward(std::size_t state, const double* forces, double* accelerations) override {
    const mjModel* m = closed_.m.get();
    mjData* d = closed_.d.get();
    const Coordinates& x = coordinates_[state];
    std::copy(x.q.begin(), x.q.end(), d->qpos);
    std::copy(x.u.begin(), x.u.end(), d->qvel);
    mj_fwdPosition(m, d);
    mj_fwdVelocity(m, d);
    const int b = closed_.id[platform_];
    std::fill_n(d->xfrc_applied + 6 * b, 6, 0.0);
    for (std::size_t k = 0; k < 6; ++k) {
      const oracle::Joint& ball = mechanism_.joints[legs_[k].ball];
      const int last = closed_.id[legs_[k].body[2]];
      const Vector3 rub = ball_friction(ball.axes[0], at(d->cvel + 6 * b) - at(d->cvel + 6 * last));
      for (int i = 0; i < 3; ++i) {
        d->xfrc_applied[6 * b + 3 + i] -= rub[i];
        d->xfrc_applied[6 * last + 3 + i] = rub[i];
        const int dof = m->jnt_dofadr[joint_id_[k][i]];
        const oracle::Joint& of = mechanism_.joints[legs_[k].joint[i]];
        d->qfrc_applied[dof] = (i == legs_[k].motor ? forces[k] : 0) - friction(of.axes[0], d->qvel[dof]);
      }
    }
    mj_fwdActuation(m, d);
    mj_fwdAcceleration(m, d);
    mj_fwdConstraint(m, d);
    for (std::size_t k = 0; k < 6; ++k) accelerations[k] = d->qacc[m->jnt_dofadr[joint_id_[k][legs_[k].motor]]];
  }

 private:
  struct Coordinates {
    std::vector<double> q, u, du;
  };

  // As hard as MuJoCo allows it.
  static std::string balls(const std::vector<Leg>& legs) {
    std::string text = "<option solver='Newton'/><equality>";
    for (const Leg& leg : legs)
      text += fmt::format(
          "<connect body1='b{}' body2='world' anchor='0 0 0' solref='2e-4 1' solimp='0.9999 0.9999 1'/>", leg.body[2]);
    return text + "</equality>";
  }

  void set_up_balls() {
    // MuJoCo's hardest impedance leaves 1e-4 of a compliance that it takes from these numbers: accelerations of heavy
    // robots would be off by tenths. Smaller ones make the balls harder without changing the work.
    for (int i = 0; i < 2 * closed_.m->nbody; ++i) closed_.m->body_invweight0[i] *= 1e-5;
    for (std::size_t k = 0; k < 6; ++k) {
      const oracle::Joint& ball = mechanism_.joints[legs_[k].ball];
      closed_.m->eq_obj2id[k] = closed_.id[platform_];
      for (int i = 0; i < 3; ++i) {
        closed_.m->eq_data[mjNEQDATA * k + i] = ball.in_a.p[i];
        closed_.m->eq_data[mjNEQDATA * k + 3 + i] = ball.in_b.p[i];
        joint_id_[k][i] = open_.m->body_jntadr[open_.id[legs_[k].body[i]]];
      }
    }
  }

  void remember(const State& state) {
    const mjModel* m = open_.m.get();
    const mjData* d = open_.d.get();
    open_.set_positions(state.poses);
    Coordinates x{{d->qpos, d->qpos + m->nq}, std::vector<double>(m->nv), std::vector<double>(m->nv)};
    for (std::size_t k = 0; k < 6; ++k) {
      for (int i = 0; i < 3; ++i) {
        const auto dof = static_cast<std::size_t>(m->jnt_dofadr[joint_id_[k][i]]);
        x.u[dof] = state.rates[legs_[k].joint[i]];
        x.du[dof] = state.accelerations[legs_[k].joint[i]];
      }
    }
    // A free joint: velocity in ground axes, angular velocity in body axes.
    const auto first = static_cast<std::size_t>(m->body_dofadr[open_.id[platform_]]);
    const Eigen::Matrix3d R = to_eigen(state.platform.pose.R);
    const Vector3 w = R.transpose() * to_eigen(state.platform.w), dw = R.transpose() * to_eigen(state.platform.dw);
    for (std::size_t i = 0; i < 3; ++i) {
      x.u[first + i] = state.platform.v[i], x.u[first + 3 + i] = w[static_cast<int>(i)];
      x.du[first + i] = state.platform.a[i], x.du[first + 3 + i] = dw[static_cast<int>(i)];
    }
    coordinates_.push_back(x);
  }

  oracle::Mechanism mechanism_;
  int platform_;
  std::vector<Leg> legs_;
  std::vector<LegBlock> blocks_;
  oracle::MujocoModel open_, closed_;
  int joint_id_[6][3] = {};
  std::vector<Coordinates> coordinates_;
  std::vector<double> forces_;
};

}  // namespace

std::unique_ptr<Engine> make_mujoco(const oracle::Mechanism& mechanism, int platform,
                                    const std::vector<State>& states) {
  return std::make_unique<Mujoco>(mechanism, platform, states);
}

}  // namespace peer
