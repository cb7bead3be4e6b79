// The renderers of an Answer. They alone choose digits, degrees and millimetres.
#pragma once

#include "io/file_text.hpp"
#include "jourdain/answer/answer.hpp"
#include "report/page.hpp"

#include <string>
#include <vector>

namespace jourdain {

struct TextStyle {
  int digits = 6;
  bool colour = false;
};

// For people, on a terminal. Warnings, failure, pictures and folded sections are left out.
std::string answer_text(const Answer& answer, const TextStyle& style = {});

// For programs: schema/answer.json. Numbers are bare SI values, exact, null where they are not known; `keep_pictures`
// adds the data of plots and maps.
std::string answer_json(const Answer& answer, bool keep_pictures = false);

// What programs get where there is no answer.
std::string failure_json(const Error& failure);
int exit_code(ErrorKind kind);

// A table, series or matrix as comma-separated text with keys as heads, exact SI values; the curves of a plot as they
// are drawn. Throws Error(usage) for an entry of another kind.
std::string entry_csv(const Entry& entry);

// Plots, maps and scenes as SVG. Throws Error(usage) as their drawing functions.
std::string picture_svg(const Picture& picture);

std::string answer_markdown(const Answer& answer, int digits = 6);

// As one page, with the command that made it in its footer.
Page answer_page(const Answer& answer, const std::string& command);

// What is to be written, but for what has been: entries by the ending of their path (.csv, .svg, .md, .tex: code), the
// whole answer as .html, .json or .md. Throws Error(usage) for other endings.
std::vector<FileText> answer_files(const Answer& answer, const std::string& command, const PageOptions& page = {});

// The same written, and the files of the answer's folder. Throws Error as write_together() and OutputFolder.
void write_answer(const Answer& answer, const std::string& command, const PageOptions& page = {});

// Where the files of an answer are then, or are already.
std::vector<AnswerFile> all_files(const Answer& answer);

// An entry as its file would be: code as it is, tables as CSV, pictures as SVG. Throws Error(usage) for others.
std::string entry_file(const Entry& entry);

}  // namespace jourdain
