#include "jourdain/identification/estimate.hpp"

#include "identification/estimators/compiled_equations.hpp"
#include "identification/estimators/force_lags.hpp"
#include "identification/estimators/reversals.hpp"
#include "identification/logs/motor_motion.hpp"
#include "kinematics/pose_rates.hpp"
#include "legs/robot_data.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>

namespace jourdain {
namespace {

constexpr std::size_t most_told = 10;
constexpr long compared_every = 4096;        // samples: then the engine makes an equation, too
constexpr double compiled_tolerance = 1e-7;  // of a row's largest entry

}  // namespace

struct Equations::Memory {
  Memory(const LinearForm& f, SampleSource& s, const EquationOptions& o)
      : form(f),
        source(s),
        options(o),
        workspace(f.robot()),
        motion(f.robot()),
        linear(f),
        offsets(joint_offsets(f.robot())),
        known(VectorX::Zero(f.rows())),
        reversals(f, o.reversal),
        redundant(driving_motors(f.robot()).size() < f.robot().motor_joints().size()),
        lags(o.lags) {
    if (lags.any() && (redundant || o.lags.size() != f.rows()))
      throw Error(ErrorKind::usage, "lags of forces: expected one per motor, of a robot without redundant motors");
    single.Y = MatrixX::Zero(f.rows(), f.columns());
    single.b = VectorX::Zero(f.rows());
    judged = mean = single;
    G = MatrixX::Zero(offsets.back(), f.rows());
  }

  // The equation of one sample; false: it has none.
  bool make(const Sample& sample) {
    Status status = motion.go_to(sample, workspace);
    if (status == Status::ok) status = regressor(form, workspace, linear, single.Y);
    if (status == Status::ok) status = known_forces(form, workspace, linear, known);
    if (status == Status::ok && redundant) status = influence_coefficients(form.robot(), workspace, G);
    if (status != Status::ok) {
      refuse(sample, status);
      return false;
    }
    single.b = driving_forces(sample.forces) - known;
    single.time = sample.time;
    single.row = sample.row;
    return true;
  }

  // What the driving motors alone would have to do: C^T Q, C the rates of all motors by theirs.
  VectorX driving_forces(const VectorX& all) const {
    if (!redundant) return all;
    const std::vector<int>& motors = form.robot().motor_joints();
    VectorX result = VectorX::Zero(form.rows());
    for (std::size_t i = 0; i < motors.size(); ++i)
      result += all[static_cast<int>(i)] * G.row(offsets[motors[i]]).transpose();
    return result;
  }

  void refuse(const Sample& sample, Status status) {
    if (passes > 0) return;
    ++refused;
    if (told.size() < most_told) told.push_back({sample.row, sample.time, status, workspace.explain()});
  }

  // Y and b behind the filters of the forces.
  bool behind_lags(bool has_equation) {
    if (!lags.any()) return has_equation;
    if (current.first || !has_equation) lags.reset();
    if (!has_equation) return false;
    lagged.resize(single.Y.rows(), single.Y.cols() + 1);
    lagged << single.Y, known;
    const bool whole = lags.apply(single.time, lagged);
    single.b += known - lagged.rightCols(1);
    single.Y = lagged.leftCols(single.Y.cols());
    return whole;
  }

  // The next sample of the source as `current`, with its equation in `single` if it has one. False at the end.
  bool next_single(bool& has_equation) {
    if (!next_plain(has_equation)) return false;
    has_equation = behind_lags(has_equation);
    return true;
  }

  // The same for forces without lags.
  bool next_plain(bool& has_equation) {
    if (!compiled) {
      if (!source.next(current)) return false;
      has_equation = make(current);
      ++made;
      if (passes == 0 && made == options.compile_after) compile();
      return true;
    }
    if (at == batch_size && !next_batch()) return false;
    const int k = static_cast<int>(at);
    std::swap(current, batch[at++]);
    has_equation = by_engine ? make(current) : take(k);
    return true;
  }

  void compile() {
    compiled = CompiledEquations::make(form, note);
    if (!compiled) return;
    note = fmt::format("generated code, {} samples at a time", CompiledEquations::lanes);
    batch.resize(CompiledEquations::lanes);
    lost = true;
  }

  // Samples up to the next gap, and their equations.
  bool next_batch() {
    batch_size = at = 0;
    while (batch_size < batch.size()) {
      if (has_held) {
        std::swap(batch[batch_size], held);
        has_held = false;
      } else if (!source.next(batch[batch_size])) {
        break;
      }
      if (batch_size > 0 && batch[batch_size].first) {
        std::swap(batch[batch_size], held);
        has_held = true;
        break;
      }
      ++batch_size;
    }
    if (batch_size == 0) return false;
    const Sample& first = batch.front();
    if (lost || first.first) {
      // Generated code knows the working modes of home only.
      by_engine = motion.go_to(first, workspace) != Status::ok ||
                  !in_home_modes(data_of(form.robot()), state_of(workspace).tree);
      lost = by_engine;
      if (by_engine) return true;
      compiled->start({workspace.output_pose(), workspace.output_twist(), workspace.output_acceleration()}, first.time);
    }
    compiled->run(std::span<const Sample>(batch).first(batch_size));
    return true;
  }

  // The equation of a sample of the batch; those that the generated code refuses go to the engine.
  bool take(int k) {
    if (compiled->status(k) != Status::ok) {
      lost = true;
      return make(current);
    }
    compiled->copy(k, single.Y);
    single.b = current.forces;
    known.setZero();  // robots with springs have no generated equations
    single.time = current.time;
    single.row = current.row;
    if (++taken % compared_every == 1) compare(k);
    return true;
  }

  void compare(int k) {
    const MatrixX Y = single.Y;
    if (inverse_kinematics(form.robot(), compiled->motion(k), workspace) != Status::ok || !make(current) ||
        (single.Y - Y).cwiseAbs().maxCoeff() <= compiled_tolerance * Y.cwiseAbs().maxCoeff())
      return;
    throw Error(
        ErrorKind::numerical,
        fmt::format("row {}: the generated equations are not those of the general engine: please report it, and "
                    "set CC=false to go on without generated code",
                    current.row));
  }

  // The next sample's equation as `judged`, with its weights. False at the end.
  bool next_judged(bool& has_equation) {
    while (!reversals.take(judged, has_equation)) {
      if (ended) return false;
      bool any = false;
      ended = !next_single(any);
      if (ended) {
        reversals.end();
        continue;
      }
      single.first = current.first;
      reversals.add(single, any);
    }
    return true;
  }

  // The next equation from the source, averaged; false at the end.
  bool compute() {
    int count = 0;
    bool has_equation = false, first = false;
    while (count < options.average && next_judged(has_equation)) {
      if (passes == 0) ++samples;
      // A gap ends what is averaged, and a mean of fewer samples would weigh as much as one of all.
      if (judged.first || broken) {
        count = 0;
        first = true;
      }
      broken = !has_equation;
      if (broken) continue;
      if (++count == 1)
        start_mean();
      else
        add_to_mean();
    }
    if (count < options.average) return false;
    if (count > 1) divide_mean(count);
    mean.first = first;
    return true;
  }

  void start_mean() {
    std::swap(mean, judged);
    if (options.average == 1 || mean.weights.size() == 0) return;
    mean.Y = mean.weights.asDiagonal() * mean.Y;
    mean.b = mean.b.cwiseProduct(mean.weights);
  }

  void add_to_mean() {
    mean.time = judged.time;
    mean.row = judged.row;
    if (mean.weights.size() == 0) {
      mean.Y += judged.Y;
      mean.b += judged.b;
      return;
    }
    mean.Y += judged.weights.asDiagonal() * judged.Y;
    mean.b += judged.b.cwiseProduct(judged.weights);
    mean.weights += judged.weights;
  }

  // Each row by what entered.
  void divide_mean(int count) {
    if (mean.weights.size() == 0) {
      mean.Y /= count;
      mean.b /= count;
      return;
    }
    const VectorX by = mean.weights.cwiseMax(1).cwiseInverse();
    mean.Y = by.asDiagonal() * mean.Y;
    mean.b = mean.b.cwiseProduct(by);
    mean.weights /= count;
  }

  std::size_t bytes_of_one() const {
    return sizeof(double) * static_cast<std::size_t>(mean.Y.size() + 2 * mean.b.size()) + sizeof(Equation);
  }

  void keep() {
    if (!keeping) return;
    if ((kept.size() + 1) * bytes_of_one() > options.memory) {
      keeping = false;
      std::vector<Equation>().swap(kept);
      return;
    }
    kept.push_back(mean);
  }

  LinearForm form;
  SampleSource& source;
  EquationOptions options;
  Workspace workspace;
  MotorMotionFollower motion;
  LinearFormWorkspace linear;
  std::vector<int> offsets;
  MatrixX G;
  VectorX known;
  Reversals reversals;
  bool redundant;
  ForceLags lags;
  MatrixX lagged;
  Sample current;
  Equation single, judged, mean;
  bool ended = false;   // the source
  bool broken = false;  // the sample before has no equation
  int passes = 0;       // that were finished
  long samples = 0, refused = 0;
  std::vector<RefusedSample> told;
  bool keeping = true;  // all equations so far are in `kept`
  std::vector<Equation> kept;
  std::size_t place = 0;

  long made = 0, taken = 0;  // equations by the engine, by generated code
  std::string note;
  std::unique_ptr<CompiledEquations> compiled;
  std::vector<Sample> batch;
  std::size_t batch_size = 0, at = 0;
  Sample held;  // the first behind a gap
  bool has_held = false;
  bool lost = true;        // the generated code does not know where the robot is
  bool by_engine = false;  // this batch
};

Equations::Equations(const LinearForm& form, SampleSource& source, const EquationOptions& options)
    : memory_(std::make_unique<Memory>(form, source, options)) {
  rewind();
}
Equations::~Equations() = default;
Equations::Equations(Equations&&) noexcept = default;

const LinearForm& Equations::form() const { return memory_->form; }
long Equations::samples() const { return memory_->samples; }
long Equations::refused() const { return memory_->refused; }
const std::vector<RefusedSample>& Equations::first_refused() const { return memory_->told; }
const std::string& Equations::note() const { return memory_->note; }

void Equations::rewind() {
  Memory& m = *memory_;
  m.place = 0;
  if (m.passes > 0 && m.keeping) return;
  if (m.passes == 0) {
    m.samples = m.refused = 0;
    m.told.clear();
    m.kept.clear();
    m.made = 0;
  }
  m.source.rewind();
  m.workspace.reset();
  m.batch_size = m.at = 0;
  m.has_held = m.by_engine = false;
  m.lost = true;
  m.broken = m.ended = false;
  m.reversals.clear();
  m.lags.reset();
}

const Equation* Equations::next() {
  Memory& m = *memory_;
  if (m.passes > 0 && m.keeping) return m.place < m.kept.size() ? &m.kept[m.place++] : nullptr;
  if (!m.compute()) {
    ++m.passes;
    return nullptr;
  }
  if (m.passes == 0) m.keep();
  return &m.mean;
}

}  // namespace jourdain
