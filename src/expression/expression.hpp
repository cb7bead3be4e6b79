// The traced scalar: algorithms that are templates on their scalar write themselves down when run on it.
#pragma once

#include "expression/graph.hpp"

#include <Eigen/Core>

#include <concepts>
#include <limits>
#include <type_traits>

namespace jourdain {

// A value of a graph, or a free constant that belongs to none. It has no comparison and no conversion to a number, so
// that a branch on a value is a compile error, inside Eigen too. Mixing two graphs throws Error. Set-up code.
class Expression {
 public:
  Expression() = default;  // the constant 0
  template <typename T>
  requires(std::is_arithmetic_v<T> && !std::same_as<T, bool>) Expression(T value)
      : value_(static_cast<double>(value)) {}  // implicit, as for a built-in number

  // The graph, or nullptr for a free constant.
  Graph* graph() const { return graph_; }

  friend Expression operator+(const Expression& a, const Expression& b) { return apply(Op::add, a, b); }
  friend Expression operator-(const Expression& a, const Expression& b) { return apply(Op::subtract, a, b); }
  friend Expression operator*(const Expression& a, const Expression& b) { return apply(Op::multiply, a, b); }
  friend Expression operator/(const Expression& a, const Expression& b) { return apply(Op::divide, a, b); }
  friend Expression operator-(const Expression& a) { return apply(Op::negate, a); }
  friend Expression operator+(const Expression& a) { return a; }
  Expression& operator+=(const Expression& b) { return *this = *this + b; }
  Expression& operator-=(const Expression& b) { return *this = *this - b; }
  Expression& operator*=(const Expression& b) { return *this = *this * b; }
  Expression& operator/=(const Expression& b) { return *this = *this / b; }

  friend Expression sqrt(const Expression& a) { return apply(Op::sqrt, a); }
  friend Expression sin(const Expression& a) { return apply(Op::sin, a); }
  friend Expression cos(const Expression& a) { return apply(Op::cos, a); }
  friend Expression atan2(const Expression& a, const Expression& b) { return apply(Op::atan2, a, b); }
  friend Expression abs(const Expression& a) { return apply(Op::abs, a); }
  friend Expression max(const Expression& a, const Expression& b) { return apply(Op::max, a, b); }
  friend Expression sign(const Expression& a, const Expression& band) { return apply(Op::sign, a, band); }
  friend Expression clamp(const Expression& a, const Expression& limit) { return apply(Op::clamp, a, limit); }

 private:
  friend class Graph;

  static Expression apply(Op op, const Expression& a);
  static Expression apply(Op op, const Expression& a, const Expression& b);

  Graph* graph_ = nullptr;
  NodeId node_ = -1;
  double value_ = 0;  // of a free constant
};

// What Eigen's large products ask for before they compare it with 0: the imaginary part of a real scalar.
struct NoImaginaryPart {
  friend bool operator==(NoImaginaryPart, const Expression&) { return true; }
};

}  // namespace jourdain

namespace Eigen {

template <>
struct NumTraits<jourdain::Expression> {
  using Real = jourdain::Expression;
  using NonInteger = jourdain::Expression;
  using Nested = jourdain::Expression;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 1,
    AddCost = 8,
    MulCost = 8
  };
  static double epsilon() { return std::numeric_limits<double>::epsilon(); }
  static double dummy_precision() { return NumTraits<double>::dummy_precision(); }
  static double highest() { return std::numeric_limits<double>::max(); }
  static double lowest() { return std::numeric_limits<double>::lowest(); }
  static int digits10() { return std::numeric_limits<double>::digits10; }
};

// Products of matrices of numbers with matrices of expressions; those of size 8 and more need cast<Expression>().
template <typename BinaryOp>
struct ScalarBinaryOpTraits<double, jourdain::Expression, BinaryOp> {
  using ReturnType = jourdain::Expression;
};
template <typename BinaryOp>
struct ScalarBinaryOpTraits<jourdain::Expression, double, BinaryOp> {
  using ReturnType = jourdain::Expression;
};

namespace internal {

template <>
struct imag_impl<jourdain::Expression> {
  static jourdain::NoImaginaryPart run(const jourdain::Expression&) { return {}; }
};
template <>
struct imag_retval<jourdain::Expression> {
  using type = jourdain::NoImaginaryPart;
};

}  // namespace internal

}  // namespace Eigen
