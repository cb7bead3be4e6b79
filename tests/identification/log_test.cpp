// Logs in the wild: each mistake is repaired and told with row and column, or refused with both.
#include "identification/raw_log.hpp"
#include "support/recorded_motion.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/identification/log.hpp"
#include "jourdain/motion/motion_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <matio.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <sstream>

namespace jourdain::log_test {
namespace {

constexpr double rate = 500;
constexpr int rows = 1200;

const Robot& robot() { return catalogue_robot("five-bar"); }

const std::vector<Sample>& exact() {
  static const std::vector<Sample> samples = recorded_samples(robot(), 3, rows, rate);
  return samples;
}

// Lines of a log: names, then numbers.
using Lines = std::vector<std::string>;

struct Style {
  std::string separator = ",";
  bool comma = false;      // decimal
  double time_factor = 1;  // cells per second
  std::string names = "t,q1,q2,tau1,tau2";
  double position_factor = 1;
};

std::string cell(double x, const Style& style) {
  std::string text = fmt::format("{:.12g}", x);
  if (style.comma) std::replace(text.begin(), text.end(), '.', ',');
  return text;
}

Lines written(const Style& style = {}) {
  Lines lines;
  std::string names = style.names;
  for (std::size_t at = names.find(','); at != std::string::npos; at = names.find(',', at + style.separator.size()))
    names.replace(at, 1, style.separator);
  lines.push_back(names);
  for (const Sample& s : exact()) {
    std::string line = cell(s.time * style.time_factor, style);
    for (int i = 0; i < 2; ++i) line += style.separator + cell(s.q[i] * style.position_factor, style);
    for (int i = 0; i < 2; ++i) line += style.separator + cell(s.forces[i], style);
    lines.push_back(line);
  }
  return lines;
}

class TemporaryLog {
 public:
  explicit TemporaryLog(const Lines& lines, const std::string& end = "\n", const std::string& ending = ".csv") {
    static int count = 0;
    path_ = (std::filesystem::temp_directory_path() / fmt::format("jourdain-log-{}-{}{}", getpid(), ++count, ending))
                .string();
    std::ofstream file(path_, std::ios::binary);
    for (const std::string& line : lines) file << line << end;
  }
  ~TemporaryLog() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct Read {
  LogSummary summary;
  std::vector<Sample> samples;
};

Read read(const Lines& lines, LogOptions options = {}, const std::string& end = "\n") {
  const TemporaryLog file(lines, end);
  if (!(options.bandwidth > 0)) options.bandwidth = 20;
  Log log(robot(), file.path(), options);
  Read result;
  Sample sample;
  log.rewind();
  while (log.next(sample)) result.samples.push_back(sample);
  result.summary = log.summary();
  return result;
}

// Largest deviation of positions (rad), and of accelerations over their largest.
double deviation(const Read& read) {
  double worst = 0;
  for (const Sample& s : read.samples) {
    const int i = static_cast<int>(std::lround(s.time * rate));
    if (i < 0 || i >= rows) return 1e9;
    const Sample& truth = exact()[i];
    worst = std::max(worst, (s.q - truth.q).cwiseAbs().maxCoeff());
    worst = std::max(worst, (s.accelerations - truth.accelerations).cwiseAbs().maxCoeff() / 300);
  }
  return worst;
}

bool tells(const Read& read, const std::string& kind, long row, const std::string& column = "") {
  return std::ranges::any_of(read.summary.findings, [&](const LogFinding& f) {
    return f.kind == kind && f.row == row && (column.empty() || f.column == column);
  });
}

TEST(Log, GivesTheMotionThatWasRecorded) {
  const Read log = read(written());
  EXPECT_GT(log.samples.size(), 900u);
  EXPECT_LT(deviation(log), 1e-3);
  EXPECT_NEAR(log.summary.rate, rate, 1e-6);
  EXPECT_EQ(log.summary.stretches, 1);
}

TEST(Log, TakesAnySeparatorAndDecimal) {
  for (const std::string separator : {",", ";", "\t", " "}) {
    for (const bool comma : {false, true}) {
      if (comma && separator == ",") continue;
      Style style;
      style.separator = separator;
      style.comma = comma;
      EXPECT_LT(deviation(read(written(style))), 1e-3) << separator << comma;
    }
  }
  EXPECT_LT(deviation(read(written(), {}, "\r\n")), 1e-3);
}

TEST(Log, TakesAnyUnitOfTime) {
  for (const auto& [factor, word] :
       {std::pair{1.0, "s"}, std::pair{1e3, "ms"}, std::pair{1e6, "us"}, std::pair{1e9, "ns"}}) {
    Style style;
    style.time_factor = factor;
    const Read guessed = read(written(style));
    EXPECT_LT(deviation(guessed), 1e-3) << word;
    EXPECT_TRUE(guessed.summary.time_unit.starts_with(word)) << guessed.summary.time_unit;
    style.names = fmt::format("time [{}],q1,q2,tau1,tau2", word);
    EXPECT_LT(deviation(read(written(style))), 1e-3) << word;
  }
}

TEST(Log, TakesAPreambleUnitsAndDegrees) {
  Style style;
  style.position_factor = 180 / 3.14159265358979323846;
  style.names = "t,q1 [deg],q2 [deg],tau1,tau2";
  EXPECT_LT(deviation(read(written(style))), 1e-3);
  style.names = "t,q1,q2,tau1,tau2";
  Lines lines = written(style);
  lines.insert(lines.begin() + 1, "s,deg,deg,Nm,Nm");
  lines.insert(lines.begin(), {"Controller 4711", "recorded on a Monday, by hand", ""});
  const Read log = read(lines);
  EXPECT_LT(deviation(log), 1e-3);
  EXPECT_NE(log.summary.format.find("3 lines before the names, a line of units"), std::string::npos)
      << log.summary.format;
}

// A mistake in the lines of a log that is repaired, and how that is told.
struct Repair {
  std::string name;
  std::function<void(Lines&)> spoil;  // lines[i] is line i + 1 of the file
  std::string kind;
  long row;
  std::string column;
};

std::string with_cell(const std::string& line, int column, const std::string& text) {
  std::vector<std::string> cells;
  std::string part;
  for (const char c : line + ",") {
    if (c != ',') {
      part += c;
      continue;
    }
    cells.push_back(part);
    part.clear();
  }
  cells[column] = text;
  return fmt::format("{}", fmt::join(cells, ","));
}

const std::vector<Repair>& repairs() {
  static const std::vector<Repair> list{
      {"nan", [](Lines& l) { l[500] = with_cell(l[500], 1, "NaN"); }, "filled", 501, "q1"},
      {"infinite", [](Lines& l) { l[500] = with_cell(l[500], 3, "inf"); }, "filled", 501, "tau1"},
      {"empty cell", [](Lines& l) { l[500] = with_cell(l[500], 2, ""); }, "filled", 501, "q2"},
      {"text", [](Lines& l) { l[500] = with_cell(l[500], 4, "overflow"); }, "no number", 501, "tau2"},
      {"spike of a position", [](Lines& l) { l[500] = with_cell(l[500], 1, "3"); }, "spike", 501, "q1"},
      {"spike of a force", [](Lines& l) { l[500] = with_cell(l[500], 3, "1e6"); }, "spike", 501, "tau1"},
      {"three in a row",
       [](Lines& l) {
         for (int i = 500; i < 503; ++i) l[i] = with_cell(l[i], 1, "nan");
       },
       "filled", 503, "q1"},
      {"long hole",
       [](Lines& l) {
         for (int i = 500; i < 540; ++i) l[i] = with_cell(l[i], 1, "nan");
       },
       "hole", 501, "q1"},
      {"missing row", [](Lines& l) { l.erase(l.begin() + 500); }, "missing rows", 501, ""},
      {"three missing rows", [](Lines& l) { l.erase(l.begin() + 500, l.begin() + 503); }, "missing rows", 501, ""},
      {"gap", [](Lines& l) { l.erase(l.begin() + 500, l.begin() + 560); }, "gap", 501, "t"},
      {"doubled row", [](Lines& l) { l.insert(l.begin() + 500, l[499]); }, "duplicate", 501, "t"},
      {"doubled time", [](Lines& l) { l.insert(l.begin() + 500, with_cell(l[499], 1, "0.5")); }, "duplicate", 501, "t"},
      {"swapped rows", [](Lines& l) { std::swap(l[500], l[501]); }, "order", 502, "t"},
      {"short row", [](Lines& l) { l[500] = "0.998,0.1"; }, "row length", 501, ""},
      {"long row", [](Lines& l) { l[500] += ",7"; }, "row length", 501, ""},
      {"half a row at the end", [](Lines& l) { l.back() = l.back().substr(0, 12); }, "row length", rows + 1, ""},
      {"missing time", [](Lines& l) { l[500] = with_cell(l[500], 0, ""); }, "missing time", 501, "t"},
      {"empty line", [](Lines& l) { l.insert(l.begin() + 500, ""); }, "", 0, ""},
      {"byte order mark", [](Lines& l) { l[0] = "\xEF\xBB\xBF" + l[0]; }, "", 0, ""},
      {"separators at the end",
       [](Lines& l) {
         for (std::string& line : l) line += ",";
       },
       "", 0, ""},
      {"quotes",
       [](Lines& l) {
         for (std::string& line : l)
           line = with_cell(
               line, 1,
               "\"" + line.substr(line.find(',') + 1, line.find(',', line.find(',') + 1) - line.find(',') - 1) + "\"");
       },
       "", 0, ""},
      {"unknown column",
       [](Lines& l) {
         for (std::string& line : l) line += &line == &l[0] ? ",temperature" : ",31.5";
       },
       "unused column", 0, "temperature"},
  };
  return list;
}

TEST(BrokenLog, IsRepairedAndSaysWhere) {
  for (const Repair& repair : repairs()) {
    SCOPED_TRACE(repair.name);
    Lines lines = written();
    repair.spoil(lines);
    const Read log = read(lines);
    EXPECT_LT(deviation(log), 2e-3);
    EXPECT_GT(log.samples.size(), 500u);
    if (!repair.kind.empty()) {
      EXPECT_TRUE(tells(log, repair.kind, repair.row, repair.column));
      if (HasFailure())
        for (const LogFinding& f : log.summary.findings)
          std::printf("  %s %ld %s: %s\n", f.kind.c_str(), f.row, f.column.c_str(), f.message.c_str());
    } else {
      EXPECT_TRUE(log.summary.findings.empty());
    }
    if (HasFailure()) return;
  }
}

// A spike of several rows is none of those that are taken out; it must not hide others behind it.
TEST(Log, FindsASpikeBehindOneThatItMissed) {
  Lines lines = written();
  for (std::size_t row : {300, 301, 302}) lines[row] = with_cell(lines[row], 3, "1e7");
  lines[500] = with_cell(lines[500], 3, "1e6");
  EXPECT_TRUE(tells(read(lines), "spike", 501, "tau1"));
}

// A good log has neither spikes nor channels that stand still.
TEST(BrokenLog, WithAChannelThatStandsIsTold) {
  EXPECT_TRUE(read(written()).summary.findings.empty());
  Lines lines = written();
  for (std::size_t i = 1; i < lines.size(); ++i) lines[i] = with_cell(lines[i], 2, "0.7");
  EXPECT_TRUE(tells(read(lines), "constant", 0, "q2"));
}

TEST(BrokenLog, WithJitterIsResampled) {
  Random random(4);
  Lines lines{"t,q1,q2,tau1,tau2"};
  const SineMotion motion(robot(), 3, 0.1);
  Workspace workspace(robot());
  std::vector<Sample> truth;
  for (int i = 0; i < rows; ++i) {
    const double t = (i + uniform(random, 0.2)) / rate;
    ASSERT_EQ(motion.go(t, workspace), Status::ok);
    const Sample s = sample_of(robot(), workspace, t);
    lines.push_back(fmt::format("{},{},{},{},{}", t, s.q[0], s.q[1], s.forces[0], s.forces[1]));
  }
  const Read log = read(lines);
  EXPECT_TRUE(log.summary.resampled);
  for (const Sample& s : log.samples) {
    ASSERT_EQ(motion.go(s.time, workspace), Status::ok);
    const Sample there = sample_of(robot(), workspace, s.time);
    ASSERT_LT((s.q - there.q).cwiseAbs().maxCoeff(), 1e-5);
    ASSERT_LT((s.accelerations - there.accelerations).cwiseAbs().maxCoeff(), 0.01 * (1 + there.accelerations.norm()));
  }
}

// A log that cannot be used: part of the message.
struct Refusal {
  std::string name;
  Lines lines;
  std::string part;
};

TEST(BrokenLog, IsRefusedWithAReason) {
  const auto changed = [](const std::function<void(Lines&)>& change) {
    Lines lines = written();
    change(lines);
    return lines;
  };
  const auto named = [&](const std::string& names) { return changed([&](Lines& l) { l[0] = names; }); };
  const std::vector<Refusal> list{
      {"empty", {}, "is empty"},
      {"no numbers", {"hello", "world"}, "no table of numbers"},
      {"no names", changed([](Lines& l) { l.erase(l.begin()); }), "no names above the 5 columns"},
      {"name twice", named("t,q1,q1,tau1,tau2"), "is there twice"},
      {"no time", named("x1,q1,q2,tau1,tau2"), "no column of time"},
      {"no position of a motor", named("t,q1,other,tau1,tau2"), "has no position"},
      {"no forces", named("t,q1,q2,a,b"), "found no forces"},
      {"no positions", named("t,a,b,tau1,tau2"), "found no positions"},
      {"two for one", named("t,q1,q2,tau1,tau2,pos1"), "no names above"},
      {"wrong unit", named("t,q1 [kg],q2 [kg],tau1,tau2"), "does not fit"},
      {"currents without constants", named("t,q1,q2,i1,i2"), "constants"},
      {"time stands", changed([](Lines& l) {
         for (std::size_t i = 1; i < l.size(); ++i) l[i] = with_cell(l[i], 0, "7");
       }),
       "does not rise"},
      {"unit of time open", changed([](Lines& l) {
         for (std::size_t i = 1; i < l.size(); ++i) l[i] = with_cell(l[i], 0, fmt::format("{}", 100 * i));
       }),
       "write the unit"},
      {"fewer names than columns", named("t,q1,q2,tau1"), "no names above"},
      {"zero bytes", {std::string("t,q1\0,q2", 8), "1,2,3"}, "zero bytes"},
  };
  for (const Refusal& refusal : list) {
    SCOPED_TRACE(refusal.name);
    try {
      read(refusal.lines);
      ADD_FAILURE() << "it was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      EXPECT_NE(std::string(error.what()).find(refusal.part), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(open_log("/nowhere/log.csv"), Error);
}

TEST(Log, FollowsItsMap) {
  Style style;
  style.names = "clock,B angle,A angle,A amps,B amps";
  style.position_factor = 180 / 3.14159265358979323846;
  style.time_factor = 1e3;
  const std::vector<int>& motors = robot().motor_joints();
  const auto name = [&](int i) { return robot().mechanism().joints[motors[i]].name; };
  LogOptions options;
  options.map = {"map.yaml",
                 fmt::format("time: {{column: clock, unit: ms}}\n"
                             "positions: {{unit: deg, columns: {{{}: A angle, {}: B angle}}}}\n"
                             "currents: {{constant: 0.5 N m/A, columns: [A amps, B amps], signs: [1, -1]}}\n",
                             name(0), name(1))};
  const Read log = read(written(style), options);
  ASSERT_GT(log.samples.size(), 100u);
  const Sample& s = log.samples[100];
  const Sample& truth = exact()[std::lround(s.time * rate)];
  EXPECT_NEAR(s.q[0], truth.q[1], 1e-6);
  EXPECT_NEAR(s.q[1], truth.q[0], 1e-6);
  EXPECT_NEAR(s.forces[0], 0.5 * truth.forces[0], 1e-6);
  EXPECT_NEAR(s.forces[1], -0.5 * truth.forces[1], 1e-6);
  options.map.text = "positons: [a, b]\n";
  try {
    read(written(style), options);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'positions'"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("map.yaml:1:1"), std::string::npos) << error.what();
  }
}

// Found by the fuzzer: few rows, none after the one before.
TEST(Log, RefusesTimesThatFall) {
  for (const char* times : {"5 4 3 2 1", "5 5 5 5 4", "3 3 3 4 3 3 3 2"}) {
    const std::string path =
        (std::filesystem::temp_directory_path() / fmt::format("jourdain-{}-fall.csv", getpid())).string();
    std::ofstream file(path);
    file << "t,motor1,motor2,motor1_force,motor2_force\n";
    std::istringstream list(times);
    for (std::string t; list >> t;) file << t << ",1,2,3,4\n";
    file.close();
    EXPECT_NE(
        [&]() -> std::string {
          try {
            Log log(robot(), path, {});
          } catch (const Error& error) {
            return error.what();
          }
          return {};
        }()
                     .find("does not rise"),
        std::string::npos)
        << times;
    std::filesystem::remove(path);
  }
}

// A MAT file with the log, and with what else a workspace has.
std::string mat_file(mat_ft version, matio_compression compression, bool workspace) {
  static int count = 0;
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("jourdain-{}-{}.mat", getpid(), ++count)).string();
  mat_t* file = Mat_CreateVer(path.c_str(), nullptr, version);
  EXPECT_NE(file, nullptr);
  std::vector<double> t, q(2 * rows), tau(2 * rows);
  for (int i = 0; i < rows; ++i) {
    const Sample& s = exact()[i];
    t.push_back(s.time);
    for (int k = 0; k < 2; ++k) q[k * rows + i] = s.q[k], tau[2 * i + k] = s.forces[k];
  }
  const auto write = [&](const char* name, std::vector<double>& values, std::size_t down, std::size_t across) {
    std::size_t dims[2] = {down, across};
    matvar_t* variable = Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, values.data(), 0);
    Mat_VarWrite(file, variable, compression);
    Mat_VarFree(variable);
  };
  if (workspace) {
    std::size_t dims[2] = {static_cast<std::size_t>(rows), 1}, none[2] = {0, 1};
    double numbers[3] = {1, 2, 3};
    mat_uint32_t ir[3] = {0, 5, 7}, jc[2] = {0, 3};
    mat_sparse_t sparse{3, ir, 3, jc, 2, 3, numbers};
    matvar_t* variable = Mat_VarCreate("S", MAT_C_SPARSE, MAT_T_DOUBLE, 2, dims, &sparse, MAT_F_DONT_COPY_DATA);
    Mat_VarWrite(file, variable, compression);
    Mat_VarFree(variable);
    const char* fields[] = {"a", "b"};
    variable = Mat_VarCreateStruct("empty", 2, none, fields, 2);
    Mat_VarWrite(file, variable, compression);
    Mat_VarFree(variable);
  }
  write("t", t, rows, 1);
  write("q", q, rows, 2);
  write("tau", tau, 2, rows);
  Mat_Close(file);
  return path;
}

std::string refusal(const std::string& path) {
  try {
    open_log(path);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    return error.what();
  }
  return {};
}

TEST(Log, ReadsMatFiles) {
  for (const mat_ft version : {MAT_FT_MAT4, MAT_FT_MAT5, MAT_FT_MAT73}) {
    for (const bool workspace : {false, true}) {
      if (version == MAT_FT_MAT4 && workspace) continue;
      SCOPED_TRACE(fmt::format("version {:#x}, workspace {}", static_cast<int>(version), workspace));
      const std::string path =
          mat_file(version, version == MAT_FT_MAT4 ? MAT_COMPRESSION_NONE : MAT_COMPRESSION_ZLIB, workspace);
      LogOptions options;
      options.bandwidth = 20;
      Log log(robot(), path, options);
      Read result;
      Sample sample;
      log.rewind();
      while (log.next(sample)) result.samples.push_back(sample);
      EXPECT_GT(result.samples.size(), 900u);
      EXPECT_LT(deviation(result), 1e-3);
      EXPECT_EQ(log.summary().counts.contains("passed over"), workspace);
      std::filesystem::remove(path);
      EXPECT_THROW(open_log(path), Error);
    }
  }
}

// Of every type of number and order of bytes; texts, cells, complex and sparse matrices are passed over.
TEST(Log, ReadsWhatMatFilesHold) {
  const std::string folder = JOURDAIN_MATS_DIR;
  const std::map<std::string, std::vector<std::string>> expected = {
      {"plain", {"t", "q1", "q2", "tau1", "tau2"}},
      {"big-endian", {"t", "q1", "q2", "tau1", "tau2"}},
      {"compressed", {"t", "q1", "q2", "tau1", "tau2"}},
      {"version4", {"t", "q1", "q2", "tau1", "tau2"}},
      {"version4-big", {"t", "q1", "q2"}},
      {"complex", {"t", "q1", "q2", "tau1", "tau2"}},
      {"sparse", {"t", "q1", "q2", "tau1", "tau2"}},
      {"empty-struct", {"t", "q1", "q2", "tau1", "tau2"}},
      {"cell", {"t", "q1", "q2", "tau1", "tau2"}},
      {"three-dims", {"t", "q1", "q2", "tau1", "tau2"}},
      {"empty", {"t", "q1", "q2", "tau1", "tau2"}},
      {"struct", {"log.t", "log.q", "log.in.f"}},
      {"types", {"int8", "uint8", "int16", "uint16", "int32", "uint32", "single", "double", "int64", "uint64"}},
  };
  for (const auto& [name, columns] : expected) {
    SCOPED_TRACE(name);
    const std::unique_ptr<RawLog> log = open_log(folder + "/" + name + ".mat");
    EXPECT_EQ(log->header().names, columns);
    RawRow row;
    std::vector<LogFinding> none;
    ASSERT_TRUE(log->next(row, none) && log->next(row, none));
    EXPECT_NEAR(row.cells[0], name == "types" ? 2 : 0.01, 1e-9);
    if (name == "plain" || name == "big-endian" || name == "compressed") {
      EXPECT_NEAR(row.cells[1], 0.1, 1e-9);
      EXPECT_NEAR(row.cells[2], 1.3, 1e-9);
      EXPECT_EQ(row.cells[3], 2);
      EXPECT_EQ(row.cells[4], 3);
    }
  }
  EXPECT_NE(refusal(folder + "/truncated.mat").find("is truncated: 40 of"), std::string::npos);
}

// Wherever a file ends early it is refused, and a byte that is another one never ends the program.
TEST(Log, RefusesTruncatedMatFiles) {
  for (const mat_ft version : {MAT_FT_MAT4, MAT_FT_MAT5, MAT_FT_MAT73}) {
    for (const matio_compression compression : {MAT_COMPRESSION_NONE, MAT_COMPRESSION_ZLIB}) {
      if (version == MAT_FT_MAT4 && compression != MAT_COMPRESSION_NONE) continue;
      SCOPED_TRACE(
          fmt::format("version {:#x}, compression {}", static_cast<int>(version), static_cast<int>(compression)));
      const std::string path = mat_file(version, compression, version == MAT_FT_MAT5);
      std::ifstream file(path, std::ios::binary);
      const std::string whole{std::istreambuf_iterator<char>(file), {}};
      const std::size_t size = whole.size();
      for (const std::size_t kept : {std::size_t{0}, std::size_t{10}, std::size_t{100}, size / 10, size / 3, size / 2,
                                     size - 5000, size - 100, size - 1}) {
        std::ofstream(path, std::ios::binary) << whole.substr(0, kept);
        EXPECT_FALSE(refusal(path).empty()) << kept << " of " << size;
      }
      std::filesystem::remove(path);
    }
  }
}

// What the library finds wrong is told, and the numbers are not taken.
TEST(Log, TellsWhatIsDamagedInAMatFile) {
  const std::string path = mat_file(MAT_FT_MAT5, MAT_COMPRESSION_ZLIB, false);
  std::string text;
  {
    std::ifstream file(path, std::ios::binary);
    text.assign(std::istreambuf_iterator<char>(file), {});
  }
  for (std::size_t at = text.size() - 3000; at < text.size() - 2900; ++at) text[at] = '\x55';
  std::ofstream(path, std::ios::binary) << text;
  std::string told = refusal(path);
  if (told.empty()) told = open_log(path)->header().told();
  EXPECT_NE(told.find("inflate"), std::string::npos) << told;
  std::filesystem::remove(path);
}

TEST(Log, RefusesWhatTakesMoreThanTheLogHas) {
  const std::string path = mat_file(MAT_FT_MAT5, MAT_COMPRESSION_NONE, false);
  for (const double delay : {5.0, 1e5, 1e7, -1e9, 1e300}) {
    LogOptions options;
    options.bandwidth = 20;
    options.map = {"map.yaml",
                   fmt::format("time: t\npositions: [q1, q2]\nforces: [tau1, tau2]\nforce_delay: {} s\n", delay)};
    EXPECT_THROW(Log(robot(), path, options), Error) << delay;
  }
  for (const double bandwidth : {1e-6, 1e-9, 1e-300}) {
    for (const Smoothing smoothing : {Smoothing::filter, Smoothing::spline}) {
      LogOptions options;
      options.bandwidth = bandwidth;
      options.smoothing = smoothing;
      EXPECT_THROW(Log(robot(), path, options), Error) << bandwidth;
    }
  }
  LogOptions options;
  for (const char* currents :
       {"[tau1, tau2]", "{columns: [tau1, tau2]}", "{columns: [tau1, tau2], constant: {motor1: 0.1 N m/A}}"}) {
    options.map = {"map.yaml", fmt::format("time: t\npositions: [q1, q2]\ncurrents: {}\n", currents)};
    try {
      const Log log(robot(), path, options);
      ADD_FAILURE() << currents;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("needs the motor's constant"), std::string::npos) << error.what();
    }
  }
  std::filesystem::remove(path);
}

// Mistakes that only the robot can reveal.
class Suspicion : public ::testing::TestWithParam<std::string> {
 protected:
  const Robot& robot = catalogue_robot(GetParam());
  std::vector<Sample> samples = recorded_samples(robot, 9, 1200, 200);

  LogCheck check(const std::function<void(std::vector<Sample>&)>& spoil) const {
    std::vector<Sample> spoilt = samples;
    spoil(spoilt);
    SampleList list(spoilt);
    return check_log(robot, list);
  }
  void expect(const std::string& kind, const std::function<void(Sample&)>& spoil) const {
    const LogCheck result = check([&](std::vector<Sample>& all) {
      for (Sample& s : all) spoil(s);
    });
    ASSERT_FALSE(result.suspicions.empty()) << kind << " is not noticed, error " << result.error;
    EXPECT_TRUE(result.suspicions.front().kind.starts_with(kind)) << result.suspicions.front().message;
  }
};
INSTANTIATE_TEST_SUITE_P(Some, Suspicion, ::testing::Values("delta", "palida", "five-bar"), as_identifier);

TEST_P(Suspicion, IsNotRaisedByAGoodLog) {
  const LogCheck result = check([](std::vector<Sample>&) {});
  EXPECT_TRUE(result.suspicions.empty()) << result.suspicions.front().message;
  EXPECT_LT(result.error, 1e-6);
  // Nor by masses of CAD that are 40 % off, which look like forces that are.
  const LogCheck heavy = check([](std::vector<Sample>& all) {
    for (Sample& s : all) s.forces *= 1.4;
  });
  EXPECT_TRUE(heavy.suspicions.empty()) << heavy.suspicions.front().message;
}

TEST_P(Suspicion, NamesTheMistake) {
  expect("sign of all forces", [](Sample& s) { s.forces *= -1; });
  expect("sign of a force", [](Sample& s) { s.forces[1] *= -1; });
  expect("scale of a force", [](Sample& s) { s.forces *= 1e-3; });
  expect("order of forces", [](Sample& s) { std::swap(s.forces[0], s.forces[1]); });
  // Between mirrored legs swapped positions are swapped forces.
  expect("order of ", [](Sample& s) {
    std::swap(s.q[0], s.q[1]);
    std::swap(s.rates[0], s.rates[1]);
    std::swap(s.accelerations[0], s.accelerations[1]);
  });
}

TEST(LogCheck, NamesTheSignOfAPosition) {
  // Legs that are no mirror images of each other.
  const Robot& robot = catalogue_robot("serial-arm");
  std::vector<Sample> samples = recorded_samples(robot, 9, 1200, 200);
  for (Sample& s : samples) s.q[1] *= -1, s.rates[1] *= -1, s.accelerations[1] *= -1;
  SampleList list(samples);
  const LogCheck result = check_log(robot, list);
  ASSERT_FALSE(result.suspicions.empty()) << result.error;
  EXPECT_EQ(result.suspicions.front().kind, "sign of a position") << result.suspicions.front().message;
}

TEST(LogCheck, NamesTheSideOfAGear) {
  Mechanism geared = catalogue_robot("delta").mechanism();
  for (Joint& joint : geared.joints) {
    if (!joint.motor) continue;
    joint.motor->gear = 40;
    joint.motor->direction = -1;
    joint.motor->zero = 0.1;
  }
  const Robot robot(geared);
  const std::vector<Sample> samples = recorded_samples(robot, 9, 1200, 200);
  std::vector<Sample> positions = samples, forces = samples;
  // Encoder reading = direction * gear * (q - zero); the motor's torque is that of the joint over the gear.
  for (Sample& s : positions) {
    s.q = -40 * (s.q.array() - 0.1).matrix();
    s.rates *= -40;
    s.accelerations *= -40;
  }
  for (Sample& s : forces) s.forces /= 40;
  SampleList list(positions), weak(forces);
  const LogCheck result = check_log(robot, list);
  ASSERT_FALSE(result.suspicions.empty());
  EXPECT_EQ(result.suspicions.front().kind, "gear of positions") << result.suspicions.front().message;
  const LogCheck side = check_log(robot, weak);
  ASSERT_FALSE(side.suspicions.empty());
  EXPECT_NE(side.suspicions.front().message.find("motor's side of the gear"), std::string::npos)
      << side.suspicions.front().message;
}

// Positions that the robot cannot take here and there are no reason to suspect gears that it has not.
TEST(LogCheck, SuspectsNoGearWhereThereIsNone) {
  const Robot& robot = catalogue_robot("palida");
  std::vector<Sample> samples = recorded_samples(robot, 9, 1200, 200);
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (i % 10 >= 4 && i % 10 < 7) samples[i].q[0] += 3;
  SampleList list(samples);
  for (const LogSuspicion& s : check_log(robot, list).suspicions)
    EXPECT_EQ(s.message.find("gear"), std::string::npos) << s.message;
}

TEST(LogCheck, KnowsTheLogOfAnotherRobot) {
  const Robot& delta = catalogue_robot("delta");
  const Robot& other = catalogue_robot("orthoglide");
  SampleList list(recorded_samples(other, 9, 800, 200));
  const LogCheck result = check_log(delta, list);
  ASSERT_FALSE(result.suspicions.empty());
}

// Columns in memory give the samples that their file gives, bit by bit.
TEST(Log, InMemoryIsReadAsItsFile) {
  const Motion motion = load_motion(robot(), "circle radius=20mm turns=4 duration=4s").motion;
  SimulatedLogOptions sensors;
  sensors.rate = 250;
  const TemporaryLog file({});
  write_simulated_log(motion, sensors, file.path());
  SimulatedLog assumed;
  const LogTable table = simulated_log(motion, sensors, &assumed);
  std::ifstream written(file.path());
  EXPECT_EQ(log_csv(table), std::string(std::istreambuf_iterator<char>(written), {}));
  LogOptions options;
  options.bandwidth = 20;
  Log from_file(robot(), file.path(), options), from_memory(robot(), LogSource("memory", table), options);
  EXPECT_EQ(from_memory.summary().name, "memory");
  from_file.rewind();
  from_memory.rewind();
  Sample one, other;
  long samples = 0;
  while (from_file.next(one)) {
    ASSERT_TRUE(from_memory.next(other));
    ++samples;
    EXPECT_EQ(one.q, other.q);
    EXPECT_EQ(one.accelerations, other.accelerations);
    EXPECT_EQ(one.forces, other.forces);
    EXPECT_EQ(one.time, other.time);
    EXPECT_EQ(one.row, other.row);
  }
  EXPECT_FALSE(from_memory.next(other));
  EXPECT_GT(samples, 500);
  EXPECT_EQ(assumed.samples, static_cast<long>(table.columns.front().size()));
  EXPECT_EQ(from_memory.summary().samples, from_file.summary().samples);
  LogTable uneven = table;
  uneven.columns.back().pop_back();
  EXPECT_THROW(Log(robot(), LogSource("memory", uneven), options), Error);
  EXPECT_THROW(Log(robot(), LogSource("memory", LogTable{}), options), Error);
  const LogSource again("memory", table);
  EXPECT_TRUE(LogSource(again) == again);
  EXPECT_FALSE(LogSource("memory", table) == again);
}

}  // namespace
}  // namespace jourdain::log_test
