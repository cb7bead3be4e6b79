#include "failure.hpp"

#include "console.hpp"

#include "report/render.hpp"

namespace jourdain::cli {

int tell_failure(const Error& error) {
  const std::string text = error.what();
  // "file:1: error: ..." says already what it is.
  const bool has_places =
      !error.diagnostics().empty() || text.substr(0, text.find('\n')).find(": error: ") != std::string::npos;
  print_to(Stream::error, "{}{}{}", paint(Stream::error, Colour::bad, has_places ? "" : "jourdain: error: "), text,
           text.ends_with('\n') ? "" : "\n");
  return exit_code(error.kind());
}

int report_failure(const Error& error, bool json) {
  if (json) put(Stream::out, failure_json(error));
  return tell_failure(error);
}

}  // namespace jourdain::cli
