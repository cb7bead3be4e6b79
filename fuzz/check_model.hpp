// What must hold for every text whatever: shared by the fuzzer and by the test that replays its corpus.
#pragma once

#include "demand.hpp"

#include "jourdain/model/reader.hpp"
#include "jourdain/structure/structure.hpp"
#ifndef JOURDAIN_READER_ONLY
#include "check_robot.hpp"
#endif

#include <string>
#include <string_view>

namespace jourdain {

inline bool is_finite(const Mechanism& mechanism) {
  bool finite = mechanism.gravity.allFinite();
  for (const Body& body : mechanism.bodies) {
    finite = finite && body.inertial.com.allFinite() && body.inertial.inertia.allFinite() &&
             inertial_parameters(body.inertial).allFinite();
  }
  for (const Joint& joint : mechanism.joints) {
    finite = finite && joint.in_a.R.allFinite() && joint.in_a.p.allFinite() && joint.in_b.R.allFinite() &&
             joint.in_b.p.allFinite();
  }
  return finite;
}

// A tree has every joint once, as nodes or as a cut.
inline void check_tree(const Mechanism& mechanism, const SpanningTree& tree) {
  demand(tree.bodies.size() == mechanism.bodies.size(), "every body has a node");
  int equations = 0;
  for (const Cut& cut : tree.cuts) {
    demand(!mechanism.joints[cut.joint].motor, "no actuated joint is cut");
    equations += cut.rows;
  }
  demand(tree.rows == equations, "the closure equations are those of the cuts");
}

// Everything that is done with a mechanism once it is read: the analysis of its graph and, for small ones, the robot.
// May throw Error.
inline void use_mechanism(const Mechanism& mechanism) {
  find_idle_spins(mechanism);
  check_tree(mechanism, build_tree(mechanism));
#ifndef JOURDAIN_READER_ONLY
  if (is_small(mechanism)) check_robot(Robot(mechanism));
#endif
}

// Reads a text. Refused: with reasons. Accepted: finite, usable, and the same again after printing.
// Returns whether it was accepted; throws std::logic_error if something does not hold.
inline bool check_model_text(std::string_view text) {
  LoadedModel model;
  try {
    model = read_model(text, "text");
  } catch (const Error& error) {
    demand(error.kind() == ErrorKind::input, "a bad text is an input error");
    demand(!error.diagnostics().empty() && *error.what() != '\0', "a refusal has reasons");
    return false;
  }
  demand(is_finite(model.mechanism), "a mechanism has finite numbers");
  try {
    use_mechanism(model.mechanism);
  } catch (const Error&) {
    // A mechanism that cannot be used is refused with an Error, like a bad text.
  }
  const std::string printed = print_model(model.mechanism);
  try {
    demand(read_model(printed, "printed").mechanism == model.mechanism, "printing and reading changes nothing");
  } catch (const Error& error) {
    throw std::logic_error(std::string("a printed model must be readable:\n") + error.what());
  }
  return true;
}

}  // namespace jourdain
