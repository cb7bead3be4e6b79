// The reader of keys that a section shows.
#pragma once

#include "model/keys.hpp"
#include "model/read_value.hpp"

namespace jourdain {

// Reads the values of a mapping into what is shown, in this order; after an error a value stays as it was.
class KeyReader : public KeyVisitor {
 public:
  // `quantities`: numbers are kept there, one for each that is shown, and their dimensions are not looked at.
  KeyReader(const Context& context, const Node& mapping, std::vector<Quantity>* quantities = nullptr)
      : context_(context), mapping_(mapping), quantities_(quantities) {}

  void number(const Key& key, const KeyMeasure& measure, Bound bound, double& value) override;
  void flag(const Key& key, bool& value) override;
  void choice(const Key& key, std::span<const std::string_view> words, std::string_view what, int& index) override;
  void vector(const Key& key, Measure measure, Vector3& value) override;
  void section(const Key& key, const std::function<void(KeyVisitor&)>& shown) override;
  void node(const Key& key, std::string_view form, const Node*& node) override;

  // When all is shown: reports keys that are not among it, that contradict or lack others, and that are missing, these
  // at `mark`. `what` is the mapping: "a drive".
  void finish(std::string_view what, SourceMark mark);
  void check_missing(std::string_view what, SourceMark mark);
  // The words that are shown, and the keys of the mapping that are not among them.
  std::vector<std::string> words() const;
  std::vector<const Node::Member*> unknown() const;

 private:
  struct Seen {
    Key key;
    const Node* node = nullptr;
    bool set = false;  // to a value other than the default
  };

  const Node* see(const Key& key);
  const Seen* find(std::string_view word) const;
  void check_others(const Seen& seen);

  Context context_;
  const Node& mapping_;
  std::vector<Quantity>* quantities_;
  std::vector<Seen> seen_;
};

// Where the key of a value stands.
SourceMark key_mark(const Node& mapping, const Node* value);

// Reads a map into what show_keys(KeyVisitor&, shown...) shows. False if it is none.
template <typename... Shown>
bool read_keys(const Context& context, const Node& node, std::string_view what, Shown&&... shown) {
  if (!check_map(context, node, what)) return false;
  KeyReader reader(context, node);
  show_keys(reader, shown...);
  reader.finish(what, node.mark);
  return true;
}

}  // namespace jourdain
