// Platform or end point, tool, payload; counterbalances.
#include "model/joint_frames.hpp"
#include "model/read_body.hpp"
#include "model/read_keys.hpp"
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
  MassKeys keys;
  if (!read_keys(context, node, "a payload", keys, MassOf::payload)) return;
  output.payload = read_inertial(context, node, keys);
  if (context.reading.findings.errors() == before) check_inertial(context, output.payload, node.mark, "payload");
}

}  // namespace

void read_output(const Context& context, const Node& node, bool is_platform) {
  OutputKeys keys;
  if (!read_keys(context, node, is_platform ? "'platform'" : "'end_point'", keys, is_platform)) return;
  Output output;
  output.is_platform = is_platform;
  if (keys.body) {
    output.body = resolve_body(context, *keys.body);
    if (output.body == 0) context.error(keys.body->mark, "the base does not move: expected another body");
  }
  output.frame = placement_of(context, node, keys.frame);
  output.moves = keys.moves ? read_moves(context, *keys.moves) : std::vector<Move>(all_moves.begin(), all_moves.end());
  if (keys.tool) output.tool = read_placement(context, *keys.tool, "a tool");
  if (keys.payload) read_payload(context, *keys.payload, output);
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
    CounterbalanceKeys keys;
    if (!read_keys(context, value, "a counterbalance", keys)) continue;
    Counterbalance& spring = keys.spring;
    spring.name = member.key;
    const JointBodies bodies =
        read_between(context, keys.between, fmt::format("counterbalance {}", quoted_name(member.key)));
    if (!bodies.good()) continue;
    read_places(context, keys.at, bodies, spring.at_a, spring.at_b);
    spring.body_a = bodies.a;
    spring.body_b = bodies.b;
    context.reading.mechanism.counterbalances.push_back(std::move(spring));
  }
}

}  // namespace jourdain
