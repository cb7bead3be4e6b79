// "circle radius=100 mm speed=1 m/s; hold duration=1 s" as the document {parts: [{circle: {radius: 100 mm, ...}},
// ...]}.
#include "motion/motion_reading.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

constexpr std::size_t longest_text = 10000;

struct Word {
  std::string_view text;
  std::size_t at = 0;  // place in the whole text
};

// Columns count characters: bytes that go on with a character of UTF-8 do not.
SourceMark mark_at(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; };
  return {1, static_cast<int>(std::count_if(before.begin(), before.end(), begins)) + 1};
}

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
        problems.push_back({Severity::error, mark_at(text, i), fmt::format("'{}' closes nothing", c), {}});
        return {};
      }
      open.pop_back();
    }
  }
  end_word(text.size());
  if (!open.empty())
    problems.push_back({Severity::error, mark_at(text, open.back()), "this bracket is not closed", {}});
  return words;
}

// Moves all marks of a node to the right, into the first line.
void shift(Node& node, int columns) {
  node.mark = {1, node.mark.column + columns};
  for (Node& item : node.items) shift(item, columns);
  for (Node::Member& member : node.members) {
    member.key_mark = {1, member.key_mark.column + columns};
    shift(member.value, columns);
  }
}

// The value of a key, which stands at this mark; in brackets and quotes it is YAML, so that {x: 10 mm} is a map. A list
// needs no brackets: 10 mm,0,5 mm.
Node value_of(std::string_view key, std::string_view value, SourceMark mark, std::vector<Diagnostic>& problems) {
  constexpr std::string_view structured = "{[\"'";
  Node node;
  node.mark = mark;
  node.text = value;
  const bool is_structured = !value.empty() && structured.find(value.front()) != std::string_view::npos;
  const bool is_list = !is_structured && key != "csv" && value.find(',') != std::string_view::npos;
  if (!is_structured && !is_list) return node;
  const std::string_view before = is_list ? "v: [" : "v: ";
  const int columns = mark.column - 1 - static_cast<int>(before.size());
  std::vector<Diagnostic> found;
  const Node root = parse_document(fmt::format("{}{}{}", before, value, is_list ? "]" : ""), found);
  for (Diagnostic& problem : found) {
    problem.mark = {1, std::max(mark.column, problem.mark.column + columns)};
    problems.push_back(std::move(problem));
  }
  if (const Node* parsed = root.find("v")) {
    node = *parsed;
    shift(node, columns);
    node.mark = mark;
  }
  return node;
}

// Adds "key=value" words to a map; words without "=" go on with the value before.
void add_values(std::string_view text, const std::vector<Word>& words, std::size_t first, std::size_t end, Node& map,
                std::vector<Diagnostic>& problems) {
  std::size_t k = first;
  while (k < end) {
    const std::size_t equals = words[k].text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      problems.push_back({Severity::error,
                          mark_at(text, words[k].at),
                          fmt::format("expected key=value, found '{}'", words[k].text),
                          {}});
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
      problems.push_back({Severity::error, mark_at(text, words[k].at), fmt::format("'{}' is given twice", key), {}});
    } else {
      map.members.push_back(
          {key, mark_at(text, words[k].at), value_of(key, value, mark_at(text, from + blanks), problems)});
    }
    k = last + 1;
  }
}

}  // namespace

Node document_of_text(std::string_view text, std::vector<Diagnostic>& problems) {
  Node root, parts;
  root.kind = Node::Kind::mapping;
  root.mark = parts.mark = mark_at(text, 0);
  parts.kind = Node::Kind::sequence;
  if (text.size() > longest_text) {
    problems.push_back({Severity::error, mark_at(text, 0),
                        fmt::format("the text is longer than {} characters", longest_text), "write a file"});
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
        part.mark = values.mark = mark_at(text, words[k].at);
        add_values(text, words, k + 1, end, values, problems);
        part.members.push_back({std::string(words[k].text), mark_at(text, words[k].at), std::move(values)});
        parts.items.push_back(std::move(part));
      } else {
        add_values(text, words, k, end, root, problems);
      }
    }
    k = end + 1;
  }
  root.members.push_back({"parts", mark_at(text, 0), std::move(parts)});
  return root;
}

}  // namespace jourdain
