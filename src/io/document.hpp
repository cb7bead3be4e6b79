// A strict subset of YAML as a tree of nodes that know where they stand: no anchors, aliases, tags, duplicate keys or
// several documents; bounded size, depth and names.
#pragma once

#include "jourdain/core/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

struct Node {
  enum class Kind { scalar, sequence, mapping };
  struct Member;

  Kind kind = Kind::scalar;
  SourceMark mark;
  std::string text;             // scalar: the text, as written
  bool quoted = false;          // scalar: was in quotes, hence never a number
  std::vector<Node> items;      // sequence
  std::vector<Member> members;  // mapping, in file order

  // The value of a key, or nullptr.
  const Node* find(std::string_view key) const;
};

struct Node::Member {
  std::string key;
  SourceMark key_mark;
  Node value;
};

struct DocumentLimits {
  std::size_t bytes = std::size_t{1} << 20;
  int depth = 32;
  std::size_t nodes = 200000;
  std::size_t name_length = 256;
};

// Parses text into its root node. Every mistake is appended to `diagnostics`; parsing goes on where that is safe
// (duplicate keys are reported and dropped). Never throws on bad text; work and memory are bounded by the limits.
// The root is a mapping, or an empty scalar if the text could not be read to its end: then no more can be said of it.
// Columns count characters. A missing value (`key:`) is a scalar with empty text that is not quoted.
Node parse_document(std::string_view text, std::vector<Diagnostic>& diagnostics, const DocumentLimits& limits = {});

}  // namespace jourdain
