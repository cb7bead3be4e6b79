#include "identification/estimators/instruments.hpp"

#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"
#include "identification/estimators/student.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/motion/follower.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double hardly_related = 1e-8;  // smallest singular value of Z^T W Y, columns of Z and Y of length one

// Sums of Z^T W Y and Z^T W (b - held) over consecutive stretches.
struct InstrumentSums {
  std::vector<MatrixX> G;
  std::vector<VectorX> g;
  VectorX z_squares;
  long instants = 0;
};

InstrumentSums gather_instruments(EquationSource& equations, EquationSource& instruments, const Estimate& plain) {
  const int n = static_cast<int>(plain.values.size());
  const int blocks = std::max(plain.blocks, 1);
  InstrumentSums sums;
  sums.G.assign(static_cast<std::size_t>(blocks), MatrixX::Zero(n, n));
  sums.g.assign(static_cast<std::size_t>(blocks), VectorX::Zero(n));
  sums.z_squares = VectorX::Zero(n);
  const long length = std::max<long>(1, (plain.instants + blocks - 1) / blocks);
  equations.rewind();
  instruments.rewind();
  const Equation* e = equations.next();
  const Equation* z = instruments.next();
  while (e && z) {
    if (e->row != z->row) {
      (e->row < z->row ? e : z) = e->row < z->row ? equations.next() : instruments.next();
      continue;
    }
    const std::size_t block = static_cast<std::size_t>(std::min<long>(sums.instants / length, blocks - 1));
    const MatrixX Zw =
        (e->weights.size() > 0 ? VectorX(plain.weights.cwiseProduct(e->weights)) : plain.weights).asDiagonal() * z->Y;
    sums.G[block].noalias() += Zw.transpose() * e->Y;
    sums.g[block].noalias() += Zw.transpose() * e->b;
    sums.z_squares += z->Y.cwiseProduct(Zw).colwise().sum().transpose();
    ++sums.instants;
    e = equations.next();
    z = instruments.next();
  }
  return sums;
}

}  // namespace

Estimate estimate_with_instruments(const BaseParameters& base, EquationSource& equations, EquationSource& instruments,
                                   const EstimatorOptions& options) {
  if (options.essential || options.given)
    throw Error(ErrorKind::usage, "instruments do not go with dropped or given parameters");
  EstimatorOptions weighted = options;
  weighted.method = Method::wls;
  Estimate result = estimate(base, equations, weighted);
  const InstrumentSums sums = gather_instruments(equations, instruments, result);
  if (2 * sums.instants < result.instants)
    throw Error(ErrorKind::numerical,
                "less than half of the samples have instruments: the robot cannot follow the reference there");
  std::vector<int> kept;
  for (std::size_t j = 0; j < result.parameters.size(); ++j)
    if (result.parameters[j].outcome == Outcome::estimated) kept.push_back(static_cast<int>(j));
  const int n = static_cast<int>(kept.size()), blocks = static_cast<int>(sums.G.size());
  VectorX fixed_values = result.values;
  for (const int j : kept) fixed_values[j] = 0;

  // Columns of Z and Y in units of their length.
  const VectorX y_size = dense::entries(result.R.colwise().norm().transpose(), kept);
  const VectorX z_size = dense::entries(sums.z_squares, kept).cwiseSqrt();
  if (n == 0 || !(z_size.minCoeff() > 0)) throw Error(ErrorKind::numerical, "the reference does not move all columns");
  const auto scaled = [&](const MatrixX& G) -> MatrixX {
    return z_size.cwiseInverse().asDiagonal() * dense::block(G, kept, kept) * y_size.cwiseInverse().asDiagonal();
  };
  const auto right = [&](const MatrixX& G, const VectorX& g) -> VectorX {
    return dense::entries(g - G * fixed_values, kept).cwiseQuotient(z_size);
  };
  MatrixX G = MatrixX::Zero(fixed_values.size(), fixed_values.size());
  VectorX g = VectorX::Zero(fixed_values.size());
  for (int b = 0; b < blocks; ++b) {
    G += sums.G[b];
    g += sums.g[b];
  }
  const MatrixX A = scaled(G);
  const VectorX s = dense::singular_factors(A, dense::Vectors::none).s;
  if (!(s[n - 1] > hardly_related * s[0]))
    throw Error(ErrorKind::numerical, "the instruments hardly go with the equations: is it the log of this reference?");
  const VectorX u = dense::solve_square(A, right(G, g));
  MatrixX changes(n, blocks);
  for (int b = 0; b < blocks; ++b) {
    const MatrixX G_b = G - sums.G[b];
    changes.col(b) = dense::solve_square(scaled(G_b), right(G_b, g - sums.g[b])) - u;
  }
  const VectorX mean = changes.rowwise().mean();
  changes.colwise() -= mean;
  const VectorX unit = y_size.cwiseInverse();
  result.method = Method::iv;
  dense::set_entries(result.values, kept, u.cwiseProduct(unit));
  dense::set_block(result.covariance, kept, kept,
                   unit.asDiagonal() * ((blocks - 1.0) / blocks * changes * changes.transpose()) * unit.asDiagonal());
  result.quantile = student_two_sided(options.confidence, std::max(1, blocks - 1));
  result.instants = sums.instants;
  for (std::size_t j = 0; j < result.parameters.size(); ++j) {
    ParameterEstimate& p = result.parameters[j];
    if (p.outcome != Outcome::estimated) continue;
    p.value = result.values[static_cast<int>(j)];
    p.deviation = std::sqrt(result.covariance(static_cast<int>(j), static_cast<int>(j)));
    p.half_width = result.quantile * p.deviation;
  }
  return result;
}

struct ReferenceSamples::Memory {
  Memory(SampleSource& s, const Motion& t, double start_time)
      : source(s), follow(t), workspace(t.robot()), start(start_time) {}
  SampleSource& source;
  Follower follow;
  Workspace workspace;
  double start;
  long count = 0;
  VectorX errors, sums, squares;
};

ReferenceSamples::ReferenceSamples(SampleSource& source, const Motion& motion, double start)
    : memory_(std::make_unique<Memory>(source, motion, start)) {}
ReferenceSamples::~ReferenceSamples() = default;

void ReferenceSamples::rewind() {
  memory_->source.rewind();
  memory_->workspace.reset();
  memory_->count = 0;
}

bool ReferenceSamples::next(Sample& sample) {
  Memory& m = *memory_;
  while (m.source.next(sample)) {
    if (m.follow(sample.time - m.start, m.workspace) != Status::ok) continue;
    const VectorX measured = sample.q;
    for (int i = 0; i < sample.q.size(); ++i) {
      sample.q[i] = m.workspace.motor_position(i);
      sample.rates[i] = m.workspace.motor_velocity(i);
      sample.accelerations[i] = m.workspace.motor_acceleration(i);
    }
    if (m.count++ == 0) m.errors = m.sums = m.squares = VectorX::Zero(sample.q.size());
    m.errors += (measured - sample.q).cwiseAbs2();
    m.sums += sample.q;
    m.squares += sample.q.cwiseAbs2();
    return true;
  }
  return false;
}

double ReferenceSamples::distance() const {
  const Memory& m = *memory_;
  double worst = 0;
  for (int i = 0; m.count > 0 && i < m.errors.size(); ++i) {
    const double spread = m.squares[i] - m.sums[i] * m.sums[i] / static_cast<double>(m.count);
    worst = std::max(worst, std::sqrt(m.errors[i] / std::max(spread, 1e-300)));
  }
  return worst;
}

}  // namespace jourdain
