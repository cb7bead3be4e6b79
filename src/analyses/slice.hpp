// Slices of the workspace: which one is asked for, and what answers say of it.
#pragma once

#include "analyses/warnings.hpp"

#include "jourdain/answer/answer.hpp"
#include "jourdain/kinematics/workspace_map.hpp"

#include <string>
#include <string_view>

namespace jourdain {

class OptionVisitor;

// What a user says about a slice; empty texts are not given.
struct SliceArguments {
  std::string_view held = "at";  // the option with the pose that is held
  int cells = 81;                // to each side, if nothing else is said
  std::string plane = {}, range = {}, at = {}, grid = {};

  bool given() const { return !(plane + range + at + grid).empty(); }
};

void show_fields(OptionVisitor& visitor, SliceArguments& arguments);

// The slice of these arguments. Throws Error(usage), also for robots without an output.
SliceRequest parse_slice(const Robot& robot, const SliceArguments& arguments, Warnings& warnings);

// Its axes, what is held, and the share that can be used.
Facts slice_facts(const Robot& robot, const Slice& slice);
// Number of cells of each state.
Table cell_counts(const Slice& slice);

}  // namespace jourdain
