// What the parts of the reader share: findings, the mechanism so far, names, and the values an expression may use.
#pragma once

#include "io/document.hpp"
#include "jourdain/model/mechanism.hpp"
#include "model/findings.hpp"
#include "model/quantity.hpp"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace jourdain {

// Larger than a file by hand needs: a printed model has everything written out.
inline constexpr DocumentLimits model_limits{std::size_t{4} << 20, 32, 400000, 256};
inline constexpr std::size_t largest_body_count = 1024;
inline constexpr std::size_t largest_joint_count = 2048;
inline constexpr int largest_leg_count = 64;
inline constexpr std::size_t largest_group_count = 256;
inline constexpr std::size_t largest_total_leg_count = 1024;
inline constexpr std::size_t largest_parameter_count = 4096;
inline constexpr std::size_t largest_relation_count = 1024;
inline constexpr std::size_t largest_term_count = 64;
inline constexpr double largest_value = 1e30;  // keeps every product of values finite

// A friction set before it is known whether its joint turns or slides: a number for each of its keys.
struct FrictionSet {
  std::vector<Quantity> quantities;
  bool readable = true;
};

// One run of the reader.
struct Reading {
  Findings findings;
  Mechanism mechanism;
  std::map<std::string, FrictionSet, std::less<>> friction_sets;
  std::map<std::string, int, std::less<>> body_index;
  std::map<std::string, int, std::less<>> joint_index;
  std::vector<SourceMark> body_marks;      // one per body
  std::vector<SourceMark> joint_marks;     // one per joint
  std::vector<bool> body_readable;         // false: mistakes were found, do not check further
  std::vector<SourceMark> leg_marks;       // one per leg
  std::vector<SourceMark> relation_marks;  // one per relation
  SourceMark name_mark;
  SourceMark gravity_mark;
  SourceMark output_mark;  // of its payload, where it has one
  SourceMark identical_mark;
  bool graph_readable = true;     // false: some joint is missing, so do not judge the graph
  bool geometry_readable = true;  // false: some joint has mistakes, so do not judge places and sizes
  bool allow_unphysical = false;
  std::vector<std::pair<std::string, std::string>> wanted_parameters;  // other values than the file's
  std::size_t body_attempts = 0;
  std::size_t joint_attempts = 0;
};

// Names that values may use, and the leg they are read for.
struct Scope {
  QuantityScope numbers;
  std::map<std::string, std::array<Quantity, 3>, std::less<>> vectors;  // of `each`
  std::string prefix;                                                   // "leg1." inside a leg
  Matrix3 turn = Matrix3::Identity();  // of places and directions in bodies outside the leg
  std::vector<int>* leg_bodies = nullptr;
  std::vector<int>* leg_joints = nullptr;
};

// What every read function is given.
struct Context {
  Reading& reading;
  Scope& scope;

  void error(SourceMark mark, std::string message, std::string hint = {}) const {
    reading.findings.error(mark, std::move(message), std::move(hint));
  }
};

// Adds a body or joint under its full name, and to the leg. False if the name is taken or there are too many.
bool add_body(const Context& context, const std::string& own_name, SourceMark mark, const Inertial& inertial,
              bool readable);
bool add_joint(const Context& context, Joint joint, SourceMark mark);

// Index of a body by a name as written in the scope: the leg's own first, then top level. -1 and an error if unknown.
int resolve_body(const Context& context, const Node& name);

// The name of a body in the leg without the leg's name.
bool is_own_body(const Context& context, int body);

}  // namespace jourdain
