#include "io/document.hpp"

#include "io/utf8.hpp"
#include "io/yaml_problem.hpp"

#include <fmt/format.h>
#include <yaml.h>
#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace jourdain {
namespace {

// A file with more mistakes than this is not worth reading on.
constexpr int max_mistakes = 100;

// libyaml takes nothing longer than this for a key.
constexpr std::size_t longest_yaml_key = 1024;

// Why a character may not stand in a file, or "" if it may.
std::string_view unwanted_character(const CodePoint& c) {
  if (!c.valid) return "a byte that is not valid UTF-8";
  if (c.value == 0) return "a NUL byte";
  if (c.value == '\t' || c.value == '\n' || c.value == '\r') return "";
  if (c.value < 0x20 || (c.value >= 0x7F && c.value <= 0x9F)) return "a control character";
  if (c.value == 0x2028 || c.value == 0x2029) return "an unusual line break";
  if (c.value == 0xFEFF || (c.value & 0xFFFE) == 0xFFFE) return "a code that is no character";
  return "";
}

// The first character that may not stand in a file.
std::optional<Diagnostic> check_characters(std::string_view text) {
  SourceMark mark{1, 1};
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    if (const std::string_view what = unwanted_character(c); !what.empty()) {
      const bool is_text = c.valid && c.value != 0;
      return Diagnostic{Severity::error, mark, fmt::format("{} stands here; expected plain UTF-8 text", what),
                        is_text ? "remove the character" : "save the file as UTF-8 text"};
    }
    at += c.size;
    const bool line_end = c.value == '\n' || (c.value == '\r' && !text.substr(at).starts_with('\n'));
    mark = line_end ? SourceMark{mark.line + 1, 1} : SourceMark{mark.line, mark.column + 1};
  }
  return std::nullopt;
}

// The number (from 0) of the first line that begins with '%' among the lines from `first` on; with `head_only` the
// search ends at the first line that is neither blank nor a comment. libyaml takes quadratic time for directives.
std::optional<int> find_directive(std::string_view text, std::size_t first, bool head_only) {
  std::size_t begin = 0;
  for (std::size_t line = 0; begin < text.size(); ++line) {
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    const std::string_view content = text.substr(begin, end - begin);
    if (line >= first) {
      if (content.starts_with('%')) return static_cast<int>(line);
      const std::size_t start = content.find_first_not_of(" \t");
      if (head_only && start != std::string_view::npos && content[start] != '#') return std::nullopt;
    }
    begin = text.substr(std::min(end, text.size())).starts_with("\r\n") ? end + 2 : end + 1;
  }
  return std::nullopt;
}

// Builds the tree from events. The open lists and mappings are on a stack of their own, so no call is recursive.
class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, std::vector<Diagnostic>& diagnostics, const DocumentLimits& limits)
      : text_(text), diagnostics_(diagnostics), limits_(limits) {}

  // Takes one event; false if reading must stop, the tree being worthless then.
  bool take(const yaml_event_t& event) {
    switch (event.type) {
      case YAML_ALIAS_EVENT: return take_alias(event);
      case YAML_SCALAR_EVENT: return take_scalar(event);
      case YAML_SEQUENCE_START_EVENT:
        return open(event, Node::Kind::sequence, event.data.sequence_start.anchor, event.data.sequence_start.tag);
      case YAML_MAPPING_START_EVENT:
        return open(event, Node::Kind::mapping, event.data.mapping_start.anchor, event.data.mapping_start.tag);
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT: return close();
      default: return true;
    }
  }

  // Appends a mistake; false if there are too many to read on.
  bool report(SourceMark mark, std::string message, std::string hint) {
    diagnostics_.push_back({Severity::error, mark, std::move(message), std::move(hint)});
    if (++mistakes_ < max_mistakes) return true;
    diagnostics_.push_back({Severity::error, mark, fmt::format("{} mistakes so far; reading stops here", max_mistakes),
                            "mend these first"});
    return false;
  }

  Node root;

 private:
  // A list or mapping that is still open.
  struct Frame {
    Node node;
    std::string key;  // of the value to come
    SourceMark key_mark;
    bool has_key = false;
    bool drop = false;                 // the value to come is not kept
    std::map<std::string, int> lines;  // of the keys so far
  };

  bool count_node(SourceMark mark) {
    if (++nodes_ <= limits_.nodes) return true;
    report(mark, fmt::format("the file has too many entries; expected {} at most", limits_.nodes), "split the file");
    return false;
  }

  // libyaml swallows the tag "!", so its character is looked for in the text. Marks never go back by much.
  bool has_tag(const yaml_event_t& event, const yaml_char_t* tag) {
    if (tag) return true;
    const std::size_t index = event.start_mark.index;
    if (index < cursor_index_) return false;
    for (; cursor_index_ < index && cursor_ < text_.size(); ++cursor_index_) {
      cursor_ += decode_utf8(text_, cursor_).size;
    }
    return cursor_ < text_.size() && text_[cursor_] == '!';
  }

  bool check_properties(const yaml_event_t& event, const yaml_char_t* anchor, const yaml_char_t* tag) {
    const SourceMark mark = to_mark(event.start_mark);
    if (has_tag(event, tag) &&
        !report(mark, "tags (!) are not allowed; expected a plain value", "put text that begins with ! in quotes")) {
      return false;
    }
    return !anchor || report(mark, "anchors (&) are not allowed; expected a plain value",
                             "write the value where it is used, or name it under 'parameters'");
  }

  bool take_alias(const yaml_event_t& event) {
    const SourceMark mark = to_mark(event.start_mark);
    if (!count_node(mark)) return false;
    if (!report(mark, "aliases (*) are not allowed; expected a plain value",
                "write the value out, or name it under 'parameters'")) {
      return false;
    }
    Node node;
    node.mark = mark;
    return attach(std::move(node));
  }

  bool take_scalar(const yaml_event_t& event) {
    const auto& scalar = event.data.scalar;
    Node node;
    node.mark = to_mark(event.start_mark);
    node.quoted = scalar.style != YAML_PLAIN_SCALAR_STYLE;
    node.text.assign(reinterpret_cast<const char*>(scalar.value), scalar.length);
    if (!count_node(node.mark) || !check_properties(event, scalar.anchor, scalar.tag)) return false;
    return attach(std::move(node));
  }

  bool open(const yaml_event_t& event, Node::Kind kind, const yaml_char_t* anchor, const yaml_char_t* tag) {
    Frame frame;
    frame.node.kind = kind;
    frame.node.mark = to_mark(event.start_mark);
    if (!count_node(frame.node.mark)) return false;
    if (stack_.size() >= static_cast<std::size_t>(std::max(limits_.depth, 0))) {
      report(frame.node.mark, fmt::format("the file is nested too deep; expected {} levels at most", limits_.depth),
             "check the brackets and the indentation");
      return false;
    }
    if (!check_properties(event, anchor, tag)) return false;
    stack_.push_back(std::move(frame));
    return true;
  }

  bool close() {
    Node node = std::move(stack_.back().node);
    stack_.pop_back();
    return attach(std::move(node));
  }

  // Puts a complete node where it belongs: root, list entry, key or value.
  bool attach(Node node) {
    if (stack_.empty()) {
      root = std::move(node);
      return true;
    }
    Frame& frame = stack_.back();
    if (frame.node.kind == Node::Kind::sequence) {
      frame.node.items.push_back(std::move(node));
      return true;
    }
    if (!frame.has_key) {
      frame.has_key = true;
      frame.drop = true;
      return take_key(frame, std::move(node));
    }
    if (!frame.drop) frame.node.members.push_back({std::move(frame.key), frame.key_mark, std::move(node)});
    frame.has_key = false;
    return true;
  }

  // A key that cannot be used is reported, and its value is dropped.
  bool take_key(Frame& frame, Node node) {
    if (node.kind != Node::Kind::scalar) {
      return report(node.mark, "a name must be plain text, not a list or a mapping", "write 'name: value'");
    }
    if (node.text.empty()) return report(node.mark, "a name is missing before ':'", "write 'name: value'");
    if (node.text.size() > limits_.name_length && count_characters(node.text) > limits_.name_length) {
      // Beyond its own limit libyaml does not see the ':' after the name, so reading on would only mislead.
      const bool go_on = node.text.size() <= longest_yaml_key;
      return report(node.mark,
                    fmt::format("the name {} is too long; expected {} characters at most", quoted_name(node.text),
                                limits_.name_length),
                    "shorten the name") &&
             go_on;
    }
    const auto [first, is_new] = frame.lines.emplace(node.text, node.mark.line);
    if (!is_new) {
      return report(node.mark,
                    fmt::format("the name {} stands twice in this block; the first is on line {}",
                                quoted_name(node.text), first->second),
                    "remove one of the two, or rename it");
    }
    frame.key = std::move(node.text);
    frame.key_mark = node.mark;
    frame.drop = false;
    return true;
  }

  std::string_view text_;
  std::vector<Diagnostic>& diagnostics_;
  DocumentLimits limits_;
  std::vector<Frame> stack_;
  std::size_t nodes_ = 0;
  int mistakes_ = 0;
  std::size_t cursor_ = 0;  // byte of the character number cursor_index_
  std::size_t cursor_index_ = 0;
};

// libyaml's parser and its latest event, freed on every way out.
class EventStream {
 public:
  explicit EventStream(std::string_view text) : ready_(yaml_parser_initialize(&parser_) != 0) {
    if (!ready_) return;
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  }
  ~EventStream() {
    yaml_event_delete(&event_);
    if (ready_) yaml_parser_delete(&parser_);
  }
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;

  bool next() {
    yaml_event_delete(&event_);
    return ready_ && yaml_parser_parse(&parser_, &event_) != 0;
  }
  const yaml_event_t& event() const { return event_; }
  const yaml_parser_t& parser() const { return parser_; }

 private:
  yaml_parser_t parser_{};
  yaml_event_t event_{};
  bool ready_;
};

// Runs the events of the one document through the builder; false if the tree is worthless.
bool build_tree(std::string_view text, TreeBuilder& builder, std::vector<Diagnostic>& diagnostics) {
  const auto second_document = [&](SourceMark mark) {
    builder.report(mark, "a second document begins here; expected one document per file",
                   "remove the line with '---' or '%', or put what follows into a file of its own");
  };
  EventStream stream(text);
  bool ended = false;
  while (stream.next()) {
    const yaml_event_t& event = stream.event();
    if (event.type == YAML_STREAM_END_EVENT) return true;
    if (ended) {
      second_document(to_mark(event.start_mark));
      return true;
    }
    if (!builder.take(event)) return false;
    if (event.type != YAML_DOCUMENT_END_EVENT) continue;
    ended = true;
    if (const auto line = find_directive(text, event.end_mark.line, false)) {
      second_document({*line + 1, 1});
      return true;
    }
  }
  diagnostics.push_back(explain_problem(stream.parser(), text));
  return false;
}

}  // namespace

const Node* Node::find(std::string_view key) const {
  for (const Member& member : members) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

Node parse_document(std::string_view text, std::vector<Diagnostic>& diagnostics, const DocumentLimits& limits) {
  const auto refuse = [&](SourceMark mark, std::string message, std::string hint) {
    diagnostics.push_back({Severity::error, mark, std::move(message), std::move(hint)});
    return Node{};
  };

  // What the text as a whole must satisfy, before libyaml sees it.
  if (text.size() > limits.bytes) {
    return refuse({}, fmt::format("the file has {} bytes; expected {} at most", text.size(), limits.bytes),
                  "split the file, or check that it is a model file");
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (const auto problem = check_characters(text)) {
    diagnostics.push_back(*problem);
    return {};
  }
  if (const auto line = find_directive(text, 0, true)) {
    return refuse({*line + 1, 1}, "directives (lines that begin with '%') are not allowed", "remove the line");
  }

  TreeBuilder builder(text, diagnostics, limits);
  if (!build_tree(text, builder, diagnostics)) return {};
  Node root = std::move(builder.root);
  if (root.kind == Node::Kind::mapping) return root;
  if (root.kind == Node::Kind::scalar && root.text.empty() && !root.quoted) {
    return refuse({1, 1}, "the file is empty; expected 'name: value' lines", "begin with 'jourdain: 1'");
  }
  return refuse(root.mark,
                fmt::format("the file is {}; expected a mapping of 'name: value' lines",
                            root.kind == Node::Kind::sequence ? "a list" : "a single text"),
                "begin with 'jourdain: 1'");
}

}  // namespace jourdain
