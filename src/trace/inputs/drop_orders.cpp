#include "trace/inputs/drop_orders.hpp"

#include "jourdain/linear_form/parameters.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <tuple>

namespace jourdain {
namespace {

int depth(const SpanningTree& tree, int node) {
  int count = 0;
  for (; node > 0; node = tree.nodes[node].parent) ++count;
  return count;
}

// The moving nodes in the order in which they lose entries.
std::vector<int> node_sequence(const RobotData& robot, bool from_tips, bool output_last) {
  std::vector<int> sequence(robot.tree.nodes.size() - 1);
  std::iota(sequence.begin(), sequence.end(), 1);
  std::ranges::stable_sort(sequence, [&](int i, int j) {
    const bool one = i == robot.output_node, two = j == robot.output_node;
    if (one != two) return output_last ? two : one;
    const int of_i = depth(robot.tree, i), of_j = depth(robot.tree, j);
    return from_tips ? of_i > of_j : of_i < of_j;
  });
  return sequence;
}

std::vector<int> rotor_entries(const RobotData& robot) {
  std::vector<int> entries(robot.motor_joints.size());
  std::iota(entries.begin(), entries.end(), parameters_per_body * static_cast<int>(robot.tree.nodes.size()));
  return entries;
}

}  // namespace

std::vector<std::vector<int>> drop_orders(const RobotData& robot) {
  // m; sx sy sz, z being the joint's axis; Ixx Ixy Ixz Iyy Iyz Izz.
  static constexpr std::array<std::array<int, parameters_per_body>, 5> entry_orders{{{0, 3, 2, 1, 7, 8, 6, 5, 4, 9},
                                                                                     {5, 6, 8, 9, 7, 4, 3, 2, 1, 0},
                                                                                     {5, 6, 8, 4, 7, 9, 1, 2, 3, 0},
                                                                                     {1, 2, 3, 0, 5, 6, 8, 4, 7, 9},
                                                                                     {0, 1, 2, 3, 4, 7, 9, 5, 6, 8}}};
  std::vector<std::vector<int>> orders;
  for (const auto& [from_tips, output_last] :
       {std::pair{true, true}, std::pair{true, false}, std::pair{false, true}, std::pair{false, false}}) {
    const std::vector<int> sequence = node_sequence(robot, from_tips, output_last);
    for (const auto& entries : entry_orders) {
      // Rotors have nothing else that could stand for them.
      std::vector<int> by_node = rotor_entries(robot), by_entry = rotor_entries(robot);
      for (const int node : sequence) {
        for (const int entry : entries) by_node.push_back(parameters_per_body * node + entry);
      }
      for (const int entry : entries) {
        for (const int node : sequence) by_entry.push_back(parameters_per_body * node + entry);
      }
      orders.push_back(std::move(by_node));
      orders.push_back(std::move(by_entry));
    }
  }
  return orders;
}

std::vector<std::vector<int>> drop_steps(const RobotData& robot) {
  std::map<std::tuple<int, NodeKind, bool>, std::vector<int>> alike;
  const int nodes = static_cast<int>(robot.tree.nodes.size());
  for (int i = 1; i < nodes; ++i) {
    const NodeKind kind = robot.tree.nodes[i].kind;
    alike[{depth(robot.tree, i), kind, i == robot.output_node}].push_back(i);
  }
  std::vector<std::vector<int>> steps;
  for (const auto& [kind, members] : alike) {
    for (int entry = 0; entry < parameters_per_body; ++entry) {
      std::vector<int> step;
      for (const int node : members) step.push_back(parameters_per_body * node + entry);
      steps.push_back(std::move(step));
    }
  }
  return steps;
}

std::vector<int> with_first(const std::vector<int>& order, const std::vector<int>& first) {
  std::vector<int> result = first;
  for (const int entry : order) {
    if (std::ranges::find(first, entry) == first.end()) result.push_back(entry);
  }
  return result;
}

}  // namespace jourdain
