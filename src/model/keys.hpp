// Keys of files, declared once: a struct shows its keys to a visitor. The reader, the printer, the comparison of
// values, the editor, the JSON schema and the tables of the manual are visitors, so a key is one line where its section
// is shown.
#pragma once

#include "io/document.hpp"
#include "jourdain/answer/measure.hpp"
#include "jourdain/model/mechanism.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// The texts outlive everything: they are literals.
struct KeyRules {
  bool required = false;
  std::string_view instead_of = {};  // a required key, which is not needed where this one stands
  std::string_view needs = {};       // keys, divided by blanks, of which one must be set besides
  std::string_view not_with = {};    // a key that must not stand besides
  std::string_view why = {};         // of these two
  std::string_view advice = {};      // where the value is out of its bounds, or a required one is missing
  std::string_view example = {};     // a value that is not the default, where the kind of value cannot tell one
};

struct Key {
  std::string_view word;
  std::string_view help;  // for the manual and editors, `words of files` in backquotes
  KeyRules rules = {};
};

// What a number must be.
enum class Bound { any, above_zero, from_zero, not_zero, share, one_or_more, sign };

struct BoundWords {
  std::string_view must;    // "must be positive"
  std::string_view schema;  // of a bare number, for editors
  bool (*holds)(double);
};

const BoundWords& words_of(Bound bound);

// What a number measures; `also` is another quantity in which it may be given. What is written times `scale` is kept.
struct KeyMeasure {
  KeyMeasure(Measure measured) : measure(measured), also(measured) {}
  KeyMeasure(Measure measured, Measure or_this, double factor = 1) : measure(measured), also(or_this), scale(factor) {}

  Measure measure, also;
  double scale = 1;
};

// Does nothing: visitors say what they do with which kind of value.
class KeyVisitor {
 public:
  virtual ~KeyVisitor() = default;
  virtual void number(const Key&, const KeyMeasure&, Bound, double& /*value*/) {}
  virtual void flag(const Key&, bool& /*value*/) {}
  // `what` it is, for messages: "a working mode".
  virtual void choice(const Key&, std::span<const std::string_view> /*words*/, std::string_view /*what*/,
                      int& /*index*/) {}
  virtual void vector(const Key&, Measure, Vector3& /*value*/) {}
  // A map of keys inside.
  virtual void section(const Key&, const std::function<void(KeyVisitor&)>& /*shown*/) {}
  // A value of a form of its own, read and printed by other code; the node is there where a file has the key.
  virtual void node(const Key&, std::string_view /*form*/, const Node*& /*node*/) {}
};

// A key as it is declared, with its default.
struct ShownKey {
  enum class Kind { number, flag, choice, vector, section, node };
  Key key;
  Kind kind = Kind::node;
  std::string_view form = {};  // of nodes, or the section
  std::optional<KeyMeasure> measure = {};
  Bound bound = Bound::any;
  double number = 0;          // the default
  std::string standard = {};  // the default as text; may be empty
  std::vector<std::string_view> words = {};
  std::vector<ShownKey> inner = {};  // of a section
};

// All keys that are shown.
class KeyList : public KeyVisitor {
 public:
  std::vector<ShownKey> keys;

  void number(const Key& key, const KeyMeasure& measure, Bound bound, double& value) override;
  void flag(const Key& key, bool& value) override;
  void choice(const Key& key, std::span<const std::string_view> words, std::string_view what, int& index) override;
  void vector(const Key& key, Measure measure, Vector3& value) override;
  void section(const Key& key, const std::function<void(KeyVisitor&)>& shown) override;
  void node(const Key& key, std::string_view form, const Node*& node) override;
};

// The values of numbers, vectors, words and flags, in the order in which they are shown.
class KeyValues : public KeyVisitor {
 public:
  std::vector<double> values;

  void number(const Key&, const KeyMeasure&, Bound, double& value) override { values.push_back(value); }
  void flag(const Key&, bool& value) override { values.push_back(value ? 1 : 0); }
  void choice(const Key&, std::span<const std::string_view>, std::string_view, int& index) override {
    values.push_back(index);
  }
  void vector(const Key&, Measure, Vector3& value) override { values.insert(values.end(), value.begin(), value.end()); }
  void section(const Key&, const std::function<void(KeyVisitor&)>& shown) override { shown(*this); }
};

// A map in a file whose keys are words of the format.
struct KeySection {
  std::string_view name;  // "drive"
  // `slides`: for a freedom that slides; else it turns.
  void (*show)(KeyVisitor& visitor, bool slides);
  std::string_view table = {};  // of the manual, in which several sections may stand; empty: none
  bool may_be_empty = false;    // the map need not be there
  void (*common)(KeyVisitor& visitor, bool slides) = nullptr;  // keys that several sections have, told in one table
};

// A kind of file: its sections, the first is the whole file, and how values that are no sections look in a JSON schema.
struct FileFormat {
  struct Form {
    std::string name, schema;
  };
  std::string_view name;  // "model"
  std::string_view help;
  std::vector<KeySection> sections;
  std::vector<Form> forms;
};

std::vector<ShownKey> keys_of(const KeySection& section, bool slides = false);
std::vector<std::string> key_words(const KeySection& section);

std::string json_schema(const FileFormat& format);

// The units in which a key may be given, of joints that turn and that slide: "N m, N".
std::string units_of(const KeySection& section, std::string_view word);

// A table of the manual.
struct KeyTable {
  struct Row {
    std::string key, unit, standard, help;
  };
  std::string name;
  std::vector<Row> rows;
};

std::vector<KeyTable> key_tables(const FileFormat& format);

// The words between blanks.
std::vector<std::string_view> words_in(std::string_view text);

}  // namespace jourdain
