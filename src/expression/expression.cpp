#include "expression/expression.hpp"

namespace jourdain {

Expression Expression::apply(Op op, const Expression& a) {
  if (!a.graph_) return operate(op, a.value_, 0.0);
  return a.graph_->expression(a.graph_->apply(op, a.node_));
}

Expression Expression::apply(Op op, const Expression& a, const Expression& b) {
  Graph* graph = a.graph_ ? a.graph_ : b.graph_;
  if (!graph) return operate(op, a.value_, b.value_);
  const NodeId left = graph->node(a);
  return graph->expression(graph->apply(op, left, graph->node(b)));
}

}  // namespace jourdain
