#include "jourdain/identification/estimate.hpp"

#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"
#include "identification/estimators/linear_fit.hpp"
#include "identification/estimators/robust_scale.hpp"
#include "identification/estimators/student.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double settled = 1e-3;          // of a standard deviation: when reweighting stops
constexpr double rounded_off = 1e-10;     // of the forces
constexpr double settled_weights = 1e-6;  // relative change of the motors' deviations

// Everything that the steps of an estimate share.
class Estimation {
 public:
  Estimation(const BaseParameters& base, EquationSource& equations, const EstimatorOptions& options)
      : options_(options), equations_(equations), usual_(usual_columns(base.form)), model_(base.base.size()) {
    for (std::size_t i = 0; i < base.base.size(); ++i) model_[static_cast<int>(i)] = base.base[i].value;
    drop_.assign(base.base.size(), false);
  }

  Estimate run() {
    BlockFactors factors = gather({}, {});
    check_count(factors);
    result_.method = options_.method;
    result_.robust = options_.method == Method::irls || options_.outliers;
    const int motors = factors.motors();
    weights_ = VectorX::Ones(motors);
    LinearFit fitted = fit_of(factors);
    if (result_.robust) {
      factors = reweight(std::move(factors), fitted);
    } else if (options_.method != Method::ols) {
      fitted = weigh_motors(factors, fitted);
    }
    if (!result_.robust) result_.deviations = motor_deviations(factors, fitted.values, count_estimated(fitted));
    fitted = fit_of(factors, true);
    if (options_.essential) fitted = drop_insignificant(factors, fitted);
    report(factors, fitted);
    return std::move(result_);
  }

 private:
  static int count_estimated(const LinearFit& f) {
    return static_cast<int>(std::ranges::count(f.outcomes, Outcome::estimated));
  }

  LinearFit fit_of(const BlockFactors& factors, bool covariance = false) const {
    return fit(factors, weights_, model_, usual_, drop_, options_.given ? options_.given->values : VectorX(),
               covariance);
  }

  // One pass over the equations; with values and deviations every row gets a robust weight.
  BlockFactors gather(const VectorX& values, const VectorX& deviations) {
    const LinearForm& form = equations_.form();
    BlockFactors factors(form.rows(), form.columns(), options_.blocks);
    scale_.assign(static_cast<std::size_t>(form.rows()), {});
    VectorX weights(form.rows());
    long rejected = 0, rows = 0;
    equations_.rewind();
    while (const Equation* e = equations_.next()) {
      if (e->weights.size() > 0)
        weights = e->weights;
      else
        weights.setOnes();
      if (values.size() > 0) {
        const VectorX r = e->b - e->Y * values;
        for (int k = 0; k < form.rows(); ++k) {
          if (!(weights[k] > 0)) continue;
          scale_[k].add(r[k]);
          if (deviations.size() == 0) continue;
          const double weight = robust_weight(weight_, r[k] / deviations[k]);
          weights[k] *= weight;
          rejected += weight < 0.5;
          ++rows;
        }
      }
      factors.add(e->Y, e->b, weights);
    }
    factors.finish();
    result_.outliers = rows > 0 ? static_cast<double>(rejected) / static_cast<double>(rows) : 0.0;
    return factors;
  }

  void check_count(const BlockFactors& factors) const {
    const long needed = 2 * (factors.columns() / factors.motors() + 1);
    if (factors.instants() >= needed) return;
    throw Error(ErrorKind::numerical, fmt::format("{} equations are too few for {} parameters: expected at least {}",
                                                  factors.instants(), factors.columns(), needed));
  }

  LinearFit weigh_motors(const BlockFactors& factors, LinearFit fitted) {
    VectorX deviations = motor_deviations(factors, fitted.values, count_estimated(fitted));
    for (int i = 0; i < 100; ++i) {
      weights_ = deviations.cwiseAbs2().cwiseInverse();
      fitted = fit_of(factors);
      const VectorX next = motor_deviations(factors, fitted.values, count_estimated(fitted));
      const double change = (next - deviations).cwiseQuotient(deviations).cwiseAbs().maxCoeff();
      deviations = next;
      if (change < settled_weights) break;
    }
    return fitted;
  }

  // Passes until the values settle: Huber's weights first, whose answer does not depend on where it starts.
  BlockFactors reweight(BlockFactors factors, LinearFit& fitted) {
    VectorX values = fitted.values;
    weight_ = RobustWeight::huber;
    gather(values, {});
    VectorX deviations = robust_deviations(factors);
    bool huber = true;
    for (int pass = 3; pass <= options_.most_passes; ++pass) {
      factors = gather(values, deviations);
      weights_ = deviations.cwiseAbs2().cwiseInverse();
      fitted = fit_of(factors);
      result_.passes = pass;
      bool done = is_settled(factors, fitted, values);
      values = fitted.values;
      // The scale must stand still for the values to do so.
      if (huber && pass < 9) deviations = robust_deviations(factors);
      if (done && huber && options_.robust == RobustWeight::tukey) {
        huber = done = false;
        weight_ = RobustWeight::tukey;
      }
      if (done) {
        result_.deviations = deviations;
        return factors;
      }
    }
    throw Error(ErrorKind::numerical,
                fmt::format("irls: the weights do not settle in {} passes over the log; look at the residuals of "
                            "method wls, or allow more passes: --passes, most_passes",
                            options_.most_passes));
  }

  // Every value moved by less than a share of its standard deviation, or of what rounding does to it.
  bool is_settled(const BlockFactors& factors, const LinearFit& now, const VectorX& before) const {
    const MatrixX R = factors.of_all(weights_);
    const double forces = R.col(factors.columns()).norm();
    for (int j = 0; j < before.size(); ++j) {
      const double moved = std::abs(now.values[j] - before[j]);
      if (!(moved <= settled * std::sqrt(now.plain[j])) && !(moved * R.col(j).norm() <= rounded_off * forces))
        return false;
    }
    return true;
  }

  VectorX robust_deviations(const BlockFactors& factors) const {
    VectorX deviations(static_cast<int>(scale_.size()));
    for (std::size_t k = 0; k < scale_.size(); ++k) {
      const double force = factors.of_motor(static_cast<int>(k)).col(factors.columns()).norm() /
                           std::sqrt(static_cast<double>(factors.instants()));
      deviations[static_cast<int>(k)] = std::max(scale_[k].deviation(), 1e-12 * force + 1e-300);
    }
    return deviations;
  }

  // Backwards: the parameter with the least |t| goes while it is not significant.
  LinearFit drop_insignificant(const BlockFactors& factors, LinearFit fitted) {
    const double whole = fitted.squares;
    const double quantile = student_two_sided(1 - options_.significance, std::max(1, factors.blocks() - 1));
    for (;;) {
      int least = -1;
      double t = quantile;
      for (int j = 0; j < fitted.values.size(); ++j) {
        if (fitted.outcomes[j] != Outcome::estimated) continue;
        const double now = std::abs(fitted.values[j]) / std::sqrt(std::max(fitted.covariance(j, j), 1e-300));
        if (now < t) t = now, least = j;
      }
      if (least < 0) return fitted;
      drop_[least] = true;
      const LinearFit without = fit_of(factors, true);
      result_.dropped.push_back({least, fitted.values[least], std::sqrt(fitted.covariance(least, least)), t,
                                 without.squares / std::max(whole, 1e-300) - 1});
      fitted = without;
    }
  }

  // What is given brings its variance into what is estimated: dp = -(A^T A)^-1 A^T A_g dp_g.
  void add_given_variance(const MatrixX& R, const LinearFit& f) {
    std::vector<int> kept, given;
    for (int j = 0; j < f.values.size(); ++j) {
      if (f.outcomes[j] == Outcome::estimated) kept.push_back(j);
      if (f.outcomes[j] == Outcome::given) given.push_back(j);
    }
    if (given.empty()) return;
    const MatrixX C = dense::block(options_.given->covariance, given, given);
    dense::set_block(result_.covariance, given, given, C);
    if (kept.empty()) return;
    MatrixX A = dense::columns(R, kept);
    const VectorX scale = A.colwise().norm().transpose();
    A = A * scale.cwiseInverse().asDiagonal();
    const MatrixX S = -(scale.cwiseInverse().asDiagonal() * dense::least_squares(A, dense::columns(R, given)));
    dense::add_block(result_.covariance, kept, kept, S * C * S.transpose());
    dense::set_block(result_.covariance, kept, given, S * C);
    dense::set_block(result_.covariance, given, kept, C * S.transpose());
  }

  void report(const BlockFactors& factors, const LinearFit& f) {
    result_.values = f.values;
    result_.covariance = f.covariance;
    result_.condition = f.condition;
    result_.singular_values = f.singular_values;
    result_.weights = weights_;
    result_.instants = factors.instants();
    result_.blocks = factors.blocks();
    result_.block_duration = static_cast<double>(factors.instants()) / std::max(1, factors.blocks());
    result_.confidence = options_.confidence;
    result_.quantile = student_two_sided(options_.confidence, std::max(1, factors.blocks() - 1));
    const MatrixX R = factors.of_all(weights_);
    const int n = factors.columns();
    add_given_variance(R.leftCols(n), f);
    result_.R = R.leftCols(n).topRows(n);
    result_.c = R.col(n).head(n);
    result_.rest = R(n, n) * R(n, n);
    double ratio = 0;
    int estimated = 0;
    for (int j = 0; j < n; ++j) {
      ParameterEstimate p;
      p.outcome = f.outcomes[j];
      p.model = model_[j];
      p.value = f.values[j];
      p.deviation = std::sqrt(result_.covariance(j, j));
      p.half_width = result_.quantile * p.deviation;
      p.excitation = R.col(j).norm() * std::abs(model_[j]) / std::max(R.col(n).norm(), 1e-300);
      result_.parameters.push_back(p);
      if (p.outcome != Outcome::estimated || !(f.plain[j] > 0)) continue;
      ratio += p.deviation / std::sqrt(f.plain[j]);
      ++estimated;
    }
    result_.plain_narrowness = estimated > 0 ? ratio / estimated : 1;
  }

  EstimatorOptions options_;
  EquationSource& equations_;
  VectorX usual_, model_, weights_;
  std::vector<bool> drop_;
  std::vector<RobustScale> scale_;
  RobustWeight weight_ = RobustWeight::huber;
  Estimate result_;
};

}  // namespace

std::string_view to_string(Method method) {
  switch (method) {
    case Method::ols: return "ols";
    case Method::wls: return "wls";
    case Method::irls: return "irls";
    case Method::iv: return "iv";
    case Method::recursive: return "recursive";
    case Method::two_stage: return "two-stage";
  }
  return "";
}

Method parse_method(std::string_view word) {
  for (const Method method : {Method::ols, Method::wls, Method::irls, Method::iv, Method::recursive, Method::two_stage})
    if (word == to_string(method)) return method;
  throw Error(ErrorKind::usage,
              fmt::format("unknown method '{}': expected ols, wls, irls, iv, recursive or two-stage", word));
}

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::estimated: return "estimated";
    case Outcome::not_moved: return "not moved";
    case Outcome::dependent: return "dependent";
    case Outcome::insignificant: return "insignificant";
    case Outcome::given: return "given";
  }
  return "";
}

Estimate estimate(const BaseParameters& base, EquationSource& equations, const EstimatorOptions& options) {
  if (equations.form().columns() != static_cast<int>(base.base.size()))
    throw Error(ErrorKind::usage, "the equations are not those of the base parameters");
  if (!(options.confidence > 0 && options.confidence < 1) || !(options.significance > 0 && options.significance < 1))
    throw Error(ErrorKind::usage, "confidence and significance are shares between 0 and 1");
  if (options.blocks < 4)
    throw Error(ErrorKind::usage, "expected at least 4 blocks: the variance is taken between them");
  if (options.method == Method::iv || options.method == Method::recursive)
    throw Error(ErrorKind::usage, fmt::format("method {} is not one of least squares on all equations at once",
                                              to_string(options.method)));
  const int columns = static_cast<int>(base.base.size());
  if (options.outliers && options.method != Method::two_stage)
    throw Error(ErrorKind::usage, "method irls is the robust one; only two-stage has the choice");
  if ((options.method == Method::two_stage) != options.given.has_value())
    throw Error(ErrorKind::usage, "method two-stage and given values go together");
  if (options.given && (options.given->values.size() != columns || options.given->covariance.rows() != columns ||
                        options.given->covariance.cols() != columns))
    throw Error(ErrorKind::usage, "expected a given value, or NaN, for every base parameter, and their covariance");
  return Estimation(base, equations, options).run();
}

}  // namespace jourdain
