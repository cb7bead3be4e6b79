#include "model/read_body.hpp"

#include "model/inertia_shapes.hpp"
#include "model/read_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

constexpr double heavy_mass = 1e5;

// A shape, by the key that names it, or tensor entries.
Matrix3 read_inertia_map(const Context& context, const Node& node, double mass, const Vector3& com) {
  std::vector<std::string> words;
  for (const ShapeKind& kind : shape_kinds()) {
    words.emplace_back(kind.word);
    if (!node.find(kind.word)) continue;
    Shape shape;
    shape.axis = kind.axis;
    const std::size_t before = context.reading.findings.errors();
    KeyReader reader(context, node);
    kind.show(reader, shape);
    reader.finish(kind.what, node.mark);
    const Node& sizes = *node.find(kind.word);
    if (shape.inner > shape.radius && context.reading.findings.errors() == before) {
      context.error(sizes.mark, fmt::format("the inner radius {} exceeds the outer one {}", shape.inner, shape.radius));
    }
    if (!(shape.edges.minCoeff() >= 0)) context.error(sizes.mark, "the edges of a box must not be negative");
    return kind.inertia(mass, shape);
  }
  TensorKeys entries;
  KeyList tensor_keys;
  show_keys(tensor_keys, entries);
  for (const ShownKey& shown : tensor_keys.keys) words.emplace_back(shown.key.word);
  // A misspelt shape gets the list of shapes, too.
  const bool all_unknown = std::none_of(node.members.begin(), node.members.end(), [&](const Node::Member& member) {
    return std::find(words.begin(), words.end(), member.key) != words.end();
  });
  if (all_unknown) {
    check_keys(context, node, words, "an inertia");
    return Matrix3::Zero();
  }
  read_keys(context, node, "an inertia tensor", entries);
  Matrix3 tensor;
  tensor << entries.xx, entries.xy, entries.xz, entries.xy, entries.yy, entries.yz, entries.xz, entries.yz, entries.zz;
  return entries.about == 1 ? inertia_about_com(tensor, mass, com) : tensor;
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

void check_mass(const Context& context, const Node& mapping, const MassKeys& keys) {
  const Node *mass = mapping.find("mass"), *massless = mapping.find("massless");
  if (massless && !keys.massless && !mass)
    context.error(mapping.mark, "the mass is missing", "or write massless: true");
  if (keys.massless && mass) context.error(massless->mark, "a body with a mass is not massless", "remove one of them");
  if (keys.massless && !mass && keys.inertia) {
    context.error(keys.inertia->mark, "a massless body has no inertia", "give its mass, or remove this");
  }
  if (keys.mass > heavy_mass) {
    context.reading.findings.warning(mass->mark, fmt::format("{} kg is a large mass", keys.mass),
                                     "a bare number is in kg; write g for grams");
  }
}

}  // namespace

Inertial read_inertial(const Context& context, const Node& mapping, const MassKeys& keys, double rod_length) {
  check_mass(context, mapping, keys);
  Inertial inertial{keys.mass, keys.com, Matrix3::Zero()};
  const bool is_rod = rod_length > 0;
  if (is_rod && (!keys.inertia || (keys.inertia->kind == Node::Kind::scalar && keys.inertia->text == "thin"))) {
    inertial.inertia = rod_inertia(inertial.mass, rod_length, 0);
  } else if (keys.inertia) {
    inertial.inertia = read_inertia(context, *keys.inertia, inertial.mass, inertial.com, is_rod);
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
    MassKeys keys;
    if (read_keys(context, member.value, "a body", keys)) inertial = read_inertial(context, member.value, keys);
    const Node* mass = member.value.find("mass");
    if (mass && inertial.mass == 0 && context.reading.findings.errors() == before) {
      context.reading.findings.warning(mass->mark, fmt::format("body {} has a mass of 0", quoted_name(member.key)),
                                       "give its mass, or write massless: true if it shall have none");
    }
    if (context.reading.findings.errors() == before) {
      check_inertial(context, inertial, keys.inertia ? keys.inertia->mark : member.key_mark, member.key);
    }
    add_body(context, member.key, member.key_mark, inertial, context.reading.findings.errors() == before);
  }
}

}  // namespace jourdain
