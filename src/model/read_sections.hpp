// The top-level sections other than bodies and joints.
#pragma once

#include "model/read_value.hpp"

namespace jourdain {

// One leg group, or a list of them.
void read_legs(const Context& context, const Node& node);

// The body whose motion is commanded.
void read_output(const Context& context, const Node& node, bool is_platform);

void read_counterbalances(const Context& context, const Node& node);

// Declared symmetries, zeros and relations; reads names, validate.cpp compares the values.
void read_structure(const Context& context, const Node& node);

// "sy.ring + sz.stator = 0" and the like; nothing after an error.
std::optional<InertialRelation> read_relation(const Context& context, const Node& node);

void read_assembly(const Context& context, const Node& node);

}  // namespace jourdain
