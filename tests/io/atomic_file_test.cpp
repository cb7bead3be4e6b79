#include "io/atomic_file.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace jourdain::atomic_file_test {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class AtomicFileTest : public testing::Test {
 protected:
  AtomicFileTest() : folder_(fs::temp_directory_path() / ("jourdain-atomic-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~AtomicFileTest() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::size_t files() const { return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {})); }

 private:
  fs::path folder_;
};

TEST_F(AtomicFileTest, WritesANewFileAndReplacesAnOldOne) {
  write_atomically(path("a"), "one");
  EXPECT_EQ(content(path("a")), "one");
  write_atomically(path("a"), "two");
  EXPECT_EQ(content(path("a")), "two");
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFileTest, LeavesNothingWithoutCommit) {
  write_atomically(path("a"), "old");
  {
    AtomicFile file(path("a"));
    file.write("half of the new");
    EXPECT_EQ(content(path("a")), "old");
  }
  EXPECT_EQ(content(path("a")), "old");
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFileTest, KeepsThePermissionsOfTheFileItReplaces) {
  write_atomically(path("a"), "old");
  fs::permissions(path("a"), fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  write_atomically(path("a"), "new");
  EXPECT_EQ(fs::status(path("a")).permissions(),
            fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
}

TEST_F(AtomicFileTest, FollowsALinkToItsTarget) {
  write_atomically(path("target"), "old");
  fs::create_symlink("target", path("link"));
  write_atomically(path("link"), "new");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(content(path("target")), "new");
}

TEST_F(AtomicFileTest, WritesToDevices) { EXPECT_NO_THROW(write_atomically("/dev/null", "text")); }

TEST_F(AtomicFileTest, RefusesFoldersAndMissingFolders) {
  EXPECT_THROW(AtomicFile{path("")}, Error);
  EXPECT_THROW(AtomicFile{path("none/a")}, Error);
  EXPECT_THROW(AtomicFile{""}, Error);
  EXPECT_EQ(files(), 0u);
}

TEST_F(AtomicFileTest, RefusesLinksThatLeadNowhere) {
  fs::create_symlink("round", path("round"));
  EXPECT_THROW(AtomicFile{path("round")}, Error);
  EXPECT_TRUE(fs::is_symlink(path("round")));
}

TEST_F(AtomicFileTest, WritesToAStreamWhereItIs) {
  write_atomically(path("log"), "first ");
  const int log = ::open(path("log").c_str(), O_WRONLY | O_APPEND);
  ASSERT_GE(log, 0);
  write_atomically("/dev/fd/" + std::to_string(log), "second ");
  write_atomically("/proc/self/fd/" + std::to_string(log), "third");
  ::close(log);
  EXPECT_EQ(content(path("log")), "first second third");
  EXPECT_THROW(write_atomically("/dev/fd/" + std::to_string(log), "closed"), Error);
}

TEST_F(AtomicFileTest, WritesSeveralFilesTogetherOrNone) {
  write_together({{path("a"), "one"}, {path("b"), "two"}, {"/dev/null", "three"}, {"/dev/null", "four"}});
  EXPECT_EQ(content(path("a")) + content(path("b")), "onetwo");
  EXPECT_THROW(write_together({{path("a"), "new"}, {path("none/b"), "new"}}), Error);
  if (fs::exists("/dev/full")) {
    EXPECT_THROW(write_together({{path("a"), "new"}, {"/dev/full", "new"}}), Error);
  }
  EXPECT_EQ(content(path("a")), "one");
  EXPECT_EQ(files(), 2u);
}

TEST_F(AtomicFileTest, TellsFilesApart) {
  write_atomically(path("a"), "one");
  fs::create_symlink("a", path("link"));
  fs::create_symlink("missing", path("to missing"));
  fs::create_directory(path("folder"));
  for (const auto& [left, right] : std::initializer_list<std::pair<const char*, const char*>>{
           {"a", "a"}, {"a", "link"}, {"a", "folder/../a"}, {"missing", "to missing"}, {"missing", "./missing"}}) {
    EXPECT_THROW(check_distinct({path(left), path(right)}), Error) << left << " " << right;
    EXPECT_THROW(write_together({{path(left), ""}, {path(right), ""}}), Error) << left << " " << right;
  }
  EXPECT_NO_THROW(check_distinct({path("b"), path("c"), "", ""}));
  EXPECT_NO_THROW(check_distinct({"/dev/null", "/dev/null"}));
  EXPECT_EQ(content(path("a")), "one");
}

TEST_F(AtomicFileTest, ReportsAFullDisk) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  EXPECT_THROW(write_atomically("/dev/full", "text"), Error);
}

}  // namespace
}  // namespace jourdain::atomic_file_test
