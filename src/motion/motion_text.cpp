// "circle radius=100 mm speed=1 m/s; hold duration=1 s" as the document {parts: [{circle: {radius: 100 mm, ...}},
// ...]}.
#include "motion/motion_reading.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

constexpr std::size_t longest_text = 10000;

struct Word {
  std::string_view text;
  std::size_t at = 0;  // place in the whole text
};

SourceMark mark_at(std::size_t at) { return {1, static_cast<int>(at) + 1}; }

// Words between blanks, and ";" alone; brackets and quotes keep together what is in them.
std::vector<Word> words_of(std::string_view text, std::vector<Diagnostic>& problems) {
  std::vector<Word> words;
  std::size_t start = std::string_view::npos;
  std::vector<std::size_t> open;  // brackets
  char quote = 0;
  const auto end_word = [&](std::size_t at) {
    if (start != std::string_view::npos) words.push_back({text.substr(start, at - start), start});
    start = std::string_view::npos;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && open.empty() && (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ';')) {
      end_word(i);
      if (c == ';') words.push_back({text.substr(i, 1), i});
      continue;
    }
    if (start == std::string_view::npos) start = i;
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '{' || c == '[') {
      open.push_back(i);
    } else if (c == '}' || c == ']') {
      if (open.empty() || (text[open.back()] == '{') != (c == '}')) {
        problems.push_back({Severity::error, mark_at(i), fmt::format("'{}' closes nothing", c), {}});
        return {};
      }
      open.pop_back();
    }
  }
  end_word(text.size());
  if (!open.empty()) problems.push_back({Severity::error, mark_at(open.back()), "this bracket is not closed", {}});
  return words;
}

void shift(Node& node, std::size_t columns) {
  node.mark = {1, node.mark.column + static_cast<int>(columns)};
  for (Node& item : node.items) shift(item, columns);
  for (Node::Member& member : node.members) {
    member.key_mark = {1, member.key_mark.column + static_cast<int>(columns)};
    shift(member.value, columns);
  }
}

// The value of a key: YAML as it would stand behind "key: " in brackets, so that {x: 10 mm} is a map.
Node value_of(std::string_view text, std::size_t at, std::vector<Diagnostic>& problems) {
  Node node;
  node.mark = mark_at(at);
  node.text = text;
  const bool structured =
      text.starts_with('{') || text.starts_with('[') || text.starts_with('"') || text.starts_with('\'');
  if (!structured) return node;
  constexpr std::string_view before = "v: ";
  std::vector<Diagnostic> found;
  Node root = parse_document(std::string(before) + std::string(text), found);
  for (Diagnostic& problem : found) {
    problem.mark =
        mark_at(at + static_cast<std::size_t>(std::max(0, problem.mark.column - 1 - static_cast<int>(before.size()))));
    problems.push_back(std::move(problem));
  }
  const Node* value = root.find("v");
  if (!value) return node;
  node = *value;
  // Columns began behind "v: ".
  Node::Member holder{"", {}, node};
  shift(holder.value, at);
  const auto pull = [&](auto&& self, Node& n) -> void {
    n.mark.column -= static_cast<int>(before.size());
    for (Node& item : n.items) self(self, item);
    for (Node::Member& member : n.members) {
      member.key_mark.column -= static_cast<int>(before.size());
      self(self, member.value);
    }
  };
  pull(pull, holder.value);
  return holder.value;
}

// Adds "key=value" words to a map; words without "=" go on with the value before.
void add_values(std::string_view text, const std::vector<Word>& words, std::size_t first, std::size_t end, Node& map,
                std::vector<Diagnostic>& problems) {
  std::size_t k = first;
  while (k < end) {
    const std::size_t equals = words[k].text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      problems.push_back(
          {Severity::error, mark_at(words[k].at), fmt::format("expected key=value, found '{}'", words[k].text), {}});
      return;
    }
    std::size_t last = k;
    while (last + 1 < end && words[last + 1].text.find('=') == std::string_view::npos) ++last;
    const std::size_t from = words[k].at + equals + 1;
    const std::size_t to = words[last].at + words[last].text.size();
    const std::string key(words[k].text.substr(0, equals));
    std::string_view value = text.substr(from, to - from);
    std::size_t blanks = 0;
    while (blanks < value.size() && value[blanks] == ' ') ++blanks;
    value.remove_prefix(blanks);
    if (map.find(key)) {
      problems.push_back({Severity::error, mark_at(words[k].at), fmt::format("'{}' is given twice", key), {}});
    } else {
      map.members.push_back({key, mark_at(words[k].at), value_of(value, from + blanks, problems)});
    }
    k = last + 1;
  }
}

}  // namespace

Node document_of_text(std::string_view text, std::vector<Diagnostic>& problems) {
  Node root, parts;
  root.kind = Node::Kind::mapping;
  root.mark = parts.mark = mark_at(0);
  parts.kind = Node::Kind::sequence;
  if (text.size() > longest_text) {
    problems.push_back({Severity::error, mark_at(0), fmt::format("the text is longer than {} characters", longest_text),
                        "write a file"});
    return root;
  }
  const std::vector<Word> words = words_of(text, problems);
  for (std::size_t k = 0; k < words.size();) {
    std::size_t end = k;
    while (end < words.size() && words[end].text != ";") ++end;
    if (end > k) {
      // A kind and its keys, or keys of the whole motion.
      const bool has_kind = words[k].text.find('=') == std::string_view::npos;
      if (has_kind) {
        Node part, values;
        part.kind = values.kind = Node::Kind::mapping;
        part.mark = values.mark = mark_at(words[k].at);
        add_values(text, words, k + 1, end, values, problems);
        part.members.push_back({std::string(words[k].text), mark_at(words[k].at), std::move(values)});
        parts.items.push_back(std::move(part));
      } else {
        add_values(text, words, k, end, root, problems);
      }
    }
    k = end + 1;
  }
  root.members.push_back({"parts", mark_at(0), std::move(parts)});
  return root;
}

}  // namespace jourdain
