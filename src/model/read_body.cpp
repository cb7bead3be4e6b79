#include "model/read_body.hpp"

#include "core/suggest.hpp"
#include "model/inertia_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace jourdain {
namespace {

constexpr double heavy_mass = 1e5;

// The letter of `axis:`, or the default.
int read_shape_axis(const Context& context, const Node& mapping, int fallback) {
  const Node* node = mapping.find("axis");
  if (!node) return fallback;
  const int axis = read_word(context, *node, {"x", "y", "z"}, "the axis of the shape");
  return axis < 0 ? fallback : axis;
}

double read_positive(const Context& context, const Node& node, std::string_view what) {
  const std::size_t before = context.reading.findings.errors();
  const double value = read_number(context, node, dimension::length, 1);
  if (value > 0 || context.reading.findings.errors() != before) return value;
  context.error(node.mark, fmt::format("{} is {}: it must be positive", what, value));
  return 1;
}

// A required length of a shape.
double read_size(const Context& context, const Node& mapping, std::string_view key, std::string_view shape) {
  const Node* node = require(context, mapping, mapping.mark, key, shape);
  return node ? read_positive(context, *node, fmt::format("'{}'", key)) : 1;
}

// A radius, given as such or as a diameter; `zero` is allowed for the hole of a tube.
double read_radius(const Context& context, const Node& mapping, std::string_view key, std::string_view diameter_key,
                   std::string_view shape, bool zero) {
  const Node* radius = mapping.find(key);
  const Node* diameter = mapping.find(diameter_key);
  if (radius && diameter) {
    context.error(diameter->mark, fmt::format("'{}' is the radius, '{}' says it again", key, diameter_key),
                  "write one of them");
    return 1;
  }
  if (!radius && !diameter) {
    context.error(mapping.mark, fmt::format("{} needs the key '{}' (a radius) or '{}'", shape, key, diameter_key));
    return 1;
  }
  const double factor = diameter ? 0.5 : 1;
  const std::string_view found = diameter ? diameter_key : key;
  return factor * (zero ? read_magnitude(context, mapping, found, dimension::length)
                        : read_size(context, mapping, found, shape));
}

Matrix3 read_cylinder(const Context& context, const Node& mapping, const Node& cylinder, double mass) {
  check_keys(context, mapping, {"cylinder", "axis"}, "a cylinder");
  if (!check_keys(context, cylinder, {"radius", "diameter", "length"}, "a cylinder")) return Matrix3::Zero();
  const double radius = read_radius(context, cylinder, "radius", "diameter", "a cylinder", false);
  const double length = read_size(context, cylinder, "length", "a cylinder");
  return tube_inertia(mass, radius, 0, length, read_shape_axis(context, mapping, 2));
}

Matrix3 read_tube(const Context& context, const Node& mapping, const Node& tube, double mass) {
  check_keys(context, mapping, {"tube", "axis"}, "a tube");
  if (!check_keys(context, tube, {"outer", "inner", "outer_diameter", "inner_diameter", "length"}, "a tube")) {
    return Matrix3::Zero();
  }
  const std::size_t before = context.reading.findings.errors();
  const double outer = read_radius(context, tube, "outer", "outer_diameter", "a tube", false);
  const double inner = read_radius(context, tube, "inner", "inner_diameter", "a tube", true);
  const double length = read_size(context, tube, "length", "a tube");
  if (context.reading.findings.errors() == before && inner > outer) {
    context.error(tube.mark, fmt::format("the inner radius {} exceeds the outer one {}", inner, outer));
  }
  return tube_inertia(mass, outer, inner, length, read_shape_axis(context, mapping, 2));
}

Matrix3 read_box(const Context& context, const Node& mapping, const Node& box, double mass) {
  check_keys(context, mapping, {"box"}, "a box");
  const Vector3 edges = read_vector(context, box, dimension::length);
  if (!(edges.minCoeff() >= 0)) context.error(box.mark, "the edges of a box must not be negative");
  return box_inertia(mass, edges);
}

// Tensor entries, about the centre of mass or about the frame.
Matrix3 read_tensor(const Context& context, const Node& mapping, double mass, const Vector3& com) {
  check_keys(context, mapping, {"about", "xx", "yy", "zz", "xy", "xz", "yz"}, "an inertia tensor");
  const auto entry = [&](std::string_view key) { return read_field(context, mapping, key, dimension::inertia); };
  const double xx = entry("xx"), yy = entry("yy"), zz = entry("zz");
  const double xy = entry("xy"), xz = entry("xz"), yz = entry("yz");
  Matrix3 tensor;
  tensor << xx, xy, xz, xy, yy, yz, xz, yz, zz;
  const Node* about = mapping.find("about");
  const bool about_frame = about && read_word(context, *about, {"com", "frame"}, "com or frame") == 1;
  return about_frame ? inertia_about_com(tensor, mass, com) : tensor;
}

Matrix3 read_inertia_map(const Context& context, const Node& node, double mass, const Vector3& com) {
  if (const Node* rod = node.find("rod")) {
    check_keys(context, node, {"rod", "axis"}, "a rod");
    return rod_inertia(mass, read_positive(context, *rod, "the length of the rod"), read_shape_axis(context, node, 0));
  }
  if (const Node* box = node.find("box")) return read_box(context, node, *box, mass);
  if (const Node* cylinder = node.find("cylinder")) return read_cylinder(context, node, *cylinder, mass);
  if (const Node* tube = node.find("tube")) return read_tube(context, node, *tube, mass);
  if (const Node* disc = node.find("disc")) {
    check_keys(context, node, {"disc", "axis"}, "a disc");
    const double radius = read_positive(context, *disc, "the radius of the disc");
    return tube_inertia(mass, radius, 0, 0, read_shape_axis(context, node, 2));
  }
  if (const Node* sphere = node.find("sphere")) {
    check_keys(context, node, {"sphere"}, "a sphere");
    return sphere_inertia(mass, read_positive(context, *sphere, "the radius of the sphere"));
  }
  // A misspelt shape gets the list of shapes, too.
  static const std::vector<std::string> keys{"rod", "box", "cylinder", "tube", "disc", "sphere", "about",
                                             "xx",  "yy",  "zz",       "xy",   "xz",   "yz"};
  const bool all_unknown = std::none_of(node.members.begin(), node.members.end(), [](const Node::Member& member) {
    return std::find(keys.begin(), keys.end(), member.key) != keys.end();
  });
  if (all_unknown) {
    check_keys(context, node, keys, "an inertia");
    return Matrix3::Zero();
  }
  return read_tensor(context, node, mass, com);
}

Matrix3 read_inertia(const Context& context, const Node& node, double mass, const Vector3& com, bool is_rod) {
  if (node.kind == Node::Kind::mapping) return read_inertia_map(context, node, mass, com);
  if (node.kind == Node::Kind::sequence) {
    return read_vector(context, node, dimension::inertia).asDiagonal();
  }
  if (node.text == "point" && !is_rod) return Matrix3::Zero();
  context.error(
      node.mark, fmt::format("expected an inertia, found {}", quoted_name(node.text)),
      is_rod ? "write thin, [Ixx, Iyy, Izz], {xx: ..., yy: ..., zz: ...} or a shape such as {rod: 0.3, axis: x}"
             : "write point, [Ixx, Iyy, Izz], {xx: ..., yy: ..., zz: ...} or a shape such as {rod: 0.3, axis: x}");
  return Matrix3::Zero();
}

// The mass must be said: a forgotten one would not show.
double read_mass(const Context& context, const Node& mapping) {
  const Node* mass = mapping.find("mass");
  const Node* massless = mapping.find("massless");
  const bool none = massless && read_bool(context, *massless);
  if (none && mass) context.error(massless->mark, "a body with a mass is not massless", "remove one of them");
  if (none && !mass && mapping.find("inertia")) {
    context.error(mapping.find("inertia")->mark, "a massless body has no inertia", "give its mass, or remove this");
  }
  // A key that is misspelt has been reported.
  const bool misspelt = std::any_of(mapping.members.begin(), mapping.members.end(), [](const Node::Member& member) {
    return member.key != "massless" && !suggest(member.key, {"mass"}).empty();
  });
  if (!none && !mass && !misspelt) {
    context.error(mapping.mark, "the mass is missing", "write for example mass: 0.5 kg, or massless: true");
  }
  return read_magnitude(context, mapping, "mass", dimension::mass);
}

}  // namespace

Inertial read_inertial(const Context& context, const Node& mapping, double rod_length) {
  Inertial inertial;
  const bool is_rod = rod_length > 0;
  inertial.mass = read_mass(context, mapping);
  if (inertial.mass > heavy_mass) {
    context.reading.findings.warning(mapping.find("mass")->mark, fmt::format("{} kg is a large mass", inertial.mass),
                                     "a bare number is in kg; write g for grams");
  }
  if (is_rod) inertial.com = Vector3(rod_length / 2, 0, 0);
  if (const Node* com = mapping.find("com")) inertial.com = read_vector(context, *com, dimension::length);
  const Node* inertia = mapping.find("inertia");
  const bool thin = is_rod && (!inertia || (inertia->kind == Node::Kind::scalar && inertia->text == "thin"));
  if (thin) {
    inertial.inertia = rod_inertia(inertial.mass, rod_length, 0);
  } else if (inertia) {
    inertial.inertia = read_inertia(context, *inertia, inertial.mass, inertial.com, is_rod);
  }
  return inertial;
}

void read_bodies(const Context& context, const Node& node) {
  if (node.kind != Node::Kind::mapping) {
    context.error(node.mark, "expected 'bodies' as a map from names to bodies");
    return;
  }
  for (const Node::Member& member : node.members) {
    if (++context.reading.body_attempts > largest_body_count + 1) return;
    const std::size_t before = context.reading.findings.errors();
    if (member.key == "base") {
      context.error(member.key_mark, "'base' is the fixed body: it has no mass and no entry here");
      continue;
    }
    check_name(context, member.key, member.key_mark, context.scope.prefix.empty());
    Inertial inertial;
    if (check_keys(context, member.value, {"mass", "massless", "com", "inertia"}, "a body")) {
      inertial = read_inertial(context, member.value);
    }
    const Node* mass = member.value.find("mass");
    if (mass && inertial.mass == 0 && context.reading.findings.errors() == before) {
      context.reading.findings.warning(mass->mark, fmt::format("body {} has a mass of 0", quoted_name(member.key)),
                                       "give its mass, or write massless: true if it shall have none");
    }
    if (context.reading.findings.errors() == before) {
      const Node* inertia = member.value.find("inertia");
      check_inertial(context, inertial, inertia ? inertia->mark : member.key_mark, member.key);
    }
    add_body(context, member.key, member.key_mark, inertial, context.reading.findings.errors() == before);
  }
}

}  // namespace jourdain
