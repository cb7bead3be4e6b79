#include "io/output_folder.hpp"

#include "io/atomic_file.hpp"
#include "io/input_file.hpp"
#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace jourdain::output_folder_test {
namespace {

namespace fs = std::filesystem;

class OutputFolderTest : public testing::Test {
 public:
  OutputFolderTest() : folder_(fs::temp_directory_path() / ("jourdain-folder-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~OutputFolderTest() override { fs::remove_all(folder_); }

 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string text(const std::string& name) const {
    std::ifstream file(folder_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void edit(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  std::set<std::string> listing() const {
    std::set<std::string> names;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_))
      if (!entry.is_directory()) names.insert(entry.path().lexically_relative(folder_).string());
    return names;
  }

 private:
  fs::path folder_;
};

const std::vector<FileText> two_files{{"a", "one"}, {"c/b", "two"}};

TEST_F(OutputFolderTest, AppearsWhole) {
  OutputFolder folder(path("deep/run"));
  folder.write("a", "one");
  folder.write("c/b", "two");
  EXPECT_FALSE(fs::exists(path("deep/run")));
  folder.commit();
  EXPECT_EQ(listing(), (std::set<std::string>{"deep/run/.jourdain-files", "deep/run/a", "deep/run/c/b"}));
  EXPECT_EQ(text("deep/run/c/b"), "two");
}

TEST_F(OutputFolderTest, LeavesNothingWithoutCommit) {
  edit("old/mine", "mine");
  for (const char* name : {"deep/run", "old"}) {
    OutputFolder folder(path(name));
    folder.write("a", "one");
    folder.write("c/b", "two");
  }
  EXPECT_EQ(listing(), std::set<std::string>{"old/mine"});
  EXPECT_FALSE(fs::exists(path("deep")));
  EXPECT_FALSE(fs::exists(path("old/c")));
}

TEST_F(OutputFolderTest, ReplacesWhatItWroteAndNothingElse) {
  write_folder(path("run"), two_files);
  write_folder(path("run"), {{"a", "new"}, {"c/b", "newer"}, {"d", "more"}});
  EXPECT_EQ(text("run/a"), "new");
  EXPECT_EQ(text("run/c/b"), "newer");
  // A file that somebody changed, one of somebody else, a link and a folder.
  edit("run/c/b", "mine");
  EXPECT_THROW(write_folder(path("run"), two_files), Error);
  EXPECT_EQ(text("run/c/b"), "mine");
  EXPECT_EQ(text("run/a"), "new");
  edit("run/foreign", "mine");
  EXPECT_THROW(write_folder(path("run"), {{"foreign", "new"}}), Error);
  fs::create_symlink("a", path("run/link"));
  EXPECT_THROW(write_folder(path("run"), {{"link", "new"}}), Error);
  EXPECT_THROW(write_folder(path("run"), {{"c", "new"}}), Error);
  EXPECT_EQ(text("run/foreign"), "mine");
  // Files beside them stay.
  write_folder(path("run"), {{"a", "newest"}});
  EXPECT_EQ(text("run/d"), "more");
}

TEST_F(OutputFolderTest, ReplacesNoInput) {
  write_folder(path("run"), two_files);
  protect_inputs();
  remember_input(path("run/a"));
  OutputFolder folder(path("run"));
  EXPECT_THROW(folder.check({"a"}), Error);
  EXPECT_NO_THROW(folder.check({"c/b"}));
  EXPECT_THROW(write_folder(path("run"), {{"a", "new"}}, [](const std::string&) { return true; }), Error);
  EXPECT_EQ(text("run/a"), "one");
}

TEST_F(OutputFolderTest, ObsoleteFilesGoIfTheyAreOurs) {
  write_folder(path("run"), two_files);
  OutputFolder folder(path("run"));
  folder.write("new", "new");
  folder.commit({"c/b", "none"});
  EXPECT_EQ(listing(), (std::set<std::string>{"run/.jourdain-files", "run/a", "run/new"}));
  edit("run/a", "mine");
  OutputFolder again(path("run"));
  again.write("new", "newer");
  EXPECT_THROW(again.commit({"a"}), Error);
  EXPECT_EQ(text("run/a"), "mine");
  EXPECT_EQ(text("run/new"), "new");
}

// In a child, as nothing temporary can be made afterwards.
TEST_F(OutputFolderTest, IsGoneWhenTheProgramIsInterrupted) {
  const pid_t child = ::fork();
  if (child == 0) {
    OutputFolder folder(path("deep/run"));
    folder.write("a", "one");
    folder.write("c/d/b", "two");
    remove_temporary_paths();
    ::_exit(0);
  }
  ASSERT_GT(child, 0);
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(listing().empty());
  EXPECT_FALSE(fs::exists(path("deep")));
}

TEST_F(OutputFolderTest, RefusesWhatIsNoFolder) {
  edit("file", "mine");
  EXPECT_THROW(OutputFolder{path("file")}, Error);
  EXPECT_THROW(OutputFolder{""}, Error);
  EXPECT_THROW(write_folder(path("file/run"), two_files), Error);
  EXPECT_EQ(listing(), std::set<std::string>{"file"});
}

}  // namespace
}  // namespace jourdain::output_folder_test
