#include "oracles/simbody_oracle.hpp"

#include "oracles/simbody_equations.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace oracle {
namespace {

// Redundant equations of a consistent configuration have relative size 1e-14; real ones near a singularity 1e-4.
constexpr double independent = 1e-8;
constexpr double closed = 1e-13;
constexpr int most_steps = 60;
constexpr double longest_step = 0.2;  // radian, and of length

}  // namespace

struct Simbody::Model {
  explicit Model(const Mechanism& m)
      : mechanism(m), matter(system), forces(system), gravity(forces, matter, to_vec(m.gravity)) {
    bodies.push_back(matter.updGround());
    for (std::size_t i = 1; i < m.bodies.size(); ++i) add_body(m.bodies[i]);
    for (const Joint& joint : m.joints) add_joint(joint);
    state = system.realizeTopology();
    system.realizeModel(state);
  }

  void add_body(const Body& body) {
    const Mat33 I = to_mat(body.inertia);
    const Vec3 com = to_vec(body.com);
    const Inertia about_com(Vec3(I(0, 0), I(1, 1), I(2, 2)), Vec3(I(0, 1), I(0, 2), I(1, 2)));
    const SimTK::Body::Rigid rigid(MassProperties(body.mass, com, about_com.shiftFromMassCenter(com, body.mass)));
    bodies.push_back(MobilizedBody::Free(matter.updGround(), Transform(), rigid, Transform()));
  }

  void add_joint(const Joint& joint);

  MovingFrame moving(int body, const Vector_<SpatialVec>& A) const {
    const MobilizedBody& b = bodies[body];
    return {b.getBodyTransform(state), b.getBodyVelocity(state), A[b.getMobilizedBodyIndex()]};
  }

  MovingFrame relative(int a, const Transform& in_a, int b, const Transform& in_b, const Vector_<SpatialVec>& A) const {
    return seen_from(fixed_in(moving(a, A), in_a), fixed_in(moving(b, A), in_b));
  }

  Vector_<SpatialVec> body_accelerations(const Vector& udot) const {
    Vector_<SpatialVec> A;
    matter.calcBodyAccelerationFromUDot(state, udot, A);
    return A;
  }

  std::vector<Row> rows(const std::vector<Driver>& drivers) const;
  SimTK::Matrix matrix(const std::vector<Row>& rows, bool of_error) const;
  Vector position_errors(const std::vector<Row>& rows) const;
  void place(const std::vector<Transform>& poses);
  void move(const Vector& step);
  void find_positions(const std::vector<Row>& rows, Result& result);
  void find_motion(const std::vector<Row>& rows, Result& result);
  void report(const Vector& udot, Result& result) const;
  FrameEquations frame_equations(int a, const Transform& in_a, int b, const Transform& in_b,
                                 const Vector_<SpatialVec>& at_rest) const;
  Equations equations() const;

  Mechanism mechanism;
  MultibodySystem system;
  SimbodyMatterSubsystem matter;
  GeneralForceSubsystem forces;
  Force::Gravity gravity;
  std::vector<MobilizedBody> bodies;
  std::vector<Row> couplings;
  State state;
  Vector found;  // accelerations of the last motion
};

void Simbody::Model::add_joint(const Joint& joint) {
  MobilizedBody& a = bodies[joint.body_a];
  MobilizedBody& b = bodies[joint.body_b];
  const Transform A = to_transform(joint.in_a);
  const Transform B = to_transform(joint.in_b);
  // The handles may go: the subsystem keeps the constraints.
  const auto perpendicular = [&](const UnitVec3& in_a, const UnitVec3& in_b) {
    const Constraint::ConstantAngle handle(a, in_a, b, in_b);
  };
  const auto parallel_z = [&] {
    perpendicular(A.x(), B.z());
    perpendicular(A.y(), B.z());
  };
  const auto same_point = [&] { const Constraint::Ball handle(a, A.p(), b, B.p()); };
  const auto on_line = [&] { const Constraint::PointOnLine handle(a, A.z(), A.p(), b, B.p()); };
  switch (joint.kind) {
    case JointKind::revolute:
      same_point();
      parallel_z();
      break;
    case JointKind::prismatic: {
      on_line();
      const Constraint::ConstantOrientation handle(a, A.R(), b, B.R());
      break;
    }
    case JointKind::helical: couplings.push_back({joint.body_a, joint.body_b, A, B, 6, joint.pitch}); [[fallthrough]];
    case JointKind::cylindrical:
      on_line();
      parallel_z();
      break;
    case JointKind::universal:
      same_point();
      perpendicular(A.z(), B.x());
      break;
    case JointKind::spherical:
      same_point();
      if (joint.locked) perpendicular(UnitVec3(to_vec(joint.lock_a)), UnitVec3(to_vec(joint.lock_b)));
      break;
    case JointKind::planar: {
      const Constraint::PointInPlane handle(a, A.z(), SimTK::dot(A.z(), A.p()), b, B.p());
      parallel_z();
      break;
    }
    case JointKind::fixed: const Constraint::Weld handle(a, A, b, B); break;
  }
}

std::vector<Row> Simbody::Model::rows(const std::vector<Driver>& drivers) const {
  std::vector<Row> result = couplings;
  for (const Driver& d : drivers)
    result.push_back({d.body_a, d.body_b, to_transform(d.in_a), to_transform(d.in_b), static_cast<int>(d.coordinate), 0,
                      d.value, d.rate, d.acceleration});
  return result;
}

// Simbody's constraint matrix over the rows, by the speeds of all bodies; the rows by error() or as component().
SimTK::Matrix Simbody::Model::matrix(const std::vector<Row>& rows, bool of_error) const {
  SimTK::Matrix G;
  matter.calcG(state, G);
  const int n = state.getNU();
  const int m = G.nrow();
  SimTK::Matrix result(m + static_cast<int>(rows.size()), n);
  if (m > 0) result(0, 0, m, n) = G;
  const Vector_<SpatialVec> none(matter.getNumBodies(), SpatialVec(Vec3(0), Vec3(0)));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row& row = rows[k];
    const MovingFrame A = fixed_in(moving(row.a, none), row.in_a);
    const MovingFrame B = fixed_in(moving(row.b, none), row.in_b);
    const SpatialVec pick = of_error ? row.gradient(~A.X * B.X) : row.component();
    RowVector_<SpatialVec> Ja, Jb;
    matter.calcFrameJacobian(state, bodies[row.a].getMobilizedBodyIndex(), row.in_a.p(), Ja);
    matter.calcFrameJacobian(state, bodies[row.b].getMobilizedBodyIndex(), row.in_b.p(), Jb);
    for (int j = 0; j < n; ++j)
      result(m + static_cast<int>(k), j) = dot(pick, findRelativeVelocity(A.X, Ja[j], B.X, Jb[j]));
  }
  return result;
}

Vector Simbody::Model::position_errors(const std::vector<Row>& rows) const {
  // Behind the constraints follow the norms of the quaternions, which move() keeps.
  const Vector& all = state.getQErr();
  const int m = all.size() - static_cast<int>(bodies.size()) + 1;
  const Vector_<SpatialVec> none(matter.getNumBodies(), SpatialVec(Vec3(0), Vec3(0)));
  Vector result(m + static_cast<int>(rows.size()));
  for (int i = 0; i < m; ++i) result[i] = all[i];
  for (std::size_t k = 0; k < rows.size(); ++k)
    result[m + static_cast<int>(k)] = rows[k].error(relative(rows[k].a, rows[k].in_a, rows[k].b, rows[k].in_b, none).X);
  return result;
}

void Simbody::Model::place(const std::vector<Transform>& poses) {
  for (std::size_t i = 1; i < bodies.size(); ++i) bodies[i].setQToFitTransform(state, poses[i]);
  system.realize(state, Stage::Velocity);
}

void Simbody::Model::move(const Vector& step) {
  std::vector<Transform> poses(bodies.size());
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    const int at = 6 * (static_cast<int>(i) - 1);
    const Vec3 turn(step[at], step[at + 1], step[at + 2]);
    poses[i] = bodies[i].getBodyTransform(state);
    if (turn.norm() > 0) poses[i].updR() = Rotation(turn.norm(), UnitVec3(turn)) * poses[i].R();
    poses[i].updP() += Vec3(step[at + 3], step[at + 4], step[at + 5]);
  }
  place(poses);
}

void Simbody::Model::find_positions(const std::vector<Row>& rows, Result& result) {
  double last = Infinity;
  for (result.steps = 0; result.steps < most_steps; ++result.steps) {
    ScaledSystem equations(matrix(rows, true), mechanism.length);
    const Vector error = position_errors(rows);
    result.position_error = equations.largest(error);
    // Stop when rounding is all that is left.
    if (result.position_error < closed && result.position_error >= last / 2) return;
    last = result.position_error;
    // Away from the solution redundant equations contradict each other, in proportion to the error.
    equations.factor(std::max(independent, std::min(1e-2, last)));
    Vector step = equations.solve(-error);
    double size = 0;
    for (int j = 0; j < step.size(); ++j) size = std::max(size, std::abs(step[j]) / (j % 6 < 3 ? 1 : mechanism.length));
    if (size > longest_step) step *= longest_step / size;
    move(step);
  }
  std::ostringstream message;
  message << "Simbody's constraints do not close: " << result.position_error << " after " << most_steps << " steps";
  throw std::runtime_error(message.str());
}

void Simbody::Model::find_motion(const std::vector<Row>& rows, Result& result) {
  const SimTK::Matrix A = matrix(rows, false);
  const int m = A.nrow() - static_cast<int>(rows.size());
  ScaledSystem equations(A, mechanism.length);
  equations.factor(independent);
  result.rank = equations.rank();
  result.open = A.ncol() - result.rank;

  // Rates: G u = 0, drivers as given. The error is Simbody's own, from the body velocities.
  Vector b(A.nrow(), 0.);
  for (std::size_t k = 0; k < rows.size(); ++k) b[m + static_cast<int>(k)] = rows[k].rate;
  state.updU() = equations.solve(b);
  system.realize(state, Stage::Velocity);
  Vector error = A * state.getU() - b;
  for (int i = 0; i < m; ++i) error[i] = state.getUErr()[i];
  result.velocity_error = equations.largest(error);

  // Accelerations: G u' + bias = 0, drivers less what they have without u'.
  const Vector_<SpatialVec> bias_of_bodies = body_accelerations(Vector(A.ncol(), 0.));
  Vector bias;
  matter.calcBiasForAccelerationConstraints(state, bias);
  for (int i = 0; i < m; ++i) b[i] = -bias[i];
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Row& row = rows[k];
    const MovingFrame X = relative(row.a, row.in_a, row.b, row.in_b, bias_of_bodies);
    b[m + static_cast<int>(k)] = row.acceleration - dot(row.component(), X.A);
  }
  found = equations.solve(b);
  const Vector& udot = found;
  Vector of_constraints;
  matter.calcConstraintAccelerationErrors(state, udot, of_constraints);
  error = A * udot - b;
  for (int i = 0; i < m; ++i) error[i] = of_constraints[i];
  result.acceleration_error = equations.largest(error);
  report(udot, result);
}

void Simbody::Model::report(const Vector& udot, Result& result) const {
  const Vector_<SpatialVec> A = body_accelerations(udot);
  for (std::size_t i = 0; i < bodies.size(); ++i) result.bodies.push_back(to_motion(moving(static_cast<int>(i), A)));
  for (const Joint& joint : mechanism.joints)
    result.joints.push_back(
        to_motion(relative(joint.body_a, to_transform(joint.in_a), joint.body_b, to_transform(joint.in_b), A)));
}

// `at_rest`: accelerations of all bodies without those of the speeds.
FrameEquations Simbody::Model::frame_equations(int a, const Transform& in_a, int b, const Transform& in_b,
                                               const Vector_<SpatialVec>& at_rest) const {
  const MovingFrame X = relative(a, in_a, b, in_b, at_rest);
  FrameEquations result;
  result.motion = to_motion(X);
  const Transform X_A = bodies[a].getBodyTransform(state) * in_a;
  const Transform X_B = bodies[b].getBodyTransform(state) * in_b;
  RowVector_<SpatialVec> Ja, Jb;
  matter.calcFrameJacobian(state, bodies[a].getMobilizedBodyIndex(), in_a.p(), Ja);
  matter.calcFrameJacobian(state, bodies[b].getMobilizedBodyIndex(), in_b.p(), Jb);
  result.J = {6, static_cast<std::size_t>(state.getNU())};
  for (int j = 0; j < state.getNU(); ++j) {
    const SpatialVec V = findRelativeVelocity(X_A, Ja[j], X_B, Jb[j]);
    for (int i = 0; i < 6; ++i) result.J(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) = V[i / 3][i % 3];
  }
  for (int i = 0; i < 6; ++i) result.bias[i] = X.A[i / 3][i % 3];
  return result;
}

Equations Simbody::Model::equations() const {
  const int n = state.getNU();
  const auto to_plain = [](const SimTK::Matrix& from) {
    oracle::Matrix to(static_cast<std::size_t>(from.nrow()), static_cast<std::size_t>(from.ncol()));
    for (int i = 0; i < from.nrow(); ++i)
      for (int j = 0; j < from.ncol(); ++j) to(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) = from(i, j);
    return to;
  };
  Equations result;
  SimTK::Matrix M;
  matter.calcM(state, M);
  result.M = to_plain(M);
  Vector h;
  matter.calcResidualForceIgnoringConstraints(state, Vector(), gravity.getBodyForces(state), Vector(n, 0.), h);
  result.h.assign(&h[0], &h[0] + n);

  // Simbody's constraints, then the couplings of helical joints.
  result.A = to_plain(matrix(couplings, false));
  Vector bias;
  matter.calcBiasForAccelerationConstraints(state, bias);
  for (int i = 0; i < bias.size(); ++i) result.b.push_back(-bias[i]);
  const Vector_<SpatialVec> at_rest = body_accelerations(Vector(n, 0.));
  for (const Row& row : couplings)
    result.b.push_back(-dot(row.component(), relative(row.a, row.in_a, row.b, row.in_b, at_rest).A));

  const Transform here;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    result.bodies.push_back(frame_equations(0, here, static_cast<int>(i), here, at_rest));
  for (const Joint& joint : mechanism.joints)
    result.joints.push_back(
        frame_equations(joint.body_a, to_transform(joint.in_a), joint.body_b, to_transform(joint.in_b), at_rest));
  result.du.assign(&found[0], &found[0] + n);
  return result;
}

Simbody::Simbody(const Mechanism& mechanism) : model_(std::make_unique<Model>(mechanism)) {}
Simbody::~Simbody() = default;

Result Simbody::solve(const std::vector<Driver>& drivers, const std::vector<Frame>& guess) {
  Result result;
  const std::vector<Row> rows = model_->rows(drivers);
  std::vector<Transform> poses;
  for (const Frame& frame : guess) poses.push_back(to_transform(frame));
  model_->state.updU() = 0;
  model_->place(poses);
  model_->find_positions(rows, result);
  model_->find_motion(rows, result);
  return result;
}

Equations Simbody::equations() const { return model_->equations(); }

}  // namespace oracle
