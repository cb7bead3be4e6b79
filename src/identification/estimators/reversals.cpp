#include "identification/estimators/reversals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace jourdain {
namespace {

// Of a column's largest entry so far: more than a smooth motion bends it between samples.
constexpr double sign_jump = 0.1;
constexpr double rounding_of_column =
    1e-3;  // of the column's largest entry in any row: less is no friction of that row
constexpr double never = -std::numeric_limits<double>::infinity();

}  // namespace

Reversals::Reversals(const LinearForm& form, double span) : span_(span) {
  for (int j = 0; j < form.columns() && span > 0; ++j)
    if (form.parameters()[j].kind == ParameterKind::coulomb) columns_.push_back(j);
  last_ = change_ = size_ = MatrixX::Zero(form.rows(), static_cast<int>(columns_.size()));
  until_.assign(static_cast<std::size_t>(form.rows()), never);
}

void Reversals::clear() {
  waiting_.clear();
  known_ = 0;
  ended_ = false;
  size_.setZero();
  until_.assign(until_.size(), never);
}

void Reversals::add(Equation& equation, bool has_equation) {
  Entry entry;
  if (!unused_.empty()) {
    entry = std::move(unused_.back());
    unused_.pop_back();
  } else {
    entry.equation = equation;
  }
  std::swap(entry.equation, equation);
  entry.has_equation = has_equation;
  if (!columns_.empty()) weigh(entry);
  waiting_.push_back(std::move(entry));
}

void Reversals::weigh(Entry& entry) {
  Equation& e = entry.equation;
  if (!entry.has_equation || e.first) {
    known_ = 0;
    until_.assign(until_.size(), never);
  }
  if (!entry.has_equation) return;
  const int rows = static_cast<int>(last_.rows());
  for (int i = 0; i < last_.cols(); ++i) size_.col(i) = size_.col(i).cwiseMax(e.Y.col(columns_[i]).cwiseAbs());
  e.weights = VectorX::Ones(rows);
  for (int k = 0; k < rows; ++k) {
    bool jumps = false;
    for (int i = 0; i < last_.cols(); ++i) {
      const double now = e.Y(k, columns_[i]), change = now - last_(k, i);
      // A smooth change goes on as it was.
      const double smooth = std::max(sign_jump * size_(k, i), rounding_of_column * size_.col(i).maxCoeff());
      const bool here = known_ > 0 && std::abs(change - (known_ > 1 ? change_(k, i) : 0.0)) > smooth;
      jumps = jumps || here;
      if (!here) change_(k, i) = known_ > 0 ? change : 0;
      last_(k, i) = now;
    }
    double& until = until_[k];
    if (jumps) {
      until = e.time + span_;
      for (Entry& before : waiting_)
        if (before.has_equation && before.equation.time >= e.time - span_) before.equation.weights[k] = 0;
    }
    if (e.time <= until) e.weights[k] = 0;
  }
  known_ = std::min(known_ + 1, 2);
}

bool Reversals::take(Equation& equation, bool& has_equation) {
  if (waiting_.empty()) return false;
  const Entry &front = waiting_.front(), &back = waiting_.back();
  const bool another_stretch = waiting_.size() > 1 && (!back.has_equation || back.equation.first);
  if (!columns_.empty() && !ended_ && front.has_equation && !another_stretch &&
      front.equation.time >= back.equation.time - span_)
    return false;
  std::swap(equation, waiting_.front().equation);
  has_equation = front.has_equation;
  unused_.push_back(std::move(waiting_.front()));
  waiting_.pop_front();
  return true;
}

}  // namespace jourdain
