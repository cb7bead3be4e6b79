#include "io/yaml_problem.hpp"

#include "io/utf8.hpp"

#include <fmt/format.h>
#include <string>

namespace jourdain {
namespace {

// libyaml takes nothing longer than this for a key.
constexpr std::size_t longest_key = 1024;

struct Translation {
  std::string_view problem;  // part of libyaml's message
  const char* message;
  const char* hint;
};

constexpr Translation translations[] = {
    {"mapping values are not allowed", "a ':' stands where none is allowed; expected a plain value here",
     "one 'name: value' per line; put a value that contains ': ' in quotes, and indent with the line above"},
    {"mapping keys are not allowed", "a '?' stands where no name can begin", "put the text in quotes"},
    {"block sequence entries are not allowed", "a list entry '- ' stands where no list can begin",
     "begin the list on a line of its own below its name, or write [a, b, c]"},
    {"could not find expected ':'", "a ':' is missing after this; expected 'name: value'",
     "write a ':' and a space after the name, or indent the line if it belongs to the one above"},
    {"did not find expected key", "expected a name at the same indentation as the names above, or the end of the block",
     "indent all names of one block by the same number of spaces, and check quotes and brackets above"},
    {"did not find expected '-' indicator", "expected '- ' at the same indentation as the list entries above",
     "indent all entries of one list by the same number of spaces"},
    {"did not find expected ',' or ']'", "a list in [ ] is not closed; expected ',' or ']'",
     "separate the entries by commas and close the list with ']'"},
    {"did not find expected ',' or '}'", "a group in { } is not closed; expected ',' or '}'",
     "separate the entries by commas and close the group with '}'"},
    {"found unexpected end of stream", "the quotes are never closed", "close the text with the same kind of quote"},
    {"found unexpected document indicator", "the quotes are not closed before the document ends",
     "close the text with the same kind of quote"},
    {"found unknown escape character", "unknown '\\' sequence in double quotes",
     "write '\\\\' for a backslash, or use single quotes"},
    {"hexdecimal number", "a '\\x' or '\\u' sequence lacks its hexadecimal digits",
     "write '\\\\' for a backslash, or use single quotes"},
    {"invalid Unicode character escape", "a '\\u' sequence names no character", "write the character itself"},
    {"tab character", "a tab is used for indentation; expected spaces", "replace tabs by spaces"},
    {"indentation indicator equal to 0", "the indentation of a text block cannot be 0",
     "remove the digit after | or >"},
    {"comment or line break", "unexpected text after '|' or '>'; expected the end of the line",
     "begin the text block on the next line"},
    {"alphabetic or numeric character", "anchors (&) and aliases (*) are not allowed; expected a plain value",
     "put text that begins with & or * in quotes"},
    {"<document start>", "the document ended before this; expected nothing more",
     "check the brackets and the indentation above: a file is one block of 'name: value' lines"},
    {"directive", "directives (lines that begin with '%') are not allowed", "remove the line"},
    {"incompatible YAML document", "directives (lines that begin with '%') are not allowed", "remove the line"},
    {"found unexpected ':'", "a ':' stands inside a value", "put the value in quotes"},
};

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// The byte of the character with this number.
std::size_t byte_of(std::string_view text, std::size_t index) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < index && at < text.size(); ++i) at += decode_utf8(text, at).size;
  return at;
}

Diagnostic tag_problem(SourceMark mark) {
  return {Severity::error, mark, "tags (!) are not allowed; expected a plain value",
          "put text that begins with ! in quotes"};
}

// A character that begins no value: tabs, and brackets or commas too many are the usual case.
Diagnostic bad_start(SourceMark mark, std::string_view text, std::size_t at) {
  const std::string_view rest = at < text.size() ? text.substr(at) : std::string_view{};
  if (rest.empty()) return {Severity::error, mark, "the text ends where a value is expected", "write the value"};
  if (rest.starts_with('\t')) {
    return {Severity::error, mark, "a tab is used for indentation; expected spaces", "replace tabs by spaces"};
  }
  if (rest[0] == ':') return {Severity::error, mark, "a name is missing before ':'", "write 'name: value'"};
  const bool is_bracket = std::string_view("[]{},").find(rest[0]) != std::string_view::npos;
  return {Severity::error, mark,
          fmt::format("{} stands where a value is expected", quoted_name(rest.substr(0, decode_utf8(rest, 0).size))),
          is_bracket ? "check the brackets and commas before this" : "put text that begins so in quotes"};
}

// libyaml gives up on keys over 1024 characters with messages that do not say so.
bool is_long_key(const yaml_parser_t& parser, std::string_view problem) {
  if (contains(problem, "could not find expected ':'")) {
    return parser.problem_mark.line == parser.context_mark.line &&
           parser.problem_mark.index - parser.context_mark.index > longest_key;
  }
  return contains(problem, "mapping values are not allowed") && parser.problem_mark.column > longest_key;
}

Diagnostic long_key(const yaml_parser_t& parser) {
  SourceMark mark = to_mark(parser.problem_mark);
  mark.column = 1;
  return {Severity::error, mark, "a name on this line is too long; expected a short one before the ':'",
          "shorten the name, or put a value that contains ': ' in quotes"};
}

}  // namespace

SourceMark to_mark(const yaml_mark_t& mark) {
  return {static_cast<int>(mark.line) + 1, static_cast<int>(mark.column) + 1};
}

Diagnostic explain_problem(const yaml_parser_t& parser, std::string_view text) {
  if (parser.error == YAML_MEMORY_ERROR) return {Severity::error, {}, "not enough memory to read the file", ""};
  const std::string_view problem = parser.problem ? parser.problem : "unknown problem";
  const std::string_view context = parser.context ? parser.context : "";
  const SourceMark mark = to_mark(parser.problem_mark);
  if (parser.error == YAML_READER_ERROR) {
    return {Severity::error, {}, fmt::format("the text cannot be read: {}", problem), "save the file as UTF-8 text"};
  }
  if (is_long_key(parser, problem)) return long_key(parser);
  if (contains(context, "tag") && !contains(context, "directive")) return tag_problem(mark);
  if (contains(problem, "tag handle")) return tag_problem(to_mark(parser.context_mark));

  // At the end of the text the place where the open item began says more than the end itself.
  const std::size_t at = byte_of(text, parser.problem_mark.index);
  const bool at_end = text.find_first_not_of(" \t\r\n", at) == std::string_view::npos;
  const bool missing_colon = contains(problem, "could not find expected ':'");
  const bool use_context = !context.empty() && (at_end || missing_colon);
  const SourceMark shown = use_context ? to_mark(parser.context_mark) : mark;
  if (contains(problem, "cannot start any token") || contains(problem, "expected node content")) {
    return bad_start(shown, text, at);
  }

  const std::string whole = std::string(context) + ": " + std::string(problem);
  for (const Translation& t : translations) {
    if (!contains(whole, t.problem)) continue;
    std::string message = t.message;
    const bool opened = contains(context, "flow") || contains(context, "quoted");
    if (opened && !use_context) message += fmt::format(" (opened on line {})", parser.context_mark.line + 1);
    return {Severity::error, shown, message, t.hint};
  }
  return {Severity::error, shown, fmt::format("this is not valid YAML: {}", problem), ""};
}

}  // namespace jourdain
