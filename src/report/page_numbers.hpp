// The numbers of a page as files for other programs: JSON of all, CSV of each table and plot.
#pragma once

#include "io/file_text.hpp"
#include "report/page.hpp"

#include <string>
#include <vector>

namespace jourdain {

// "numbers.json" with verdict, texts, figures and tables, and "<section>-<title>.csv" for each table and each plot;
// names are made of small letters, digits and "-", and are unique. Numbers are exact. Paths of files begin with
// `folder`.
std::vector<FileText> page_numbers(const Page& page, const std::string& folder);

}  // namespace jourdain
