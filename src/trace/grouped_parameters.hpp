// Inertial parameters regrouped when they are loaded, so that calls have less to do: forces depend on certain sums of
// the parameters only (the base parameters), and which members stand for a sum is free. Exact, and for all values of
// the parameters: the sums come from the exchange of inertia across joints (linear_form/base_rules), not from a rank.
#pragma once

#include "structure/tree_parameters.hpp"

#include "jourdain/expression/program.hpp"
#include "jourdain/kinematics/robot.hpp"

#include <functional>
#include <vector>

namespace jourdain {

// The parameters of bodies and payload as linear functions of some variables of a graph.
struct InertialMap {
  std::vector<Expression> variables;
  MatrixX factors;  // ten rows for each body from 1 on, then ten of the payload; one column per variable
};

// The map of parameters whose entries are constants or variables each.
InertialMap inertial_map(const ModelParameters<Expression>& parameters, Graph& graph);

// Ways to regroup the inertia of a robot's nodes: each is a choice of entries that become zero.
class Regrouping {
 public:
  // `payload`: the output's node carries it. Throws Error as exchange_vectors.
  Regrouping(const Robot& robot, bool payload);

  // The number of ways to try; 0 if every entry counts.
  int ways() const { return static_cast<int>(groupings_.size()); }

  // `parameters` with the inertia of all nodes regrouped.
  TreeParameters<Expression> apply(int way, const InertialMap& map, const TreeParameters<Expression>& parameters) const;

 private:
  const RobotData& robot_;
  std::vector<MatrixX> groupings_;  // ten per node, from ten per body and of the payload
};

// The parameters of a graph: in the tree's terms, and where its bodies' come from.
struct TracedModel {
  TreeParameters<Expression> tree;
  InertialMap inertia;
};

// The cheapest program by the counting rule that `trace` makes of a model, as it is or regrouped. `read` declares the
// model's parameters in a new graph.
Program cheapest_grouping(const Robot& robot, bool payload, const std::function<TracedModel(Graph&)>& read,
                          const std::function<Program(Graph&, const TreeParameters<Expression>&)>& trace);

}  // namespace jourdain
