// Replays the fuzzer's corpus, and bad texts too large to store.
#include "check_model.hpp"

#include "model/model_text.hpp"

#include <ctime>
#include <filesystem>

namespace jourdain::corpus_test {
namespace {

namespace fs = std::filesystem;

// Files whose name begins with good- are accepted, all others are refused.
TEST(Corpus, IsAcceptedOrRefusedAsItsNamesSay) {
  int count = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(JOURDAIN_CORPUS_DIR)) {
    const std::string name = entry.path().filename().string();
    SCOPED_TRACE(name);
    const std::string text = file_text(entry.path().string());
    EXPECT_EQ(check_model_text(text), name.starts_with("good-"));
    if (name.starts_with("good-")) good(text);  // shows the mistakes
    ++count;
  }
  EXPECT_GE(count, 30);
}

std::string repeated(const std::string& part, int count) {
  std::string text;
  text.reserve(part.size() * static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) text += part;
  return text;
}

// Refused after bounded work, in processor time, which other programs do not lengthen: sanitized, all texts of a test
// together take 4 s.
void expect_refused_quickly(const std::string& text) {
  const std::clock_t start = std::clock();
  EXPECT_FALSE(check_model_text(text));
  EXPECT_LT(std::clock() - start, 20 * CLOCKS_PER_SEC);
}

TEST(LargeTexts, RefusesDeepNesting) {
  expect_refused_quickly("jourdain: 1\nname: " + repeated("[", 10000) + repeated("]", 10000));
  expect_refused_quickly("jourdain: 1\nname: " + repeated("{a: ", 10000) + repeated("}", 10000));
  expect_refused_quickly("jourdain: 1\nparameters: {a: " + repeated("(", 900) + "1" + repeated(")", 900) + "}\n");
}

TEST(LargeTexts, RefusesAMegabyteName) {
  const std::string name(std::size_t{1} << 20, 'a');
  expect_refused_quickly("jourdain: 1\nname: " + name + "\n");
  expect_refused_quickly("jourdain: 1\nname: a\nbodies: {" + name + ": {mass: 1}}\n");
  expect_refused_quickly(name);
}

TEST(LargeTexts, RefusesHugeFiles) {
  expect_refused_quickly(std::string(std::size_t{8} << 20, '\n'));
  expect_refused_quickly(hinge_model + repeated("x: 1\n", 100000));
  std::string keys = hinge_model;
  for (int k = 0; k < 100000; ++k) keys += "bodie" + std::to_string(k) + ": 1\n";
  expect_refused_quickly(keys);
}

TEST(LargeTexts, BoundsTheWorkOfRepeatedLegs) {
  std::string text = "jourdain: 1\nname: many\nlegs:\n  repeat: {count: 64, about: z, step: 1}\n  bodies:\n";
  for (int k = 0; k < 20000; ++k) text += "    b" + std::to_string(k) + ": {mass: x}\n";
  text += "  joints:\n";
  for (int k = 0; k < 20000; ++k)
    text += "    j" + std::to_string(k) + ": {type: revolute, between: [base, bb], axis: q}\n";
  expect_refused_quickly(text);

  std::string groups = "jourdain: 1\nname: many\nlegs:\n";
  for (int k = 0; k < 250; ++k) groups += "  - repeat: {count: 64, name: \"g" + std::to_string(k) + "x{i}\"}\n";
  expect_refused_quickly(groups);

  std::string zeros = hinge_model + "structure:\n  zeros:\n";
  for (int k = 0; k < 50000; ++k) zeros += "    - sx.amr\n";
  expect_refused_quickly(zeros);
}

TEST(LargeTexts, AcceptsAsManyBodiesAsItSays) {
  const auto chain = [](int count) {
    std::string bodies = "jourdain: 1\nname: chain\nbodies:\n";
    std::string joints = "joints:\n";
    for (int k = 1; k <= count; ++k) {
      const std::string before = k == 1 ? "base" : "b" + std::to_string(k - 1);
      bodies += "  b" + std::to_string(k) + ": {mass: 1}\n";
      joints += "  j" + std::to_string(k) + ": {type: revolute, between: [" + before + ", b" + std::to_string(k) +
                "], at: [0.001, 0, 0], axis: [1, 2, 3]}\n";
    }
    return bodies + joints;
  };
  EXPECT_TRUE(check_model_text(chain(1023)));
  expect_refused_quickly(chain(1024));
  expect_refused_quickly(chain(5000));
}

}  // namespace
}  // namespace jourdain::corpus_test
