#include "io/atomic_file.hpp"
#include "io/output_folder.hpp"
#include "jourdain/core/error.hpp"
#include "report/render.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace jourdain {
namespace {

const Entry& entry_of(const Answer& answer, const AnswerFile& file) {
  std::string_view path = file.entry;
  if (const Answer* section = section_of(answer, path))
    for (const Entry& entry : section->entries)
      if (key_of(entry) == path) return entry;
  throw Error(ErrorKind::usage,
              fmt::format("'{}' has no entry '{}' to write to '{}'", answer.key, file.entry, file.path));
}

std::string file_text(const Answer& answer, const AnswerFile& file, const std::string& command,
                      const PageOptions& page) {
  const std::string extension = std::filesystem::path(file.path).extension().string();
  if (file.text) return *file.text;
  if (file.entry.empty()) {
    if (extension == ".html") return page_html(answer_page(answer, command), page);
    if (extension == ".json") return answer_json(answer);
    if (extension == ".md") return answer_markdown(answer, 4);
    throw Error(ErrorKind::usage, fmt::format("'{}': expected a name that ends in .html, .json or .md", file.path));
  }
  const Entry& entry = entry_of(answer, file);
  return extension == ".csv" ? entry_csv(entry) : entry_file(entry);
}

// What is written does not tell where it is written.
Answer content_of(const Answer& answer) {
  Answer content = answer;
  content.files.clear();
  content.folder.reset();
  return content;
}

}  // namespace

std::string entry_file(const Entry& entry) {
  if (const Picture* picture = std::get_if<Picture>(&entry)) return picture_svg(*picture);
  if (const Code* code = std::get_if<Code>(&entry)) return code->text;
  return entry_csv(entry);
}

std::vector<FileText> answer_files(const Answer& answer, const std::string& command, const PageOptions& page) {
  std::vector<FileText> files;
  const Answer content = content_of(answer);
  for (const AnswerFile& file : answer.files)
    if (!file.written) files.push_back({file.path, file_text(content, file, command, page)});
  return files;
}

void write_answer(const Answer& answer, const std::string& command, const PageOptions& page) {
  const std::vector<FileText> files = answer_files(answer, command, page);
  if (answer.folder) {
    const Answer content = content_of(answer);
    OutputFolder& folder = *answer.folder->place;
    for (const AnswerFile& file : answer.folder->files)
      if (!file.written) folder.write(file.path, file_text(content, file, command, page));
    folder.commit(answer.folder->obsolete);
  }
  write_together(files);
}

std::vector<AnswerFile> all_files(const Answer& answer) {
  std::vector<AnswerFile> files = answer.files;
  if (answer.folder) {
    for (const AnswerFile& file : answer.folder->files)
      files.push_back({(std::filesystem::path(answer.folder->path) / file.path).string(), file.entry});
  }
  return files;
}

}  // namespace jourdain
