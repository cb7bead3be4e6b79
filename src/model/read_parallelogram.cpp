// Parallelograms: a pair of parallel rods on ball joints, as one bar between universal joints or as two rods.
#include "model/read_body.hpp"
#include "model/read_joint.hpp"
#include "model/read_keys.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace jourdain {
namespace {

// Everything that is read before bodies and joints are made.
struct Parallelogram {
  JointBodies bodies;
  Vector3 at_a = Vector3::Zero();
  Vector3 at_b = Vector3::Zero();
  TwoDirections toward;
  TwoDirections across;
  double length = 1;
  double width = 0;
  bool as_rods = false;
  Inertial inertial;        // of the pair
  double cone = unlimited;  // largest angle of the rods out of the plane across
  EndFrictionKeys friction;
};

// Axes of the rod in a body at coordinate zero: x toward the other end, y across.
Matrix3 rod_axes(const Vector3& toward, const Vector3& across) {
  Matrix3 R;
  R.col(1) = across;
  R.col(0) = (toward - toward.dot(across) * across).normalized();
  R.col(2) = R.col(0).cross(R.col(1));
  return R;
}

// Orientation of a universal joint's frame against the rod: z along its first axis, x along its second. At end a the
// first is across (y of the rod) and the second is inner (z of the rod); at end b the other way round.
Matrix3 universal_at_a() { return (Matrix3() << 0, 1, 0, 0, 0, 1, 1, 0, 0).finished(); }
Matrix3 universal_at_b() { return (Matrix3() << 0, -1, 0, 1, 0, 0, 0, 0, 1).finished(); }

void read_directions(const Context& context, const ParallelogramKeys& keys, Parallelogram& p) {
  std::optional<TwoDirections> across;
  if (keys.across) across = read_two_directions(context, *keys.across, p.bodies);
  std::optional<TwoDirections> toward = TwoDirections{Vector3::UnitX(), Vector3::UnitX(), false};
  if (keys.toward) toward = read_two_directions(context, *keys.toward, p.bodies);
  if (!across || !toward) return;
  const SourceMark place = (keys.toward ? keys.toward : keys.across)->mark;
  if (!check_perpendicular(context, *across, *toward, place, "'across' and 'toward' (default x)")) return;
  p.across = *across;
  p.toward = *toward;
}

// One friction for all joints, or one for each end.
EndFrictionKeys read_end_frictions(const Context& context, const Node* friction) {
  EndFrictionKeys ends{friction, friction};
  if (friction && friction->kind == Node::Kind::mapping && (friction->find("a") || friction->find("b")))
    read_keys(context, *friction, "the friction of both ends", ends);
  return ends;
}

// What ball joints on studs along `across` allow.
void read_tilt(const Context& context, const Node& node, Parallelogram& p) {
  const std::size_t before = context.reading.findings.errors();
  p.cone = read_number(context, node, dimension::angle, unlimited);
  if (context.reading.findings.errors() == before && !(p.cone > 0 && p.cone < M_PI / 2))
    context.error(node.mark, fmt::format("the cone is {} rad: it must lie between 0 and 90 deg", p.cone));
  if (p.as_rods)
    context.error(node.mark, "a parallelogram as rods has no cone: its rods spin freely, and so does the angle",
                  "model it as a bar, which has the same angle");
}

Joint make_joint(const Context& context, const std::string& name, JointType type, int body_a, int body_b,
                 const Placement& in_a, const Placement& in_b, const Node* friction) {
  Joint joint;
  joint.name = name;
  joint.type = type;
  joint.body_a = body_a;
  joint.body_b = body_b;
  joint.in_a = in_a;
  joint.in_b = in_b;
  joint.axes.resize(freedoms(type));
  if (friction) read_friction(context, *friction, joint);
  turn_outer_frames(context, joint);
  return joint;
}

// One rod with its two joints. `suffix` is "", "1" or "2"; `shift` is along across.
void add_rod(const Context& context, const Node::Member& member, const Parallelogram& p, const std::string& suffix,
             double shift, bool readable) {
  const std::string& name = member.key;
  Inertial inertial = p.inertial;
  if (p.as_rods) {
    inertial.mass /= 2;
    inertial.inertia /= 2;
  }
  if (!add_body(context, name + ".rod" + suffix, member.key_mark, inertial, readable)) return;
  const int rod = static_cast<int>(context.reading.mechanism.bodies.size()) - 1;
  const JointType type = p.as_rods ? JointType::spherical : JointType::universal;
  const Matrix3 E_a = p.as_rods ? Matrix3::Identity() : universal_at_a();
  const Matrix3 E_b = p.as_rods ? Matrix3::Identity() : universal_at_b();
  const Matrix3 R_a = rod_axes(p.toward.a, p.across.a);
  const Matrix3 R_b = rod_axes(p.toward.b, p.across.b);
  const Placement end_a{R_a * E_a, p.at_a + shift * p.across.a};
  const Placement end_b{R_b * E_b, p.at_b + shift * p.across.b};
  const Placement rod_a{E_a, Vector3::Zero()};
  const Placement rod_b{E_b, Vector3(p.length, 0, 0)};
  Joint inner = make_joint(context, name + ".a" + suffix, type, p.bodies.a, rod, end_a, rod_a, p.friction.a);
  // The second angle at end a is the rod's tilt out of the plane across; at end b it is the same.
  if (p.cone != unlimited && !p.as_rods) inner.axes[1].limits = {-p.cone, p.cone};
  add_joint(context, std::move(inner), member.key_mark);
  add_joint(context, make_joint(context, name + ".b" + suffix, type, rod, p.bodies.b, rod_b, end_b, p.friction.b),
            member.key_mark);
}

}  // namespace

void read_parallelogram(const Context& context, const Node::Member& member) {
  const Node& node = member.value;
  const std::size_t before = context.reading.findings.errors();
  ParallelogramKeys keys;
  KeyReader reader(context, node);
  show_keys(reader, keys);
  reader.finish("a parallelogram", member.key_mark);
  Parallelogram p;
  p.bodies = read_between(context, keys.between, fmt::format("joint {}", quoted_name(member.key)));
  if (p.bodies.good()) {
    read_places(context, keys.at, p.bodies, p.at_a, p.at_b);
    read_directions(context, keys, p);
  }
  if (keys.length > 0) p.length = keys.length;
  p.width = keys.width;
  p.as_rods = keys.as_rods == 1;
  if (p.as_rods && !node.find("width")) {
    context.error(member.key_mark, "a parallelogram as rods needs the key 'width'");
  }
  p.inertial = read_inertial(context, node, keys.mass, p.length);
  if (context.reading.findings.errors() == before) check_inertial(context, p.inertial, member.key_mark, member.key);
  p.friction = read_end_frictions(context, keys.friction);
  if (keys.cone) read_tilt(context, *keys.cone, p);

  if (!p.bodies.good()) {
    context.reading.graph_readable = false;
    return;
  }
  const bool readable = context.reading.findings.errors() == before;
  if (!readable) context.reading.geometry_readable = false;
  if (p.as_rods) {
    add_rod(context, member, p, "1", p.width / 2, readable);
    add_rod(context, member, p, "2", -p.width / 2, readable);
  } else {
    add_rod(context, member, p, "", 0, readable);
  }
}

}  // namespace jourdain
