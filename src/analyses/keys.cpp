// The keys of the files that the program reads.
#include "analyses/analysis.hpp"
#include "identification/logs/log_map_keys.hpp"
#include "model/model_keys.hpp"
#include "motion/motion_keys.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

enum class FileKind { model, motion, log_map };
std::span<const std::string_view> words(FileKind) {
  static constexpr std::string_view all[] = {"model", "motion", "log-map"};
  return all;
}

struct KeysOptions {
  FileKind kind = FileKind::model;
  bool schema = false;
};

void show_fields(OptionVisitor& visitor, KeysOptions& options) {
  visitor.one_of({.name = "kind", .help = "Of file", .placed = true}, options.kind);
  visitor.flag({.name = "schema", .help = "Print the JSON schema, for editors and checks"}, options.schema);
}

const FileFormat& format_of(FileKind kind) {
  switch (kind) {
    case FileKind::model: break;
    case FileKind::motion: return motion_format();
    case FileKind::log_map: return log_map_format();
  }
  return model_format();
}

Answer keys_of_files(const Subject&, const KeysOptions& options, const Job&) {
  const FileFormat& format = format_of(options.kind);
  Answer answer{"keys", fmt::format("Keys of {} files", format.name)};
  if (options.schema) {
    answer.add(Code{"schema", "", json_schema(format), "json"});
    answer.printed = "schema";
    return answer;
  }
  for (const KeyTable& table : key_tables(format)) {
    std::string key = table.name;
    std::ranges::replace(key, ' ', '_');
    Table& shown = answer.add(
        table_of<KeyTable::Row>(std::move(key), table.name, table.rows,
                                {{"key", "key", [](const KeyTable::Row& row) { return row.key; }},
                                 {"unit", "unit", [](const KeyTable::Row& row) { return row.unit; }},
                                 {"default", "default", [](const KeyTable::Row& row) { return row.standard; }},
                                 {"meaning", "meaning", [](const KeyTable::Row& row) { return row.help; }}}));
    shown.shown = 60;
  }
  return answer;
}

}  // namespace

extern constinit const Analysis keys_analysis{
    .name = "keys",
    .what =
        "The keys of the files that the program reads, with units, defaults and meaning; with --schema as a JSON "
        "schema, by which editors complete and check them.",
    .examples = "jourdain keys model\njourdain keys motion --schema",
    .takes_model = false,
    .ask = QuestionOf<KeysOptions, keys_of_files>::ask};

}  // namespace jourdain
