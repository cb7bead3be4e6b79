#include "force_stream.hpp"

#include "row_stream.hpp"

#include "io/atomic_file.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>

namespace jourdain::cli {
namespace {

struct ForceAnswer : BlockAnswer {
  MotionTable motion{StateTable{}};
  ForceRun run;
};

ForceRun empty_run(bool by_generated_code) {
  ForceRun run;
  run.formulations = {Formulation::virtual_power};
  run.forces.resize(1);
  run.by_generated_code = by_generated_code;
  return run;
}

// Answers blocks with a workspace of its own.
class ForceWorker {
 public:
  ForceWorker(const StreamedFile& file, const InverseOptions& options, const LoadCase& load,
              const CompiledDynamics* code, bool has_time)
      : file_(file),
        robot_(file.robot),
        options_(options),
        load_(load),
        ws_(robot_),
        forces_(static_cast<int>(robot_.actuators().size())),
        csv_(force_columns(robot_, has_time, {Formulation::virtual_power}, options.conditioning)) {
    if (code) code_.emplace(*code);
    csv_.take();
  }

  std::unique_ptr<BlockAnswer> operator()(RowBlock& block) {
    auto answer = std::make_unique<ForceAnswer>();
    answer->run = empty_run(code_ && code_->is_compiled());
    const int by_engine = code_ ? code_->answered_by_engine() : 0;
    RowWatch watch(robot_, options_.motion, block.motion, !options_.no_path_check);
    const std::vector<std::size_t> left_out =
        answer_rows(file_, block, Order::acceleration, watch, ws_, *answer, [&](std::size_t row) {
          solve(block.motion, row, answer->run);
          if (block.first == 0 && answer->run.rows == 1)
            warn_of_fold(robot_, ws_, place(options_.motion, block.motion, row));
        });
    if (code_) answer->run.refused_by_code = code_->answered_by_engine() - by_engine;
    block.motion.remove(left_out);
    answer->run.keep_extremes(block.motion);
    answer->motion = std::move(block.motion);
    answer->text = csv_.take();
    return answer;
  }

 private:
  void solve(const MotionTable& motion, std::size_t row, ForceRun& run) {
    const Status status = code_ ? (*code_)(ws_, forces_) : inverse_dynamics(robot_, ws_, forces_, load_.options);
    if (status != Status::ok) refuse_row(robot_, options_.motion, motion, row, ws_);
    run.add_state(robot_, ws_, ws_.report());
    run.forces.front().push_back(forces_);
    if (!motion.time().empty()) csv_.add(motion.time()[row]);
    for (double force : forces_) csv_.add(force);
    if (options_.conditioning) csv_.add(run.digits_lost.back());
    csv_.end_row();
  }

  const StreamedFile& file_;
  const Robot& robot_;
  const InverseOptions& options_;
  const LoadCase& load_;
  Workspace ws_;
  VectorX forces_;
  CsvWriter csv_;
  std::optional<CompiledDynamics> code_;
};

// Takes the answers in order.
class ForceSink {
 public:
  ForceSink(const std::string& out, const std::string& header, bool by_generated_code) : file_(out) {
    stream_.run = empty_run(by_generated_code);
    file_.write(header);
  }

  void take(BlockAnswer& block) {
    ForceAnswer* answer = dynamic_cast<ForceAnswer*>(&block);
    stream_.run.bad.insert(stream_.run.bad.end(), block.bad.begin(), block.bad.end());
    if (!answer) return;
    file_.write(answer->text);
    if (answer->path && !stream_.path) stream_.path.emplace();
    // Row 0 of a later block is the last one of the block before.
    const std::size_t seam = blocks_ > 0 ? 1 : 0;
    if (answer->path) stream_.path->add(std::move(*answer->path), stream_.run.rows - seam);
    if (blocks_++ == 0) {
      stream_.motion = std::move(answer->motion);
      stream_.run.first_pose = answer->run.first_pose;
    } else {
      stream_.motion.append(answer->motion);
    }
    stream_.run.append(answer->run);
    if (blocks_ % 64 == 0) stream_.run.keep_extremes(stream_.motion);
  }

  ForceStream finish(const MotionArguments& arguments) {
    if (stream_.run.rows == 0) refuse_all_rows(arguments, stream_.run.bad);
    file_.commit();
    return std::move(stream_);
  }

 private:
  AtomicFile file_;
  ForceStream stream_;
  std::size_t blocks_ = 0;
};

}  // namespace

std::vector<std::string> force_columns(const Robot& robot, bool has_time, const std::vector<Formulation>& formulations,
                                       bool conditioning) {
  std::vector<std::string> columns;
  if (has_time) columns.emplace_back("t");
  for (std::size_t f = 0; f < formulations.size(); ++f) {
    const std::string suffix = f == 0 ? "" : fmt::format(":{}", word(formulations[f]));
    for (int joint : robot.actuators()) columns.push_back(column_name(robot.mechanism(), joint) + suffix);
  }
  if (conditioning) columns.emplace_back("digits_lost");
  return columns;
}

CompiledDynamics compile_forces(const Robot& robot, const LoadCase& load) {
  const Progress progress("generating and compiling");
  CompiledDynamics dynamics(robot, load.options);
  if (!dynamics.is_compiled()) warn(dynamics.note());
  return dynamics;
}

bool streams_forces(const InverseOptions& options) {
  return !options.motion.states.empty() && options.motion.motion.empty() && !options.out.empty() &&
         options.plot.empty() && options.formulation == "virtual-power" && options.simplify.empty() &&
         !options.reactions;
}

ForceStream stream_forces(const Robot& robot, const InverseOptions& options, const LoadCase& load) {
  const StreamedFile file{robot, options.motion, [&](const CsvTable& table, BadRows* bad) {
                            return motion_from_csv(robot, table, Order::acceleration, frame_of(options.motion), bad);
                          }};
  CsvReader reader(options.motion.states);
  const bool has_time = reader.header().find("t") >= 0;
  std::optional<CompiledDynamics> code;
  if (options.compiled) code.emplace(compile_forces(robot, load));
  const Progress progress(fmt::format("the states of {}", options.motion.states));
  const std::string header =
      CsvWriter(force_columns(robot, has_time, {Formulation::virtual_power}, options.conditioning)).take();
  const int threads = stream_threads(file, names_a_motor(robot, reader.header()));
  for (int attempt : {threads, 1}) {
    ForceSink sink(options.out, header, code && code->is_compiled());
    const auto make_worker = [&]() -> BlockWorker {
      auto worker = std::make_shared<ForceWorker>(file, options, load, code ? &*code : nullptr, has_time);
      return [worker](RowBlock& block) { return (*worker)(block); };
    };
    if (stream_rows(file, std::move(reader), attempt, make_worker, [&](BlockAnswer& answer) { sink.take(answer); }))
      return sink.finish(options.motion);
    reader = CsvReader(options.motion.states);
  }
  throw Error(ErrorKind::numerical, fmt::format("{}: its rows cannot be followed", options.motion.states));
}

}  // namespace jourdain::cli
