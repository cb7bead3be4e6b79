// Inertial parameters regrouped when they are loaded, so that calls have less to do: forces depend on certain sums of
// the parameters only (the base parameters), and which members stand for a sum is free. Exact, and for all values of
// the parameters: the sums come from the exchange of inertia across joints (linear_form/exchanges), not from a rank.
#pragma once

#include "structure/tree_parameters.hpp"

#include "jourdain/linear_form/base_parameters.hpp"
#include "trace/functions/trace_dynamics.hpp"

#include <functional>
#include <vector>

namespace jourdain {

// The parameters of bodies, payload and rotors as linear functions of some variables of a graph.
struct InertialMap {
  std::vector<Expression> variables;
  MatrixX factors;  // ten rows for each body from 1 on, ten of the payload, one per rotor; one column per variable
};

// What can be regrouped in a robot: ten entries per node, then its rotors, as seen from their joints.
class Regrouping {
 public:
  // `payload`: the output's node carries it. Throws Error as exchange_vectors.
  Regrouping(const Robot& robot, bool payload);

  // A choice of entries that become zero.
  struct Choice {
    std::vector<int> dropped;  // sorted
    MatrixX grouping;          // entries from those of bodies, payload and rotors
  };

  // Drops the entries that come first in the order, as far as they depend on the others.
  Choice choose(const std::vector<int>& order) const;

  // `parameters` with the inertia of all nodes and rotors regrouped.
  TreeParameters<Expression> apply(const Choice& choice, const InertialMap& map,
                                   const TreeParameters<Expression>& parameters) const;

 private:
  const RobotData& robot_;
  double length_ = 1;  // unit of lengths in `changes_`
  MatrixX entries_;    // from those of bodies, payload and rotors
  MatrixX changes_;    // rows: changes of the entries without effect, in like units
};

// The parameters of a graph: in the tree's terms, and where its bodies' come from.
struct TracedModel {
  TreeParameters<Expression> tree;
  InertialMap inertia;
};

using ModelReader = std::function<TracedModel(Graph&)>;
using ModelTracer = std::function<Program(Graph&, const TreeParameters<Expression>&)>;

// The parameters of the model (traced_parameters), or the base parameters at their first members.
ModelReader model_reader(const Robot& robot, const TraceOptions& options);
ModelReader model_reader(const BaseParameters& base, const TraceOptions& options);

// The program that `trace` makes of a model: the cheapest by the counting rule of those with the model as it is or
// regrouped; in the general form as it is. Deterministic; a fixed effort is spent.
Program trace_grouped(const Robot& robot, const TraceOptions& options, const ModelReader& read,
                      const ModelTracer& trace);

}  // namespace jourdain
