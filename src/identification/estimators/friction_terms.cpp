#include "jourdain/identification/identify.hpp"

#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"
#include "identification/estimators/block_factors.hpp"
#include "identification/estimators/student.hpp"
#include "identification/logs/motor_motion.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/statics.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr int speeds_tried = 10, sweeps = 3, term_blocks = 24;
constexpr double widest = 0.5, narrowest = 0.01;  // v_s over the root mean square of the motor's rate

double stribeck_shape(double v, double speed) {
  return v == 0 ? 0.0 : std::copysign(std::exp(-(v / speed) * (v / speed)), v);
}

// Columns of a motor's factors: those of the base, Stribeck's at every speed, the load's.
class TermProblem {
 public:
  TermProblem(const BaseParameters& base, SampleSource& source, const Estimate& estimate,
              const FrictionTermOptions& options)
      : base_(base),
        source_(source),
        estimate_(estimate),
        options_(options),
        rows_(base.form.rows()),
        n_(base.form.columns()),
        grid_(options.stribeck ? speeds_tried : 0) {
    for (std::size_t j = 0; j < estimate.parameters.size(); ++j)
      if (estimate.parameters[j].outcome == Outcome::estimated) kept_.push_back(static_cast<int>(j));
    held_ = estimate.values;
    for (const int j : kept_) held_[j] = 0;
    measure_rates();
  }

  FrictionTerms run() {
    chosen_.assign(static_cast<std::size_t>(rows_), grid_ / 2);
    speeds_ = MatrixX(rows_, std::max(grid_, 1));
    for (int k = 0; k < rows_; ++k)
      for (int g = 0; g < grid_; ++g)
        speeds_(k, g) = rates_[k] * widest * std::pow(narrowest / widest, static_cast<double>(g) / (grid_ - 1));
    if (options_.stribeck) {
      gather();
      choose();
      // Once more about the best, from one neighbour to the other.
      const double step = std::pow(narrowest / widest, 1.0 / (grid_ - 1));
      for (int k = 0; k < rows_; ++k) {
        const double middle = speeds_(k, chosen_[k]);
        for (int g = 0; g < grid_; ++g) speeds_(k, g) = middle * std::pow(step, -1 + 2.0 * g / (grid_ - 1));
      }
    }
    gather();
    choose();
    return answer();
  }

 private:
  // Rates of the motors, and which samples are taken.
  void measure_rates() {
    rates_ = VectorX::Zero(rows_);
    Sample sample;
    long count = 0;
    source_.rewind();
    while (source_.next(sample)) {
      rates_ += sample.rates.cwiseAbs2();
      ++count;
    }
    if (count == 0) throw Error(ErrorKind::numerical, "no samples tell the friction");
    rates_ = (rates_ / static_cast<double>(count)).cwiseSqrt();
    every_ = std::max<long>(1, (count + options_.most_samples - 1) / options_.most_samples);
  }

  void gather() {
    const LinearForm& form = base_.form;
    const Robot& robot = form.robot();
    factors_ = std::make_unique<BlockFactors>(rows_, n_ + grid_ + 1, term_blocks);
    Workspace workspace(robot);
    MotorMotionFollower motion(robot);
    LinearFormWorkspace memory(form);
    MatrixX Y(rows_, n_), wide = MatrixX::Zero(rows_, n_ + grid_ + 1);
    VectorX known(rows_), forces(rows_);
    Reactions reactions;
    Sample sample;
    long index = 0;
    source_.rewind();
    while (source_.next(sample)) {
      if (index++ % every_ != 0) continue;
      if (motion.go_to(sample, workspace) != Status::ok || regressor(form, workspace, memory, Y) != Status::ok ||
          known_forces(form, workspace, memory, known) != Status::ok)
        continue;
      wide.leftCols(n_) = Y;
      for (int k = 0; k < rows_; ++k)
        for (int g = 0; g < grid_; ++g) wide(k, n_ + g) = stribeck_shape(sample.rates[k], speeds_(k, g));
      if (options_.load) {
        if (inverse_dynamics(robot, workspace, forces) != Status::ok ||
            joint_reactions(robot, workspace, forces, reactions) != Status::ok)
          continue;
        for (int k = 0; k < rows_; ++k) {
          const int joint = robot.motor_joints()[k];
          const double load = reactions.joints[joint].constraint_force.norm();
          wide(k, n_ + grid_) = sample.rates[k] == 0 ? 0.0 : std::copysign(load, sample.rates[k]);
        }
      }
      factors_->add(wide, sample.forces - known);
    }
    factors_->finish();
    if (factors_->instants() < 4 * (n_ + 2 * rows_) / rows_ + 4)
      throw Error(ErrorKind::numerical, fmt::format("{} samples are too few for the friction", factors_->instants()));
  }

  int unknowns() const {
    return static_cast<int>(kept_.size()) + (options_.stribeck ? rows_ : 0) + (options_.load ? rows_ : 0);
  }

  // Rows of all motors, weighted, of one stretch or of all.
  void stack(int block, MatrixX& A, VectorX& b) const {
    const int height = n_ + grid_ + 2, base = static_cast<int>(kept_.size());
    A = MatrixX::Zero(rows_ * height, unknowns());
    b = VectorX(rows_ * height);
    for (int k = 0; k < rows_; ++k) {
      const MatrixX& R = block < 0 ? factors_->of_motor(k) : factors_->of_block_and_motor(block, k);
      const double root = std::sqrt(estimate_.weights[k]);
      const int first = k * height;
      A.block(first, 0, height, base) = root * dense::columns(R, kept_);
      if (options_.stribeck) A.col(base + k).segment(first, height) = root * R.col(n_ + chosen_[k]);
      if (options_.load)
        A.col(base + (options_.stribeck ? rows_ : 0) + k).segment(first, height) = root * R.col(n_ + grid_);
      b.segment(first, height) = root * (R.col(n_ + grid_ + 1) - R.leftCols(n_) * held_);
    }
  }

  double squares() const {
    MatrixX A;
    VectorX b;
    stack(-1, A, b);
    const VectorX scale = A.colwise().norm().transpose().cwiseMax(1e-300);
    A = A * scale.cwiseInverse().asDiagonal();
    const VectorX u = dense::least_squares(A, b);
    return (A * u - b).squaredNorm();
  }

  // Each motor's best speed, the others held, until nothing changes.
  void choose() {
    if (!options_.stribeck) return;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      bool changed = false;
      for (int k = 0; k < rows_; ++k) {
        int& choice = chosen_[k];
        int best = choice;
        double least = squares();
        for (int g = 0; g < grid_; ++g) {
          choice = g;
          if (const double now = squares(); now < least) least = now, best = g, changed = true;
        }
        choice = best;
      }
      if (!changed) break;
    }
  }

  FrictionTerms answer() const {
    MatrixX A, A_b;
    VectorX b, b_b;
    stack(-1, A, b);
    const VectorX scale = A.colwise().norm().transpose();
    if (!(scale.minCoeff() > 0)) throw Error(ErrorKind::numerical, "a motor does not move: its friction is not told");
    A = A * scale.cwiseInverse().asDiagonal();
    if (dense::singular_factors(A, dense::Vectors::none).rank(1e-9) < A.cols())
      throw Error(ErrorKind::numerical, "the motion does not tell these friction terms from the other parameters");
    const VectorX u = dense::least_squares(A, b);
    const MatrixX normal = A.transpose() * A;
    const int blocks = factors_->blocks();
    MatrixX changes(A.cols(), blocks);
    for (int i = 0; i < blocks; ++i) {
      stack(i, A_b, b_b);
      A_b = A_b * scale.cwiseInverse().asDiagonal();
      changes.col(i) = -dense::solve_square(normal - A_b.transpose() * A_b, A_b.transpose() * (b_b - A_b * u));
    }
    const VectorX mean = changes.rowwise().mean();
    changes.colwise() -= mean;
    const VectorX deviations = ((blocks - 1.0) / blocks * changes.rowwise().squaredNorm()).cwiseSqrt();
    const double quantile = student_two_sided(options_.confidence, std::max(1, blocks - 1));

    FrictionTerms result;
    result.samples = factors_->instants();
    const double count = static_cast<double>(result.samples) * rows_;
    result.after = std::sqrt((A * u - b).squaredNorm() / count);
    const MatrixX plain = A.leftCols(static_cast<int>(kept_.size()));
    result.before = std::sqrt((plain * VectorX(dense::least_squares(plain, b)) - b).squaredNorm() / count);
    const auto terms = [&](int first, bool speeds) {
      std::vector<FrictionTerm> list;
      for (int k = 0; k < rows_; ++k) {
        FrictionTerm t;
        t.value = u[first + k] / scale[first + k];
        t.half_width = quantile * deviations[first + k] / scale[first + k];
        t.speed = speeds ? speeds_(k, chosen_[k]) : 0;
        t.told = std::abs(t.value) > t.half_width;
        list.push_back(t);
      }
      return list;
    };
    int first = static_cast<int>(kept_.size());
    if (options_.stribeck) {
      result.stribeck = terms(first, true);
      first += rows_;
    }
    if (options_.load) result.load = terms(first, false);
    return result;
  }

  const BaseParameters& base_;
  SampleSource& source_;
  const Estimate& estimate_;
  FrictionTermOptions options_;
  int rows_, n_, grid_;
  std::vector<int> kept_, chosen_;
  VectorX held_, rates_;
  MatrixX speeds_;  // motor x trial
  long every_ = 1;
  std::unique_ptr<BlockFactors> factors_;
};

}  // namespace

FrictionTerms find_friction_terms(const BaseParameters& base, SampleSource& source, const Estimate& estimate,
                                  const FrictionTermOptions& options) {
  const Robot& robot = base.form.robot();
  if (!options.stribeck && !options.load) throw Error(ErrorKind::usage, "no friction terms are asked for");
  if (driving_motors(robot).size() < robot.motor_joints().size())
    throw Error(ErrorKind::usage, "friction terms of a robot with more motors than freedoms cannot be told");
  return TermProblem(base, source, estimate, options).run();
}

bool WithoutStribeck::next(Sample& sample) {
  if (!source_.next(sample)) return false;
  for (std::size_t k = 0; k < terms_.stribeck.size(); ++k) {
    const FrictionTerm& term = terms_.stribeck[k];
    const int i = static_cast<int>(k);
    if (term.told) sample.forces[i] -= term.value * stribeck_shape(sample.rates[i], term.speed);
  }
  return true;
}

}  // namespace jourdain
