#include "row_stream.hpp"

#include "io/atomic_file.hpp"
#include "legs/robot_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>

namespace jourdain::cli {
namespace {

constexpr int most_threads = 32;
constexpr double same_coordinate = 1e-6;  // radians, or lengths over the robot's size, at the seam of two blocks

// The last row of a table, to stand before the next block.
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

// Hands out blocks and takes answers, both in order.
class BlockStream {
 public:
  BlockStream(const StreamedFile& file, CsvReader reader, const std::function<void(BlockAnswer&)>& take)
      : file_(file), reader_(std::move(reader)), take_(take) {}

  void work(const BlockWorker& worker) {
    CsvReader::Block text;
    std::size_t index = 0;
    std::string seam;
    while (next(text, seam, index)) {
      std::unique_ptr<BlockAnswer> answer;
      std::exception_ptr problem;
      try {
        RowBlock block = read(text, seam);
        if (block.motion.rows() > block.first) {
          answer = worker(block);
        } else {
          answer = std::make_unique<BlockAnswer>();
        }
        answer->bad.insert(answer->bad.begin(), block.bad.begin(), block.bad.end());
      } catch (...) {
        problem = std::current_exception();
      }
      hand_in(index, std::move(answer), problem);
    }
  }

  // After all threads have ended.
  bool finish() const {
    if (problem_) std::rethrow_exception(problem_);
    return !differs_;
  }

 private:
  bool next(CsvReader::Block& text, std::string& seam, std::size_t& index) {
    const std::lock_guard lock(mutex_);
    if (problem_ || differs_ || ended_) return false;
    try {
      if (!reader_.next(text)) {
        ended_ = true;
        return false;
      }
    } catch (...) {
      // Blocks before this one may hold a mistake that comes first.
      late_problem_ = std::current_exception();
      ended_ = true;
      last_index_ = given_;
      if (turn_ == given_) problem_ = late_problem_;
      return false;
    }
    seam = last_line_;
    const std::size_t end = text.text.ends_with('\n') ? text.text.size() - 1 : text.text.size();
    const std::size_t start = end == 0 ? std::string::npos : text.text.rfind('\n', end - 1);
    last_line_ = text.text.substr(start == std::string::npos ? 0 : start + 1, end);
    index = given_++;
    return true;
  }

  // The rows with the seam before them. Where rows may be left out, only one thread is at work and it keeps the seam.
  RowBlock read(const CsvReader::Block& text, const std::string& seam) {
    RowBlock block{MotionTable(StateTable{}), 0, {}};
    BadRows* bad = file_.arguments.skip_bad ? &block.bad : nullptr;
    CsvTable table = reader_.parse(text, bad);
    if (file_.arguments.skip_bad) {
      if (kept_) kept_->put_before(table);
      block.first = kept_ ? 1 : 0;
    } else if (!text.is_first) {
      SeamRow row;
      row.keep(reader_.parse({seam, text.first_line - 1, false}), 0);
      row.put_before(table);
      block.first = 1;
    }
    block.motion = file_.read(table, bad);
    // Wrong units are wrong from the beginning.
    if (text.is_first) warn_of_rates(file_.robot, file_.arguments, block.motion);
    if (file_.arguments.skip_bad && block.motion.rows() > 0) {
      const auto line = std::ranges::find(table.lines, block.motion.lines().back());
      kept_.emplace().keep(table, static_cast<std::size_t>(line - table.lines.begin()));
    }
    return block;
  }

  void hand_in(std::size_t index, std::unique_ptr<BlockAnswer> answer, std::exception_ptr problem) {
    std::unique_lock lock(mutex_);
    turn_came_.wait(lock, [&] { return turn_ == index; });
    if (!problem_ && !differs_) {
      if (problem) {
        problem_ = problem;
      } else if (!same_at_seam(*answer)) {
        differs_ = true;
      } else {
        try {
          take_(*answer);
        } catch (...) {
          problem_ = std::current_exception();
        }
        if (answer->after.size() > 0) after_ = std::move(answer->after);
      }
    }
    ++turn_;
    if (late_problem_ && turn_ == last_index_ && !problem_) problem_ = late_problem_;
    turn_came_.notify_all();
  }

  bool same_at_seam(const BlockAnswer& answer) const {
    if (after_.size() == 0 || answer.before.size() == 0) return true;
    return (answer.before - after_).cwiseAbs().maxCoeff() <= same_coordinate;
  }

  const StreamedFile& file_;
  CsvReader reader_;
  const std::function<void(BlockAnswer&)>& take_;
  std::mutex mutex_;
  std::condition_variable turn_came_;
  std::size_t given_ = 0, turn_ = 0, last_index_ = 0;
  std::string last_line_;
  std::optional<SeamRow> kept_;
  VectorX after_;
  std::exception_ptr problem_, late_problem_;
  bool differs_ = false, ended_ = false;
};

}  // namespace

int stream_threads(const StreamedFile& file, bool joint_rows) {
  const RobotData& data = data_of(file.robot);
  const bool independent = joint_rows ? data.closed_forward : data.closed_inverse;
  std::error_code ignored;
  // A pipe cannot be read a second time.
  const bool again = std::filesystem::is_regular_file(file.arguments.states, ignored);
  if (!independent || !again || file.arguments.skip_bad) return 1;
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, most_threads);
}

bool stream_rows(const StreamedFile& file, CsvReader reader, int threads,
                 const std::function<BlockWorker()>& make_worker, const std::function<void(BlockAnswer&)>& take) {
  BlockStream stream(file, std::move(reader), take);
  std::vector<BlockWorker> workers;
  for (int i = 0; i < threads; ++i) workers.push_back(make_worker());
  {
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i)
      others.emplace_back([&, i] { stream.work(workers[static_cast<std::size_t>(i)]); });
    stream.work(workers.front());
  }
  return stream.finish();
}

namespace {

// Coordinates of all motors and the pose of the output, lengths over the robot's size.
VectorX seam_coordinates(const Robot& robot, const Workspace& workspace) {
  const int motors = static_cast<int>(robot.actuators().size());
  VectorX q(motors + 12);
  for (int k = 0; k < motors; ++k) {
    const Joint& joint =
        robot.mechanism().joints[static_cast<std::size_t>(robot.actuators()[static_cast<std::size_t>(k)])];
    q[k] = workspace.actuator_position(k) / (is_length(joint.type, 0) ? robot.size() : 1.0);
  }
  const Placement pose = robot.mechanism().output ? workspace.output_pose() : Placement{};
  q.segment<3>(motors) = pose.p / robot.size();
  q.tail<9>() = Eigen::Map<const Eigen::Matrix<double, 9, 1>>(pose.R.data());
  return q;
}

}  // namespace

std::vector<std::size_t> answer_rows(const StreamedFile& file, RowBlock& block, Order order, RowWatch& watch,
                                     Workspace& workspace, BlockAnswer& answer,
                                     const std::function<void(std::size_t row)>& solve) {
  std::vector<std::size_t> left_out;
  if (block.first > 0) {
    left_out.push_back(0);
    if (block.motion.go_to(0, file.robot, workspace, order) == Status::ok) {
      answer.before = seam_coordinates(file.robot, workspace);
      watch.next(workspace);
    }
  }
  for (std::size_t row = block.first; row < block.motion.rows(); ++row) {
    try {
      go_to(file.robot, file.arguments, block.motion, row, workspace, order);
      solve(row);
      watch.next(workspace);
      ++answer.rows;
    } catch (const Error& error) {
      if (!file.arguments.skip_bad || error.kind() != ErrorKind::numerical) throw;
      answer.bad.push_back({Severity::error, {block.motion.lines()[row], 0}, error.what(), {}});
      left_out.push_back(row);
    }
  }
  answer.after = seam_coordinates(file.robot, workspace);
  answer.path = watch.summary();
  return left_out;
}

namespace {

struct TableAnswer : BlockAnswer {
  std::size_t flagged = 0;
  std::string first_flagged;
};

class TableWorker {
 public:
  TableWorker(const StreamedFile& file, const StreamedTable& table)
      : file_(file),
        table_(table),
        ws_(table.start ? *table.start : Workspace(file.robot)),
        csv_(table.columns),
        write_(table.make_writer()) {
    csv_.take();
  }

  std::unique_ptr<BlockAnswer> operator()(RowBlock& block) {
    auto answer = std::make_unique<TableAnswer>();
    RowWatch watch(file_.robot, file_.arguments, block.motion, table_.watch, RowWatch::Limits::watched);
    answer_rows(file_, block, table_.order, watch, ws_, *answer, [&](std::size_t row) {
      if (write_(ws_, block.motion, row, csv_) && ++answer->flagged == 1)
        answer->first_flagged = place(file_.arguments, block.motion, row);
    });
    answer->text = csv_.take();
    return answer;
  }

 private:
  const StreamedFile& file_;
  const StreamedTable& table_;
  Workspace ws_;
  CsvWriter csv_;
  RowWriter write_;
};

void add_block(const BlockAnswer& block, TableSummary& sum) {
  sum.bad.insert(sum.bad.end(), block.bad.begin(), block.bad.end());
  const auto* answer = dynamic_cast<const TableAnswer*>(&block);
  if (!answer) return;
  if (answer->path) {
    if (!sum.path) sum.path.emplace();
    sum.path->add(*answer->path, sum.rows - (sum.rows > 0 ? 1 : 0));
  }
  if (sum.flagged == 0) sum.first_flagged = answer->first_flagged;
  sum.flagged += answer->flagged;
  sum.rows += answer->rows;
}

}  // namespace

TableSummary stream_table(const StreamedFile& file, CsvReader reader, const StreamedTable& table,
                          const std::string& out) {
  const Progress progress(fmt::format("the states of {}", file.arguments.states));
  const int threads = stream_threads(file, names_a_motor(file.robot, reader.header()));
  for (int attempt : {threads, 1}) {
    AtomicFile target(out);
    target.write(CsvWriter(table.columns).take());
    TableSummary sum;
    const auto make_worker = [&]() -> BlockWorker {
      auto worker = std::make_shared<TableWorker>(file, table);
      return [worker](RowBlock& block) { return (*worker)(block); };
    };
    const auto take = [&](BlockAnswer& answer) {
      target.write(answer.text);
      add_block(answer, sum);
    };
    if (stream_rows(file, std::move(reader), attempt, make_worker, take)) {
      if (sum.rows == 0) refuse_all_rows(file.arguments, sum.bad);
      target.commit();
      return sum;
    }
    reader = CsvReader(file.arguments.states);
  }
  refuse_all_rows(file.arguments, {});
}

void refuse_all_rows(const MotionArguments& arguments, const BadRows& bad) {
  throw Error(ErrorKind::numerical, fmt::format("{}: no row has an answer{}", source_name(arguments),
                                                bad.empty() ? "" : "; the first: " + bad.front().message));
}

}  // namespace jourdain::cli
