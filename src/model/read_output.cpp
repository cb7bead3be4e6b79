// Platform or end point, tool, payload; counterbalances.
#include "model/joint_frames.hpp"
#include "model/read_body.hpp"
#include "model/read_sections.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

constexpr std::array all_moves{Move::x, Move::y, Move::z, Move::rx, Move::ry, Move::rz};

std::vector<Move> read_moves(const Context& context, const Node& node) {
  std::vector<Move> moves;
  if (node.kind != Node::Kind::sequence || node.items.empty()) {
    context.error(node.mark, "expected 'moves' as a list of coordinates", "x y z rx ry rz, or phi for rz");
    return moves;
  }
  for (const Node& item : node.items) {
    const int word = read_word(context, item, {"x", "y", "z", "rx", "ry", "rz", "phi"}, "a coordinate");
    if (word < 0) continue;
    const Move move = all_moves[std::min(word, 5)];
    if (std::find(moves.begin(), moves.end(), move) != moves.end()) {
      context.error(item.mark, fmt::format("the coordinate {} stands here twice", quoted_name(item.text)));
    } else {
      moves.push_back(move);
    }
  }
  std::sort(moves.begin(), moves.end());
  return moves;
}

void read_payload(const Context& context, const Node& node, Output& output) {
  const std::size_t before = context.reading.findings.errors();
  context.reading.output_mark = node.mark;
  if (!check_keys(context, node, {"mass", "com", "inertia"}, "a payload")) return;
  output.payload = read_inertial(context, node);
  if (context.reading.findings.errors() == before) check_inertial(context, output.payload, node.mark, "payload");
}

}  // namespace

void read_output(const Context& context, const Node::Member& member, bool is_platform) {
  const Node& node = member.value;
  const bool good =
      is_platform ? check_keys(context, node, {"body", "moves", "tool", "payload"}, "'platform'")
                  : check_keys(context, node, {"body", "at", "rpy", "quaternion", "matrix", "moves", "tool", "payload"},
                               "'end_point'");
  if (!good) return;
  Output output;
  output.is_platform = is_platform;
  const std::string what = fmt::format("'{}'", member.key);
  if (const Node* body = require(context, node, member.key_mark, "body", what)) {
    output.body = resolve_body(context, *body);
    if (output.body == 0) context.error(body->mark, "the base does not move: expected another body");
  }
  if (!is_platform) output.frame = read_placement(context, node);
  const Node* moves = is_platform ? node.find("moves") : require(context, node, member.key_mark, "moves", what);
  output.moves = moves ? read_moves(context, *moves) : std::vector<Move>(all_moves.begin(), all_moves.end());
  if (const Node* tool = node.find("tool")) {
    if (check_keys(context, *tool, {"at", "rpy", "quaternion", "matrix"}, "a tool")) {
      output.tool = read_placement(context, *tool);
    }
  }
  if (const Node* payload = node.find("payload")) read_payload(context, *payload, output);
  if (output.body > 0) context.reading.mechanism.output = std::move(output);
}

void read_counterbalances(const Context& context, const Node& node) {
  if (node.kind != Node::Kind::mapping) {
    context.error(node.mark, "expected 'counterbalances' as a map from names to springs");
    return;
  }
  if (node.members.size() > largest_body_count) {
    context.error(node.mark, fmt::format("there are too many counterbalances: at most {}", largest_body_count));
    return;
  }
  for (const Node::Member& member : node.members) {
    check_name(context, member.key, member.key_mark);
    const Node& value = member.value;
    if (!check_keys(context, value, {"between", "at", "stiffness", "length", "force"}, "a counterbalance")) continue;
    Counterbalance spring;
    spring.name = member.key;
    const JointBodies bodies =
        read_between(context, value, member.key_mark, fmt::format("counterbalance {}", quoted_name(member.key)));
    spring.stiffness = read_magnitude(context, value, "stiffness", dimension::stiffness);
    spring.length = read_magnitude(context, value, "length", dimension::length);
    spring.force = read_field(context, value, "force", dimension::force);
    if (!bodies.good()) continue;
    read_places(context, value, bodies, spring.at_a, spring.at_b);
    spring.body_a = bodies.a;
    spring.body_b = bodies.b;
    context.reading.mechanism.counterbalances.push_back(std::move(spring));
  }
}

}  // namespace jourdain
