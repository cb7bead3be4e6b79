#include "identification/estimators/recursive.hpp"

#include "core/dense/selection.hpp"

#include "jourdain/core/error.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double first_deviation = 1e4;  // of the deviation by least squares: where the recursion begins
constexpr long visits = 200;

}  // namespace

RecursiveLeastSquares::RecursiveLeastSquares(const VectorX& values, const VectorX& deviations)
    : values_(values), first_(deviations), root_(deviations.asDiagonal()), phi_(values.size()), gain_(values.size()) {
  if (deviations.size() != values.size() || !values.allFinite() || !(deviations.minCoeff() > 0))
    throw Error(ErrorKind::usage, "a recursive estimate needs values and positive deviations to begin with");
}

Status RecursiveLeastSquares::add(const VectorX& y, double b, double deviation) {
  if (y.size() != values_.size() || !(deviation > 0)) return Status::inconsistent;
  if (!y.allFinite() || !std::isfinite(b)) return Status::not_finite;
  // phi = S^T y, a = 1 / (|phi|^2 + s^2), K = a S phi, S <- S - a / (1 + s sqrt(a)) S phi phi^T.
  phi_.noalias() = root_.transpose() * y;
  const double variance = deviation * deviation, a = 1 / (phi_.squaredNorm() + variance);
  gain_.noalias() = root_ * phi_;
  values_ += a * (b - y.dot(values_)) * gain_;
  root_.noalias() -= a / (1 + std::sqrt(a * variance)) * gain_ * phi_.transpose();
  return Status::ok;
}

void RecursiveLeastSquares::forget(double share) {
  if (!(share > 0 && share < 1)) return;
  const double factor = 1 / std::sqrt(share);
  for (int i = 0; i < values_.size(); ++i)
    if (!(deviation(i) * factor <= first_[i])) return;
  root_ *= factor;
}

namespace {

// The estimate becomes what the recursion has found for the parameters that were kept.
void take(const RecursiveLeastSquares& recursion, const std::vector<int>& kept, const VectorX& deviations, double share,
          Estimate& result) {
  result.method = Method::recursive;
  dense::set_entries(result.values, kept, recursion.values());
  dense::set_block(result.covariance, kept, kept, share * recursion.covariance());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    ParameterEstimate& p = result.parameters[kept[i]];
    p.value = recursion.values()[static_cast<int>(i)];
    p.deviation = deviations[static_cast<int>(i)];
    p.half_width = result.quantile * p.deviation;
  }
}

}  // namespace

Estimate estimate_recursively(const BaseParameters& base, EquationSource& equations, const RecursiveOptions& options) {
  if (options.estimator.essential || options.estimator.given || !(options.memory >= 0))
    throw Error(ErrorKind::usage, "a recursive estimate drops nothing, and its memory is a time");
  EstimatorOptions weighted = options.estimator;
  weighted.method = Method::wls;
  Estimate result = estimate(base, equations, weighted);
  std::vector<int> kept;
  for (std::size_t j = 0; j < result.parameters.size(); ++j)
    if (result.parameters[j].outcome == Outcome::estimated) kept.push_back(static_cast<int>(j));
  VectorX fixed_values = result.values, start(static_cast<int>(kept.size())), wide(start.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const ParameterEstimate& p = result.parameters[kept[i]];
    start[static_cast<int>(i)] = p.model;
    wide[static_cast<int>(i)] =
        first_deviation * std::max(p.deviation, 1e-9 * std::abs(p.value)) + std::abs(p.value - p.model);
    fixed_values[kept[i]] = 0;
  }
  RecursiveLeastSquares recursion(start, wide.cwiseMax(1e-300));
  double time = 0, weight = 0, weight_squares = 0;
  long count = 0;
  const long every = std::max<long>(1, result.instants / visits);
  VectorX y(start.size()), deviations(start.size());
  const auto tell = [&](VectorX& into) {
    // Weights w_i of a forgetting estimate: the variance is that of the recursion times sum(w^2) / sum(w).
    const double share = result.plain_narrowness * std::sqrt(weight_squares / weight);
    for (int i = 0; i < into.size(); ++i) into[i] = share * recursion.deviation(i);
  };
  equations.rewind();
  while (const Equation* e = equations.next()) {
    const double keep = options.memory > 0 && count > 0 ? std::exp(-std::max(0.0, e->time - time) / options.memory) : 1;
    recursion.forget(keep);
    weight = keep * weight + 1;
    weight_squares = keep * keep * weight_squares + 1;
    time = e->time;
    const VectorX b = e->b - e->Y * fixed_values;
    for (int k = 0; k < b.size(); ++k) {
      const double rows = e->weights.size() > 0 ? e->weights[k] : 1;
      if (!(rows > 0)) continue;
      for (std::size_t i = 0; i < kept.size(); ++i) y[static_cast<int>(i)] = e->Y(k, kept[i]);
      if (recursion.add(y, b[k], result.deviations[k] / std::sqrt(rows)) != Status::ok)
        throw Error(ErrorKind::numerical, "the recursion met an equation that is not finite");
    }
    if (options.visit && ++count % every == 0) {
      VectorX all = fixed_values, spread = VectorX::Zero(fixed_values.size());
      tell(deviations);
      dense::set_entries(all, kept, recursion.values());
      dense::set_entries(spread, kept, deviations);
      options.visit(time, all, spread);
    }
    if (!options.visit) ++count;
  }
  tell(deviations);
  take(recursion, kept, deviations, result.plain_narrowness * result.plain_narrowness * weight_squares / weight,
       result);
  return result;
}

}  // namespace jourdain
