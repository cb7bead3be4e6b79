// Definitions of EliminationT, for the source that instantiates a scalar.
#pragma once

#include "core/elimination.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

namespace jourdain {
namespace elimination {

// Of larger systems most entries are zero, and it pays to look; smaller ones take the same steps whatever the numbers.
inline constexpr int large_system = 100;

// Elimination with row pivoting. N fixes the size at compile time where speed matters; 0 takes it from `size`.
template <int N>
double eliminate(double* a, int size, int* order, int& sign) {
  const int n = N > 0 ? N : size;
  double smallest = 1, largest = 0;
  sign = 1;
  for (int i = 0; i < n; ++i) order[i] = i;
  for (int k = 0; k < n; ++k) {
    int best = k;
    double size_best = std::abs(a[k * n + k]);
    for (int i = k + 1; i < n; ++i) {
      const double candidate = std::abs(a[i * n + k]);
      if (candidate > size_best) best = i, size_best = candidate;
    }
    if (!(size_best > 0) || !std::isfinite(size_best)) return 0;
    double* top = a + k * n;
    if (best != k) {
      std::swap_ranges(top, top + n, a + best * n);
      std::swap(order[k], order[best]);
      sign = -sign;
    }
    if (top[k] < 0) sign = -sign;
    smallest = k == 0 ? size_best : std::min(smallest, size_best);
    largest = std::max(largest, size_best);
    const double inverse = 1 / top[k];
    for (int i = k + 1; i < n; ++i) {
      double* row = a + i * n;
      const double factor = row[k] * inverse;
      row[k] = factor;
      if (n > large_system && factor == 0) continue;
      for (int j = k + 1; j < n; ++j) row[j] -= factor * top[j];
    }
  }
  return n == 0 ? 1 : smallest / largest;
}

// The same without a search: rows were put in order before.
template <typename T>
void eliminate_in_order(T* a, int n) {
  for (int k = 0; k < n; ++k) {
    for (int i = k + 1; i < n; ++i) {
      const T factor = a[i * n + k] / a[k * n + k];
      a[i * n + k] = factor;
      for (int j = k + 1; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
    }
  }
}

template <int N, typename T>
void substitute(const T* a, int size, const int* order, T* work, T* b) {
  const int n = N > 0 ? N : size;
  for (int i = 0; i < n; ++i) {
    T sum = b[order[i]];
    for (int j = 0; j < i; ++j) sum -= a[i * n + j] * work[j];
    work[i] = sum;
  }
  for (int i = n - 1; i >= 0; --i) {
    T sum = work[i];
    for (int j = i + 1; j < n; ++j) sum -= a[i * n + j] * b[j];
    b[i] = sum / a[i * n + i];
  }
}

}  // namespace elimination

template <typename T>
EliminationT<T>::EliminationT(int size) : lu_(size, size), order_(size), work_(size) {
  lu_.setZero();
  work_.setZero();
  for (int i = 0; i < size; ++i) order_[i] = i;
}

template <typename T>
double EliminationT<T>::factor() {
  const int n = size();
  if constexpr (!std::is_same_v<T, double>) {
    const Matrix given = lu_;
    for (int i = 0; i < n; ++i) lu_.row(i) = given.row(order_[i]);
    elimination::eliminate_in_order(lu_.data(), n);
    return 1;
  } else {
    return n == 6 ? elimination::eliminate<6>(lu_.data(), n, order_.data(), sign_)
                  : elimination::eliminate<0>(lu_.data(), n, order_.data(), sign_);
  }
}

template <typename T>
void EliminationT<T>::solve(T* b) const {
  const int n = size();
  if (n == 6) {
    elimination::substitute<6>(lu_.data(), n, order_.data(), work_.data(), b);
  } else {
    elimination::substitute<0>(lu_.data(), n, order_.data(), work_.data(), b);
  }
}

template <typename T>
void EliminationT<T>::solve_transposed(T* b) const {
  const int n = size();
  for (int i = 0; i < n; ++i) {
    T sum = b[i];
    for (int j = 0; j < i; ++j) sum -= lu_(j, i) * work_[j];
    work_[i] = sum / lu_(i, i);
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) work_[i] -= lu_(j, i) * work_[j];
  }
  for (int i = 0; i < n; ++i) b[order_[i]] = work_[i];
}

}  // namespace jourdain
