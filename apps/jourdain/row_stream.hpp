// The rows of a file of states in blocks: in constant memory, and on all cores where no row depends on those before it.
#pragma once

#include "analyses/row_watch.hpp"
#include "robot_text.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace jourdain::cli {

// Rows as a worker gets them. After another block, row 0 is the last good one of that block, which has answered it.
struct RowBlock {
  MotionTable motion;
  std::size_t first = 0;  // row to be answered first
  BadRows bad;            // rows that could not be read
};

// What a worker says of a block. Verbs add what they need.
struct BlockAnswer {
  virtual ~BlockAnswer() = default;

  std::string text;       // for the file that is written
  std::size_t rows = 0;   // answered
  BadRows bad;            // left out
  VectorX before, after;  // motors and output at row 0 and at the last one: what two workers must agree on
  std::optional<PathSummary> path;
};

struct StreamedFile {
  const Robot& robot;
  const MotionArguments& arguments;  // names the file
  std::function<MotionTable(const CsvTable&, BadRows*)> read;
};

// Threads for a file: all cores where poses have answers in closed form and no row is left out, else one.
int stream_threads(const StreamedFile& file, bool joint_rows);

using BlockWorker = std::function<std::unique_ptr<BlockAnswer>(RowBlock&)>;

// A worker for each thread is asked about blocks of the reader; `take` gets the answers in the order of the file. The
// first exception, in that order, is thrown. False if the motors' coordinates at the seam of two blocks differ, as
// after more than half a turn of a motor: then all must be done again with one thread.
bool stream_rows(const StreamedFile& file, CsvReader reader, int threads,
                 const std::function<BlockWorker()>& make_worker, const std::function<void(BlockAnswer&)>& take);

// Answers the rows of a block, one after the other, with solve(row), which takes the workspace there; what happens
// between rows is watched. A row without an answer ends it with Error(numerical), or is left out with --skip-bad: those
// are returned, with row 0 where another block has answered it.
std::vector<std::size_t> answer_rows(const StreamedFile& file, RowBlock& block, Order order, RowWatch& watch,
                                     Workspace& workspace, BlockAnswer& answer,
                                     const std::function<void(std::size_t row)>& solve);

// Writes the cells of a row that the workspace is at, all rows of the table that belong to it ended; true to flag it.
// Throws Error(numerical) for a row without an answer.
using RowWriter = std::function<bool(Workspace& workspace, const MotionTable& motion, std::size_t row, CsvWriter& csv)>;

// A table that is made of the rows of a file.
struct StreamedTable {
  std::vector<std::string> columns;
  Order order = Order::acceleration;       // of the kinematics
  bool watch = false;                      // what happens between the rows
  std::function<RowWriter()> make_writer;  // one for each thread
  const Workspace* start = nullptr;        // configuration before the first row; home without it
};

struct TableSummary {
  std::size_t rows = 0;
  BadRows bad;
  std::optional<PathSummary> path;
  std::size_t flagged = 0;
  std::string first_flagged;  // its place
};

// Computes all rows and writes the table; rows with mistakes end it, or are left out with --skip-bad.
TableSummary stream_table(const StreamedFile& file, CsvReader reader, const StreamedTable& table,
                          const std::string& out);

// Error(numerical): there is no row to write.
[[noreturn]] void refuse_all_rows(const MotionArguments& arguments, const BadRows& bad);

}  // namespace jourdain::cli
