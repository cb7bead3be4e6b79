#include "identification/refits/model_refit.hpp"

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
constexpr double tried_scale = 0.01;
constexpr long geometry_samples = 3000;
constexpr double sure = 4;       // standard deviations
constexpr double as_sure = 0.7;  // of the most certain explanation
constexpr double no_change = 3e-3,
                 largest_change = 0.1;  // of a length: what is less matters little, more is another mistake

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

RowSums sums_of(const RefitRows& rows, int motor) {
  const int n = rows.columns;
  RowSums sums{MatrixX::Zero(n, n), VectorX::Zero(n)};
  VectorX y(n);
  for (const RefitStretch& s : rows.stretches) {
    for (Eigen::Index i = 0; i < s.instants(); ++i) {
      if (!moves_on(s, motor, i)) continue;
      y = s.Y[motor].row(i).transpose();
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

RowsFit fit_rows(const RefitRows& rows) {
  RowsFit fit;
  std::vector<RowSums> sums;
  for (int k = 0; k < rows.motors; ++k) {
    sums.push_back(sums_of(rows, k));
    if (sums.back().count < 4 * rows.columns / rows.motors + 8 || !(sums.back().squares > 0)) return fit;
  }
  VectorX weights(rows.motors);
  for (int k = 0; k < rows.motors; ++k) weights[k] = 1 / sums[k].squares;
  fit.squares.resize(rows.motors);
  fit.shares.resize(rows.motors);
  for (int pass = 0; pass < passes; ++pass) {
    MatrixX H = MatrixX::Zero(sums.front().G.rows(), sums.front().G.cols());
    VectorX g = VectorX::Zero(H.rows());
    for (int k = 0; k < rows.motors; ++k) {
      H += weights[k] * sums[k].G;
      g += weights[k] * sums[k].c;
    }
    fit.values = solved(H, g);
    for (int k = 0; k < rows.motors; ++k) {
      const RowSums& s = sums[k];
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

std::vector<int> shared_friction(const BaseParameters& base) {
  const std::vector<int>& motors = base.form.robot().motor_joints();
  std::vector<int> columns;
  for (int j = 0; j < base.form.columns(); ++j) {
    const Parameter& p = base.form.parameters()[j];
    if (!is_friction(p.kind) || p.parts.size() < 2) continue;
    const bool of_motors = std::ranges::all_of(p.parts, [&](const Parameter::Part& part) {
      const int joint = base.form.standard()[part.standard].owner;
      return std::ranges::find(motors, joint) != motors.end();
    });
    if (of_motors) columns.push_back(j);
  }
  return columns;
}

RefitRows with_columns_apart(const RefitRows& rows, const std::vector<int>& columns) {
  RefitRows result = rows;
  result.columns += static_cast<int>(columns.size()) * rows.motors;
  for (RefitStretch& s : result.stretches) {
    for (int k = 0; k < rows.motors; ++k) {
      MatrixX& Y = s.Y[k];
      Y.conservativeResize(Eigen::NoChange, result.columns);
      Y.rightCols(result.columns - rows.columns).setZero();
      for (std::size_t a = 0; a < columns.size(); ++a)
        Y.col(columns[a]).swap(Y.col(rows.columns + static_cast<int>(a) * rows.motors + k));
    }
  }
  return result;
}

std::vector<SharedFriction> contradicted_friction(const BaseParameters& base, const RefitRows& rows) {
  const std::vector<int> columns = shared_friction(base);
  if (columns.empty()) return {};
  const RowsFit together = fit_rows(rows), alone = fit_rows(with_columns_apart(rows, columns));
  if (ratio_of(together, alone) < friction_worth) return {};
  std::vector<SharedFriction> result;
  for (std::size_t a = 0; a < columns.size(); ++a) {
    const RowsFit others = fit_rows(with_columns_apart(rows, {columns[a]}));
    const VectorX values = others.values.tail(rows.motors);
    if (ratio_of(together, others) < friction_worth && columns.size() > 1) continue;
    result.push_back({base.form.parameters()[columns[a]].name, values, largest_share(together), largest_share(alone)});
  }
  return result;
}

namespace {

// One step of Gauss and Newton for the scale of some lengths, with its deviation between stretches of the log.
class ScaleFit {
 public:
  ScaleFit(const RefitRows& rows, const RowsFit& fit) : rows_(rows), fit_(fit), n_(rows.columns) {
    for (const RefitStretch& s : rows.stretches) instants_ += s.instants();
  }

  // False if the rows at both scales are not those of the same instants, or do not tell.
  bool run(const RefitRows& less, const RefitRows& more) {
    if (!same_instants(less) || !same_instants(more)) return false;
    std::vector<MatrixX> normals(blocks, MatrixX::Zero(n_ + 1, n_ + 1));
    std::vector<VectorX> rights(blocks, VectorX::Zero(n_ + 1));
    const Eigen::Index length = (instants_ + blocks - 1) / blocks;
    Eigen::Index done = 0;
    for (std::size_t s = 0; s < rows_.stretches.size(); ++s) {
      for (Eigen::Index i = 0; i < rows_.stretches[s].instants(); ++i, ++done)
        for (int k = 0; k < rows_.motors; ++k) add(s, i, k, less, more, normals[done / length], rights[done / length]);
    }
    MatrixX N = MatrixX::Zero(n_ + 1, n_ + 1);
    VectorX g = VectorX::Zero(n_ + 1);
    for (std::size_t b = 0; b < blocks; ++b) N += normals[b], g += rights[b];
    change = solved(N, g)[n_];
    double squares = 0;
    for (std::size_t b = 0; b < blocks; ++b) {
      const double other = solved(N - normals[b], g - rights[b])[n_] - change;
      squares += other * other;
    }
    deviation = std::sqrt((blocks - 1.0) / blocks * squares);
    return deviation > 0 && std::isfinite(change);
  }

  double change = 0, deviation = 0;

 private:
  static constexpr std::size_t blocks = 32;

  bool same_instants(const RefitRows& other) const {
    if (other.stretches.size() != rows_.stretches.size()) return false;
    for (std::size_t s = 0; s < rows_.stretches.size(); ++s)
      if (other.stretches[s].instants() != rows_.stretches[s].instants()) return false;
    return true;
  }

  void add(std::size_t s, Eigen::Index i, int k, const RefitRows& less, const RefitRows& more, MatrixX& N,
           VectorX& g) const {
    const RefitStretch& from = rows_.stretches[s];
    if (!moves_on(from, k, i)) return;
    const auto motor = static_cast<std::size_t>(k);
    const RefitStretch &down = less.stretches[s], &up = more.stretches[s];
    VectorX y(n_ + 1);
    y.head(n_) = from.Y[motor].row(i).transpose();
    y[n_] = (up.Y[motor].row(i).dot(fit_.values) + up.known(i, k) - down.Y[motor].row(i).dot(fit_.values) -
             down.known(i, k)) /
            (2 * tried_scale);
    const double w = 1 / fit_.squares[k];
    const double r = from.forces(i, k) - from.known(i, k);
    N.noalias() += w * y * y.transpose();
    g += w * r * y;
  }

  const RefitRows& rows_;
  const RowsFit& fit_;
  int n_;
  Eigen::Index instants_ = 0;
};

}  // namespace

std::vector<ScaledBody> suspected_geometry(const BaseParameters& base, const std::vector<Samples>& samples) {
  std::size_t count = 0;
  for (const Samples& s : samples) count += s.size();
  const int every = std::max(1, static_cast<int>(static_cast<long>(count) / geometry_samples));
  const RefitRows rows = refit_rows(base.form, samples, every);
  const RowsFit as_is = fit_rows(rows);
  if (as_is.squares.size() == 0 || as_is.squares.minCoeff() <= 0) return {};
  std::vector<ScaledBody> found;
  for (const auto& [name, bodies] : groups_of_bodies(base.form.robot().mechanism())) {
    const std::optional<LinearForm> less = scaled_form(base, bodies, 1 - tried_scale);
    const std::optional<LinearForm> more = scaled_form(base, bodies, 1 + tried_scale);
    if (!less || !more) continue;
    ScaleFit fit(rows, as_is);
    if (!fit.run(refit_rows(*less, samples, every), refit_rows(*more, samples, every))) continue;
    found.push_back({name, 1 + fit.change, fit.deviation});
  }
  const auto certainty = [](const ScaledBody& b) { return std::abs(b.scale - 1) / b.deviation; };
  std::ranges::sort(found, std::greater{}, certainty);
  std::vector<ScaledBody> result;
  for (const ScaledBody& b : found) {
    const double change = std::abs(b.scale - 1);
    if (certainty(b) > sure && change > no_change && change < largest_change &&
        certainty(b) > as_sure * certainty(found.front()))
      result.push_back(b);
  }
  return result;
}

}  // namespace jourdain
