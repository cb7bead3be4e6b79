#include "model/joint_frames.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

constexpr double perpendicular_tolerance = 1e-6;  // of unit vectors written with a few digits

// Checks that the keys of a two-sided map are the names of the joint's bodies.
bool check_sides(const Context& context, const Node& node, const JointBodies& bodies, bool both) {
  const std::size_t before = context.reading.findings.errors();
  check_keys(context, node, std::vector<std::string>{bodies.name_a, bodies.name_b},
             fmt::format("a map of the two bodies {} and {}", quoted_name(bodies.name_a), quoted_name(bodies.name_b)));
  if (both) {
    require(context, node, node.mark, bodies.name_a, "a map of both bodies");
    require(context, node, node.mark, bodies.name_b, "a map of both bodies");
  }
  return context.reading.findings.errors() == before;
}

// The direction of x where the file gives none: the next frame axis, or some perpendicular direction.
Vector3 default_zero(const Vector3& axis) {
  int largest = 0;
  int smallest = 0;
  axis.cwiseAbs().maxCoeff(&largest);
  axis.cwiseAbs().minCoeff(&smallest);
  const bool along_frame_axis = axis.cwiseAbs().sum() == std::abs(axis[largest]);
  return Vector3::Unit(along_frame_axis ? (largest + 1) % 3 : smallest);
}

// Frames from `axis` and `zero`; the body axes if neither is given.
void read_axis_frames(const Context& context, const JointKeys& keys, const JointBodies& bodies, Joint& joint) {
  const Node *axis_node = keys.axis, *zero_node = keys.zero;
  std::optional<TwoDirections> axis = TwoDirections{};
  if (axis_node) axis = read_two_directions(context, *axis_node, bodies);
  std::optional<TwoDirections> zero;
  if (zero_node) zero = read_two_directions(context, *zero_node, bodies);
  if (!axis || (zero_node && !zero)) return;
  if (!zero) {
    if (axis->is_map) {
      context.reading.findings.error(axis_node->mark, "an 'axis' that differs in the two bodies needs 'zero', too",
                                     "zero is the direction, in each body, that coincides at coordinate 0");
    }
    zero = TwoDirections{default_zero(axis->a), default_zero(axis->b), axis->is_map};
  } else if (!check_perpendicular(context, *axis, *zero, zero_node->mark, "'zero' and 'axis'")) {
    return;
  }
  joint.in_a.R = frame_of(axis->a, zero->a);
  joint.in_b.R = frame_of(axis->b, zero->b);
}

// A pair of directions [first, second].
bool read_axes_pair(const Context& context, const Node& node, Vector3& first, Vector3& second) {
  if (node.kind != Node::Kind::sequence || node.items.size() != 2) {
    context.error(node.mark, "expected the two axes [first, second] of a universal joint");
    return false;
  }
  const std::optional<Vector3> one = read_direction(context, node.items[0]);
  const std::optional<Vector3> two = read_direction(context, node.items[1]);
  if (!one || !two) return false;
  first = *one;
  second = *two;
  return true;
}

// Frames of a universal joint: z along the first axis, x along the second.
void read_universal_frames(const Context& context, const Node* node, const JointBodies& bodies, Joint& joint) {
  if (!node) return;
  TwoDirections first;
  TwoDirections second;
  if (node->kind == Node::Kind::mapping) {
    if (!check_sides(context, *node, bodies, true)) return;
    const bool good_a = read_axes_pair(context, *node->find(bodies.name_a), first.a, second.a);
    const bool good_b = read_axes_pair(context, *node->find(bodies.name_b), first.b, second.b);
    if (!good_a || !good_b) return;
  } else {
    if (!read_axes_pair(context, *node, first.a, second.a)) return;
    first.b = first.a;
    second.b = second.a;
  }
  if (!check_perpendicular(context, first, second, node->mark, "the two axes")) return;
  joint.in_a.R = frame_of(first.a, second.a);
  joint.in_b.R = frame_of(first.b, second.b);
}

// Frames written out: one in each body.
void read_explicit_frames(const Context& context, const JointKeys& keys, const Node& frames, Joint& joint) {
  for (const Node* other : {keys.at, keys.axis, keys.zero, keys.axes}) {
    if (other) context.error(other->mark, "this cannot stand beside 'frames', which says it all");
  }
  if (frames.kind != Node::Kind::sequence || frames.items.size() != 2) {
    context.error(frames.mark, "expected 'frames' as a list of two: the frame in the first body, that in the second");
    return;
  }
  joint.in_a = read_placement(context, frames.items[0], "a frame");
  joint.in_b = read_placement(context, frames.items[1], "a frame");
}

}  // namespace

JointBodies read_between(const Context& context, const Node* node, std::string_view what) {
  JointBodies bodies;
  if (!node) return bodies;
  if (node->kind != Node::Kind::sequence || node->items.size() != 2) {
    context.error(node->mark, "expected the two bodies as a list [a, b]");
    return bodies;
  }
  bodies.a = resolve_body(context, node->items[0]);
  bodies.b = resolve_body(context, node->items[1]);
  bodies.name_a = node->items[0].text;
  bodies.name_b = node->items[1].text;
  if (bodies.good() && bodies.a == bodies.b) {
    context.error(node->mark, fmt::format("{} joins body {} to itself", what, quoted_name(bodies.name_a)),
                  "between names two different bodies");
    bodies.b = -1;
  }
  return bodies;
}

void read_places(const Context& context, const Node* node, const JointBodies& bodies, Vector3& in_a, Vector3& in_b) {
  if (!node) return;
  if (node->kind != Node::Kind::mapping) {
    in_a = read_vector(context, *node, dimension::length);
    return;
  }
  check_sides(context, *node, bodies, false);
  if (const Node* a = node->find(bodies.name_a)) in_a = read_vector(context, *a, dimension::length);
  if (const Node* b = node->find(bodies.name_b)) in_b = read_vector(context, *b, dimension::length);
}

std::optional<TwoDirections> read_two_directions(const Context& context, const Node& node, const JointBodies& bodies) {
  TwoDirections directions;
  if (node.kind != Node::Kind::mapping) {
    const std::optional<Vector3> both = read_direction(context, node);
    if (!both) return std::nullopt;
    directions.a = *both;
    directions.b = *both;
    return directions;
  }
  if (!check_sides(context, node, bodies, true)) return std::nullopt;
  const std::optional<Vector3> a = read_direction(context, *node.find(bodies.name_a));
  const std::optional<Vector3> b = read_direction(context, *node.find(bodies.name_b));
  if (!a || !b) return std::nullopt;
  return TwoDirections{*a, *b, true};
}

bool check_perpendicular(const Context& context, const TwoDirections& first, const TwoDirections& second,
                         SourceMark mark, std::string_view names) {
  const double worst = std::max(std::abs(first.a.dot(second.a)), std::abs(first.b.dot(second.b)));
  if (worst <= perpendicular_tolerance) return true;
  context.error(mark, fmt::format("{} must be perpendicular: the cosine of their angle is {:.3g}", names, worst));
  return false;
}

Matrix3 frame_of(const Vector3& axis, const Vector3& zero) {
  Matrix3 R;
  R.col(2) = axis;
  R.col(0) = (zero - zero.dot(axis) * axis).normalized();
  R.col(1) = R.col(2).cross(R.col(0));
  return R;
}

void turn_outer_frames(const Context& context, Joint& joint) {
  const auto turn = [&](int body, Placement& placement) {
    if (context.scope.prefix.empty() || is_own_body(context, body)) return;
    placement.R = context.scope.turn * placement.R;
    placement.p = context.scope.turn * placement.p;
  };
  turn(joint.body_a, joint.in_a);
  turn(joint.body_b, joint.in_b);
}

void read_frames(const Context& context, const JointKeys& keys, const JointBodies& bodies, Joint& joint) {
  if (keys.frames) {
    read_explicit_frames(context, keys, *keys.frames, joint);
  } else {
    read_places(context, keys.at, bodies, joint.in_a.p, joint.in_b.p);
    if (joint.type == JointType::universal) {
      read_universal_frames(context, keys.axes, bodies, joint);
    } else {
      read_axis_frames(context, keys, bodies, joint);
    }
  }
  turn_outer_frames(context, joint);
}

}  // namespace jourdain
