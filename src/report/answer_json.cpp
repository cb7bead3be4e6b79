#include "jourdain/core/error.hpp"
#include "report/answer_parts.hpp"
#include "report/page_elements.hpp"
#include "report/render.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>

namespace jourdain {
namespace {

using AnswerJson = nlohmann::ordered_json;

AnswerJson number_json(double value) {
  const std::optional<double> number = known(value);
  return number ? AnswerJson(*number) : AnswerJson(nullptr);
}

// Counts are whole numbers.
AnswerJson number_json(const Number& number) {
  constexpr double exact = 9007199254740992;  // 2^53
  const bool whole = number.measure == Measure::count || number.measure == Measure::bytes;
  if (whole && std::abs(number.value) < exact && number.value == std::floor(number.value))
    return static_cast<std::int64_t>(number.value);
  return number_json(number.value);
}

AnswerJson content_json(const Content& content) {
  if (const auto* text = std::get_if<std::string>(&content)) return *text;
  if (const auto* flag = std::get_if<bool>(&content)) return *flag;
  if (const auto* number = std::get_if<Number>(&content)) return number_json(*number);
  if (const auto* numbers = std::get_if<NamedNumbers>(&content)) {
    AnswerJson json = AnswerJson::object();
    for (const NamedNumbers::Entry& entry : numbers->entries) json[entry.name] = number_json(entry.number);
    return json;
  }
  return nullptr;
}

void add_measure(AnswerJson& json, Measure measure) {
  json["quantity"] = words_of(measure).word;
  if (const std::string_view unit = words_of(measure).unit; !unit.empty()) json["unit"] = unit;
}

// What a number beside it measures; of named numbers one for all, or an object.
void add_content_measure(AnswerJson& json, const Content& content) {
  if (const auto* number = std::get_if<Number>(&content)) add_measure(json, number->measure);
  const auto* numbers = std::get_if<NamedNumbers>(&content);
  if (!numbers) return;
  AnswerJson units = AnswerJson::object(), quantities = AnswerJson::object();
  for (const NamedNumbers::Entry& entry : numbers->entries) {
    quantities[entry.name] = words_of(entry.number.measure).word;
    units[entry.name] = words_of(entry.number.measure).unit;
  }
  json["quantity"] = quantities;
  json["unit"] = units;
}

AnswerJson facts_json(const Facts& facts) {
  AnswerJson json{{"title", facts.title}, {"values", AnswerJson::object()}};
  for (const Fact& fact : facts.facts) {
    AnswerJson entry{{"title", fact.title}, {"value", content_json(fact.cell.content)}};
    add_content_measure(entry, fact.cell.content);
    if (!fact.note.empty()) entry["note"] = fact.note;
    if (fact.cell.tone != Tone::plain) entry["tone"] = tone_class(fact.cell.tone);
    json["values"][fact.key] = std::move(entry);
  }
  return json;
}

// Quantity and unit stand once beside the numbers of a column; a list by row where sliding and turning motors share it.
AnswerJson column_json(const Table& table, std::size_t column) {
  AnswerJson json{{"title", table.columns[column].title}};
  const ColumnWords words(table, column);
  if (words.measure) add_measure(json, *words.measure);
  if (words.measure || !words.has_numbers) return json;
  json["quantity"] = AnswerJson::array();
  json["unit"] = AnswerJson::array();
  for (const std::vector<Cell>& row : table.rows) {
    const Number* number = std::get_if<Number>(&row[column].content);
    json["quantity"].push_back(number ? AnswerJson(words_of(number->measure).word) : AnswerJson(nullptr));
    json["unit"].push_back(number ? AnswerJson(words_of(number->measure).unit) : AnswerJson(nullptr));
  }
  return json;
}

AnswerJson table_json(const Table& table) {
  AnswerJson json{{"title", table.title}, {"columns", AnswerJson::object()}, {"rows", AnswerJson::array()}};
  for (std::size_t c = 0; c < table.columns.size(); ++c) json["columns"][table.columns[c].key] = column_json(table, c);
  for (const std::vector<Cell>& row : table.rows) {
    AnswerJson cells = AnswerJson::object();
    for (std::size_t c = 0; c < row.size(); ++c) cells[table.columns[c].key] = content_json(row[c].content);
    json["rows"].push_back(std::move(cells));
  }
  if (!table.note.empty()) json["note"] = table.note;
  return json;
}

AnswerJson series_json(const Series& series) {
  AnswerJson json{{"title", series.title}, {"columns", AnswerJson::object()}};
  for (const Series::Line& line : series.lines) {
    AnswerJson column{{"title", line.title}};
    add_measure(column, line.measure);
    column["values"] = AnswerJson::array();
    for (const double value : line.values) column["values"].push_back(number_json(value));
    json["columns"][line.key] = std::move(column);
  }
  return json;
}

AnswerJson matrix_json(const Matrix& matrix) {
  AnswerJson json{{"title", matrix.title}, {"rows", matrix.rows}, {"columns", matrix.columns}};
  if (!matrix.row_units.empty()) json["row_units"] = matrix.row_units;
  if (!matrix.column_units.empty()) json["column_units"] = matrix.column_units;
  json["values"] = AnswerJson::array();
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    AnswerJson row = AnswerJson::array();
    for (std::size_t c = 0; c < matrix.columns.size(); ++c) row.push_back(number_json(matrix.at(r, c)));
    json["values"].push_back(std::move(row));
  }
  return json;
}

AnswerJson verdict_json(const AnswerVerdict& verdict) {
  AnswerJson json{{"tone", tone_class(verdict.tone)}, {"text", verdict.text}, {"reasons", verdict.reasons}};
  if (!verdict.question.empty()) json["question"] = verdict.question;
  return json;
}

// Entries of a kind stand together, by their keys.
class EntryWriter {
 public:
  EntryWriter(AnswerJson& json, bool keep_pictures) : json_(json), keep_pictures_(keep_pictures) {}
  void operator()(const Text& text) {
    json_["texts"][text.key] = {{"tone", tone_class(text.tone)}, {"text", text.text}};
  }
  void operator()(const Facts& facts) { json_["facts"][facts.key] = facts_json(facts); }
  void operator()(const Table& table) { json_["tables"][table.key] = table_json(table); }
  void operator()(const Series& series) { json_["series"][series.key] = series_json(series); }
  void operator()(const Matrix& matrix) { json_["matrices"][matrix.key] = matrix_json(matrix); }
  void operator()(const Code& code) {
    json_["code"][code.key] = {{"title", code.title}, {"language", code.language}, {"text", code.text}};
  }
  void operator()(const Picture& picture) {
    AnswerJson json{{"title", picture.title}};
    if (keep_pictures_) json["svg"] = picture_svg(picture);
    json_["pictures"][picture.key] = std::move(json);
  }

 private:
  AnswerJson& json_;
  bool keep_pictures_;
};

const char* kind_word(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage: return "usage";
    case ErrorKind::input: return "input";
    case ErrorKind::numerical: return "numerical";
  }
  return "unknown";
}

void add_failure(AnswerJson& json, const Error& failure) {
  AnswerJson list = AnswerJson::array();
  for (const Diagnostic& d : failure.diagnostics())
    list.push_back({{"line", d.mark.line}, {"column", d.mark.column}, {"message", d.message}, {"hint", d.hint}});
  json["exit_code"] = exit_code(failure.kind());
  json["error"] = {{"kind", kind_word(failure.kind())}, {"message", failure.what()}, {"diagnostics", std::move(list)}};
}

// Names of models may hold bytes that are no UTF-8, or characters that a terminal obeys.
std::string written(const AnswerJson& json) {
  return json.dump(2, ' ', true, AnswerJson::error_handler_t::replace) + "\n";
}

void add_body(AnswerJson& json, const Answer& answer, bool keep_pictures) {
  json["title"] = answer.title;
  if (!answer.subtitle.empty()) json["subtitle"] = answer.subtitle;
  json["ok"] = answer.good();
  if (answer.folded) json["folded"] = true;
  if (answer.brief) json["brief"] = true;
  if (!answer.verdict.text.empty()) json["verdict"] = verdict_json(answer.verdict);
  for (const AnswerVerdict& verdict : answer.further) json["further"].push_back(verdict_json(verdict));
  if (answer.failure) add_failure(json, *answer.failure);
  if (!answer.warnings.empty()) json["warnings"] = answer.warnings;
  EntryWriter writer(json, keep_pictures);
  for (const Entry& entry : answer.entries)
    if (!goes_to_file(answer, entry)) std::visit(writer, entry);
  for (const Answer& section : answer.sections) {
    AnswerJson inner = AnswerJson::object();
    add_body(inner, section, keep_pictures);
    json["sections"][section.key] = std::move(inner);
  }
  for (const KeyNumber& number : answer.key_numbers) {
    AnswerJson entry{{"group", number.group}, {"name", number.name}, {"value", number_json(number.number.value)}};
    add_measure(entry, number.number.measure);
    json["key_numbers"][number.key] = std::move(entry);
  }
  for (const AnswerFile& file : all_files(answer))
    json["files"].push_back({{"path", file.path}, {"entry", file.entry}});
}

}  // namespace

std::string answer_json(const Answer& answer, bool keep_pictures) {
  AnswerJson json{{"answer", 1}, {"jourdain", version()}, {"verb", answer.key}};
  if (!answer.model.empty()) json["model"] = answer.model;
  if (!answer.unphysical.empty()) json["unphysical"] = answer.unphysical;
  add_body(json, answer, keep_pictures);
  return written(json);
}

std::string failure_json(const Error& failure) {
  AnswerJson json{{"jourdain", version()}, {"ok", false}};
  add_failure(json, failure);
  return written(json);
}

int exit_code(ErrorKind kind) { return kind == ErrorKind::usage ? 2 : kind == ErrorKind::input ? 3 : 4; }

}  // namespace jourdain
