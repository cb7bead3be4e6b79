#include "jourdain/identification/equations.hpp"

#include "identification/motor_motion.hpp"

#include "jourdain/kinematics/jacobians.hpp"

#include <utility>

namespace jourdain {
namespace {

constexpr std::size_t most_told = 10;

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
        known(f.rows()),
        redundant(driving_actuators(f.robot()).size() < f.robot().actuators().size()) {
    single.Y = MatrixX::Zero(f.rows(), f.columns());
    single.b = VectorX::Zero(f.rows());
    mean = single;
    G = MatrixX::Zero(offsets.back(), f.rows());
  }

  // The equation of one sample; false: it has none.
  bool make(const Sample& sample) {
    Status status = motion.go_to(sample, workspace);
    if (status == Status::ok) status = regressor(form, workspace, linear, single.Y);
    if (status == Status::ok) status = known_forces(form, workspace, linear, known);
    if (status == Status::ok && redundant && !influence_coefficients(form.robot(), workspace, G))
      status = Status::singular;
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
    const std::vector<int>& actuators = form.robot().actuators();
    VectorX result = VectorX::Zero(form.rows());
    for (std::size_t i = 0; i < actuators.size(); ++i)
      result += all[static_cast<int>(i)] * G.row(offsets[static_cast<std::size_t>(actuators[i])]).transpose();
    return result;
  }

  void refuse(const Sample& sample, Status status) {
    if (passes > 0) return;
    ++refused;
    if (told.size() < most_told) told.push_back({sample.row, sample.time, status, workspace.explain()});
  }

  // The next equation from the source, averaged; false at the end.
  bool compute() {
    int count = 0;
    mean.Y.setZero();
    mean.b.setZero();
    mean.first = false;
    while (count < options.average && source.next(current)) {
      if (passes == 0) ++samples;
      // A gap ends what is averaged, and a mean of fewer samples would weigh as much as one of all.
      if (current.first || broken) {
        count = 0;
        mean.Y.setZero();
        mean.b.setZero();
        mean.first = true;
      }
      broken = !make(current);
      if (broken) continue;
      mean.Y += single.Y;
      mean.b += single.b;
      ++count;
    }
    if (count < options.average) return false;
    mean.Y /= count;
    mean.b /= count;
    mean.time = single.time;
    mean.row = single.row;
    return true;
  }

  std::size_t bytes_of_one() const {
    return sizeof(double) * static_cast<std::size_t>(mean.Y.size() + mean.b.size()) + sizeof(Equation);
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
  bool redundant;
  Sample current;
  Equation single, mean;
  bool broken = false;  // the sample before has no equation
  int passes = 0;       // that were finished
  long samples = 0, refused = 0;
  std::vector<RefusedSample> told;
  bool keeping = true;  // all equations so far are in `kept`
  std::vector<Equation> kept;
  std::size_t place = 0;
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

void Equations::rewind() {
  Memory& m = *memory_;
  m.place = 0;
  if (m.passes > 0 && m.keeping) return;
  if (m.passes == 0) {
    m.samples = m.refused = 0;
    m.told.clear();
    m.kept.clear();
  }
  m.source.rewind();
  m.workspace.reset();
  m.broken = false;
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
