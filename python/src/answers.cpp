// Questions of the command line as functions, and their answers as values. No analysis is named here.
#include "bindings.hpp"

#include "analyses/analysis.hpp"
#include "analyses/option_reader.hpp"
#include "analyses/sweep.hpp"
#include "io/atomic_file.hpp"
#include "jourdain/core/error.hpp"
#include "report/render.hpp"

#include <nanobind/stl/pair.h>

#include <algorithm>
#include <cmath>

namespace jourdain::python {
namespace {

using GivenOptions = std::vector<std::pair<std::string, nb::object>>;

nb::object number_object(const Number& number) {
  if (!std::isfinite(number.value)) return nb::none();
  return nb::float_(number.value);
}

nb::object content_object(const Content& content) {
  if (const auto* text = std::get_if<std::string>(&content)) return nb::cast(*text);
  if (const auto* flag = std::get_if<bool>(&content)) return nb::bool_(*flag);
  if (const auto* number = std::get_if<Number>(&content)) return number_object(*number);
  if (const auto* numbers = std::get_if<NamedNumbers>(&content)) {
    nb::dict dict;
    for (const NamedNumbers::Entry& entry : numbers->entries) dict[entry.name.c_str()] = number_object(entry.number);
    return dict;
  }
  return nb::none();
}

Array array_object(const Shape& shape, const std::vector<double>& values) {
  Output<double> output(shape);
  std::copy(values.begin(), values.end(), output.data());
  return output.take();
}

// Numbers as an array, NaN where one is not known; else a list.
nb::object column_object(const Table& table, std::size_t column) {
  std::vector<double> values;
  bool any = table.rows.empty();
  for (const std::vector<Cell>& row : table.rows) any |= row[column].content.index() != 0;
  if (!any) {
    nb::list nothing;
    for (std::size_t r = 0; r < table.rows.size(); ++r) nothing.append(nb::none());
    return nothing;
  }
  for (const std::vector<Cell>& row : table.rows) {
    const Content& content = row[column].content;
    if (const auto* number = std::get_if<Number>(&content)) {
      values.push_back(number->value);
    } else if (std::holds_alternative<std::monostate>(content)) {
      values.push_back(std::nan(""));
    } else {
      nb::list list;
      for (const std::vector<Cell>& each : table.rows) list.append(content_object(each[column].content));
      return list;
    }
  }
  return nb::cast(array_object({values.size()}, values));
}

Dict table_object(const Answer& answer, const std::string& key) {
  nb::dict dict;
  if (const auto* table = answer.find<Table>(key)) {
    for (std::size_t c = 0; c < table->columns.size(); ++c)
      dict[table->columns[c].key.c_str()] = column_object(*table, c);
    return dict;
  }
  if (const auto* series = answer.find<Series>(key)) {
    for (const Series::Line& line : series->lines)
      dict[line.key.c_str()] = array_object({line.values.size()}, line.values);
    return dict;
  }
  throw nb::key_error(key.c_str());
}

Array matrix_object(const Answer& answer, const std::string& key) {
  const auto* matrix = answer.find<Matrix>(key);
  if (!matrix) throw nb::key_error(key.c_str());
  return array_object({matrix->rows.size(), matrix->columns.size()}, matrix->values);
}

Dict facts_object(const Answer& answer) {
  nb::dict dict;
  for (const Entry& entry : answer.entries)
    if (const auto* facts = std::get_if<Facts>(&entry))
      for (const Fact& fact : facts->facts) dict[fact.key.c_str()] = content_object(fact.cell.content);
  return dict;
}

Dict key_numbers_object(const Answer& answer) {
  nb::dict dict;
  for (const KeyNumber& number : answer.key_numbers) dict[number.key.c_str()] = number_object(number.number);
  return dict;
}

std::vector<std::string> entry_keys(const Answer& answer) {
  std::vector<std::string> keys;
  for (const Entry& entry : answer.entries) keys.push_back(key_of(entry));
  for (const Answer& section : answer.sections)
    for (const std::string& key : entry_keys(section)) keys.push_back(section.key + "/" + key);
  return keys;
}

// The entry of any kind at a path.
const Entry& entry_at(const Answer& answer, const std::string& key) {
  std::string_view path = key;
  if (const Answer* section = section_of(answer, path))
    for (const Entry& entry : section->entries)
      if (key_of(entry) == path) return entry;
  throw nb::key_error(key.c_str());
}

std::string svg_of(const Answer& answer, const std::string& key) {
  const auto* picture = std::get_if<Picture>(&entry_at(answer, key));
  if (!picture) throw nb::key_error(key.c_str());
  return picture_svg(*picture);
}

void save(const Answer& answer, const nb::object& path, const std::string& entry) {
  const std::string name = path_text(path, "path");
  if (!entry.empty()) entry_at(answer, entry);
  Answer copy = answer;
  copy.files = {{name, entry}};
  write_together(answer_files(copy, "jourdain." + answer.key));
}

std::string described(const Answer& answer) {
  return "<jourdain.Answer '" + answer.key + (answer.model.empty() ? "'" : "' of '" + answer.model + "'") +
         (answer.good() ? ">" : ": a bad result>");
}

Answer answer_of(const std::string& name, const std::optional<Robot>& robot, const std::string& model,
                 const GivenOptions& options) {
  const Analysis* analysis = find_analysis(name);
  if (!analysis) throw nb::key_error(name.c_str());
  std::vector<GivenOption> given;
  for (const auto& [option, value] : options) {
    if (has_columns(value))
      given.push_back({option, {}, read_log(value, option).table});
    else
      given.push_back({option, nb::cast<std::vector<std::string>>(value)});
  }
  const std::unique_ptr<Question> question = analysis->ask();
  ModelChanges changes;
  OptionReader reader(given);
  question->show(reader);
  if (analysis->takes_model) show_fields(reader, changes);
  reader.finish();
  Answer answer;
  run_job([&](const Job& job) {
    if (!analysis->takes_model) {
      answer = ask(*analysis, *question, Subject(), job);
    } else if (robot) {
      answer = ask(*analysis, *question, Subject(*robot, changes), job);
    } else if (const std::optional<SweepRange> range = find_sweep(changes)) {
      answer = sweep(*analysis, *question, model, changes, *range, job);
    } else {
      answer = ask(*analysis, *question, Subject(model, changes), job);
    }
    write_answer(answer, "jourdain." + name);
  });
  return answer;
}

const char* kind_word(ShownOption::Kind kind) {
  static constexpr const char* words[] = {"flag", "text", "texts", "file", "whole", "number", "choice"};
  return words[static_cast<std::size_t>(kind)];
}

Dict option_object(const ShownOption& shown) {
  nb::dict option;
  option["name"] = std::string(shown.option.name);
  option["help"] = std::string(shown.option.help);
  option["kind"] = shown.role == FileRole::log ? "log" : kind_word(shown.kind);
  option["default"] = shown.standard;
  option["required"] = shown.option.required;
  option["placed"] = shown.option.placed;
  option["unit"] = std::string(words_of(shown.measure).unit);
  nb::list words;
  for (const std::string_view word : shown.words) words.append(std::string(word));
  option["words"] = words;
  return option;
}

List analysis_list() {
  nb::list list;
  for (const Analysis* analysis : analyses()) {
    OptionList shown;
    analysis->ask()->show(shown);
    ModelChanges changes;
    if (analysis->takes_model) show_fields(shown, changes);
    nb::list options;
    for (const ShownOption& option : shown.options) options.append(option_object(option));
    nb::dict dict;
    dict["name"] = std::string(analysis->name);
    dict["what"] = std::string(analysis->what);
    dict["takes_model"] = analysis->takes_model;
    dict["options"] = options;
    list.append(dict);
  }
  return list;
}

}  // namespace

void bind_answers(nb::module_& m) {
  nb::class_<Answer>(m, "Answer",
                     "What an analysis has to say: numbers in SI units under keys, tables, pictures, a verdict. ask() "
                     "makes them.\n\n>>> answer = jourdain.ask(\"motors\", \"delta\")\n>>> answer.table(\"motors\")"
                     "[\"motor\"][0]\n'leg1.motor'")
      .def_ro("key", &Answer::key, "The analysis.")
      .def_ro("title", &Answer::title, "For people.")
      .def_ro("subtitle", &Answer::subtitle, "For people; may be empty.")
      .def_ro("model", &Answer::model, "The robot's name.")
      .def_prop_ro(
          "error",
          [](const Answer& a) -> std::optional<std::string> {
            return a.failure ? std::optional<std::string>(a.failure->what()) : std::nullopt;
          },
          "Why there is no more than this, such as a model of which no robot can be made; or None.")
      .def_ro("warnings", &Answer::warnings, "What one should know although there is an answer.")
      .def_prop_ro("ok", &Answer::good, "False for a bad result: exit code 1 of the command line.")
      .def_prop_ro(
          "verdict", [](const Answer& a) { return a.verdict.text; }, "What it comes to, in words; may be empty.")
      .def_prop_ro(
          "reasons", [](const Answer& a) { return a.verdict.reasons; }, "Why the verdict is what it is.")
      .def_prop_ro("facts", &facts_object, "Single values by key; None: not known.")
      .def_prop_ro("key_numbers", &key_numbers_object, "The numbers that sweeps show, by key.")
      .def("keys", &entry_keys, "Keys of all entries; those of sections as \"section/key\".")
      .def("table", &table_object, "key"_a, "A table or series as a dict of columns, numbers as arrays.")
      .def("matrix", &matrix_object, "key"_a, "A matrix as an array.")
      .def(
          "csv", [](const Answer& a, const std::string& key) { return entry_csv(entry_at(a, key)); }, "key"_a,
          "A table, series or matrix as CSV.")
      .def("svg", &svg_of, "key"_a, "A picture as SVG.")
      .def(
          "text",
          [](const Answer& a, int digits) {
            return answer_text(a, {digits, false});
          },
          "digits"_a = 6, "As the command line prints it.")
      .def(
          "json", [](const Answer& a) { return answer_json(a); }, "As --json prints it; schema/answer.json.")
      .def(
          "page", [](const Answer& a) { return page_html(answer_page(a, "jourdain." + a.key)); },
          "As one HTML page that needs no network.")
      .def("save", &save, "path"_a, "entry"_a = "",
           "Writes the answer (.html, .json, .md) or one of its entries (.csv, .svg).")
      .def("__str__", [](const Answer& a) { return answer_text(a, {}); })
      .def("__repr__", &described);
  m.def("_analyses", &analysis_list, "The analyses and their options.");
  m.def("_ask", &answer_of, "name"_a, "robot"_a.none(), "model"_a, "options"_a,
        "The answer of an analysis; see ask().");
}

}  // namespace jourdain::python
