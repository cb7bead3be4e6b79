#include "dynamics/nearest_in_box.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain {
namespace {

constexpr double round_off = 1e-12;  // of a bound: met
constexpr double dependent = 1e-10;  // of a normal: lies in the space of the others

using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, largest_dimension, 1>;
using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, largest_dimension, largest_dimension>;

// A bound as n . y >= d: coordinate `row` on its side.
struct Bound {
  int row = 0;
  double side = 1;  // +1: f_row <= bound, -1: f_row >= -bound
  double multiplier = 0;
};

class ActiveSet {
 public:
  ActiveSet(const Eigen::Ref<const Eigen::MatrixXd>& Z, const Eigen::Ref<const Eigen::VectorXd>& bound,
            Eigen::Ref<Eigen::VectorXd> f)
      : Z_(Z), bound_(bound), f_(f) {}

  Status run() {
    const int limit = 10 * static_cast<int>(f_.size() + 1);
    for (int turn = 0; turn < limit; ++turn) {
      Bound next;
      if (!most_violated(next)) return Status::ok;
      // Steps towards the new bound until it is met; bounds that would pull are dropped on the way.
      for (;;) {
        if (++turn > limit) return Status::not_converged;
        const Status status = step(next);
        if (status == Status::limit) return status;
        if (status == Status::ok) break;
      }
    }
    return Status::not_converged;
  }

 private:
  Vector normal(const Bound& b) const { return -b.side * Z_.row(b.row).transpose(); }
  double excess(const Bound& b) const { return b.side * f_[b.row] - bound_[b.row]; }

  bool most_violated(Bound& worst) const {
    double largest = 0;
    for (int i = 0; i < static_cast<int>(f_.size()); ++i) {
      if (!std::isfinite(bound_[i])) continue;
      const double over = std::abs(f_[i]) / bound_[i] - 1;
      if (over > round_off && over > largest) largest = over, worst = {i, std::copysign(1.0, f_[i]), 0};
    }
    return largest > 0;
  }

  // Gram-Schmidt on the active normals: N = Q R.
  void factor() {
    const int r = static_cast<int>(Z_.cols());
    Q_.resize(r, active_);
    R_.setZero(active_, active_);
    for (int j = 0; j < active_; ++j) {
      Vector v = normal(set_[j]);
      for (int pass = 0; pass < 2; ++pass) {
        for (int i = 0; i < j; ++i) {
          const double part = Q_.col(i).dot(v);
          R_(i, j) += part;
          v -= part * Q_.col(i);
        }
      }
      R_(j, j) = v.norm();
      Q_.col(j) = v / R_(j, j);
    }
  }

  // One primal and dual step. ok: the bound is met and active; limit: it cannot be met; singular: again, with one
  // active bound less.
  Status step(Bound& next) {
    factor();
    const Vector n = normal(next);
    Vector direction = n, pull(active_);
    for (int i = 0; i < active_; ++i) {
      pull[i] = Q_.col(i).dot(n);
      direction -= pull[i] * Q_.col(i);
    }
    for (int i = active_ - 1; i >= 0; --i) {
      for (int j = i + 1; j < active_; ++j) pull[i] -= R_(i, j) * pull[j];
      pull[i] /= R_(i, i);
    }
    // How far until a multiplier vanishes, and until the bound is met.
    constexpr double never = std::numeric_limits<double>::infinity();
    double until_drop = never;
    int drop = -1;
    for (int i = 0; i < active_; ++i) {
      if (!(pull[i] > 0)) continue;
      const double t = set_[i].multiplier / pull[i];
      if (t < until_drop) until_drop = t, drop = i;
    }
    const bool can_move =
        active_ < static_cast<int>(Z_.cols()) && n.norm() > dependent && direction.norm() > dependent * n.norm();
    const double until_met = can_move ? std::max(0.0, excess(next)) / direction.squaredNorm() : never;
    const double t = std::min(until_drop, until_met);
    if (!std::isfinite(t)) return Status::limit;
    if (can_move) f_ += t * Z_.lazyProduct(direction);
    for (int i = 0; i < active_; ++i) set_[i].multiplier -= t * pull[i];
    next.multiplier += t;
    if (until_met <= until_drop) {
      set_[active_++] = next;
      return Status::ok;
    }
    std::copy(set_ + drop + 1, set_ + active_, set_ + drop);
    --active_;
    return Status::singular;
  }

  const Eigen::Ref<const Eigen::MatrixXd>& Z_;
  const Eigen::Ref<const Eigen::VectorXd>& bound_;
  Eigen::Ref<Eigen::VectorXd> f_;
  Bound set_[largest_dimension];
  int active_ = 0;
  Matrix Q_, R_;
};

}  // namespace

Status nearest_in_box(const Eigen::Ref<const Eigen::MatrixXd>& Z, const Eigen::Ref<const Eigen::VectorXd>& bound,
                      Eigen::Ref<Eigen::VectorXd> f) {
  return ActiveSet(Z, bound, f).run();
}

}  // namespace jourdain
