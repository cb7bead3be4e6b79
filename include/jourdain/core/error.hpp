// Errors of set-up code: one exception type that says where, what and what to do. The version of the library.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace jourdain {

// What an Error is about; the command line turns it into an exit code.
enum class ErrorKind {
  usage,      // the caller asked for something that cannot be done: exit code 2
  input,      // a file is wrong or cannot be read: exit code 3
  numerical,  // the numbers do not allow an answer: exit code 4
};

// A place in a text file; line and column count from 1, 0 where unknown.
struct SourceMark {
  int line = 0;
  int column = 0;
};

enum class Severity { error, warning };

// One finding about a file: what is wrong, where, what was expected and what to do.
struct Diagnostic {
  Severity severity = Severity::error;
  SourceMark mark;
  std::string message;  // one sentence: what is wrong and what was expected
  std::string hint;     // what to do; may be empty
};

// Thrown by set-up code only; nothing that a control loop may call throws.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message, std::vector<Diagnostic> diagnostics = {})
      : std::runtime_error(message), kind_(kind), diagnostics_(std::move(diagnostics)) {}

  ErrorKind kind() const { return kind_; }

  // Each single finding, in file order; what() holds them all as text.
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  ErrorKind kind_;
  std::vector<Diagnostic> diagnostics_;
};

// "major.minor.patch" of the library that is linked, for example "0.1.0". A control loop may call it.
const char* version();

}  // namespace jourdain
