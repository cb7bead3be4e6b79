// Dynamic parameters of a robot as parameters of a graph.
#pragma once

#include "legs/robot_data.hpp"

#include "expression/expression.hpp"
#include "jourdain/linear_form/base_parameters.hpp"
#include "trace/trace_dynamics.hpp"

#include <map>
#include <string>
#include <vector>

namespace jourdain {

// Names as in the linear form: m.body, sx.body ... Izz.body, friction "coulomb.joint", "coulomb.joint.2" or
// "coulomb.set", "rotor.joint". Values that are zero in the model stay structural zeros, which cost nothing.
// `as_parameters` false: constants.
ModelParameters<Expression> traced_parameters(const Mechanism& mechanism, const SpanningTree& tree, bool as_parameters,
                                              Graph& graph);

// The value of each of these names, zeros too.
void named_parameters_of(const Mechanism& mechanism, const SpanningTree& tree, Graph& graph,
                         std::map<std::string, double>& values);

// The same with base parameters ("base.Izz.ring") in place of those of bodies, friction, rotors and payload: each
// stands where its first member is, all others are zero.
ModelParameters<Expression> traced_base_parameters(const BaseParameters& base, bool as_parameters, Graph& graph,
                                                   std::vector<Expression>& variables);

// What a plan makes of them.
PlanParameters<Expression> traced_plan_parameters(const RobotData& robot, const Plan& plan,
                                                  const TreeParameters<Expression>& parameters,
                                                  const TraceOptions& options, bool linear = false);

// The name that a standard parameter of the linear form has there: that of its shared set, or within identical legs.
std::string shared_parameter_name(const Mechanism& mechanism, const StandardParameter& parameter);

}  // namespace jourdain
