#include "io/input_file.hpp"

#include "io/atomic_file.hpp"
#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>

#include <unistd.h>
#include <filesystem>
#include <fstream>
#include <string>

namespace jourdain::input_file_test {
namespace {

namespace fs = std::filesystem;

class InputFile : public testing::Test {
 public:
  InputFile() : folder_(fs::temp_directory_path() / ("jourdain-input-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~InputFile() override { fs::remove_all(folder_); }

 protected:
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
    return path(name);
  }

 private:
  fs::path folder_;
};

std::string refusal(const std::string& path) {
  try {
    read_input(path, "a map", 10);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return {};
}

TEST_F(InputFile, IsReadWhole) { EXPECT_EQ(read_input(file("a", "text"), "a map", 4), "text"); }

TEST_F(InputFile, DevicesFoldersAndLargeFilesAreRefused) {
  EXPECT_NE(refusal("/dev/zero").find("is a device, expected a map"), std::string::npos);
  EXPECT_NE(refusal("/dev/null").find("is a device, expected a map"), std::string::npos);
  EXPECT_NE(refusal("/").find("is a folder, expected a map"), std::string::npos);
  EXPECT_NE(refusal(path("none")).find("there is no such file"), std::string::npos);
  EXPECT_NE(refusal(file("large", "eleven text")).find("is too large"), std::string::npos);
  EXPECT_NE(refusal("").find("expected the name of a map"), std::string::npos);
}

TEST_F(InputFile, IsNotReplacedByAnOutput) {
  protect_inputs();
  const std::string read = file("read", "text"), state = file("state", "text");
  fs::create_symlink("read", path("link"));
  EXPECT_FALSE(is_input(read));
  (void)open_input(read, "a map");
  (void)open_input(state, "a state", InputUse::replaced);
  EXPECT_TRUE(is_input(read));
  EXPECT_TRUE(is_input(path("./link")));
  EXPECT_FALSE(is_input(state));
  EXPECT_THROW(write_atomically(read, "new"), Error);
  EXPECT_THROW(write_atomically(path("link"), "new"), Error);
  EXPECT_THROW(check_distinct({path("link")}), Error);
  EXPECT_EQ(read_input(read, "a map", 10), "text");
  write_atomically(state, "new");
  EXPECT_EQ(read_input(state, "a state", 10), "new");
}

}  // namespace
}  // namespace jourdain::input_file_test
