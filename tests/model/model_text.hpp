// Helpers for tests that read models from text.
#pragma once

#include "jourdain/model/reader.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <optional>
#include <string>

namespace jourdain {

// One hinge; parts are appended or replaced by the tests.
inline const std::string hinge_model = R"(jourdain: 1
name: test
bodies:
  arm: {mass: 1}
joints:
  hinge: {type: revolute, between: [base, arm], axis: z}
)";

// The text with its only occurrence of `part` replaced.
inline std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << "no '" << part << "' in\n" << text;
  return at == std::string::npos ? text : text.replace(at, part.size(), by);
}

// A model with one body and these keys of it.
inline std::string with_body(const std::string& keys) { return replaced(hinge_model, "{mass: 1}", "{" + keys + "}"); }

// A model with one joint between base and arm of these keys.
inline std::string with_joint(const std::string& keys) {
  return replaced(hinge_model, "type: revolute, between: [base, arm], axis: z", "between: [base, arm], " + keys);
}

// The mistakes of a text; empty, with a failure, if there are none.
inline std::vector<Diagnostic> mistakes(const std::string& text) {
  try {
    read_model(text, "test.yaml");
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_FALSE(error.diagnostics().empty());
    return error.diagnostics();
  }
  ADD_FAILURE() << "this was accepted:\n" << text;
  return {};
}

// The mechanism of a good text; all mistakes are shown if it is not.
inline Mechanism good(const std::string& text) {
  try {
    return read_model(text, "test.yaml").mechanism;
  } catch (const Error& error) {
    ADD_FAILURE() << error.what();
    return {};
  }
}

inline const Joint& joint_of(const Mechanism& mechanism, const std::string& name) {
  static const Joint none;
  const int index = find_joint(mechanism, name);
  EXPECT_GE(index, 0) << name;
  return index < 0 ? none : mechanism.joints[index];
}

inline const Body& body_of(const Mechanism& mechanism, const std::string& name) {
  static const Body none;
  const int index = find_body(mechanism, name);
  EXPECT_GE(index, 0) << name;
  return index < 0 ? none : mechanism.bodies[index];
}

inline std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace jourdain
