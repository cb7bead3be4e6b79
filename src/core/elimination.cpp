#include "jourdain/core/elimination.hpp"

#include <cmath>
#include <utility>

namespace jourdain {

double Elimination::factor() {
  const int n = size();
  double smallest = 1, largest = 0;
  sign_ = 1;
  for (int i = 0; i < n; ++i) order_[i] = i;
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::abs(lu_(i, k)) > std::abs(lu_(best, k))) best = i;
    }
    const double pivot = lu_(best, k);
    if (!(std::abs(pivot) > 0) || !std::isfinite(pivot)) return 0;
    if (best != k) {
      double* x = lu_.row(k).data();
      double* y = lu_.row(best).data();
      for (int j = 0; j < n; ++j) std::swap(x[j], y[j]);
      std::swap(order_[k], order_[best]);
      sign_ = -sign_;
    }
    if (pivot < 0) sign_ = -sign_;
    smallest = k == 0 ? std::abs(pivot) : std::min(smallest, std::abs(pivot));
    largest = std::max(largest, std::abs(pivot));
    const double* top = lu_.row(k).data();
    const double inverse = 1 / pivot;
    for (int i = k + 1; i < n; ++i) {
      double* row = lu_.row(i).data();
      const double factor = row[k] * inverse;
      row[k] = factor;
      if (factor == 0) continue;
      for (int j = k + 1; j < n; ++j) row[j] -= factor * top[j];
    }
  }
  return n == 0 ? 1 : smallest / largest;
}

void Elimination::solve(double* b) const {
  const int n = size();
  for (int i = 0; i < n; ++i) {
    double sum = b[order_[i]];
    for (int j = 0; j < i; ++j) sum -= lu_(i, j) * work_[j];
    work_[i] = sum;
  }
  for (int i = n - 1; i >= 0; --i) {
    double sum = work_[i];
    for (int j = i + 1; j < n; ++j) sum -= lu_(i, j) * b[j];
    b[i] = sum / lu_(i, i);
  }
}

void Elimination::solve_transposed(double* b) const {
  const int n = size();
  for (int i = 0; i < n; ++i) {
    double sum = b[i];
    for (int j = 0; j < i; ++j) sum -= lu_(j, i) * work_[j];
    work_[i] = sum / lu_(i, i);
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) work_[i] -= lu_(j, i) * work_[j];
  }
  for (int i = 0; i < n; ++i) b[order_[i]] = work_[i];
}

}  // namespace jourdain
