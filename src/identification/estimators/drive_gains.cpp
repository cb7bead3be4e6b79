#include "identification/estimators/drive_gains.hpp"

#include "core/dense/decompositions.hpp"
#include "identification/estimators/block_factors.hpp"
#include "identification/estimators/student.hpp"
#include "identification/logs/motor_motion.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr int most_gain_steps = 50, gain_blocks = 24;
constexpr double settled_gain = 1e-10;

// Columns of the gathered factors: Y, f, and d = known + Y_L p_L, so that r = (Y p - g f + d) / g.
void gather(const BaseParameters& base, SampleSource& source, const Eigen::Matrix<double, 10, 1>* payload,
            BlockFactors& factors) {
  const LinearForm& form = base.form;
  LinearFormOptions only_payload;
  only_payload.inertial = false;
  only_payload.rotors = only_payload.friction = Columns::none;
  only_payload.payload = Columns::all;
  const LinearForm load(form.robot(), only_payload);
  const VectorX p_L = payload ? VectorX(*payload) : VectorX::Zero(10);
  Workspace workspace(form.robot());
  MotorMotionFollower motion(form.robot());
  LinearFormWorkspace memory(form), load_memory(load);
  MatrixX Y(form.rows(), form.columns()), Y_L(form.rows(), load.columns()), rows(form.rows(), form.columns() + 1);
  VectorX known(form.rows());
  Sample sample;
  source.rewind();
  while (source.next(sample)) {
    if (motion.go_to(sample, workspace) != Status::ok || regressor(form, workspace, memory, Y) != Status::ok ||
        known_forces(form, workspace, memory, known) != Status::ok ||
        regressor(load, workspace, load_memory, Y_L) != Status::ok)
      continue;
    rows << Y, sample.forces;
    factors.add(rows, known + Y_L * p_L);
  }
}

class GainProblem {
 public:
  GainProblem(const BlockFactors& factors, int parameters)
      : factors_(factors), motors_(factors.motors()), parameters_(parameters) {}

  DriveGains solve() {
    DriveGains result;
    start(result);
    result.deviations = VectorX::Ones(motors_);
    for (; result.steps < most_gain_steps; ++result.steps) {
      MatrixX J;
      VectorX r;
      stack(-1, result, J, r);
      const VectorX scale = J.colwise().norm().transpose();
      if (!(scale.minCoeff() > 0)) fail();
      const MatrixX scaled = J * scale.cwiseInverse().asDiagonal();
      const dense::SingularFactors svd = dense::singular_factors(scaled, dense::Vectors::none);
      if (svd.rank(1e-8) < scaled.cols()) fail();
      const VectorX step = -dense::least_squares(scaled, r).col(0).cwiseQuotient(scale);
      result.values += step.head(parameters_);
      result.gains += step.tail(motors_);
      if (!(result.gains.minCoeff() > 0)) fail();
      weigh(result);
      if (step.tail(motors_).cwiseAbs().maxCoeff() < settled_gain * result.gains.maxCoeff() && result.steps > 2) break;
    }
    jackknife(result);
    return result;
  }

 private:
  [[noreturn]] static void fail() {
    throw Error(
        ErrorKind::numerical,
        "the two runs do not tell the drives' gains: expected both to move all motors, and a payload that makes "
        "a difference");
  }

  // Plain least squares: p and g of Y p - g f = -d.
  void start(DriveGains& result) {
    const int size = parameters_ + motors_;
    MatrixX A = MatrixX::Zero(motors_ * (parameters_ + 2), size);
    VectorX b(A.rows());
    for (int k = 0; k < motors_; ++k) {
      const MatrixX& R = factors_.of_motor(k);
      A.block(k * (parameters_ + 2), 0, parameters_ + 2, parameters_) = R.leftCols(parameters_);
      A.col(parameters_ + k).segment(k * (parameters_ + 2), parameters_ + 2) = -R.col(parameters_);
      b.segment(k * (parameters_ + 2), parameters_ + 2) = -R.col(parameters_ + 1);
    }
    const VectorX scale = A.colwise().norm().transpose().cwiseMax(1e-300);
    const VectorX x = dense::least_squares(A * scale.cwiseInverse().asDiagonal(), b).col(0).cwiseQuotient(scale);
    result.values = x.head(parameters_);
    result.gains = x.tail(motors_);
    if (!x.allFinite() || !(result.gains.minCoeff() > 0)) fail();
  }

  // Residuals and their derivatives by p and g, of all stretches or of one.
  void stack(int block, const DriveGains& at, MatrixX& J, VectorX& r) const {
    const int height = parameters_ + 2;
    J = MatrixX::Zero(motors_ * height, parameters_ + motors_);
    r = VectorX(motors_ * height);
    for (int k = 0; k < motors_; ++k) {
      const MatrixX& R = block < 0 ? factors_.of_motor(k) : factors_.of_block_and_motor(block, k);
      const double g = at.gains[k], weight = 1 / at.deviations[k];
      const VectorX f = R.col(parameters_);
      const VectorX force = R.leftCols(parameters_) * at.values + R.col(parameters_ + 1);
      r.segment(k * height, height) = weight * (force / g - f);
      J.block(k * height, 0, height, parameters_) = weight / g * R.leftCols(parameters_);
      J.col(parameters_ + k).segment(k * height, height) = -weight / (g * g) * force;
    }
  }

  void weigh(DriveGains& at) const {
    const int of_each = parameters_ / motors_;
    const double rows = std::max(1.0, static_cast<double>(factors_.instants()) - of_each - 1);
    for (int k = 0; k < motors_; ++k) {
      const MatrixX& R = factors_.of_motor(k);
      const VectorX r =
          (R.leftCols(parameters_) * at.values + R.col(parameters_ + 1)) / at.gains[k] - R.col(parameters_);
      at.deviations[k] = std::max(r.norm() / std::sqrt(rows), 1e-12 * R.col(parameters_).norm() / std::sqrt(rows));
    }
  }

  void jackknife(DriveGains& result) const {
    MatrixX J;
    VectorX r;
    stack(-1, result, J, r);
    const VectorX scale = J.colwise().norm().transpose();
    const MatrixX scaled = J * scale.cwiseInverse().asDiagonal(), normal = scaled.transpose() * scaled;
    const int blocks = factors_.blocks();
    MatrixX changes(J.cols(), blocks);
    for (int b = 0; b < blocks; ++b) {
      stack(b, result, J, r);
      const MatrixX A = J * scale.cwiseInverse().asDiagonal();
      changes.col(b) = dense::solve_square(normal - A.transpose() * A, A.transpose() * r).col(0).cwiseQuotient(scale);
    }
    const VectorX mean = changes.rowwise().mean();
    changes.colwise() -= mean;
    const VectorX deviations = ((blocks - 1.0) / blocks * changes.rowwise().squaredNorm()).cwiseSqrt();
    result.value_deviations = deviations.head(parameters_);
    result.gain_deviations = deviations.tail(motors_);
    result.quantile = student_two_sided(0.95, std::max(1, blocks - 1));
  }

  const BlockFactors& factors_;
  int motors_, parameters_;
};

}  // namespace

DriveGains identify_drive_gains(const BaseParameters& base, SampleSource& unloaded, SampleSource& loaded,
                                const Inertial& payload) {
  const Robot& robot = base.form.robot();
  if (!robot.mechanism().output) throw Error(ErrorKind::usage, "a robot without an output carries no payload");
  if (robot.mobility().actuation == Actuation::redundantly)
    throw Error(ErrorKind::usage, "drive gains of a robot with more motors than freedoms cannot be told");
  if (!(payload.mass > 0)) throw Error(ErrorKind::usage, "expected a payload with a mass");
  const int parameters = base.form.columns();
  BlockFactors factors(base.form.rows(), parameters + 1, gain_blocks);
  gather(base, unloaded, nullptr, factors);
  const Eigen::Matrix<double, 10, 1> p_L = inertial_parameters(payload);
  gather(base, loaded, &p_L, factors);
  factors.finish();
  if (factors.instants() < 2 * (parameters / base.form.rows() + 2))
    throw Error(ErrorKind::numerical, fmt::format("{} samples are too few", factors.instants()));
  return GainProblem(factors, parameters).solve();
}

}  // namespace jourdain
