// Bodies, payloads and the rods of parallelograms: mass, centre of mass, inertia.
#pragma once

#include "model/model_keys.hpp"
#include "model/read_value.hpp"

namespace jourdain {

// What the keys of a mapping say. `rod_length` not 0: the body is a rod of a parallelogram, x along it, thin by
// default.
Inertial read_inertial(const Context& context, const Node& mapping, const MassKeys& keys, double rod_length = 0);

// Reports an inertial that no body can have: negative mass, inertia without mass, moments that break the triangle
// inequality, numbers out of range.
void check_inertial(const Context& context, const Inertial& inertial, SourceMark mark, std::string_view name);

// Reads a map of bodies into the mechanism and, inside a leg, into the leg.
void read_bodies(const Context& context, const Node& node);

}  // namespace jourdain
