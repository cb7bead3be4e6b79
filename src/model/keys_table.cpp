// The tables of the manual out of the sections of a file format.
#include "model/keys.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

// A key of a table, and the sections that have it.
struct TableKey {
  ShownKey shown;
  const KeySection* first = nullptr;
  std::vector<std::string_view> sections;
};

std::vector<TableKey> keys_of_table(const std::vector<const KeySection*>& sections) {
  std::vector<TableKey> keys;
  for (const KeySection* section : sections) {
    auto place = keys.end();  // a key stands behind the one that it follows in its section
    KeyList list;
    section->show(list, false);
    for (ShownKey& shown : list.keys) {
      const auto found = std::ranges::find(keys, shown.key.word, [](const TableKey& k) { return k.shown.key.word; });
      if (found != keys.end()) {
        found->sections.push_back(section->name);
        place = found + 1;
      } else {
        place = keys.insert(place, {std::move(shown), section, {section->name}}) + 1;
      }
    }
  }
  return keys;
}

// "`revolute`, `prismatic`: " where others of the table lack the key; "all but `fixed`: " where few do.
std::string which_sections(const TableKey& key, const std::vector<const KeySection*>& all) {
  if (key.sections.size() == all.size() || key.sections.front() == key.shown.key.word) return {};
  std::vector<std::string> with, without;
  for (const KeySection* section : all) {
    const bool has = std::ranges::find(key.sections, section->name) != key.sections.end();
    (has ? with : without).push_back(fmt::format("`{}`", section->name));
  }
  return with.size() <= without.size() ? fmt::format("{}: ", fmt::join(with, ", "))
                                       : fmt::format("all but {}: ", fmt::join(without, ", "));
}

// "required", with what may stand instead.
std::string requirement(const Key& key, const std::vector<TableKey>& all) {
  std::string text = "required";
  for (const TableKey& other : all)
    if (other.shown.key.rules.instead_of == key.word) text += fmt::format(", or `{}`", other.shown.key.word);
  return text;
}

KeyTable::Row row_of(const ShownKey& shown, const KeySection& section, const std::string& before) {
  KeyTable::Row row{fmt::format("`{}`", shown.key.word), units_of(section, shown.key.word), shown.standard,
                    before + std::string(shown.key.help)};
  if (!row.standard.empty()) row.standard = fmt::format("`{}`", row.standard);
  for (const ShownKey& inner : shown.inner)
    row.help += fmt::format("{} `{}` ({})", &inner == &shown.inner.front() ? ":" : ",", inner.key.word, inner.key.help);
  if (shown.kind == ShownKey::Kind::choice) row.help += fmt::format(": `{}`", fmt::join(shown.words, "`, `"));
  if (shown.bound != Bound::any) row.help += fmt::format("; {}", words_of(shown.bound).must);
  return row;
}

}  // namespace

std::vector<ShownKey> keys_of(const KeySection& section, bool slides) {
  KeyList list;
  section.show(list, slides);
  if (section.common) section.common(list, slides);
  return std::move(list.keys);
}

std::vector<std::string> key_words(const KeySection& section) {
  std::vector<std::string> words;
  for (const ShownKey& shown : keys_of(section)) words.emplace_back(shown.key.word);
  return words;
}

std::string units_of(const KeySection& section, std::string_view word) {
  std::vector<std::string_view> units;
  for (const bool slides : {false, true}) {
    for (const ShownKey& shown : keys_of(section, slides)) {
      if (shown.key.word != word || !shown.measure) continue;
      for (const Measure measure : {shown.measure->measure, shown.measure->also}) {
        const std::string_view unit = words_of(measure).unit;
        if (!unit.empty() && std::ranges::find(units, unit) == units.end()) units.push_back(unit);
      }
    }
  }
  return fmt::format("{}", fmt::join(units, ", "));
}

std::vector<KeyTable> key_tables(const FileFormat& format) {
  std::vector<KeyTable> tables;
  for (const KeySection& first : format.sections) {
    const bool known = std::ranges::find(tables, first.table, &KeyTable::name) != tables.end();
    if (first.table.empty() || known) continue;
    std::vector<const KeySection*> sections;
    for (const KeySection& section : format.sections)
      if (section.table == first.table) sections.push_back(&section);
    KeyTable& table = tables.emplace_back(KeyTable{std::string(first.table), {}});
    const std::vector<TableKey> keys = keys_of_table(sections);
    for (const TableKey& key : keys) {
      table.rows.push_back(row_of(key.shown, *key.first, which_sections(key, sections)));
      if (key.shown.key.rules.required) table.rows.back().standard = requirement(key.shown.key, keys);
    }
  }
  return tables;
}

}  // namespace jourdain
