#include "identification/refits/clock_fit.hpp"

#include "core/dense/decompositions.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double longest_delay = 0.06;  // s
constexpr int most_clock_steps = 250;   // of it
constexpr double clock_ridge = 1e-10;   // of the diagonal: what the data do not tell stays small
constexpr int clock_blocks = 32;
constexpr int near_reversal = 2;        // instants on both sides: dry friction jumps there
constexpr double agreeing = 4;          // standard deviations between the delays with and without reversals
constexpr double sure_of_clock = 4;     // standard deviations
constexpr double worth = 0.03;          // gain from which a shift is told
constexpr double most_residual = 0.25;  // of the forces: what fits no better at any clock is another mistake
constexpr double lag_is_better = 0.99;  // squares with a lag over those with a delay

// Sums over the instants of one motor: Y^T Y, Y^T b, b^T b.
struct MotorSums {
  MatrixX G;
  VectorX c;
  double squares = 0;
};

class ClockFit {
 public:
  explicit ClockFit(const RefitRows& rows) : rows_(rows), m_(rows.motors), n_(rows.columns) {
    reach_ = static_cast<int>(std::clamp(std::ceil(longest_delay / rows.step), 4.0, double{most_clock_steps}));
    // Short stretches leave less at both ends.
    Eigen::Index longest = 0;
    for (const RefitStretch& s : rows.stretches) longest = std::max(longest, s.instants());
    reach_ = std::min<int>(reach_, static_cast<int>(longest / 6));
  }

  bool run() {
    gather();
    if (reach_ < 1 || used_ < 4 * n_) return false;
    lags_.assign(static_cast<std::size_t>(m_), 0);
    agree_.assign(static_cast<std::size_t>(m_), false);
    shifts_ = deviations_ = gains_ = VectorX::Zero(m_);
    weights_ = VectorX(m_);
    for (int k = 0; k < m_; ++k) weights_[k] = static_cast<double>(used_) / std::max(squares_[k][reach_], 1e-300);
    // Weights of the log as it is, then of the best clocks.
    for (int pass = 0; pass < 2; ++pass) weigh(solve());
    plain_ = weights_;
    search_common();
    for (int pass = 0; pass < 4; ++pass) {
      weigh(solve());
      if (!search_each()) break;
    }
    for (int pass = 0; pass < 3 && !refine(); ++pass) weigh(solve());
    return true;
  }

  std::vector<MotorClock> result() {
    std::vector<MotorClock> clocks(static_cast<std::size_t>(m_));
    for (int k = 0; k < m_; ++k) {
      MotorClock& clock = clocks[k];
      clock.delay = shifts_[k] * rows_.step;
      clock.deviation = deviations_[k] * rows_.step;
      clock.gain = gains_[k];
      const double rest = static_cast<double>(used_) / (weights_[k] * squares_[k][reach_]);
      const bool moved = std::abs(clock.delay) > sure_of_clock * clock.deviation && clock.gain > worth &&
                         rest < most_residual * most_residual;
      // A lag is no delay: reversals may tell another one than the rest.
      clock.told = moved && agree_[k];
      late_.push_back(moved && clock.delay > 0);
    }
    if (!try_common_lag(clocks)) try_lags(clocks);
    return clocks;
  }

  // Root mean square residual of the log as it is over that of its forces.
  double residual() const {
    double sum = 0;
    for (int k = 0; k < m_; ++k)
      sum += static_cast<double>(used_) / (plain_[k] * std::max(squares_[k][reach_], 1e-300));
    return std::sqrt(sum / m_);
  }

 private:
  Eigen::Index inner(const RefitStretch& s) const { return std::max<Eigen::Index>(0, s.instants() - 2 * reach_); }

  // Sums of every motor for every whole step of its clock.
  void gather() {
    const int count = 2 * reach_ + 1;
    G_.assign(static_cast<std::size_t>(m_), MatrixX::Zero(n_, n_));
    c_.assign(static_cast<std::size_t>(m_), MatrixX::Zero(n_, count));
    squares_.assign(static_cast<std::size_t>(m_), VectorX::Zero(count));
    for (const RefitStretch& s : rows_.stretches) {
      const Eigen::Index length = inner(s);
      if (length == 0) continue;
      used_ += length;
      MatrixX b(length, count);
      for (int k = 0; k < m_; ++k) {
        const auto Y = s.Y[k].middleRows(reach_, length);
        for (int l = 0; l < count; ++l)
          b.col(l) = s.forces.col(k).segment(l, length) - s.known.col(k).segment(reach_, length);
        G_[k].noalias() += Y.transpose() * Y;
        c_[k].noalias() += Y.transpose() * b;
        squares_[k] += b.colwise().squaredNorm().transpose();
      }
    }
  }

  static MatrixX solved(MatrixX H, const MatrixX& right) {
    const VectorX diagonal = H.diagonal();
    const double largest = diagonal.maxCoeff();
    VectorX scale(diagonal.size());
    for (int i = 0; i < scale.size(); ++i) scale[i] = diagonal[i] > 1e-24 * largest ? 1 / std::sqrt(diagonal[i]) : 0;
    H = scale.asDiagonal() * H * scale.asDiagonal();
    for (int i = 0; i < scale.size(); ++i) H(i, i) = scale[i] > 0 ? H(i, i) + clock_ridge : 1;
    return scale.asDiagonal() * dense::solve_square(H, scale.asDiagonal() * right);
  }

  MatrixX weighted_normal() const {
    MatrixX H = MatrixX::Zero(n_, n_);
    for (int k = 0; k < m_; ++k) H += weights_[k] * G_[k];
    return H;
  }
  auto right(int k, int lag) const { return c_[k].col(lag + reach_); }

  // Values at the clocks in whole steps.
  VectorX solve() const {
    VectorX g = VectorX::Zero(n_);
    for (int k = 0; k < m_; ++k) g += weights_[k] * right(k, lags_[k]);
    return solved(weighted_normal(), g);
  }

  double squares_of(int k, int lag, const VectorX& p) const {
    return squares_[k][lag + reach_] - 2 * right(k, lag).dot(p) + p.dot(G_[k] * p);
  }

  void weigh(const VectorX& p) {
    for (int k = 0; k < m_; ++k) {
      const double force = squares_[k][reach_];
      const double now = squares_of(k, lags_[k], p);
      weights_[k] = static_cast<double>(used_) / std::max({now, 1e-10 * force, 1e-300});
    }
  }

  // One clock for all motors.
  void search_common() {
    MatrixX g = MatrixX::Zero(n_, 2 * reach_ + 1);
    VectorX sum = VectorX::Zero(2 * reach_ + 1);
    for (int k = 0; k < m_; ++k) {
      g += weights_[k] * c_[k];
      sum += weights_[k] * squares_[k];
    }
    sum -= g.cwiseProduct(solved(weighted_normal(), g)).colwise().sum().transpose();
    Eigen::Index best = 0;
    sum.minCoeff(&best);
    lags_.assign(static_cast<std::size_t>(m_), static_cast<int>(best) - reach_);
  }

  // Squares of all motors with motor k at every step of its clock, the others where they are; to a constant.
  VectorX squares_along(int k, const MatrixX& H) const {
    VectorX g = VectorX::Zero(n_);
    for (int j = 0; j < m_; ++j)
      if (j != k) g += weights_[j] * right(j, lags_[j]);
    const MatrixX& c = c_[k];
    const MatrixX all = (weights_[k] * c).colwise() + g;
    return weights_[k] * squares_[k] - all.cwiseProduct(solved(H, all)).colwise().sum().transpose();
  }

  // A clock for every motor; false if none moved.
  bool search_each() {
    const MatrixX H = weighted_normal();
    bool moved = false;
    for (int k = 0; k < m_; ++k) {
      const VectorX along = squares_along(k, H);
      Eigen::Index best = 0;
      const double least = along.minCoeff(&best);
      int& lag = lags_[k];
      gains_[k] = (along[reach_] - least) / static_cast<double>(used_);
      moved |= lag != static_cast<int>(best) - reach_;
      lag = static_cast<int>(best) - reach_;
    }
    return moved;
  }

  // Rows of a motor in one stretch, weighted: columns of the base, what a step of its clock would change, and the
  // residual; those near reversals only where they are wanted.
  MatrixX refining_rows(const RefitStretch& s, int k, const VectorX& p, bool reversals) const {
    const Eigen::Index length = inner(s);
    const VectorX f = s.Y[k] * p + s.known.col(k);
    MatrixX rows = MatrixX::Zero(length, n_ + 2);
    const double w = std::sqrt(weights_[k]);
    for (Eigen::Index i = reach_; i < reach_ + length; ++i) {
      const auto rates = s.rates.col(k).segment(i - near_reversal, 2 * near_reversal + 1);
      if (!reversals && !(rates.minCoeff() > 0) && !(rates.maxCoeff() < 0)) continue;
      auto row = rows.row(i - reach_);
      row.head(n_) = w * s.Y[k].row(i);
      row[n_] = -w * 0.5 * (f[i + 1] - f[i - 1]);
      row[n_ + 1] = w * (s.forces(i + lags_[k], k) - f[i]);
    }
    return rows;
  }

  // Fractions of the clocks' steps by one step of Gauss and Newton, with their deviations between stretches and those
  // of uncorrelated residuals.
  struct Fractions {
    VectorX values, deviations, variances;
  };

  Fractions fractions(bool reversals) const {
    const VectorX p = solve();
    const int size = n_ + m_;
    std::vector<MatrixX> normals(clock_blocks, MatrixX::Zero(size, size));
    std::vector<VectorX> rights(clock_blocks, VectorX::Zero(size));
    const long length = (used_ + clock_blocks - 1) / clock_blocks;
    for (int k = 0; k < m_; ++k) {
      long done = 0;
      for (const RefitStretch& s : rows_.stretches) {
        const Eigen::Index count = inner(s);
        if (count == 0) continue;
        const MatrixX rows = refining_rows(s, k, p, reversals);
        for (Eigen::Index i = 0; i < count;) {
          const long block = done / length;
          const Eigen::Index now = std::min<Eigen::Index>(count - i, (block + 1) * length - done);
          const MatrixX part = rows.middleRows(i, now);
          const MatrixX sums = part.transpose() * part;
          MatrixX& N = normals[block];
          VectorX& r = rights[block];
          N.topLeftCorner(n_, n_) += sums.topLeftCorner(n_, n_);
          N.col(n_ + k).head(n_) += sums.col(n_).head(n_);
          N.row(n_ + k).head(n_) += sums.row(n_).head(n_);
          N(n_ + k, n_ + k) += sums(n_, n_);
          r.head(n_) += sums.col(n_ + 1).head(n_);
          r[n_ + k] += sums(n_, n_ + 1);
          i += now, done += now;
        }
      }
    }
    return jackknife(normals, rights);
  }

  Fractions jackknife(const std::vector<MatrixX>& normals, const std::vector<VectorX>& rights) const {
    const int size = n_ + m_;
    Fractions result;
    MatrixX N = MatrixX::Zero(size, size);
    VectorX g = VectorX::Zero(size);
    for (std::size_t b = 0; b < normals.size(); ++b) N += normals[b], g += rights[b];
    const VectorX u = solved(N, g);
    MatrixX changes(m_, clock_blocks);
    for (int b = 0; b < clock_blocks; ++b) {
      const auto at = static_cast<std::size_t>(b);
      const VectorX without = solved(N - normals[at], g - rights[at]);
      changes.col(b) = (without - u).tail(m_);
    }
    MatrixX select = MatrixX::Zero(size, m_);
    select.bottomRows(m_).setIdentity();
    result.variances = solved(N, select).bottomRows(m_).diagonal();
    result.deviations = std::sqrt((clock_blocks - 1.0) / clock_blocks) * changes.rowwise().norm();
    result.values = u.tail(m_);
    return result;
  }

  // Reversals tell most, and are where motors that stick tell wrong; false if a clock moved by a whole step.
  bool refine() {
    const Fractions all = fractions(true), smooth = fractions(false);
    bool settled = true;
    deviations_ = all.deviations;
    const MatrixX H = weighted_normal();
    for (int k = 0; k < m_; ++k) {
      int& lag = lags_[k];
      const VectorX along = squares_along(k, H);
      const double fraction = std::clamp(all.values[k], -3.0, 3.0);
      shifts_[k] = lag + fraction;
      gains_[k] = (along[reach_] - along[lag + reach_]) / static_cast<double>(used_);
      if (all.variances[k] > 0) gains_[k] += fraction * fraction / (all.variances[k] * static_cast<double>(used_));
      agree_[k] =
          std::abs(smooth.values[k] - all.values[k]) <= agreeing * std::hypot(smooth.deviations[k], all.deviations[k]);
      const int whole = std::clamp(static_cast<int>(std::lround(shifts_[k])), -reach_, reach_);
      settled &= whole == lag || std::abs(fraction) < 0.75;
      if (std::abs(fraction) >= 0.75) lag = whole;
    }
    return settled;
  }

  // Sums of motor k with its regressor delayed, in steps, and then behind a lag of first order, in steps; forces as
  // they are. Between instants the regressor is taken as straight.
  MotorSums sums_behind(int k, double delay, double lag) const {
    MotorSums sums{MatrixX::Zero(n_, n_), VectorX::Zero(n_), 0};
    for (const RefitStretch& s : rows_.stretches) {
      const Eigen::Index length = inner(s), all = s.instants();
      if (length == 0) continue;
      MatrixX U(all, n_ + 1);
      U << s.Y[k], s.known.col(k);
      MatrixX Z(all, n_ + 1);
      for (Eigen::Index i = 0; i < all; ++i) {
        const double at = std::clamp(static_cast<double>(i) - delay, 0.0, static_cast<double>(all - 1));
        const auto left = std::min<Eigen::Index>(static_cast<Eigen::Index>(at), all - 2);
        const double share = at - static_cast<double>(left);
        Z.row(i) = (1 - share) * U.row(left) + share * U.row(left + 1);
      }
      if (lag > 0) {
        const double e = std::exp(-1 / lag), mean = lag * (1 - e);
        U.row(0) = Z.row(0);
        for (Eigen::Index i = 1; i < all; ++i)
          U.row(i) = e * U.row(i - 1) + (1 - mean) * Z.row(i) + (mean - e) * Z.row(i - 1);
        Z = U;
      }
      const auto Y = Z.middleRows(reach_, length).leftCols(n_);
      const VectorX b = s.forces.col(k).segment(reach_, length) - Z.col(n_).segment(reach_, length);
      sums.G.noalias() += Y.transpose() * Y;
      sums.c += Y.transpose() * b;
      sums.squares += b.squaredNorm();
    }
    return sums;
  }

  // Least weighted squares of all motors, each by its sums.
  double least_squares(const std::vector<MotorSums>& sums) const {
    MatrixX H = MatrixX::Zero(n_, n_);
    VectorX g = VectorX::Zero(n_);
    double squares = 0;
    for (int k = 0; k < m_; ++k) {
      const MotorSums& s = sums[k];
      H += weights_[k] * s.G;
      g += weights_[k] * s.c;
      squares += weights_[k] * s.squares;
    }
    return squares - g.dot(VectorX(solved(H, g)));
  }

  std::vector<MotorSums> sums_of_delays() const {
    std::vector<MotorSums> sums;
    for (int k = 0; k < m_; ++k) sums.push_back(sums_behind(k, shifts_[k], 0));
    return sums;
  }

  // Where all motors are late, whether one lag of all explains that better.
  bool try_common_lag(std::vector<MotorClock>& clocks) const {
    if (std::ranges::find(late_, false) != late_.end()) return false;
    const auto with = [&](double lag) {
      std::vector<MotorSums> sums;
      for (int k = 0; k < m_; ++k) sums.push_back(sums_behind(k, 0, lag));
      return least_squares(sums);
    };
    const double lag = least_of(with, shifts_.mean(), 1.5);
    if (!(with(lag) < least_squares(sums_of_delays()) + (lag_is_better - 1) * static_cast<double>(used_ * m_)))
      return false;
    for (MotorClock& clock : clocks) clock.lag = lag * rows_.step, clock.delay = 0, clock.told = true;
    return true;
  }

  // Where motors are late, whether lags of their own explain that better.
  void try_lags(std::vector<MotorClock>& clocks) const {
    if (std::ranges::find(late_, true) == late_.end()) return;
    std::vector<MotorSums> best = sums_of_delays();
    double least = least_squares(best);
    // Lags of all motors depend on each other by what they share: twice.
    for (int pass = 0; pass < 2; ++pass) {
      for (int k = 0; k < m_; ++k) {
        MotorClock& clock = clocks[k];
        if (!late_[k]) continue;
        std::vector<MotorSums> tried = best;
        MotorSums& sums = tried[k];
        const auto with = [&](double lag) {
          sums = sums_behind(k, 0, lag);
          return least_squares(tried);
        };
        const double lag =
            least_of(with, clock.lag > 0 ? clock.lag / rows_.step : shifts_[k], clock.lag > 0 ? 1.1 : 1.5);
        const double squares = with(lag);
        const bool better = squares - least < (lag_is_better - 1) * static_cast<double>(used_);
        if (!better && !(clock.lag > 0 && squares <= least)) continue;
        best = tried;
        least = squares;
        clock.lag = lag * rows_.step;
      }
    }
    for (MotorClock& clock : clocks)
      if (clock.lag > 0) clock.delay = 0, clock.told = true;
  }

  // The least of a function near a place: steps by a ratio, then a parabola through the best three.
  template <typename F>
  static double least_of(const F& f, double start, double ratio) {
    double x = start, left = f(x / ratio), middle = f(x), right = f(x * ratio);
    for (int i = 0; i < 4 && !(middle <= left && middle <= right); ++i) {
      if (left < right) {
        x /= ratio, right = middle, middle = left, left = f(x / ratio);
      } else {
        x *= ratio, left = middle, middle = right, right = f(x * ratio);
      }
    }
    for (int i = 0; i < 3; ++i) {
      const double bend = left - 2 * middle + right;
      const double at = bend > 0 ? std::clamp(0.5 * (left - right) / bend, -1.0, 1.0) : 0;
      x *= std::pow(ratio, at);
      ratio = std::sqrt(ratio);
      if (i == 2) break;
      left = f(x / ratio), middle = f(x), right = f(x * ratio);
    }
    return x;
  }

  const RefitRows& rows_;
  int m_, n_, reach_ = 0;
  long used_ = 0;
  std::vector<MatrixX> G_, c_;    // by motor; by step of its clock
  std::vector<VectorX> squares_;  // of the forces
  std::vector<int> lags_;         // clocks in whole steps
  std::vector<bool> agree_;       // the delays with and without reversals
  std::vector<bool> late_;        // by more than the noise of the log, whatever reversals tell
  VectorX weights_, plain_, shifts_, deviations_, gains_;
};

}  // namespace

std::vector<MotorClock> fit_clocks(const RefitRows& rows, double& residual) {
  if (!(rows.step > 0) || rows.instants == 0) return {};
  ClockFit fit(rows);
  if (!fit.run()) return {};
  residual = fit.residual();
  return fit.result();
}

}  // namespace jourdain
