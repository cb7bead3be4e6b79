#include "trace/grouped_parameters.hpp"

#include "dynamics/wrenches.hpp"
#include "kinematics/robot_data.hpp"
#include "linear_form/echelon.hpp"

#include "jourdain/expression/count.hpp"
#include "jourdain/linear_form/base_rules.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

namespace jourdain {
namespace {

constexpr int per_node = parameters_per_body;

// Sums that cancel to this share of their terms are 0: their geometry does, and rounding is left.
constexpr double cancelled = 1e-13;

FrameInertia<double> unit_inertia(int entry, const Placement& place) {
  Vector10T<double> p = Vector10T<double>::Zero();
  p[entry] = 1;
  return moved_inertia(p, place);
}

Vector10T<double> entries_of(const FrameInertia<double>& f) {
  Vector10T<double> p;
  p << f.m, f.s, f.I(0, 0), f.I(0, 1), f.I(0, 2), f.I(1, 1), f.I(1, 2), f.I(2, 2);
  return p;
}

// The entries of all nodes from those of all bodies and the payload.
MatrixX nodes_from_bodies(const RobotData& robot, bool payload) {
  const auto bodies = static_cast<Eigen::Index>(robot.mechanism.bodies.size());
  MatrixX result = MatrixX::Zero(per_node * static_cast<Eigen::Index>(robot.tree.nodes.size()), per_node * bodies);
  const auto place = [&](Eigen::Index column, int node, const Placement& in_node) {
    for (int e = 0; e < per_node && node > 0; ++e)
      result.block<per_node, 1>(per_node * node, column + e) = entries_of(unit_inertia(e, in_node));
  };
  for (Eigen::Index i = 1; i < bodies; ++i) {
    const BodyNode& at = robot.tree.bodies[i];
    place(per_node * (i - 1), at.node, at.in_node);
  }
  if (payload && robot.mechanism.output) {
    const Output& output = *robot.mechanism.output;
    const BodyNode& at = robot.tree.bodies[output.body];
    place(per_node * (bodies - 1), at.node, at.in_node * output.frame * output.tool);
  }
  return result;
}

// A power of two near the robot's size: dividing by it does not round.
double length_unit(const RobotData& robot) { return std::exp2(std::round(std::log2(robot.size))); }

double unit_of(double length, Eigen::Index entry) {
  return std::pow(length, length_power(static_cast<int>(entry % per_node)));
}

int depth(const SpanningTree& tree, int node) {
  int count = 0;
  for (; node > 0; node = tree.nodes[static_cast<std::size_t>(node)].parent) ++count;
  return count;
}

// Orders in which entries are dropped: node by node from the tips or from the base, or entry by entry over all nodes;
// the output's node, where the loops meet, last or first.
std::vector<std::vector<int>> drop_orders(const RobotData& robot) {
  // Masses, first moments (z last or first: it is the joint's axis), tensors.
  static constexpr std::array<std::array<int, per_node>, 5> entry_orders{{{0, 3, 2, 1, 7, 8, 6, 5, 4, 9},
                                                                          {5, 6, 8, 9, 7, 4, 3, 2, 1, 0},
                                                                          {5, 6, 8, 4, 7, 9, 1, 2, 3, 0},
                                                                          {1, 2, 3, 0, 5, 6, 8, 4, 7, 9},
                                                                          {0, 1, 2, 3, 4, 7, 9, 5, 6, 8}}};
  const int nodes = static_cast<int>(robot.tree.nodes.size());
  std::vector<std::vector<int>> orders;
  for (const bool from_tips : {true, false}) {
    for (const bool output_last : {true, false}) {
      std::vector<int> sequence(static_cast<std::size_t>(nodes - 1));
      std::iota(sequence.begin(), sequence.end(), 1);
      std::ranges::stable_sort(sequence, [&](int i, int j) {
        const bool one = i == robot.output_node, two = j == robot.output_node;
        if (one != two) return output_last ? two : one;
        const int of_i = depth(robot.tree, i), of_j = depth(robot.tree, j);
        return from_tips ? of_i > of_j : of_i < of_j;
      });
      for (const auto& entries : entry_orders) {
        std::vector<int> by_node, by_entry;
        for (const int node : sequence) {
          for (const int entry : entries) by_node.push_back(per_node * node + entry);
        }
        for (const int entry : entries) {
          for (const int node : sequence) by_entry.push_back(per_node * node + entry);
        }
        orders.push_back(std::move(by_node));
        orders.push_back(std::move(by_entry));
      }
    }
  }
  return orders;
}

// p' = p - sum of p[pivot] * row: the entries after the pivots were moved to the others.
MatrixX grouping(const Echelon& dropped, const MatrixX& nodes) {
  MatrixX result = nodes;
  for (std::size_t r = 0; r < dropped.pivots.size(); ++r) {
    result -= dropped.rows.row(static_cast<Eigen::Index>(r)).transpose() * nodes.row(dropped.pivots[r]);
  }
  for (const int pivot : dropped.pivots) result.row(pivot).setZero();
  return result;
}

// A sum of variables; whole numbers are what they look like.
Expression weighted(const Eigen::RowVectorXd& factors, const std::vector<Expression>& variables) {
  Expression sum;
  for (Eigen::Index k = 0; k < factors.size(); ++k) {
    double factor = factors[k];
    if (std::abs(factor - std::round(factor)) < cancelled * std::abs(factor)) factor = std::round(factor);
    if (factor != 0) sum += Expression(factor) * variables[static_cast<std::size_t>(k)];
  }
  return sum;
}

}  // namespace

InertialMap inertial_map(const ModelParameters<Expression>& parameters, Graph& graph) {
  std::vector<Expression> entries;
  for (std::size_t i = 1; i < parameters.bodies.size(); ++i) {
    for (int e = 0; e < per_node; ++e) entries.push_back(parameters.bodies[i][e]);
  }
  for (int e = 0; e < per_node; ++e) entries.push_back(parameters.payload[e]);
  // The first variable is 1, for constants.
  InertialMap map{{Expression(1)}, {}};
  std::map<NodeId, Eigen::Index> columns;
  std::vector<std::pair<Eigen::Index, double>> terms;
  for (const Expression& entry : entries) {
    const NodeId id = graph.node(entry);
    const Node& node = graph.nodes()[static_cast<std::size_t>(id)];
    if (node.op == Op::constant) {
      terms.emplace_back(0, node.value);
      continue;
    }
    const auto [at, fresh] = columns.emplace(id, static_cast<Eigen::Index>(map.variables.size()));
    if (fresh) map.variables.push_back(entry);
    terms.emplace_back(at->second, 1.0);
  }
  map.factors =
      MatrixX::Zero(static_cast<Eigen::Index>(entries.size()), static_cast<Eigen::Index>(map.variables.size()));
  for (std::size_t i = 0; i < terms.size(); ++i)
    map.factors(static_cast<Eigen::Index>(i), terms[i].first) = terms[i].second;
  return map;
}

Regrouping::Regrouping(const Robot& robot, bool payload) : robot_(robot.data()) {
  const MatrixX nodes = nodes_from_bodies(robot_, payload);
  // What has no effect, seen from the nodes, in like units.
  const MatrixX vectors = exchange_vectors(robot);
  MatrixX changes = (nodes.leftCols(vectors.rows()) * vectors).transpose();
  const double length = length_unit(robot_);
  for (Eigen::Index i = 0; i < changes.cols(); ++i) changes.col(i) /= unit_of(length, i);
  std::set<std::vector<int>> known;
  for (const std::vector<int>& order : drop_orders(robot_)) {
    Echelon dropped = echelon(changes, order);
    std::vector<int> pivots = dropped.pivots;
    std::ranges::sort(pivots);
    if (pivots.empty() || !known.insert(pivots).second) continue;
    for (Eigen::Index r = 0; r < dropped.rows.rows(); ++r) {
      const double of_pivot = unit_of(length, dropped.pivots[static_cast<std::size_t>(r)]);
      for (Eigen::Index i = 0; i < dropped.rows.cols(); ++i) dropped.rows(r, i) *= unit_of(length, i) / of_pivot;
    }
    groupings_.push_back(grouping(dropped, nodes));
  }
}

TreeParameters<Expression> Regrouping::apply(int way, const InertialMap& map,
                                             const TreeParameters<Expression>& parameters) const {
  const MatrixX& grouping = groupings_[static_cast<std::size_t>(way)];
  MatrixX factors = grouping * map.factors;
  const MatrixX terms = grouping.cwiseAbs() * map.factors.cwiseAbs();
  factors = (factors.array().abs() > cancelled * terms.array()).select(factors, 0.0);
  TreeParameters<Expression> result = parameters;
  for (std::size_t i = 1; i < result.nodes.size(); ++i) {
    const PartScope<Expression> part(body_part(robot_, static_cast<int>(i)));
    Vector10T<Expression> p;
    for (int e = 0; e < per_node; ++e)
      p[e] = weighted(factors.row(per_node * static_cast<Eigen::Index>(i) + e), map.variables);
    FrameInertia<Expression>& f = result.nodes[i];
    f.any = true;
    f.m = p[0];
    f.s << p[1], p[2], p[3];
    f.I << p[4], p[5], p[6], p[5], p[7], p[8], p[6], p[8], p[9];
  }
  if (robot_.mechanism.output) result.loaded_output = result.nodes[static_cast<std::size_t>(robot_.output_node)];
  return result;
}

Program cheapest_grouping(const Robot& robot, bool payload, const std::function<TracedModel(Graph&)>& read,
                          const std::function<Program(Graph&, const TreeParameters<Expression>&)>& trace) {
  Program best;
  {
    Graph graph;
    best = trace(graph, read(graph).tree);
  }
  double least = cost(best, CostModel::operations);
  const Regrouping regrouping(robot, payload);
  for (int way = 0; way < regrouping.ways(); ++way) {
    Graph graph;
    const TracedModel model = read(graph);
    Program program = trace(graph, regrouping.apply(way, model.inertia, model.tree));
    const double candidate = cost(program, CostModel::operations);
    if (!(candidate < least)) continue;
    least = candidate;
    best = std::move(program);
  }
  return best;
}

}  // namespace jourdain
