// JSON schemas out of the sections of a file format.
#include "model/keys.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

std::string json_text(std::string_view text) {
  std::string safe = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') safe += '\\';
    safe += c;
  }
  return safe + '"';
}

std::string json_list(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) text += (text.empty() ? "" : ", ") + json_text(word);
  return "[" + text + "]";
}

std::string json_reference(std::string_view form) { return fmt::format("\"$ref\": \"#/$defs/{}\"", form); }

std::string object_schema(const std::vector<ShownKey>& keys, const KeySection* section, const std::string& indent);

std::string value_schema(const ShownKey& shown) {
  switch (shown.kind) {
    case ShownKey::Kind::number: {
      const std::string_view bound = shown.bound == Bound::sign ? "" : words_of(shown.bound).schema;
      return json_reference("value") + (bound.empty() ? "" : ", ") + std::string(bound);
    }
    case ShownKey::Kind::flag: return "\"type\": \"boolean\"";
    case ShownKey::Kind::choice: return "\"enum\": " + json_list(shown.words);
    case ShownKey::Kind::section: return object_schema(shown.inner, nullptr, "      ");
    case ShownKey::Kind::vector:
    case ShownKey::Kind::node: break;
  }
  return json_reference(shown.form);
}

// "length of the rods (m)": units and default, where the section tells them.
std::string description_of(const ShownKey& shown, const KeySection* section) {
  std::string more = section ? units_of(*section, shown.key.word) : std::string();
  if (!shown.standard.empty()) more += (more.empty() ? "default " : "; default ") + shown.standard;
  return more.empty() ? std::string(shown.key.help) : fmt::format("{} ({})", shown.key.help, more);
}

// What must stand besides or must not.
std::vector<std::string> constraints_of(const std::vector<ShownKey>& keys) {
  std::vector<std::string> constraints;
  for (const ShownKey& shown : keys) {
    std::string choices = fmt::format("{{\"required\": [{}]}}", json_text(shown.key.word));
    const std::string alone = choices;
    for (const ShownKey& other : keys) {
      if (other.key.rules.instead_of == shown.key.word)
        choices += fmt::format(", {{\"required\": [{}]}}", json_text(other.key.word));
    }
    if (shown.key.rules.required && choices != alone) constraints.push_back(fmt::format("\"anyOf\": [{}]", choices));
    if (!shown.key.rules.not_with.empty())
      constraints.push_back(
          fmt::format("\"not\": {{\"required\": {}}}", json_list({shown.key.word, shown.key.rules.not_with})));
  }
  return constraints;
}

std::string object_schema(const std::vector<ShownKey>& keys, const KeySection* section, const std::string& indent) {
  std::string properties;
  std::vector<std::string_view> required;
  for (const ShownKey& shown : keys) {
    properties +=
        fmt::format("{}\n{}  {}: {{{}, \"description\": {}}}", properties.empty() ? "" : ",", indent,
                    json_text(shown.key.word), value_schema(shown), json_text(description_of(shown, section)));
    const bool has_other =
        std::ranges::any_of(keys, [&](const ShownKey& other) { return other.key.rules.instead_of == shown.key.word; });
    if (shown.key.rules.required && !has_other) required.push_back(shown.key.word);
  }
  const bool may_be_empty = section && section->may_be_empty;
  std::string text =
      fmt::format("\"type\": {}, \"additionalProperties\": false,\n{}\"properties\": {{{}\n{}}}",
                  may_be_empty ? "[\"object\", \"null\", \"string\"]" : "\"object\"", indent, properties, indent);
  if (!required.empty()) text += fmt::format(",\n{}\"required\": {}", indent, json_list(required));
  const std::vector<std::string> constraints = constraints_of(keys);
  if (constraints.size() == 1) text += fmt::format(",\n{}{}", indent, constraints.front());
  if (constraints.size() > 1) text += fmt::format(",\n{}\"allOf\": [{{{}}}]", indent, fmt::join(constraints, "}, {"));
  return text;
}

}  // namespace

std::string json_schema(const FileFormat& format) {
  const KeySection& whole = format.sections.front();
  std::string text = fmt::format(
      "{{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": {},\n  \"description\": {},\n"
      "  {},\n  \"$defs\": {{",
      json_text(fmt::format("jourdain {}", format.name)), json_text(format.help),
      object_schema(keys_of(whole), &whole, "  "));
  std::string definitions;
  for (const FileFormat::Form& form : format.forms)
    definitions += fmt::format("{}\n    {}: {}", definitions.empty() ? "" : ",", json_text(form.name), form.schema);
  for (const KeySection& section : format.sections) {
    if (&section != &whole)
      definitions += fmt::format(",\n    {}: {{\n      {}\n    }}", json_text(section.name),
                                 object_schema(keys_of(section), &section, "      "));
  }
  return text + definitions + "\n  }\n}\n";
}

}  // namespace jourdain
