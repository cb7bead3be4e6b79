#include "io/temporary_path.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <utility>

namespace jourdain::temporary_path_test {
namespace {

namespace fs = std::filesystem;

class TemporaryPathTest : public testing::Test {
 protected:
  TemporaryPathTest() : folder_(fs::temp_directory_path() / ("jourdain-temporary-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~TemporaryPathTest() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string file(const std::string& name) const {
    std::ofstream(path(name)) << "text";
    return path(name);
  }
  std::string folder(const std::string& name) const {
    fs::create_directory(path(name));
    return path(name);
  }
  bool empty() const { return fs::is_empty(folder_); }

 private:
  fs::path folder_;
};

TEST_F(TemporaryPathTest, GoesWithItsOwner) {
  {
    const TemporaryPath one(file("one"), TemporaryPath::Kind::file);
    const TemporaryPath two(folder("two"), TemporaryPath::Kind::folder);
    TemporaryPath three(folder("three"), TemporaryPath::Kind::scratch);
    file("three/a"), file("three/b");
    const TemporaryPath moved = std::move(three);
    EXPECT_EQ(moved.path(), path("three"));
  }
  EXPECT_TRUE(empty());
}

TEST_F(TemporaryPathTest, StaysWhenKept) {
  {
    TemporaryPath one(file("one"), TemporaryPath::Kind::file);
    one.keep();
    EXPECT_TRUE(one.empty());
    const TemporaryPath full(folder("full"), TemporaryPath::Kind::folder);
    file("full/a");
  }
  EXPECT_TRUE(fs::exists(path("one")));
  EXPECT_TRUE(fs::exists(path("full/a")));
}

// In a child, as nothing temporary can be made afterwards.
TEST_F(TemporaryPathTest, AllGoWhenTheProgramIsInterrupted) {
  const pid_t child = ::fork();
  if (child == 0) {
    const TemporaryPath outer(folder("outer"), TemporaryPath::Kind::folder);
    const TemporaryPath inner(folder("outer/inner"), TemporaryPath::Kind::folder);
    const TemporaryPath one(file("outer/inner/one"), TemporaryPath::Kind::file);
    const TemporaryPath scratch(folder("scratch"), TemporaryPath::Kind::scratch);
    for (int i = 0; i < 300; ++i) file("scratch/a file with a long name, for several rounds " + std::to_string(i));
    TemporaryPath kept(file("kept"), TemporaryPath::Kind::file);
    kept.keep();
    remove_temporary_paths();
    ::_exit(0);
  }
  ASSERT_GT(child, 0);
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_TRUE(fs::exists(path("kept")));
  fs::remove(path("kept"));
  EXPECT_TRUE(empty());
}

}  // namespace
}  // namespace jourdain::temporary_path_test
