#include "failure.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

namespace jourdain::cli {
namespace {

const char* kind_word(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage: return "usage";
    case ErrorKind::input: return "input";
    case ErrorKind::numerical: return "numerical";
  }
  return "unknown";
}

int exit_code(ErrorKind kind) {
  return kind == ErrorKind::usage ? exit_usage : kind == ErrorKind::input ? exit_input : exit_numerical;
}

}  // namespace

int report_failure(const Error& error, bool json) {
  const std::string text = error.what();
  // "file:1: error: ..." says already what it is.
  const bool has_places =
      !error.diagnostics().empty() || text.substr(0, text.find('\n')).find(": error: ") != std::string::npos;
  print_to(Stream::error, "{}{}{}", paint(Stream::error, Colour::bad, has_places ? "" : "jourdain: error: "), text,
           text.ends_with('\n') ? "" : "\n");
  if (json) print_json(failure_json(error));
  return exit_code(error.kind());
}

Json failure_json(const Error& error) {
  Json list = Json::array();
  for (const Diagnostic& d : error.diagnostics()) {
    list.push_back({{"line", d.mark.line}, {"column", d.mark.column}, {"message", d.message}, {"hint", d.hint}});
  }
  return {{"jourdain", version()},
          {"ok", false},
          {"exit_code", exit_code(error.kind())},
          {"error", {{"kind", kind_word(error.kind())}, {"message", error.what()}, {"diagnostics", std::move(list)}}}};
}

}  // namespace jourdain::cli
