#include "jourdain/io/csv.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <random>

namespace jourdain::csv_test {
namespace {

// The message of the refusal, or "" if the text is accepted.
std::string refusal(std::string_view text, const CsvLimits& limits = {}) {
  try {
    parse_csv(text, "log.csv", limits);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return {};
}

void expect_refused(std::string_view text, const std::string& part) {
  EXPECT_NE(refusal(text).find(part), std::string::npos) << text << "\n-> " << refusal(text);
}

TEST(Csv, ReadsNamesRowsAndLines) {
  const CsvTable table = parse_csv("t,x\n0,1.5\n0.1,-2e-3\n", "log.csv");
  EXPECT_EQ(table.columns, (std::vector<std::string>{"t", "x"}));
  ASSERT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.at(1, 1), -2e-3);
  EXPECT_EQ(table.lines, (std::vector<int>{2, 3}));
  EXPECT_EQ(table.find("x"), 1);
  EXPECT_EQ(table.find("y"), -1);
}

TEST(Csv, LeavesBadRowsOutWhereItMay) {
  BadRows bad;
  const CsvTable table = parse_csv("t,x\n0,1\n1,nan\n2\n3,4\n4,abc\n5,\"6\n6,7\n7,nan\n", "log.csv", {}, &bad);
  EXPECT_EQ(table.lines, (std::vector<int>{2, 5, 8}));
  EXPECT_EQ(table.values, (std::vector<double>{0, 1, 3, 4, 6, 7}));
  ASSERT_EQ(bad.size(), 5u);
  EXPECT_EQ(bad[0].mark.line, 3);
  EXPECT_NE(bad[0].message.find("finite"), std::string::npos) << bad[0].message;
  EXPECT_EQ(bad.back().mark.line, 9);
  // More of them than are shown of mistakes.
  std::string many = "t\n";
  for (int i = 0; i < 100; ++i) many += "nan\n";
  bad.clear();
  EXPECT_EQ(parse_csv(many + "1\n", "log.csv", {}, &bad).rows(), 1u);
  EXPECT_EQ(bad.size(), 100u);
  EXPECT_THROW(parse_csv(many, "log.csv", {}, &bad), Error) << "nothing is left";
}

TEST(Csv, AcceptsWhatSpreadsheetsWrite) {
  const CsvTable table = parse_csv("\xEF\xBB\xBF\"t\" , x \r\n 0 ,\"+1.5\"\r\n\r\n\n", "log.csv");
  EXPECT_EQ(table.columns, (std::vector<std::string>{"t", "x"}));
  ASSERT_EQ(table.rows(), 1u);
  EXPECT_EQ(table.at(0, 1), 1.5);
}

TEST(Csv, NeedsNoLineFeedAtTheEnd) { EXPECT_EQ(parse_csv("t\n1", "log.csv").rows(), 1u); }

TEST(Csv, NamesFileLineAndColumnOfABadCell) {
  expect_refused("t,x\n0,1\n1,abc\n", "log.csv:3: error: column 'x': expected a number, found 'abc'");
  expect_refused("t,x\n0,nan\n", "log.csv:2: error: column 'x': expected a finite number, found 'nan'");
  expect_refused("t,x\n0,-Inf\n", "expected a finite number");
  expect_refused("t,x\n0,1e400\n", "out of range");
  expect_refused("t,x\n0,\n", "the cell is empty");
  expect_refused("t,x\n0,0x10\n", "expected a number");
  expect_refused("t,x\n0,1 2\n", "expected a number");
  expect_refused("t,x\n0,--1\n", "expected a number");
}

TEST(Csv, RefusesWrongShapes) {
  expect_refused("", "is empty");
  expect_refused("\n\n", "is empty");
  expect_refused("t,x\n", "no rows");
  expect_refused("t,x\n1\n", "the row has 1 cells, expected 2");
  expect_refused("t,x\n\n1,2\n", "the row has 1 cells, expected 2");
  expect_refused("t,t\n1,2\n", "two columns 't'");
  expect_refused("t,\n1,2\n", "column 2 has no name");
  expect_refused("1,2\n3,4\n", "found numbers");
  expect_refused("t;x\n1;2\n", "separated by commas");
  expect_refused("t,\"x\n1,2\n", "quote is not closed");
  expect_refused(std::string_view("t\0,x\n1,2\n", 9), "zero bytes");
}

TEST(Csv, CollectsMistakesUpToALimit) {
  std::string text = "x\n";
  for (int i = 0; i < 50; ++i) text += "bad\n";
  const std::string message = refusal(text);
  EXPECT_NE(message.find("log.csv:11:"), std::string::npos) << message;
  EXPECT_EQ(message.find("log.csv:12:"), std::string::npos) << message;
  EXPECT_NE(message.find("stopped after 10 mistakes"), std::string::npos) << message;
}

TEST(Csv, KeepsToItsLimits) {
  EXPECT_NE(refusal("x\n1\n2\n3\n", {.rows = 2}).find("too many rows"), std::string::npos);
  EXPECT_NE(refusal("x,y\n1,2\n", {.columns = 1}).find("too many columns"), std::string::npos);
  EXPECT_NE(refusal("x\n1\n", {.bytes = 3}).find("too large"), std::string::npos);
}

TEST(Csv, RefusesFilesThatAreNone) {
  EXPECT_THROW(read_csv("no-such-file.csv"), Error);
  EXPECT_THROW(read_csv("."), Error);
  EXPECT_THROW(read_csv(""), Error);
}

TEST(Csv, NumbersReadBackToTheSameBits) {
  constexpr unsigned seed = 20240607;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937_64 random(seed);
  std::vector<double> numbers{0.0,
                              -0.0,
                              0.1,
                              1.0 / 3,
                              std::numeric_limits<double>::max(),
                              std::numeric_limits<double>::min(),
                              std::numeric_limits<double>::denorm_min()};
  while (numbers.size() < 2000) {
    const std::uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isfinite(value)) numbers.push_back(value);
  }
  CsvWriter writer({"x"});
  for (double number : numbers) {
    writer.add(number);
    writer.end_row();
  }
  const CsvTable table = parse_csv(writer.text(), "log.csv");
  ASSERT_EQ(table.rows(), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_EQ(std::memcmp(&table.values[i], &numbers[i], sizeof(double)), 0) << numbers[i];
  }
}

// All blocks of a file, of this size, as one table; or the message of the refusal.
struct InBlocks {
  CsvTable table;
  std::size_t blocks = 0;
  std::string refusal;
};

InBlocks read_in_blocks(const std::string& text, std::size_t bytes) {
  const std::string path = testing::TempDir() + "/blocks.csv";
  std::ofstream(path, std::ios::binary) << text;
  InBlocks result;
  try {
    CsvReader reader(path, bytes);
    result.table = reader.header();
    for (CsvReader::Block block; reader.next(block); ++result.blocks) {
      EXPECT_EQ(block.is_first, result.blocks == 0);
      const CsvTable part = reader.parse(block);
      result.table.values.insert(result.table.values.end(), part.values.begin(), part.values.end());
      result.table.lines.insert(result.table.lines.end(), part.lines.begin(), part.lines.end());
    }
  } catch (const Error& error) {
    result.refusal = error.what();
  }
  return result;
}

TEST(CsvReader, BlocksGiveWhatTheWholeFileGives) {
  std::string rows;
  for (int i = 0; i < 200; ++i) rows += std::to_string(i) + "," + std::to_string(0.25 * i) + "\n";
  const std::string texts[] = {"t,x\n" + rows, "t,x\n" + rows + "7,8", "\xEF\xBB\xBFt,x\r\n1,2\r\n3,4\r\n\r\n \n",
                               "\"t\",\"x\"\n 1 , 2 \n", "t,x\n" + rows + "\n\n\n\n"};
  for (const std::string& text : texts) {
    const CsvTable whole = parse_csv(text, "log.csv");
    for (std::size_t bytes : {1u, 7u, 64u, 100000u}) {
      const InBlocks parts = read_in_blocks(text, bytes);
      EXPECT_EQ(parts.refusal, "");
      EXPECT_EQ(parts.table.columns, whole.columns);
      EXPECT_EQ(parts.table.values, whole.values) << bytes;
      EXPECT_EQ(parts.table.lines, whole.lines) << bytes;
    }
  }
  EXPECT_GT(read_in_blocks(texts[0], 64).blocks, 10u);
}

TEST(CsvReader, RefusesWhatTheWholeFileRefuses) {
  for (const char* text : {"", "\n", "t,x\n", "t,x\n\n\n", "t,t\n1,2\n", "t;x\n1;2\n", "t,x\n1,2\n\n3,4\n",
                           "t,x\n1,2\n3\n", "t,x\n1,nan\n", "1,2\n3,4\n"}) {
    std::string expected = refusal(text);
    ASSERT_NE(expected, "") << text;
    // The same words about another file.
    expected = expected.substr(expected.find(':'));
    for (std::size_t bytes : {1u, 3u, 1000u}) {
      const std::string found = read_in_blocks(text, bytes).refusal;
      EXPECT_NE(found.find(expected), std::string::npos) << text << "\n-> " << found;
    }
  }
}

TEST(CsvWriter, RefusesWhatCannotBeReadBack) {
  CsvWriter writer({"x", "y"});
  EXPECT_THROW(writer.add(std::nan("")), Error);
  EXPECT_THROW(writer.add(HUGE_VAL), Error);
  writer.add(1.0);
  EXPECT_THROW(writer.end_row(), Error);
}

TEST(CsvWriter, QuotesOnlyWhereNeeded) {
  CsvWriter writer({"a", "b c", "d"});
  writer.add("ok");
  writer.add("x,y");
  writer.add_blank();
  writer.end_row();
  EXPECT_EQ(writer.text(), "a,\"b c\",d\nok,\"x,y\",\n");
}

}  // namespace
}  // namespace jourdain::csv_test
