#include "jourdain/model/reader.hpp"

#include "model/model_text.hpp"

#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace jourdain::catalogue_test {
namespace {

namespace fs = std::filesystem;

// A folder that goes away with the test; JOURDAIN_MODELS points to it on request.
class Catalogue : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("jourdain-catalogue-" + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override {
    unsetenv("JOURDAIN_MODELS");
    fs::remove_all(folder_);
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  static std::string refusal(const std::string& path) {
    try {
      load_model(path);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      return error.what();
    }
    ADD_FAILURE() << path << " was accepted";
    return {};
  }
  fs::path folder_;
};

TEST_F(Catalogue, LoadsModelsByNameAndByFile) {
  EXPECT_EQ(load("palida").name, "palida");
  EXPECT_EQ(load(JOURDAIN_MODELS_DIR "/palida.yaml").name, "palida");
  const std::vector<std::string> names = catalogue_names();
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
}

TEST_F(Catalogue, LooksFirstWhereTheEnvironmentSays) {
  write("mine.yaml", hinge_model);
  setenv("JOURDAIN_MODELS", folder_.c_str(), 1);
  EXPECT_EQ(catalogue_directory(), folder_.string());
  EXPECT_EQ(catalogue_names(), (std::vector<std::string>{"mine"}));
  EXPECT_EQ(load("mine").name, "test");
}

TEST_F(Catalogue, SuggestsTheNearestName) {
  EXPECT_NE(refusal("palidaa").find("did you mean 'palida'?"), std::string::npos);
  EXPECT_NE(refusal("qqqqqqqqqqqqq").find("the catalogue has"), std::string::npos);
}

TEST_F(Catalogue, RefusesWhatIsNoModelFile) {
  EXPECT_NE(refusal("missing.yaml").find("no such file"), std::string::npos);
  EXPECT_NE(refusal(folder_.string()).find("folder"), std::string::npos);
  EXPECT_NE(refusal("/dev/null").find("not a regular file"), std::string::npos);
  EXPECT_NE(refusal(write("large.yaml", std::string(5 << 20, ' '))).find("too large"), std::string::npos);
  EXPECT_NE(refusal(write("empty.yaml", "")).find("empty"), std::string::npos);
  refusal("");
  refusal(std::string("a\0b.yaml", 8));
  refusal(".");
  refusal(write("list.yaml", "- 1\n"));
}

TEST_F(Catalogue, NamesTheFileInMessages) {
  const std::string path = write("bad.yaml", "jourdain: 1\nname: a\nbad: 1\n");
  EXPECT_NE(refusal(path).find(path + ":3:1: error:"), std::string::npos);
}

}  // namespace
}  // namespace jourdain::catalogue_test
