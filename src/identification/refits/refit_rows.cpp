#include "identification/refits/refit_rows.hpp"

#include "identification/logs/motor_motion.hpp"

namespace jourdain {
namespace {

constexpr int pieces = 8;
constexpr long most_unreachable = 60;  // and more than half: nothing of this kind fits

// Adds a sample to the last stretch, or to a new one behind a gap.
void add_sample(std::vector<Samples>& stretches, const Sample& sample, bool cut) {
  if (cut || sample.first || stretches.empty()) stretches.emplace_back();
  stretches.back().push_back(sample);
}

}  // namespace

std::vector<Samples> stretches_of(SampleSource& source, long most) {
  std::vector<Samples> result;
  Sample sample;
  const long piece = most / pieces;
  if (source.rough_count() > long_log) {
    for (int c = 0; c < pieces && source.seek(static_cast<double>(c) / pieces); ++c)
      for (long i = 0; i < piece && source.next(sample); ++i) add_sample(result, sample, i == 0);
    if (!result.empty()) return result;
  }
  long count = 0;
  source.rewind();
  while (source.next(sample)) ++count;
  const long distance = count > most ? count / pieces : count;
  source.rewind();
  for (long i = 0; source.next(sample); ++i)
    if (count <= most || i % distance < piece) add_sample(result, sample, i % distance == 0);
  return result;
}

RefitRows refit_rows(const LinearForm& form, const std::vector<Samples>& samples, int every,
                     const std::function<void(Sample&)>& change) {
  RefitRows result;
  result.motors = form.rows();
  result.columns = form.columns();
  Workspace workspace(form.robot());
  MotorMotionFollower motion(form.robot());
  LinearFormWorkspace memory(form);
  MatrixX Y(form.rows(), form.columns());
  VectorX known(form.rows());
  double duration = 0;
  long steps = 0;
  for (const Samples& from : samples) {
    RefitStretch stretch;
    const auto size = static_cast<Eigen::Index>((from.size() + static_cast<std::size_t>(every) - 1) /
                                                static_cast<std::size_t>(every));
    stretch.Y.assign(static_cast<std::size_t>(form.rows()), MatrixX(size, form.columns()));
    stretch.forces = stretch.known = stretch.rates = MatrixX(size, form.rows());
    Eigen::Index filled = 0;
    const auto close = [&] {
      if (filled == 0) return;
      RefitStretch whole = stretch;
      for (MatrixX& y : whole.Y) y.conservativeResize(filled, Eigen::NoChange);
      for (MatrixX* m : {&whole.forces, &whole.known, &whole.rates}) m->conservativeResize(filled, Eigen::NoChange);
      result.stretches.push_back(std::move(whole));
      result.instants += filled;
      filled = 0;
    };
    for (std::size_t i = 0; i < from.size(); i += static_cast<std::size_t>(every)) {
      Sample sample = from[i];
      if (change) change(sample);
      if (motion.go_to(sample, workspace) != Status::ok || regressor(form, workspace, memory, Y) != Status::ok ||
          known_forces(form, workspace, memory, known) != Status::ok) {
        close();
        if (++result.refused > most_unreachable && result.refused > result.instants) return result;
        continue;
      }
      for (int k = 0; k < form.rows(); ++k) stretch.Y[k].row(filled) = Y.row(k);
      stretch.forces.row(filled) = sample.forces.transpose();
      stretch.known.row(filled) = known.transpose();
      stretch.rates.row(filled) = sample.rates.transpose();
      if (filled > 0) duration += sample.time - from[i - static_cast<std::size_t>(every)].time, ++steps;
      ++filled;
    }
    close();
  }
  result.step = steps > 0 ? duration / static_cast<double>(steps) : 0;
  return result;
}

const Equation* RefitEquations::next() {
  while (stretch_ < rows_.stretches.size() && instant_ == rows_.stretches[stretch_].instants())
    ++stretch_, instant_ = 0;
  if (stretch_ == rows_.stretches.size()) return nullptr;
  const RefitStretch& from = rows_.stretches[stretch_];
  equation_.Y.resize(rows_.motors, rows_.columns);
  for (int k = 0; k < rows_.motors; ++k) equation_.Y.row(k) = from.Y[k].row(instant_);
  equation_.b = (from.forces.row(instant_) - from.known.row(instant_)).transpose();
  equation_.first = instant_ == 0;
  ++equation_.row;
  equation_.time = static_cast<double>(equation_.row) * rows_.step;
  ++instant_;
  return &equation_;
}

}  // namespace jourdain
