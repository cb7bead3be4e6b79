// What must hold for every text whatever: shared by the fuzzer and by the test that replays its corpus.
#pragma once

#include "jourdain/model/reader.hpp"

#include <stdexcept>
#include <string>
#include <string_view>

namespace jourdain {

inline void demand(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

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

// Everything that is done with a mechanism once it is read, such as the analysis of its graph. May throw Error.
inline void use_mechanism(const Mechanism&) {}

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
