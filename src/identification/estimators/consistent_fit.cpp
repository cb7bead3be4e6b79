#include "jourdain/identification/identify.hpp"

#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"
#include "identification/estimators/inertia_cones.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain {
namespace {

constexpr double growth = 100;          // of t from one centre to the next
constexpr double roughly = 0.1;         // half the squared Newton decrement on the way
constexpr double centred = 1e-20;       // and at the end: as near as rounding allows
constexpr double shortest_step = 1e-6;  // of Newton's
constexpr double near_centre = 0.1;
constexpr double best_measured = 1e-4;  // of the forces: no sensor is better
constexpr double held = 1e-4;           // relative to CAD: what is nearer to a bound is held by it

// Value, gradient and Hessian of the parts of the objective, at one u.
struct Derivatives {
  double value = 0;
  VectorX gradient;
  MatrixX hessian;
};

class BarrierProblem {
 public:
  BarrierProblem(const InertiaCones& cones, const MatrixX& A, const VectorX& b, const ConsistentFitOptions& options)
      : cones_(cones), A_(A), b_(b), options_(options), trust_(1 / (options.cad_deviation * options.cad_deviation)) {
    for (const BodyCone& body : cones.bodies) count_ += body.size;
    for (const CoefficientBound& c : cones.coefficients)
      count_ += (has_barrier(c) ? 1 : 0) + (std::isfinite(c.upper) ? 1 : 0);
    for (const BodyCone& body : cones.bodies) {
      MatrixX inverse;
      double log = 0;
      if (!invert_positive(symmetric_from(body.offset, body.size), inverse, log))
        throw Error(ErrorKind::numerical, fmt::format("the pseudo-inertia of '{}' is not positive", body.name));
      inverses_.push_back(inverse);
      logs_.push_back(log);
    }
  }

  int count() const { return count_; }  // of bounds
  bool log_det() const { return options_.term == CadTerm::log_det; }

  // t * objective + barrier; infinite outside. With derivatives where wanted.
  double value(const VectorX& u, double t, Derivatives* d) const {
    const VectorX r = A_ * u - b_;
    double sum = t * 0.5 * r.squaredNorm();
    if (d) {
      d->gradient = t * (A_.transpose() * r);
      d->hessian = t * data_hessian();
    }
    for (std::size_t i = 0; i < cones_.bodies.size(); ++i) {
      sum += body_value(i, u, t, d);
      if (!(sum < std::numeric_limits<double>::infinity())) return std::numeric_limits<double>::infinity();
    }
    for (const CoefficientBound& c : cones_.coefficients) sum += coefficient_value(c, u, t, d);
    for (const CoefficientBound& c : cones_.free) sum += quadratic(c, c.offset + c.map.dot(u), t, d);
    return std::isnan(sum) ? std::numeric_limits<double>::infinity() : sum;
  }

  // Without the barrier.
  double objective(const VectorX& u) const { return value(u, 2, nullptr) - value(u, 1, nullptr); }

  const MatrixX& data_hessian() const {
    if (AtA_.size() == 0) AtA_ = A_.transpose() * A_;
    return AtA_;
  }

 private:
  static bool has_barrier(const CoefficientBound& c) { return std::isfinite(c.lower); }

  double body_value(std::size_t i, const VectorX& u, double t, Derivatives* d) const {
    const BodyCone& body = cones_.bodies[i];
    const VectorX y = body.offset + body.map * dense::entries(u, body.columns);
    MatrixX inverse;
    double log = 0;
    if (!invert_positive(symmetric_from(y, body.size), inverse, log)) return std::numeric_limits<double>::infinity();
    const int entries = static_cast<int>(y.size());
    // Entries off the diagonal count twice in a trace of products.
    VectorX twice(entries);
    std::vector<std::pair<int, int>> places;
    for (int a = 0; a < body.size; ++a)
      for (int b = a; b < body.size; ++b) {
        twice[static_cast<int>(places.size())] = a == b ? 1 : 2;
        places.emplace_back(a, b);
      }
    const double barrier = log_det() ? 1 + t * trust_ : 1;
    double value = -barrier * (log - logs_[i]);
    VectorX g(entries);
    MatrixX H(entries, entries);
    for (int e = 0; e < entries; ++e) {
      const auto [a, b] = places[e];
      g[e] = -barrier * twice[e] * inverse(a, b);
      for (int f = 0; f < entries && d; ++f) {
        const auto [p, q] = places[f];
        H(e, f) = barrier * twice[e] * twice[f] * 0.5 * (inverse(a, p) * inverse(b, q) + inverse(a, q) * inverse(b, p));
      }
    }
    if (log_det()) {
      for (int e = 0; e < entries; ++e) {
        const auto [a, b] = places[e];
        const double slope = t * trust_ * twice[e] * inverses_[i](a, b);
        value += slope * (y[e] - body.offset[e]);
        g[e] += slope;
      }
    } else {
      const VectorX change = y - body.offset;
      value += 0.5 * t * trust_ * change.dot(twice.cwiseProduct(change));
      g += t * trust_ * twice.cwiseProduct(change);
      H.diagonal() += t * trust_ * twice;
    }
    if (d) {
      dense::add_entries(d->gradient, body.columns, body.map.transpose() * g);
      dense::add_block(d->hessian, body.columns, body.columns, body.map.transpose() * H * body.map);
    }
    return value;
  }

  static void add(const CoefficientBound& c, double slope, double curvature, Derivatives* d) {
    if (!d) return;
    d->gradient += slope * c.map;
    // Maps have few entries.
    for (int i = 0; i < c.map.size(); ++i) {
      if (c.map[i] == 0) continue;
      d->hessian.col(i) += curvature * c.map[i] * c.map;
    }
  }

  double quadratic(const CoefficientBound& c, double x, double t, Derivatives* d) const {
    add(c, t * trust_ * (x - c.known), t * trust_, d);
    return 0.5 * t * trust_ * (x - c.known) * (x - c.known);
  }

  double coefficient_value(const CoefficientBound& c, const VectorX& u, double t, Derivatives* d) const {
    const double x = c.offset + c.map.dot(u), below = x - c.lower, above = c.upper - x;
    if (!(below > 0) || !(above > 0)) return std::numeric_limits<double>::infinity();
    double value = 0;
    if (has_barrier(c)) {
      value -= std::log(below);
      add(c, -1 / below, 1 / (below * below), d);
    }
    if (std::isfinite(above)) {
      value -= std::log(above);
      add(c, 1 / above, 1 / (above * above), d);
    }
    if (!c.cad_term) return value;
    if (!log_det() || !(c.known > 0)) return value + quadratic(c, x, t, d);
    const double ratio = x / c.known;
    add(c, t * trust_ * (1 / c.known - 1 / x), t * trust_ / (x * x), d);
    return value + t * trust_ * (ratio - std::log(ratio) - 1);
  }

  const InertiaCones& cones_;
  const MatrixX& A_;
  const VectorX& b_;
  ConsistentFitOptions options_;
  double trust_;
  int count_ = 0;
  std::vector<MatrixX> inverses_;
  std::vector<double> logs_;
  mutable MatrixX AtA_;
};

// Follows the centres as t grows; u is inside at the beginning and at the end.
class PathFollower {
 public:
  PathFollower(const BarrierProblem& problem, const ConsistentFitOptions& options)
      : problem_(problem), options_(options) {}

  int steps = 0;
  double kkt = 0, t = 1;

  VectorX follow(VectorX u) {
    // The barrier weighs as much as the objective at first.
    const double start = problem_.objective(u);
    t = problem_.count() > 0 ? problem_.count() / std::max(1.0, start) : 1;
    for (;;) {
      centre(u, roughly);
      const double gap = problem_.count() / t, objective = problem_.objective(u);
      if (gap <= options_.tolerance * std::max(1.0, objective)) {
        centre(u, centred);
        kkt = std::max(stationarity(u) / std::sqrt(std::max(1.0, 2 * objective)), gap / std::max(1.0, objective));
        return u;
      }
      t *= growth;
    }
  }

 private:
  // Newton's method at one t, until half the squared decrement is as small as this.
  void centre(VectorX& u, double enough) {
    Derivatives d;
    double last = std::numeric_limits<double>::infinity();
    for (;;) {
      const double now = problem_.value(u, t, &d);
      const VectorX direction = -dense::solve_square(d.hessian, d.gradient);
      const double decrement = -d.gradient.dot(direction);
      // Near the centre the decrement falls with its square, until rounding stops it.
      const bool near = last < near_centre;
      if (!(decrement > 2 * enough) || (near && decrement > 0.5 * last)) return;
      if (++steps > options_.most_steps)
        throw Error(
            ErrorKind::numerical,
            fmt::format("consistent parameters: Newton's method does not settle in {} steps", options_.most_steps));
      double step = 1;
      const auto good = [&] {
        const double then = problem_.value(u + step * direction, t, nullptr);
        return decrement < near_centre ? std::isfinite(then) : then <= now - 0.1 * step * decrement;
      };
      while (step > shortest_step && !good()) step *= 0.5;
      if (!(step > shortest_step)) return;  // the value does not fall any more: rounding
      u += step * direction;
      last = decrement;
    }
  }

  double stationarity(const VectorX& u) const {
    Derivatives d;
    problem_.value(u, t, &d);
    // In units of the curvature: how far, in standard deviations, the minimum is.
    const VectorX direction = dense::solve_square(d.hessian, d.gradient);
    return std::sqrt(std::max(0.0, d.gradient.dot(direction)) / t);
  }

  const BarrierProblem& problem_;
  ConsistentFitOptions options_;
};

void note_bounds(const InertiaCones& cones, const VectorX& u, ConsistentFit& result) {
  for (const BodyCone& body : cones.bodies) {
    const VectorX y = body.offset + body.map * dense::entries(u, body.columns);
    const double now = dense::symmetric_factors(symmetric_from(y, body.size), false).values[0];
    const double before = dense::symmetric_factors(symmetric_from(body.offset, body.size), false).values[0];
    if (now < held * before) result.at_bound.push_back("inertia." + body.name);
  }
  for (const CoefficientBound& c : cones.coefficients) {
    const double x = c.offset + c.map.dot(u);
    const double unit = std::isfinite(c.upper) ? c.upper - c.lower : std::max(c.known, 1e-3);
    if (x - c.lower < held * unit || c.upper - x < held * unit) result.at_bound.push_back(c.name);
  }
}

// Deviations with data and CAD, and with CAD alone.
void note_decisions(const BaseParameters& base, const InertiaCones& cones, const MatrixX& A, const VectorX& u,
                    const ConsistentFitOptions& options, ConsistentFit& result) {
  const MatrixX none = MatrixX::Zero(0, A.cols());
  const VectorX nothing = VectorX::Zero(0);
  ConsistentFitOptions quadratic = options;
  quadratic.term = CadTerm::quadratic;
  const double t = 1e12;  // no barrier
  Derivatives cad;
  const BarrierProblem prior(cones, none, nothing, quadratic);
  prior.value(VectorX::Zero(u.size()), t, &cad);
  const MatrixX H = cad.hessian / t, SZ = base.full.expansion() * cones.Z;
  const MatrixX with_data = dense::solve_square(H + A.transpose() * A, SZ.transpose());
  const MatrixX alone = dense::solve_square(H, SZ.transpose());
  result.deviations = VectorX::Zero(SZ.rows());
  for (int i = 0; i < SZ.rows(); ++i) {
    const double after = std::sqrt(std::max(0.0, SZ.row(i).dot(with_data.col(i))));
    const double before = std::sqrt(std::max(0.0, SZ.row(i).dot(alone.col(i))));
    result.deviations[i] = after;
    const double ratio = before > 0 ? after / before : 1;
    result.decided.push_back(ratio < 0.3 ? Decided::data : ratio < 0.8 ? Decided::both : Decided::cad);
  }
}

}  // namespace

std::string_view to_string(Decided decided) {
  switch (decided) {
    case Decided::data: return "data";
    case Decided::both: return "both";
    case Decided::cad: return "CAD";
  }
  return "";
}

ConsistentFit consistent_fit(const BaseParameters& base, const Estimate& estimate, const VectorX& known,
                             const ConsistentFitOptions& options) {
  if (known.size() != base.full.columns() || !known.allFinite())
    throw Error(ErrorKind::usage, fmt::format("expected {} known parameters", base.full.columns()));
  if (!(options.cad_deviation > 0) || !(options.mass_tolerance > 0))
    throw Error(ErrorKind::usage, "the deviation of CAD and the tolerance of masses must be positive");
  // Residuals of variance one that count as often as they are independent.
  const double rows = static_cast<double>(estimate.instants * estimate.weights.size());
  const VectorX free = estimate.values;
  const double least = (estimate.R * free - estimate.c).squaredNorm() + estimate.rest;
  const double measured = (estimate.c.squaredNorm() + estimate.rest) / std::max(1.0, rows);
  const double variance = least / std::max(1.0, rows - static_cast<double>(free.size()));
  const double least_variance = best_measured * best_measured * measured;
  // What is exact but for rounding has no correlation to speak of.
  const double scale = variance > least_variance ? 1 / (std::sqrt(variance) * std::max(1.0, estimate.plain_narrowness))
                                                 : 1 / std::sqrt(least_variance);
  const MatrixX RK = scale * estimate.R * base.mapping;
  const VectorX column_force = RK.colwise().norm().transpose();
  // A mass tolerance of one or more leaves only m > 0, which the cones say already.
  const InertiaCones cones = make_cones(base, known, column_force, scale * estimate.c.norm(), options.mass_tolerance);
  const MatrixX A = RK * cones.Z;
  const VectorX b = scale * estimate.c - RK * cones.z0;

  ConsistentFit result;
  const BarrierProblem problem(cones, A, b, options);
  PathFollower follower(problem, options);
  const VectorX u = follower.follow(VectorX::Zero(cones.Z.cols()));
  result.steps = follower.steps;
  result.kkt = follower.kkt;
  result.parameters = cones.z0 + cones.Z * u;
  result.standard = base.full.expansion() * result.parameters;
  result.base_values = base.mapping * result.parameters;
  result.objective = problem.objective(u);
  result.squares = (estimate.R * result.base_values - estimate.c).squaredNorm() + estimate.rest;
  result.least_squares = least;
  result.residual_rise = least > 0 ? std::sqrt(result.squares / least) - 1 : 0;
  result.on_face = cones.on_face;
  note_bounds(cones, u, result);
  note_decisions(base, cones, A, u, options, result);
  return result;
}

}  // namespace jourdain
