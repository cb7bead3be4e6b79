#include "identification/model_refit.hpp"

#include "core/dense/decompositions.hpp"

#include "jourdain/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace jourdain {
namespace {

constexpr double ridge = 1e-10;          // of the diagonal: what the data do not tell stays small
constexpr int passes = 4;                // of weighting
constexpr double friction_worth = 1.15;  // residual with shared friction over that without
constexpr double length_worth = 1.25;    // residual with the model's lengths over that with others
constexpr double as_good = 1.1;          // residual of another explanation over that of the best
constexpr double tried_scale = 0.01, largest_scale = 0.1;
constexpr long geometry_samples = 1200;
constexpr double no_change = 2e-3;  // of a length: less explains nothing

// Where the rate keeps its sign.
bool moves_on(const RefitStretch& s, int motor, Eigen::Index i) {
  if (i == 0 || i + 1 == s.instants()) return false;
  const auto rates = s.rates.col(motor).segment(i - 1, 3);
  return rates.minCoeff() > 0 || rates.maxCoeff() < 0;
}

// Sums of one motor.
struct RowSums {
  MatrixX G;
  VectorX c;
  double squares = 0, low = 0, high = 0;
  long count = 0;
};

RowSums sums_of(const RefitRows& rows, int motor, const std::vector<int>& apart) {
  const int n = rows.columns, more = static_cast<int>(apart.size()) * rows.motors;
  RowSums sums{MatrixX::Zero(n + more, n + more), VectorX::Zero(n + more)};
  VectorX y(n + more);
  for (const RefitStretch& s : rows.stretches) {
    for (Eigen::Index i = 0; i < s.instants(); ++i) {
      if (!moves_on(s, motor, i)) continue;
      y.setZero();
      y.head(n) = s.Y[static_cast<std::size_t>(motor)].row(i).transpose();
      for (std::size_t a = 0; a < apart.size(); ++a)
        std::swap(y[apart[a]], y[n + static_cast<int>(a) * rows.motors + motor]);
      const double b = s.forces(i, motor) - s.known(i, motor);
      sums.G.selfadjointView<Eigen::Lower>().rankUpdate(y);
      sums.c += b * y;
      sums.squares += b * b;
      sums.low = sums.count == 0 ? b : std::min(sums.low, b);
      sums.high = sums.count == 0 ? b : std::max(sums.high, b);
      ++sums.count;
    }
  }
  sums.G = MatrixX(sums.G.selfadjointView<Eigen::Lower>());
  return sums;
}

VectorX solved(MatrixX H, const VectorX& right) {
  const double largest = H.diagonal().maxCoeff();
  VectorX scale(H.rows());
  for (int i = 0; i < scale.size(); ++i) scale[i] = H(i, i) > 1e-24 * largest ? 1 / std::sqrt(H(i, i)) : 0;
  H = scale.asDiagonal() * H * scale.asDiagonal();
  for (int i = 0; i < scale.size(); ++i) H(i, i) = scale[i] > 0 ? H(i, i) + ridge : 1;
  return scale.cwiseProduct(VectorX(dense::solve_square(H, scale.cwiseProduct(right))));
}

double largest_share(const RowsFit& fit) { return fit.shares.size() > 0 ? fit.shares.maxCoeff() : 0; }

// The robot with the lengths of some bodies scaled, and the same base columns; nothing if it cannot be assembled.
std::optional<LinearForm> scaled_form(const BaseParameters& base, const std::vector<int>& bodies, double scale) {
  Mechanism model = base.form.robot().mechanism();
  const auto listed = [&](int body) { return std::ranges::find(bodies, body) != bodies.end(); };
  for (Joint& joint : model.joints) {
    if (listed(joint.body_a)) joint.in_a.p *= scale;
    if (listed(joint.body_b)) joint.in_b.p *= scale;
  }
  try {
    const LinearForm full(Robot(model), base.full.options());
    std::vector<int> columns;
    for (const Parameter& p : base.form.parameters()) {
      columns.push_back(full.find(p.name));
      if (columns.back() < 0) return std::nullopt;
    }
    return full.selection(columns);
  } catch (const Error&) {
    return std::nullopt;
  }
}

// Bodies whose lengths are changed together: of one name in all legs.
std::map<std::string, std::vector<int>> groups_of_bodies(const Mechanism& model) {
  std::map<std::string, std::vector<int>> groups;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const int body = static_cast<int>(i);
    const bool has_length = std::ranges::any_of(model.joints, [&](const Joint& j) {
      return (j.body_a == body && j.in_a.p.norm() > 0) || (j.body_b == body && j.in_b.p.norm() > 0);
    });
    if (!has_length) continue;
    std::string name = model.bodies[i].name;
    for (const Leg& leg : model.legs)
      if (name.starts_with(leg.name + ".")) name = name.substr(leg.name.size() + 1);
    groups[name].push_back(body);
  }
  return groups;
}

}  // namespace

RowsFit fit_rows(const RefitRows& rows, const std::vector<int>& apart) {
  RowsFit fit;
  std::vector<RowSums> sums;
  for (int k = 0; k < rows.motors; ++k) {
    sums.push_back(sums_of(rows, k, apart));
    if (sums.back().count < 4 * rows.columns / rows.motors + 8 || !(sums.back().squares > 0)) return fit;
  }
  VectorX weights(rows.motors);
  for (int k = 0; k < rows.motors; ++k) weights[k] = 1 / sums[static_cast<std::size_t>(k)].squares;
  fit.squares.resize(rows.motors);
  fit.shares.resize(rows.motors);
  for (int pass = 0; pass < passes; ++pass) {
    MatrixX H = MatrixX::Zero(sums.front().G.rows(), sums.front().G.cols());
    VectorX g = VectorX::Zero(H.rows());
    for (int k = 0; k < rows.motors; ++k) {
      H += weights[k] * sums[static_cast<std::size_t>(k)].G;
      g += weights[k] * sums[static_cast<std::size_t>(k)].c;
    }
    fit.values = solved(H, g);
    for (int k = 0; k < rows.motors; ++k) {
      const RowSums& s = sums[static_cast<std::size_t>(k)];
      const double left = s.squares - 2 * s.c.dot(fit.values) + fit.values.dot(s.G * fit.values);
      fit.squares[k] = std::max(left, 1e-12 * s.squares) / static_cast<double>(s.count);
      fit.shares[k] = std::sqrt(fit.squares[k]) / std::max(s.high - s.low, 1e-300);
      weights[k] = 1 / fit.squares[k] / static_cast<double>(s.count);
    }
  }
  return fit;
}

double ratio_of(const RowsFit& before, const RowsFit& after) {
  if (before.squares.size() == 0 || before.squares.size() != after.squares.size()) return 1;
  return std::exp(0.5 * (before.squares.array().log() - after.squares.array().log()).mean());
}

std::vector<SharedFriction> contradicted_friction(const BaseParameters& base, const RefitRows& rows) {
  std::vector<int> columns;
  for (int j = 0; j < base.form.columns(); ++j) {
    const Parameter& p = base.form.parameters()[static_cast<std::size_t>(j)];
    const bool motors = std::ranges::all_of(p.parts, [&](const Parameter::Part& part) {
      const int joint = base.form.standard()[static_cast<std::size_t>(part.standard)].owner;
      return std::ranges::find(base.form.robot().actuators(), joint) != base.form.robot().actuators().end();
    });
    if (is_friction(p.kind) && motors && p.parts.size() > 1) columns.push_back(j);
  }
  if (columns.empty()) return {};
  const RowsFit together = fit_rows(rows), alone = fit_rows(rows, columns);
  if (ratio_of(together, alone) < friction_worth) return {};
  std::vector<SharedFriction> result;
  for (std::size_t a = 0; a < columns.size(); ++a) {
    const RowsFit others = fit_rows(rows, {columns[a]});
    const VectorX values = others.values.tail(rows.motors);
    if (ratio_of(together, others) < friction_worth && columns.size() > 1) continue;
    result.push_back({base.form.parameters()[static_cast<std::size_t>(columns[a])].name, values, largest_share(together),
                      largest_share(alone)});
  }
  return result;
}

std::vector<ScaledBody> suspected_geometry(const BaseParameters& base, const std::vector<Samples>& samples) {
  std::size_t count = 0;
  for (const Samples& s : samples) count += s.size();
  const int every = std::max(1, static_cast<int>(static_cast<long>(count) / geometry_samples));
  const RowsFit as_is = fit_rows(refit_rows(base.form, samples, every));
  if (as_is.squares.size() == 0) return {};
  std::vector<std::pair<double, ScaledBody>> found;
  for (const auto& [name, bodies] : groups_of_bodies(base.form.robot().mechanism())) {
    const auto fit_at = [&](double change) {
      const std::optional<LinearForm> form = scaled_form(base, bodies, 1 + change);
      return form ? fit_rows(refit_rows(*form, samples, every)) : RowsFit{};
    };
    // Logarithm of the residual, a parabola through three scales.
    const double less = -2 * std::log(ratio_of(as_is, fit_at(-tried_scale)));
    const double more = -2 * std::log(ratio_of(as_is, fit_at(tried_scale)));
    const double l = std::exp(less) - 1, m = std::exp(more) - 1, bend = l + m;
    if (!(bend > 1e-6) && !(std::min(l, m) < -0.05)) continue;
    const double step = bend > 1e-6 ? 0.5 * (l - m) / bend : (m < l ? 1 : -1);
    const double change = std::clamp(tried_scale * step, -largest_scale, largest_scale);
    if (std::abs(change) < no_change) continue;
    const RowsFit best = fit_at(change);
    found.push_back({ratio_of(as_is, best), {name, 1 + change, largest_share(as_is), largest_share(best)}});
  }
  std::ranges::sort(found, std::greater{}, [](const auto& f) { return f.first; });
  std::vector<ScaledBody> result;
  for (const auto& [ratio, body] : found)
    if (ratio > length_worth && as_good * ratio > found.front().first) result.push_back(body);
  return result;
}

}  // namespace jourdain
