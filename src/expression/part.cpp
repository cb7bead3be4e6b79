#include "expression/part.hpp"

namespace jourdain {
namespace {

// Algorithms are templates that do not see the graph they are traced into.
thread_local Part part_of_thread = Part::none;

}  // namespace

Part current_part() { return part_of_thread; }

PartScope<Expression>::PartScope(Part part) : before_(part_of_thread) { part_of_thread = part; }
void PartScope<Expression>::enter(Part part) { part_of_thread = part; }
PartScope<Expression>::~PartScope() { part_of_thread = before_; }

}  // namespace jourdain
