// Logs in MAT files of all versions, whole, damaged and cut short.
#include "identification/logs/raw_log.hpp"
#include "log_cases.hpp"

#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>
#include <matio.h>

#include <map>
#include <memory>

namespace jourdain::log_test {
namespace {

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

}  // namespace
}  // namespace jourdain::log_test
