// Folders of results that appear whole or not at all, and replace nothing that they did not write.
#pragma once

#include "io/file_text.hpp"
#include "io/temporary_path.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// Collects files beside their place; commit() puts them there in one step. Without it, and when the program is
// interrupted, nothing is left behind: no file, and no folder that was not there before.
//
// A file of an earlier run is replaced if it is still what was written then: a list in the folder, `.jourdain-files`,
// has the name and a checksum of each. All others are somebody else's. No file that the command reads is replaced.
class OutputFolder {
 public:
  // Whose a file is that the folder already has, by its path, where not the list tells. No list is written then.
  using IsOurs = std::function<bool(const std::string& path)>;

  // Throws Error(input) if there is something else of that name.
  explicit OutputFolder(std::string path, IsOurs is_ours = {});
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  // What is to be written, as far as it is known, before work begins: throws Error(usage) for a file that may not be
  // replaced. commit() looks at all that is written.
  void check(const std::vector<std::string>& names) const;

  // Names are relative; folders in them are made.
  void write(const std::string& name, std::string_view text);
  // Where a file is to be written until commit(), and where it is then.
  std::string staged(const std::string& name);
  std::string final_path(const std::string& name) const;

  // Files of `obsolete` that are of an earlier run and are not written now go. Throws Error, with all as it was.
  void commit(const std::vector<std::string>& obsolete = {});

 private:
  void make_stage();
  void put_in_place();
  void put_folder_in_place();

  std::string path_;
  IsOurs is_ours_;
  bool is_new_ = false;
  std::map<std::string, std::string> known_;  // of the list: checksum by name
  std::vector<TemporaryPath> parents_;        // that did not exist
  TemporaryPath stage_;
  std::vector<std::string> names_;
};

// All files into a folder, in one call.
void write_folder(const std::string& folder, const std::vector<FileText>& files, OutputFolder::IsOurs is_ours = {});

}  // namespace jourdain
