#include "support/home_sketch.hpp"

#include "core/dense/decompositions.hpp"
#include "support/full_model.hpp"

#include <utility>

namespace jourdain {
namespace {

constexpr double no_wrench = 1e-9;  // of the largest singular value

// A frame with this z; x as near to `x` as can be, anywhere if it is zero.
Placement frame_along(const Vector3& at, const Vector3& z, const Vector3& x, Random& random) {
  Vector3 side = x - x.dot(z) * z;
  while (side.norm() < 0.1) {
    const Vector3 any = direction3(random);
    side = any - any.dot(z) * z;
  }
  side.normalize();
  Placement frame;
  frame.p = at;
  frame.R << side, z.cross(side), z;
  return frame;
}

Matrix3 about_z(double angle) { return rotation_from_vector({0, 0, angle}); }
Matrix3 about_x(double angle) { return rotation_from_vector({angle, 0, 0}); }

// A joint's coordinates at home with its two frames, which stand where the joint is.
struct JointAtHome {
  std::vector<double> q;
  Placement frame_a;
  Placement frame_b;
};

JointAtHome place_joint(const JointSketch& joint, Random& random) {
  constexpr double turn = 1.2, slide = 0.15;
  const Placement F = frame_along(joint.at, joint.axis.normalized(), joint.second, random);
  const double angle = uniform(random, turn), second = uniform(random, turn), way = uniform(random, slide);
  switch (joint.type) {
    case JointType::revolute: return {{angle}, F, F * Placement{about_z(angle), Vector3::Zero()}};
    case JointType::prismatic: return {{way}, F, F * Placement{Matrix3::Identity(), Vector3(0, 0, way)}};
    case JointType::helical: return {{angle}, F, F * Placement{about_z(angle), Vector3(0, 0, joint.pitch * angle)}};
    case JointType::cylindrical: return {{angle, way}, F, F * Placement{about_z(angle), Vector3(0, 0, way)}};
    case JointType::universal:
      return {{angle, second},
              F * Placement{about_z(-angle), Vector3::Zero()},
              F * Placement{about_x(second), Vector3::Zero()}};
    case JointType::spherical: {
      const Matrix3 R = rotation_from_vector(uniform3(random, turn));
      const Eigen::Vector4d wxyz = quaternion_from_rotation(R);
      return {{wxyz[0], wxyz[1], wxyz[2], wxyz[3]}, F, F * Placement{R, Vector3::Zero()}};
    }
    case JointType::planar: {
      const double other_way = uniform(random, slide);
      return {{way, other_way, angle}, F, F * Placement{about_z(angle), Vector3(way, other_way, 0)}};
    }
    case JointType::fixed: break;
  }
  return {{}, F, F};
}

Inertial thin_bar(const Placement& frame, const Vector3& from, const Vector3& to, double mass) {
  const Vector3 along = frame.R.transpose() * (to - from);
  const double length = along.norm();
  const Vector3 e = along / length;
  return {mass, frame.inverse() * Vector3((from + to) / 2),
          mass * length * length / 12 * (Matrix3::Identity() - e * e.transpose())};
}

}  // namespace

MatrixX joint_twists(const JointSketch& joint, const Vector3& reference, double length) {
  std::vector<Vector6> columns;
  const Vector3 z = joint.axis.normalized(), arm = (reference - joint.at) / length;
  const auto turn = [&](const Vector3& w, double pitch = 0) {
    Vector6 twist;
    twist << w, w.cross(arm) + pitch / length * w;
    columns.push_back(twist);
  };
  const auto slide = [&](const Vector3& v) {
    Vector6 twist;
    twist << Vector3::Zero(), v;
    columns.push_back(twist);
  };
  switch (joint.type) {
    case JointType::cylindrical: slide(z); [[fallthrough]];
    case JointType::revolute: turn(z); break;
    case JointType::helical: turn(z, joint.pitch); break;
    case JointType::prismatic: slide(z); break;
    case JointType::universal:
      turn(z);
      turn(joint.second.normalized());
      break;
    case JointType::spherical:
      for (int i = 0; i < 3; ++i) turn(Vector3::Unit(i));
      break;
    case JointType::planar: {
      const Vector3 x = z.unitOrthogonal();
      slide(x);
      slide(z.cross(x));
      turn(z);
      break;
    }
    case JointType::fixed: break;
  }
  MatrixX result(6, static_cast<int>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i) result.col(static_cast<int>(i)) = columns[i];
  return result;
}

namespace {

MatrixX chain_twists(const Chain& chain, const Vector3& reference, double length, bool locked) {
  MatrixX all(6, 0);
  for (const JointSketch& joint : chain.joints) {
    if (locked && joint.motor) continue;
    const MatrixX twists = joint_twists(joint, reference, length);
    all.conservativeResize(6, all.cols() + twists.cols());
    all.rightCols(twists.cols()) = twists;
  }
  return all;
}

}  // namespace

double chain_regularity(const Chain& chain, const Vector3& reference, double length) {
  const VectorX s = dense::singular_factors(chain_twists(chain, reference, length, false), dense::Vectors::none).s;
  return s[s.size() - 1] / s[0];
}

double platform_firmness(const std::vector<Chain>& chains, const Vector3& reference, double length) {
  MatrixX wrenches(6, 0);
  for (const Chain& chain : chains) {
    const MatrixX twists = chain_twists(chain, reference, length, true);
    const dense::SingularFactors factors = dense::singular_factors(twists.transpose(), dense::Vectors::right);
    const int rank = factors.rank(no_wrench);
    wrenches.conservativeResize(6, wrenches.cols() + 6 - rank);
    wrenches.rightCols(6 - rank) = factors.null_space(rank);
  }
  if (wrenches.cols() < 6) return 0;
  const VectorX s = dense::singular_factors(wrenches, dense::Vectors::none).s;
  return s[5] / s[0];
}

HomeSketch::HomeSketch(std::string name, Random& random) : random_(random), home_(1) {
  mechanism_.name = std::move(name);
  mechanism_.bodies.push_back({"base", {}});
  mechanism_.gravity = 9.81 * direction3(random);
}

int HomeSketch::add_body(const std::string& name, const Placement& at_home) {
  Inertial inertial;
  inertial.mass = 1.2 + uniform(random_, 0.8);
  inertial.com = uniform3(random_, 0.08);
  inertial.inertia = random_inertia(random_, inertial.mass, 0.1);
  mechanism_.bodies.push_back({name, inertial});
  home_.push_back(at_home);
  return static_cast<int>(home_.size()) - 1;
}

int HomeSketch::add_body(const std::string& name, const Vector3& near) {
  return add_body(name, Placement{rotation_from_vector(uniform3(random_, 1.5)), near + uniform3(random_, 0.05)});
}

int HomeSketch::add_bar(const std::string& name, const Vector3& from, const Vector3& to) {
  const int body = add_body(name, from);
  Inertial& inertial = mechanism_.bodies.back().inertial;
  inertial = thin_bar(home_.back(), from, to, 0.3 * inertial.mass);
  return body;
}

int HomeSketch::add_joint(const std::string& name, const JointSketch& sketch, int a, int b) {
  JointSketch joint = sketch;
  if (uniform(random_, 1) < -0.4) {
    std::swap(a, b);
    if (joint.type == JointType::universal) std::swap(joint.axis, joint.second);
  }
  const JointAtHome home = place_joint(joint, random_);
  Joint result;
  result.name = name;
  result.type = joint.type;
  result.body_a = a;
  result.body_b = b;
  result.in_a = home_[a].inverse() * home.frame_a;
  result.in_b = home_[b].inverse() * home.frame_b;
  result.pitch = joint.pitch;
  result.axes.resize(freedoms(joint.type));
  if (joint.motor) result.motor.emplace();
  const int index = static_cast<int>(mechanism_.joints.size());
  mechanism_.joints.push_back(result);
  if (!home.q.empty()) mechanism_.assembly.joints.push_back({index, home.q});
  return index;
}

void HomeSketch::add_chain(const std::string& name, const Chain& chain, int base, int platform) {
  Leg leg{name, name, {}, {}, {}};
  int before = chain.from_platform ? platform : base;
  for (std::size_t i = 0; i < chain.joints.size(); ++i) {
    const bool last = i + 1 == chain.joints.size();
    const std::string number = std::to_string(i + 1);
    int next = chain.from_platform ? base : platform;
    if (!last) {
      const Vector3 here = chain.joints[i].at, there = chain.joints[i + 1].at;
      next = !chain.thin.empty() && chain.thin[i] ? add_bar(name + ".bar" + number, here, there)
                                                  : add_body(name + ".link" + number, (here + there) / 2);
      leg.bodies.push_back(next);
    }
    leg.joints.push_back(add_joint(name + ".joint" + number, chain.joints[i], before, next));
    before = next;
  }
  mechanism_.legs.push_back(leg);
}

void HomeSketch::set_output(const Output& output) {
  mechanism_.output = output;
  mechanism_.output->tool = {rotation_from_vector(uniform3(random_, 1)), uniform3(random_, 0.1)};
  mechanism_.assembly.output = home_[output.body] * output.frame;
}

void HomeSketch::set_platform(int body, std::vector<Move> moves) {
  Output output;
  output.body = body;
  output.moves = std::move(moves);
  set_output(output);
}

void HomeSketch::set_end_point(int body, const Vector3& at, std::vector<Move> moves) {
  Output output;
  output.is_platform = false;
  output.body = body;
  // Axes of the base at home, so that its Cardan angles are far from their own singularity.
  const Placement& X = home_[body];
  output.frame = X.inverse() * Placement{rotation_from_vector(uniform3(random_, 0.3)), at};
  output.moves = std::move(moves);
  set_output(output);
}

}  // namespace jourdain
