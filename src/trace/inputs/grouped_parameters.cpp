#include "trace/inputs/grouped_parameters.hpp"

#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"
#include "dynamics/wrenches.hpp"
#include "legs/robot_data.hpp"
#include "linear_form/base/echelon.hpp"
#include "trace/inputs/drop_orders.hpp"
#include "trace/inputs/traced_parameters.hpp"

#include "expression/count.hpp"
#include "linear_form/base/exchanges.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace jourdain {
namespace {

// Sums that cancel to this share of their terms are 0: their geometry does, and rounding is left.
constexpr double cancelled = 1e-13;

// Nodes that all programs of one search may have together: about a second.
constexpr double effort = 5e5;

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

// Rows that do not follow from others: bodies that are fixed to each other exchange what their node has anyway.
MatrixX independent_rows(const MatrixX& rows) {
  constexpr double share = 1e-10;  // of the largest pivot; rounding leaves 1e-15
  const dense::PivotedQr solved(rows.transpose(), share);
  return dense::rows(rows, solved.leading_columns(solved.rank()));
}

Eigen::Index rotor_entry(const RobotData& robot, std::size_t motor) {
  return static_cast<Eigen::Index>(parameters_per_body * robot.tree.nodes.size() + motor);
}

// Places of a model's inertial parameters in one vector: ten of each body, ten of the payload, the rotors.
struct InertialRows {
  explicit InertialRows(const RobotData& robot)
      : bodies(static_cast<Eigen::Index>(robot.mechanism.bodies.size())),
        rotors(static_cast<Eigen::Index>(robot.motor_joints.size())) {}

  Eigen::Index body(Eigen::Index i) const { return parameters_per_body * (i - 1); }
  Eigen::Index payload() const { return body(bodies); }
  Eigen::Index rotor(Eigen::Index k) const { return body(bodies + 1) + k; }
  Eigen::Index size() const { return rotor(rotors); }
  // -1 for parameters that are not inertial.
  Eigen::Index of(const StandardParameter& p) const {
    switch (p.kind) {
      case ParameterKind::inertial: return body(p.owner) + p.entry;
      case ParameterKind::payload: return payload() + p.entry;
      case ParameterKind::rotor: return rotor(p.owner);
      default: return -1;
    }
  }

  Eigen::Index bodies, rotors;
};

// The entries of all nodes and rotors from those of all bodies, the payload and the rotors.
MatrixX entries_from_model(const RobotData& robot, bool payload) {
  const InertialRows rows(robot);
  MatrixX result = MatrixX::Zero(rotor_entry(robot, robot.motor_joints.size()), rows.size());
  const auto place = [&](Eigen::Index column, int node, const Placement& in_node) {
    for (int e = 0; e < parameters_per_body && node > 0; ++e)
      result.block<parameters_per_body, 1>(parameters_per_body * node, column + e) =
          entries_of(unit_inertia(e, in_node));
  };
  for (Eigen::Index i = 1; i < rows.bodies; ++i) {
    const BodyNode& at = robot.tree.bodies[i];
    place(rows.body(i), at.node, at.in_node);
  }
  if (payload && robot.mechanism.output) {
    const Output& output = *robot.mechanism.output;
    const BodyNode& at = robot.tree.bodies[output.body];
    place(rows.payload(), at.node, at.in_node * output.frame * output.tool);
  }
  for (Eigen::Index k = 0; k < rows.rotors; ++k)
    result(rotor_entry(robot, static_cast<std::size_t>(k)), rows.rotor(k)) = 1;
  return result;
}

// The entry that a rotor acts like, -1 if there is none: on a hinge at the base the inertia about its axis, on a slide
// at the base, across which gravity acts, the mass.
int like_rotor(const RobotData& robot, std::size_t motor) {
  const int i = robot.motor_nodes[motor];
  const TreeNode& node = robot.tree.nodes[i];
  if (node.parent != 0) return -1;
  if (node.kind == NodeKind::revolute) return parameters_per_body * i + 9;
  const bool weightless = node.placement.R.col(2).dot(robot.mechanism.gravity) == 0;
  return node.kind == NodeKind::prismatic && weightless ? parameters_per_body * i : -1;
}

double unit_of(double length, Eigen::Index entry, Eigen::Index of_nodes) {
  return entry < of_nodes ? std::pow(length, length_power(static_cast<int>(entry % parameters_per_body))) : 1.0;
}

// A sum of variables; whole numbers are what they look like.
Expression weighted(const Eigen::RowVectorXd& factors, const std::vector<Expression>& variables) {
  Expression sum;
  for (Eigen::Index k = 0; k < factors.size(); ++k) {
    double factor = factors[k];
    if (std::abs(factor - std::round(factor)) < cancelled * std::abs(factor)) factor = std::round(factor);
    if (factor != 0) sum += Expression(factor) * variables[k];
  }
  return sum;
}

// The map of parameters whose entries are constants or variables each.
InertialMap inertial_map(const RobotData& robot, const ModelParameters<Expression>& parameters,
                         const std::vector<Expression>& rotors, Graph& graph) {
  const InertialRows rows(robot);
  std::vector<Expression> entries(static_cast<std::size_t>(rows.size()));
  const auto put = [&](const auto& values, Eigen::Index first) {
    std::copy(values.begin(), values.end(), entries.begin() + first);
  };
  for (Eigen::Index i = 1; i < rows.bodies; ++i) put(parameters.bodies[i], rows.body(i));
  put(parameters.payload, rows.payload());
  put(rotors, rows.rotor(0));
  // The first variable is 1, for constants.
  InertialMap map{{Expression(1)}, {}};
  std::map<NodeId, Eigen::Index> columns;
  std::vector<std::pair<Eigen::Index, double>> terms;
  for (const Expression& entry : entries) {
    const NodeId id = graph.node(entry);
    const GraphNode& node = graph.nodes()[id];
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

InertialMap base_map(const BaseParameters& base, std::vector<Expression> variables) {
  const RobotData& robot = data_of(base.form.robot());
  const InertialRows rows(robot);
  InertialMap map{std::move(variables), {}};
  map.factors = MatrixX::Zero(rows.size(), static_cast<Eigen::Index>(map.variables.size()));
  for (std::size_t i = 0; i < map.variables.size(); ++i) {
    for (const Parameter::Part& part : base.form.parameters()[i].parts) {
      const StandardParameter& p = base.form.standard()[part.standard];
      const Eigen::Index row = rows.of(p);
      if (row < 0) continue;
      // Rotors as seen from their joints.
      const bool rotor = p.kind == ParameterKind::rotor;
      const double gear = rotor ? robot.mechanism.joints[robot.motor_joints[p.owner]].motor->gear : 1.0;
      map.factors(row, static_cast<Eigen::Index>(i)) += part.factor * gear * gear;
    }
  }
  return map;
}

}  // namespace

Regrouping::Regrouping(const Robot& robot, bool payload)
    : robot_(data_of(robot)),
      // A power of two: dividing by it does not round.
      length_(std::exp2(std::round(std::log2(robot.size())))),
      entries_(entries_from_model(robot_, payload)) {
  const MatrixX exchanges = exchange_vectors(robot);
  changes_ = (entries_.leftCols(exchanges.rows()) * exchanges).transpose();
  const Eigen::Index of_nodes = rotor_entry(robot_, 0);
  for (Eigen::Index i = 0; i < changes_.cols(); ++i) changes_.col(i) /= unit_of(length_, i, of_nodes);
  for (std::size_t k = 0; k < robot_.motor_joints.size(); ++k) {
    const int entry = like_rotor(robot_, k);
    if (entry < 0) continue;
    changes_.conservativeResize(changes_.rows() + 1, Eigen::NoChange);
    changes_.bottomRows(1).setZero();
    changes_(changes_.rows() - 1, entry) = -1 / unit_of(length_, entry, of_nodes);
    changes_(changes_.rows() - 1, rotor_entry(robot_, k)) = 1;
  }
  changes_ = independent_rows(changes_);
}

Regrouping::Choice Regrouping::choose(const std::vector<int>& order) const {
  const Echelon solved = echelon(changes_, order);
  const Eigen::Index of_nodes = rotor_entry(robot_, 0);
  // p' = p - sum of p[pivot] * row: the dropped entries moved to the others.
  Choice choice{solved.pivots, entries_};
  for (std::size_t r = 0; r < solved.pivots.size(); ++r) {
    const int pivot = solved.pivots[r];
    for (Eigen::Index i = 0; i < entries_.rows(); ++i) {
      const double factor = solved.rows(static_cast<Eigen::Index>(r), i);
      if (factor == 0 || i == pivot) continue;
      const double unit = unit_of(length_, i, of_nodes) / unit_of(length_, pivot, of_nodes);
      choice.grouping.row(i) -= factor * unit * entries_.row(pivot);
    }
  }
  for (const int pivot : solved.pivots) choice.grouping.row(pivot).setZero();
  std::ranges::sort(choice.dropped);
  return choice;
}

TreeParameters<Expression> Regrouping::apply(const Choice& choice, const InertialMap& map,
                                             const TreeParameters<Expression>& parameters) const {
  const PartScope<Expression> of_rotors(Part::leg_dynamics);
  MatrixX factors = choice.grouping * map.factors;
  const MatrixX terms = choice.grouping.cwiseAbs() * map.factors.cwiseAbs();
  factors = (factors.array().abs() > cancelled * terms.array()).select(factors, 0.0);
  TreeParameters<Expression> result = parameters;
  for (std::size_t i = 1; i < result.nodes.size(); ++i) {
    const PartScope<Expression> part(body_part(robot_, static_cast<int>(i)));
    Vector10T<Expression> p;
    for (int e = 0; e < parameters_per_body; ++e)
      p[e] = weighted(factors.row(parameters_per_body * static_cast<Eigen::Index>(i) + e), map.variables);
    FrameInertia<Expression>& f = result.nodes[i];
    f.any = true;
    f.m = p[0];
    f.s << p[1], p[2], p[3];
    f.I << p[4], p[5], p[6], p[5], p[7], p[8], p[6], p[8], p[9];
  }
  if (robot_.mechanism.output) result.loaded_output = result.nodes[robot_.output_node];
  for (std::size_t k = 0; k < result.rotors.size(); ++k)
    result.rotors[k] = weighted(factors.row(rotor_entry(robot_, k)), map.variables);
  return result;
}

namespace {

// The best program so far, with the order in which entries were dropped for it.
class Search {
 public:
  Search(const Robot& robot, bool payload, const ModelReader& read, const ModelTracer& trace)
      : regrouping_(robot, payload), read_(read), trace_(trace) {
    Graph graph;
    keep(trace_(graph, read_(graph).tree), {});
  }

  bool tired() const { return effort_ < 0; }
  const std::vector<int>& order() const { return order_; }
  Program take() { return std::move(best_); }

  // True if this order is cheaper than all before.
  bool attempt(const std::vector<int>& order) {
    const Regrouping::Choice choice = regrouping_.choose(order);
    if (choice.dropped.empty() || !known_.insert(choice.dropped).second) return false;
    Graph graph;
    const TracedModel model = read_(graph);
    return keep(trace_(graph, regrouping_.apply(choice, model.inertia, model.tree)), order);
  }

 private:
  bool keep(Program program, const std::vector<int>& order) {
    effort_ -= static_cast<double>(program.nodes.size());
    const double candidate = cost(program, CostModel::operations);
    if (!best_.nodes.empty() && !(candidate < least_)) return false;
    least_ = candidate;
    best_ = std::move(program);
    order_ = order;
    return true;
  }

  Regrouping regrouping_;
  const ModelReader& read_;
  const ModelTracer& trace_;
  std::set<std::vector<int>> known_;
  Program best_;
  double least_ = 0;
  std::vector<int> order_;
  double effort_ = effort;
};

}  // namespace

ModelReader model_reader(const Robot& robot, const TraceOptions& options) {
  return [&data = data_of(robot), as_parameters = options.parameters](Graph& graph) {
    const ModelParameters<Expression> model = traced_parameters(data.mechanism, data.tree, as_parameters, graph);
    TreeParameters<Expression> tree = tree_parameters(data.mechanism, data.tree, model);
    InertialMap inertia = inertial_map(data, model, tree.rotors, graph);
    return TracedModel{std::move(tree), std::move(inertia)};
  };
}

ModelReader model_reader(const BaseParameters& base, const TraceOptions& options) {
  return [&base, as_parameters = options.parameters](Graph& graph) {
    const RobotData& data = data_of(base.form.robot());
    std::vector<Expression> variables;
    const ModelParameters<Expression> model = traced_base_parameters(base, as_parameters, graph, variables);
    return TracedModel{tree_parameters(data.mechanism, data.tree, model), base_map(base, std::move(variables))};
  };
}

Program trace_grouped(const Robot& robot, const TraceOptions& options, const ModelReader& read,
                      const ModelTracer& trace) {
  if (options.form == TraceForm::general) {
    Graph graph;
    return trace(graph, read(graph).tree);
  }
  Search search(robot, options.payload, read, trace);
  for (const std::vector<int>& order : drop_orders(data_of(robot))) search.attempt(order);
  // From the best order on: the same entry of like nodes dropped before all others.
  const std::vector<std::vector<int>> steps = drop_steps(data_of(robot));
  for (bool gained = !search.order().empty(); gained;) {
    gained = false;
    for (const std::vector<int>& first : steps) {
      if (search.tired()) return search.take();
      gained = search.attempt(with_first(search.order(), first)) || gained;
    }
  }
  return search.take();
}

}  // namespace jourdain
