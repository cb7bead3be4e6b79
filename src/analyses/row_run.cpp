#include "analyses/row_run.hpp"

#include "analyses/words.hpp"
#include "io/atomic_file.hpp"
#include "kinematics/limit_watch.hpp"
#include "kinematics/sides.hpp"
#include "legs/robot_data.hpp"
#include "model/joint_freedoms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>
#include <thread>

namespace jourdain {
namespace {

constexpr int most_threads = 32;
constexpr std::size_t block_rows = 1024;  // of states in memory
constexpr double same_coordinate = 1e-6;  // radians, or lengths over the robot's size, at the seam of two blocks

// Rows for a worker. The row before the first, if there is one, has been answered: the worker starts from there.
struct RowBlock {
  const MotionTable* motion = nullptr;
  std::size_t first = 0, end = 0;
  std::size_t index = 0;
  MotionTable own{StateTable{}};  // of a file
  BadRows bad;                    // rows that could not be read
};

// What a worker says of a block.
struct BlockAnswer {
  std::string text;                // for the file
  std::vector<std::size_t> rows;   // that have an answer
  std::vector<double> numbers;     // of these
  std::vector<LimitState> limits;  // near ones
  std::vector<PathRow> path;
  BadRows bad;
  VectorX before, after;  // motors and output before the first row and at the last: what two workers must agree on
  Warnings warnings;
  bool behind_fold = false;
};

// Coordinates of all motors and the pose of the output, lengths over the robot's size.
VectorX seam_coordinates(const Robot& robot, const Workspace& workspace) {
  const int motors = static_cast<int>(robot.motor_joints().size());
  VectorX q(motors + 12);
  for (int k = 0; k < motors; ++k) q[k] = workspace.motor_position(k) / (motor_slides(robot, k) ? robot.size() : 1.0);
  const Placement pose = robot.mechanism().output ? workspace.output_pose() : Placement{};
  q.segment<3>(motors) = pose.p / robot.size();
  q.tail<9>() = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(pose.R.data());
  return q;
}

// The row before a block.
struct SeamRow {
  std::vector<double> values;
  int line = 0;

  void keep(const CsvTable& table, std::size_t row) {
    const auto from = table.values.begin() + static_cast<std::ptrdiff_t>(row * table.columns.size());
    values.assign(from, from + static_cast<std::ptrdiff_t>(table.columns.size()));
    line = table.lines[row];
  }
  void put_before(CsvTable& table) const {
    table.values.insert(table.values.begin(), values.begin(), values.end());
    table.lines.insert(table.lines.begin(), line);
  }
};

}  // namespace

// One way through all rows.
class RowStream {
 public:
  RowStream(StateRows& rows, const RowQuestion& question, const Job& job)
      : rows_(rows), question_(question), job_(job), robot_(rows.robot_), arguments_(rows.arguments_) {
    std::error_code ignored;
    if (rows.reader_) bytes_ = static_cast<double>(std::filesystem::file_size(arguments_.states, ignored));
    if (ignored) bytes_ = 0;
    if (watches_path()) watch_.emplace(robot_);
    if (question.out.empty()) return;
    file_.emplace(question.out);
    file_->write(CsvWriter(names()).take());
  }

  // False if the motors' coordinates at the seam of two blocks differ, as after more than half a turn of a motor: then
  // all must be done again with one thread.
  bool run(int threads) {
    question_.begin();
    std::vector<std::unique_ptr<RowSolver>> solvers;
    for (int i = 0; i < threads; ++i) solvers.push_back(question_.make_solver());
    {
      std::vector<std::jthread> others;
      for (int i = 1; i < threads; ++i) others.emplace_back([&, i] { work(*solvers[i], false); });
      work(*solvers.front(), true);
    }
    if (problem_) std::rethrow_exception(problem_);
    return !differs_;
  }

  RowTotals finish(Warnings& warnings) {
    if (totals_.rows == 0)
      throw Error(ErrorKind::numerical,
                  fmt::format("{}: no row has an answer{}", source_name(arguments_),
                              totals_.bad.empty() ? "" : "; the first: " + totals_.bad.front().message));
    if (watch_) end_path();
    if (file_) file_->commit();
    warnings.insert(warnings.end(), warnings_.begin(), warnings_.end());
    return std::move(totals_);
  }

 private:
  std::vector<std::string> names() const {
    std::vector<std::string> list;
    for (const RowColumn& column : question_.columns) list.push_back(column.name);
    return list;
  }

  bool watches_path() const { return question_.watch_path && has_rows(arguments_) && !rows_.is_joint_motion(); }

  // Blocks ----------------------------------------------------------------------------------------------------------

  void work(RowSolver& solver, bool asks) {
    Workspace workspace = question_.start ? *question_.start : Workspace(robot_);
    CsvWriter csv(names());
    csv.take();
    LimitWatch limits(robot_);
    PathEye eye(robot_);
    CsvReader::Block text;
    std::string seam;
    RowBlock block;
    while (next(block, text, seam, asks)) {
      BlockAnswer answer;
      std::exception_ptr problem;
      try {
        if (rows_.reader_) read(text, seam, block, answer.warnings);
        answer.bad = block.bad;
        answer_rows(block, solver, workspace, csv, limits, eye, answer);
      } catch (...) {
        problem = std::current_exception();
      }
      hand_in(block, answer, problem);
    }
  }

  bool next(RowBlock& block, CsvReader::Block& text, std::string& seam, bool asks) {
    const std::lock_guard lock(mutex_);
    if (problem_ || differs_ || ended_) return false;
    try {
      if (asks) {
        stop_if_cancelled(job_);
        const double all = rows_.reader_ ? bytes_ : static_cast<double>(rows_.table_.rows());
        if (job_.advance && all > 0) job_.advance(done_ / all);
      }
      ended_ = !(rows_.reader_ ? next_text(text, seam) : next_rows(block));
    } catch (...) {
      // Blocks before this one may hold a mistake that comes first.
      late_problem_ = std::current_exception();
      ended_ = true;
      last_index_ = given_;
      if (turn_ == given_) problem_ = late_problem_;
    }
    if (ended_) return false;
    block.index = given_++;
    return true;
  }

  bool next_rows(RowBlock& block) {
    const std::size_t all = rows_.table_.rows();
    block.motion = &rows_.table_;
    block.first = given_ * block_rows;
    block.end = std::min(block.first + block_rows, all);
    done_ = static_cast<double>(block.first);
    return block.first < all;
  }

  bool next_text(CsvReader::Block& text, std::string& seam) {
    if (!rows_.reader_->next(text)) return false;
    seam = last_line_;
    done_ += static_cast<double>(text.text.size());
    const std::size_t end = text.text.ends_with('\n') ? text.text.size() - 1 : text.text.size();
    const std::size_t start = end == 0 ? std::string::npos : text.text.rfind('\n', end - 1);
    last_line_ = text.text.substr(start == std::string::npos ? 0 : start + 1, end);
    return true;
  }

  // The rows with the seam before them. Where rows may be left out, only one thread is at work and it keeps the seam.
  void read(const CsvReader::Block& text, const std::string& seam, RowBlock& block, Warnings& warnings) {
    block.bad.clear();
    BadRows* bad = arguments_.skip_bad ? &block.bad : nullptr;
    CsvTable table = rows_.reader_->parse(text, bad);
    block.first = 0;
    if (arguments_.skip_bad) {
      if (kept_) kept_->put_before(table);
      block.first = kept_ ? 1 : 0;
    } else if (!text.is_first) {
      SeamRow row;
      row.keep(rows_.reader_->parse({seam, text.first_line - 1, false}), 0);
      row.put_before(table);
      block.first = 1;
    }
    block.own = rows_.read(table, bad);
    block.motion = &block.own;
    block.end = block.own.rows();
    // Wrong units are wrong from the beginning.
    if (text.is_first) warn_of_rates(robot_, arguments_, block.own, warnings);
    if (arguments_.skip_bad && block.end > 0) {
      const auto line = std::ranges::find(table.lines, block.own.lines().back());
      kept_.emplace().keep(table, static_cast<std::size_t>(line - table.lines.begin()));
    }
  }

  // Rows ------------------------------------------------------------------------------------------------------------

  void answer_rows(const RowBlock& block, RowSolver& solver, Workspace& workspace, CsvWriter& csv, LimitWatch& limits,
                   PathEye& eye, BlockAnswer& answer) {
    const MotionTable& motion = *block.motion;
    if (block.first >= block.end) return;
    const std::size_t cells = question_.columns.size() * question_.lines, width = cells + question_.besides;
    const bool watches = watches_path();
    PathRow seen;
    if (block.first > 0 && motion.go_to(block.first - 1, robot_, workspace, Order::position) == Status::ok) {
      answer.before = seam_coordinates(robot_, workspace);
      if (watches) eye.look(workspace, seen);
    }
    const std::size_t all = block.end - block.first;
    answer.numbers.reserve(all * width);
    answer.rows.reserve(all);
    if (question_.watch_limits || question_.path_has_limits) answer.limits.reserve(all);
    if (watches) answer.path.reserve(all);
    for (std::size_t row = block.first; row < block.end; ++row) {
      const std::size_t at = answer.numbers.size();
      answer.numbers.resize(at + width);
      try {
        solver.solve(motion, row, workspace, answer.numbers.data() + at);
        // What limits and the path are watched by.
        if (body_motions(robot_, workspace, Order::velocity) != Status::ok)
          throw Error(ErrorKind::numerical, place(arguments_, motion, row) + workspace.explain());
        if (file_) write(answer.numbers.data() + at, csv);
      } catch (const Error& error) {
        if (!arguments_.skip_bad || error.kind() != ErrorKind::numerical) throw;
        answer.bad.push_back({Severity::error, {motion.lines()[row], 0}, error.what(), {}});
        answer.numbers.resize(at);
        continue;
      }
      answer.rows.push_back(row);
      if (question_.watch_limits || question_.path_has_limits) answer.limits.push_back(limits.next(workspace));
      if (watches) eye.look(workspace, answer.path.emplace_back());
      if (question_.watch_fold && !first_seen_.exchange(true))
        answer.behind_fold = warn_of_fold(robot_, workspace, answer.warnings, place(arguments_, motion, row));
    }
    answer.after = seam_coordinates(robot_, workspace);
    answer.text = csv.take();
  }

  void write(const double* numbers, CsvWriter& csv) const {
    for (std::size_t line = 0; line < question_.lines; ++line) {
      for (std::size_t c = 0; c < question_.columns.size(); ++c) csv.add(*numbers++);
      csv.end_row();
    }
  }

  // Totals ----------------------------------------------------------------------------------------------------------

  void hand_in(const RowBlock& block, BlockAnswer& answer, std::exception_ptr problem) {
    std::unique_lock lock(mutex_);
    turn_came_.wait(lock, [&] { return turn_ == block.index; });
    if (!problem_ && !differs_) {
      if (problem) {
        problem_ = problem;
      } else if (after_.size() > 0 && answer.before.size() > 0 &&
                 !((answer.before - after_).cwiseAbs().maxCoeff() <= same_coordinate)) {
        differs_ = true;
      } else {
        try {
          take(block, answer);
        } catch (...) {
          problem_ = std::current_exception();
        }
        if (answer.after.size() > 0) after_ = std::move(answer.after);
      }
    }
    ++turn_;
    if (late_problem_ && turn_ == last_index_ && !problem_) problem_ = late_problem_;
    turn_came_.notify_all();
  }

  void take(const RowBlock& block, BlockAnswer& answer) {
    if (file_) file_->write(answer.text);
    totals_.bad.insert(totals_.bad.end(), answer.bad.begin(), answer.bad.end());
    warnings_.insert(warnings_.end(), answer.warnings.begin(), answer.warnings.end());
    totals_.behind_fold |= answer.behind_fold;
    const std::size_t width = question_.columns.size() * question_.lines + question_.besides;
    for (std::size_t i = 0; i < answer.rows.size(); ++i) {
      question_.take({*block.motion, answer.rows[i], answer.numbers.data() + i * width});
      if (i < answer.limits.size()) take_limit(answer.limits[i], *block.motion, answer.rows[i]);
      if (i < answer.path.size()) take_path(answer.path[i], *block.motion, answer.rows[i]);
      ++totals_.rows;
    }
  }

  void take_limit(const LimitState& limit, const MotionTable& motion, std::size_t row) {
    const bool beyond = limit.joint >= 0 && limit.margin < 0;
    if (beyond) ++totals_.beyond;
    if (question_.path_has_limits && beyond && !beyond_) {
      PathSummary::Event& found = limits_.emplace_back();
      found.event.kind = PathEventKind::limit;
      found.event.sample = static_cast<int>(totals_.rows);
      found.event.value = limit.margin;
      found.event.message = limit_text(robot_, limit);
      found.place = place(arguments_, motion, row);
    }
    beyond_ = beyond;
    if (limit.joint < 0 || !(limit.margin < totals_.limit.margin)) return;
    totals_.limit = limit;
    totals_.limit_place = place(arguments_, motion, row);
  }

  void take_path(const PathRow& seen, const MotionTable& motion, std::size_t row) {
    watch_->next(seen);
    const std::vector<PathEvent>& found = watch_->report().events;
    for (std::size_t k = path_.events.size(); k < found.size(); ++k) {
      const bool here = found[k].sample == static_cast<int>(totals_.rows);
      PathSummary::Event& event = path_.events.emplace_back();
      event.event = found[k];
      event.place = place(arguments_, here ? place_of(motion, row) : before_);
    }
    before_ = place_of(motion, row);
  }

  void end_path() {
    const PathReport& report = watch_->report();
    path_.examined = watch_->examined();
    path_.smallest_type1 = report.smallest_type1;
    path_.smallest_type2 = report.smallest_type2;
    path_.events.insert(path_.events.end(), limits_.begin(), limits_.end());
    std::ranges::stable_sort(path_.events, {}, [](const PathSummary::Event& e) { return e.event.sample; });
    totals_.path = std::move(path_);
  }

  StateRows& rows_;
  const RowQuestion& question_;
  const Job& job_;
  const Robot& robot_;
  const MotionArguments& arguments_;
  std::optional<AtomicFile> file_;
  double bytes_ = 0, done_ = 0;

  std::mutex mutex_;
  std::condition_variable turn_came_;
  std::size_t given_ = 0, turn_ = 0, last_index_ = 0;
  std::string last_line_;
  std::optional<SeamRow> kept_;
  VectorX after_;
  std::exception_ptr problem_, late_problem_;
  bool differs_ = false, ended_ = false;
  std::atomic<bool> first_seen_ = false;

  RowTotals totals_;
  Warnings warnings_;
  std::optional<PathWatch> watch_;
  PathSummary path_;
  std::vector<PathSummary::Event> limits_;
  bool beyond_ = false;  // a limit, at the row before
  RowPlace before_;
};

StateRows::StateRows(const Robot& robot, const MotionArguments& arguments, Order needed, RowKind kind,
                     Warnings& warnings)
    : robot_(robot), arguments_(arguments), needed_(needed), order_(needed), kind_(kind) {
  check_sources(arguments);
  if (arguments.states.empty()) {
    table_ = parse_motion(robot, arguments, needed, bad_, warnings);
    has_time_ = !table_.time().empty();
    of_joints_ = table_.is_joint_motion();
    order_ = table_.order();
    return;
  }
  reader_ = std::make_unique<CsvReader>(arguments.states);
  has_time_ = reader_->header().find("t") >= 0;
  of_joints_ = kind == RowKind::motors || (kind == RowKind::any && names_a_motor(robot, reader_->header()));
  BadRows none;
  try {
    const MotionTable header = read(reader_->header(), &none);
    order_ = header.order();
    of_joints_ = header.is_joint_motion();
  } catch (const Error& error) {
    // Columns that are wrong are told with the first rows, after what is wrong in those.
    if (error.kind() != ErrorKind::input) throw;
  }
}

StateRows::StateRows(const Robot& robot, const MotionArguments& arguments, MotionTable table)
    : robot_(robot),
      arguments_(arguments),
      needed_(table.order()),
      order_(table.order()),
      kind_(RowKind::any),
      has_time_(!table.time().empty()),
      of_joints_(table.is_joint_motion()),
      table_(std::move(table)) {}

StateRows::~StateRows() = default;

MotionTable StateRows::read(const CsvTable& table, BadRows* bad) const {
  const MotionFrame frame = arguments_.frame;
  if (kind_ == RowKind::poses) return MotionTable(states_from_csv(robot_, table, frame, needed_, bad));
  if (kind_ == RowKind::motors) return MotionTable(motor_states_from_csv(robot_, table, needed_, bad));
  return motion_from_csv(robot_, table, needed_, frame, bad);
}

// All cores where states have answers in closed form and no row is left out, else one.
int StateRows::threads() const {
  const RobotData& data = data_of(robot_);
  const bool independent = of_joints_ ? data.closed_forward : data.closed_inverse;
  std::error_code ignored;
  // A pipe cannot be read a second time.
  const bool again = !reader_ || std::filesystem::is_regular_file(arguments_.states, ignored);
  if (!independent || !again || arguments_.skip_bad) return 1;
  const int most = reader_ ? most_threads : static_cast<int>(1 + table_.rows() / block_rows);
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, std::min(most, most_threads));
}

RowTotals StateRows::run(const RowQuestion& question, Warnings& warnings, const Job& job) {
  if (job.tell)
    job.tell(reader_ ? fmt::format("the states of {}", arguments_.states)
                     : counted(static_cast<int>(table_.rows()), "state"));
  const int most = threads();
  for (const int attempt : {most, 1}) {
    RowStream stream(*this, question, job);
    if (stream.run(attempt)) return stream.finish(warnings);
    if (reader_) *reader_ = CsvReader(arguments_.states);
  }
  throw Error(ErrorKind::numerical, fmt::format("{}: its rows cannot be followed", source_name(arguments_)));
}

}  // namespace jourdain
