// The one loop over rows of states: a single one, those along a motion, or those of a file that may be longer than
// memory. Rows are answered in blocks, on all cores where no row depends on those before it. Totals are formed in the
// order of the rows, so that neither threads nor blocks change them; rows that are left out stay out of them.
#pragma once

#include "analyses/given_motion.hpp"

#include "jourdain/answer/job.hpp"

#include "motion/path.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace jourdain {

// Events of a path, each with the place of the row before it.
struct PathSummary {
  struct Event {
    PathEvent event;
    std::string place;
  };
  std::vector<Event> events;
  int examined = 0;  // pairs of rows
  double smallest_type1 = 1, smallest_type2 = 1;

  // Warns of the events, the first few one by one; true if one is more than a singularity that is near.
  bool warn(Warnings& warnings) const;
};

// Its events; a table without rows where nothing happened.
Table events_table(const PathSummary& path);

// Answers rows; one for each thread.
class RowSolver {
 public:
  virtual ~RowSolver() = default;
  // Brings the workspace to the row and writes its numbers: those of the table, then those that totals need besides.
  // Throws Error(numerical) where there is no answer.
  virtual void solve(const MotionTable& motion, std::size_t row, Workspace& workspace, double* numbers) = 0;
};

struct AnsweredRow {
  const MotionTable& motion;
  std::size_t row = 0;
  const double* numbers = nullptr;
};

struct RowColumn {
  std::string name;
  Measure measure = Measure::number;
};

// What is asked of the rows.
struct RowQuestion {
  std::vector<RowColumn> columns = {};  // of the table
  std::size_t lines = 1;                // of the table, for a row
  std::size_t besides = 0;              // numbers of a row that stand in no column
  std::string out = {};                 // file for the table; empty: none
  bool watch_path = false;              // what happens between rows of poses
  bool watch_limits = false;            // of joints
  bool path_has_limits = false;         // rows at which a joint passes one are events of the path
  bool watch_fold = false;              // whether the first row lies behind a singularity
  const Workspace* start = nullptr;     // configuration before the first row; home without it
  std::function<std::unique_ptr<RowSolver>()> make_solver = {};
  // In the order of the rows, after one call of `begin`; both perhaps a second time from the first row on.
  std::function<void()> begin = {};
  std::function<void(const AnsweredRow&)> take = {};
};

struct RowTotals {
  std::size_t rows = 0;  // answered
  BadRows bad;           // left out
  LimitState limit;      // the nearest of all rows
  std::string limit_place;
  std::size_t beyond = 0;  // rows with a joint beyond a limit
  std::optional<PathSummary> path;
  bool behind_fold = false;
};

// Which states a file may hold.
enum class RowKind { any, poses, motors };

class StateRows {
 public:
  // Opens the file, or makes the states that the arguments give. Throws Error as parse_motion.
  StateRows(const Robot& robot, const MotionArguments& arguments, Order needed, RowKind kind, Warnings& warnings);
  // States that are there already.
  StateRows(const Robot& robot, const MotionArguments& arguments, MotionTable table);
  ~StateRows();

  bool has_time() const { return has_time_; }
  Order order() const { return order_; }  // what the rows hold
  bool is_joint_motion() const { return of_joints_; }
  bool is_file() const { return reader_ != nullptr; }
  // Of a single state or a motion.
  const MotionTable& table() const { return table_; }

  // Answers all rows. Rows without an answer end it with Error, or are left out with --skip-bad. Throws
  // Error(numerical) if no row has an answer.
  RowTotals run(const RowQuestion& question, Warnings& warnings, const Job& job);

 private:
  friend class RowStream;
  MotionTable read(const CsvTable& table, BadRows* bad) const;
  int threads() const;

  const Robot& robot_;
  const MotionArguments& arguments_;
  Order needed_, order_;
  RowKind kind_;
  bool has_time_ = false, of_joints_ = false;
  std::unique_ptr<CsvReader> reader_;
  MotionTable table_{StateTable{}};
  BadRows bad_;
};

// Rows that an answer shows. Those that went to a file are not kept: then it tells the file and its columns.
class KeptRows {
 public:
  // The columns of the question alone; or with the lines of a file and others that stand in no table.
  explicit KeptRows(const RowQuestion& question);
  KeptRows(const RowQuestion& question, const StateRows& rows,
           const std::vector<std::pair<RowColumn, std::size_t>>& more);
  void begin();
  void add(const AnsweredRow& row);
  // The series `states`, or the file and the table `columns`.
  void fill(Answer& answer) const;

 private:
  void add_column(const RowColumn& column, std::size_t place);

  Series series_{"states", "States"};
  std::vector<std::size_t> places_;  // of numbers; whole rows of several lines stand one below the other
  const RowQuestion* question_;
  std::size_t width_ = 0;
};

// Few rows for a picture: every row, every second, every fourth, at most so many.
class PictureRows {
 public:
  explicit PictureRows(std::size_t curves) : y(curves) {}
  // At a time, or the number of the row; a value for each curve.
  void add(std::optional<double> time, const double* values);

  std::vector<double> x;
  std::vector<std::vector<double>> y;

 private:
  std::size_t row_ = 0, step_ = 1;
};

// How many rows were answered and left out; how near the path came to singularities.
void add_counts(const MotionArguments& arguments, const RowTotals& totals, Facts& facts);

// Whether there are joints beyond their limits, told with the place of the worst.
bool warn_of_limits(const Robot& robot, const RowTotals& totals, Warnings& warnings);

}  // namespace jourdain
