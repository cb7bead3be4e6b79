#include "leg_blocks.hpp"
#include "peers.hpp"

#include <Simbody.h>

namespace peer {
namespace {

using namespace SimTK;

Vec3 to_vec(const double (&x)[3]) { return {x[0], x[1], x[2]}; }
Vector3 to_eigen(const Vec3& x) { return {x[0], x[1], x[2]}; }
Vec3 to_vec(const Vector3& x) { return {x[0], x[1], x[2]}; }

Transform to_transform(const oracle::Frame& f) {
  const Mat33 R(f.R[0][0], f.R[0][1], f.R[0][2], f.R[1][0], f.R[1][1], f.R[1][2], f.R[2][0], f.R[2][1], f.R[2][2]);
  return {Rotation(R), to_vec(f.p)};
}

// Simbody slides along x.
Transform slide_frame(const oracle::Frame& f) {
  const Transform X = to_transform(f);
  return {X.R() * Rotation(Mat33(0, 1, 0, 0, 0, 1, 1, 0, 0)), X.p()};
}

// Legs and floating platform as mobilizers, with or without the balls as constraints.
struct Tree {
  Tree(const oracle::Mechanism& m, int platform, const std::vector<Leg>& legs, bool closed)
      : matter(system), forces(system), gravity(forces, matter, to_vec(m.gravity)), discrete(forces, matter) {
    bodies.resize(m.bodies.size());
    bodies[0] = matter.updGround();
    for (const Leg& leg : legs)
      for (int i = 0; i < 3; ++i) add(m, leg.joint[i], leg.body[i]);
    bodies[platform] = MobilizedBody::Free(matter.updGround(), Transform(), rigid(m.bodies[platform]), Transform());
    for (const Leg& leg : legs) {
      if (!closed) continue;
      const oracle::Joint& ball = m.joints[leg.ball];
      const Constraint::Ball handle(bodies[ball.body_a], to_vec(ball.in_a.p), bodies[ball.body_b], to_vec(ball.in_b.p));
    }
    state = system.realizeTopology();
    system.realizeModel(state);
    resistance.resize(state.getNU());
    resistance = 0;
    loads.resize(matter.getNumBodies());
    loads = SpatialVec(Vec3(0), Vec3(0));
  }

  static SimTK::Body::Rigid rigid(const oracle::Body& b) {
    const Inertia about_com(Vec3(b.inertia[0][0], b.inertia[1][1], b.inertia[2][2]),
                            Vec3(b.inertia[0][1], b.inertia[0][2], b.inertia[1][2]));
    return SimTK::Body::Rigid(
        MassProperties(b.mass, to_vec(b.com), about_com.shiftFromMassCenter(to_vec(b.com), b.mass)));
  }

  void add(const oracle::Mechanism& m, int index, int body) {
    const oracle::Joint& joint = m.joints[index];
    MobilizedBody& parent = bodies[joint.body_a];
    if (joint.kind == oracle::JointKind::revolute)
      bodies[body] =
          MobilizedBody::Pin(parent, to_transform(joint.in_a), rigid(m.bodies[body]), to_transform(joint.in_b));
    else if (joint.kind == oracle::JointKind::prismatic)
      bodies[body] =
          MobilizedBody::Slider(parent, slide_frame(joint.in_a), rigid(m.bodies[body]), slide_frame(joint.in_b));
    else
      throw std::runtime_error("joints of a leg must turn or slide");
  }

  MultibodySystem system;
  SimbodyMatterSubsystem matter;
  GeneralForceSubsystem forces;
  Force::Gravity gravity;
  Force::DiscreteForces discrete;
  std::vector<MobilizedBody> bodies;
  SimTK::State state;
  Vector resistance;          // on the speeds
  Vector_<SpatialVec> loads;  // on the bodies
};

class Simbody : public Engine {
 public:
  Simbody(const oracle::Mechanism& mechanism, int platform, const std::vector<peer::State>& states)
      : mechanism_(mechanism),
        platform_(platform),
        legs_(find_legs(mechanism, platform)),
        blocks_(6),
        open_(mechanism, platform, legs_, false),
        closed_(mechanism, platform, legs_, true) {
    for (const peer::State& state : states) remember(state);
  }

  std::string name() const override {
    int major = 0, minor = 0, build = 0;
    SimTK_version_simbody(&major, &minor, &build);
    return "Simbody " + std::to_string(major) + "." + std::to_string(minor);
  }

  void inverse(std::size_t index, double* forces) override {
    Tree& t = open_;
    const Coordinates& x = coordinates_[index];
    t.state.updQ() = x.q;
    t.state.updU() = x.u;
    t.system.realize(t.state, Stage::Velocity);
    loads_ = t.gravity.getBodyForces(t.state);
    const MobilizedBody& top = t.bodies[platform_];
    for (std::size_t k = 0; k < 6; ++k) add_friction(t, k, top, loads_);
    t.matter.calcResidualForceIgnoringConstraints(t.state, t.resistance, loads_, x.du, residual_);

    const Vec3 origin = top.getBodyOriginLocation(t.state);
    const int first = static_cast<int>(top.getFirstUIndex(t.state));
    for (std::size_t k = 0; k < 6; ++k) {
      const oracle::Joint& ball = mechanism_.joints[legs_[k].ball];
      LegBlock& block = blocks_[k];
      const Vec3 place = origin + top.getBodyRotation(t.state) * to_vec(ball.in_b.p);
      block.ball = to_eigen(place);
      for (int i = 0; i < 3; ++i) {
        const MobilizedBody& body = t.bodies[legs_[k].body[i]];
        const SpatialVec H = body.getHCol(t.state, MobilizerUIndex(0));
        block.column[i] = to_eigen(H[1] + H[0] % (place - body.getBodyOriginLocation(t.state)));
        const int u = static_cast<int>(body.getFirstUIndex(t.state));
        block.force[i] = residual_[u];
      }
    }
    solve_leg_blocks(legs_, blocks_, to_eigen(origin),
                     {residual_[first + 3], residual_[first + 4], residual_[first + 5]},
                     {residual_[first], residual_[first + 1], residual_[first + 2]}, forces);
  }

  void forward(std::size_t index, const double* forces, double* accelerations) override {
    Tree& t = closed_;
    t.state.updQ() = coordinates_[index].q;
    t.state.updU() = coordinates_[index].u;
    t.system.realize(t.state, Stage::Velocity);
    const MobilizedBody& top = t.bodies[platform_];
    t.loads[top.getMobilizedBodyIndex()] = SpatialVec(Vec3(0), Vec3(0));
    for (std::size_t k = 0; k < 6; ++k) {
      t.loads[t.bodies[legs_[k].body[2]].getMobilizedBodyIndex()] = SpatialVec(Vec3(0), Vec3(0));
      add_friction(t, k, top, t.loads);
      t.resistance[motor_speed(t, k)] += forces[k];
    }
    t.discrete.setAllMobilityForces(t.state, t.resistance);
    t.discrete.setAllBodyForces(t.state, t.loads);
    t.system.realize(t.state, Stage::Acceleration);
    for (std::size_t k = 0; k < 6; ++k) accelerations[k] = t.state.getUDot()[motor_speed(t, k)];
  }

 private:
  struct Coordinates {
    Vector q, u, du;
  };

  int motor_speed(const Tree& t, std::size_t leg) const {
    return static_cast<int>(t.bodies[legs_[leg].body[legs_[leg].motor]].getFirstUIndex(t.state));
  }

  void add_friction(Tree& t, std::size_t k, const MobilizedBody& top, Vector_<SpatialVec>& loads) const {
    const MobilizedBody& last = t.bodies[legs_[k].body[2]];
    const Vec3 w = top.getBodyAngularVelocity(t.state) - last.getBodyAngularVelocity(t.state);
    const Vec3 rub = to_vec(ball_friction(mechanism_.joints[legs_[k].ball].axes[0], to_eigen(w)));
    loads[top.getMobilizedBodyIndex()][0] -= rub;
    loads[last.getMobilizedBodyIndex()][0] += rub;
    for (int i = 0; i < 3; ++i) {
      const int u = static_cast<int>(t.bodies[legs_[k].body[i]].getFirstUIndex(t.state));
      t.resistance[u] = -friction(mechanism_.joints[legs_[k].joint[i]].axes[0], t.state.getU()[u]);
    }
  }

  void remember(const peer::State& from) {
    Tree& t = open_;
    t.system.realize(t.state, Stage::Instance);
    for (const Leg& leg : legs_)
      for (int i = 0; i < 3; ++i) set_pose(from, mechanism_.joints[leg.joint[i]].body_a, leg.body[i]);
    set_pose(from, 0, platform_);
    Coordinates x{t.state.getQ(), Vector(t.state.getNU(), 0.), Vector(t.state.getNU(), 0.)};
    for (const Leg& leg : legs_) {
      for (int i = 0; i < 3; ++i) {
        const int u = static_cast<int>(t.bodies[leg.body[i]].getFirstUIndex(t.state));
        x.u[u] = from.rates[leg.joint[i]];
        x.du[u] = from.accelerations[leg.joint[i]];
      }
    }
    const int first = static_cast<int>(t.bodies[platform_].getFirstUIndex(t.state));
    for (int i = 0; i < 3; ++i) {
      x.u[first + i] = from.platform.w[i], x.u[first + 3 + i] = from.platform.v[i];
      x.du[first + i] = from.platform.dw[i], x.du[first + 3 + i] = from.platform.a[i];
    }
    coordinates_.push_back(x);
  }

  // Coordinates of the mobilizer from the poses of its bodies.
  void set_pose(const peer::State& from, int parent, int body) {
    const Transform X_PB = ~to_transform(from.poses[parent]) * to_transform(from.poses[body]);
    const MobilizedBody& b = open_.bodies[body];
    b.setQToFitTransform(open_.state, ~b.getDefaultInboardFrame() * X_PB * b.getDefaultOutboardFrame());
  }

  oracle::Mechanism mechanism_;
  int platform_;
  std::vector<Leg> legs_;
  std::vector<LegBlock> blocks_;
  Tree open_, closed_;
  std::vector<Coordinates> coordinates_;
  Vector_<SpatialVec> loads_;
  Vector residual_;
};

}  // namespace

std::unique_ptr<Engine> make_simbody(const oracle::Mechanism& mechanism, int platform,
                                     const std::vector<State>& states) {
  return std::make_unique<Simbody>(mechanism, platform, states);
}

}  // namespace peer
