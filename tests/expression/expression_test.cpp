#include "expression/expression.hpp"

#include "expression/guard.hpp"
#include "expression/program.hpp"
#include "jourdain/core/error.hpp"

#include <gtest/gtest.h>
#include <Eigen/Dense>
#include <Eigen/Geometry>

#include <cmath>

namespace jourdain::expression_test {
namespace {

using Vector3 = Eigen::Matrix<Expression, 3, 1>;
using Matrix3 = Eigen::Matrix<Expression, 3, 3>;

template <typename T>
concept Compares = requires(T a, T b) {
  a < b;
}
|| requires(T a, T b) { a == b; }
|| requires(T a, T b) { a >= b; };

// A branch on a traced value must not compile.
static_assert(!Compares<Expression>);
static_assert(!std::is_convertible_v<Expression, bool> && !std::is_constructible_v<bool, Expression>);
static_assert(!std::is_constructible_v<double, Expression>);

double value_of(Graph& graph, const Expression& x, const std::vector<double>& inputs) {
  const Expression outputs[] = {x};
  const Program program = make_program(graph, outputs);
  double result = 0;
  EXPECT_EQ(evaluate<double>(program, inputs, program.parameter_values, std::span(&result, 1)), Status::ok);
  return result;
}

// An algorithm as the engine has it: a template on the scalar, run on numbers and traced.
template <typename T>
T algorithm(const Eigen::Matrix<T, 3, 1>& x, const Eigen::Matrix3d& constants) {
  using std::abs, std::atan2, std::cos, std::max, std::sin, std::sqrt;
  const Eigen::Matrix<T, 3, 3> R = Eigen::Matrix3d(constants.transpose()).template cast<T>();
  Eigen::Matrix<T, 3, 1> y = R * x;
  y.setZero();
  y += R * x - T(2) * x.cross(R.col(0));
  y *= T(0.5);
  y += constants * x;
  y -= x / (T(1) + x.squaredNorm());
  T z = y.dot(x) + y.norm() * sin(x(0)) + cos(x(1)) * atan2(x(1), x(2));
  z = z - abs(y(2)) + max(y(0), y(1)) / T(3) + sign(y(0), T(1e-3));
  z += (R.template topRows<2>() * y).sum() + (x * x.transpose()).trace();
  z /= T(2) + sqrt(T(1) + R.inverse().squaredNorm());
  return -z;
}

TEST(Expression, TracesWhatNumbersCompute) {
  constexpr double round_off = 1e-15;  // the normal form may round otherwise
  Graph graph;
  Vector3 x;
  for (int i = 0; i < 3; ++i) x(i) = graph.input("x" + std::to_string(i));
  Eigen::Matrix3d constants;
  constants << 0.3, -0.8, 0.1, 0.5, 0.2, 1.3, 0.9, -0.4, 0.7;
  const Expression traced = algorithm<Expression>(x, constants);
  for (const Eigen::Vector3d& at : {Eigen::Vector3d(0.3, -0.8, 1.2), Eigen::Vector3d(-1.3, 0.4, -0.2)})
    EXPECT_NEAR(value_of(graph, traced, {at.x(), at.y(), at.z()}), algorithm<double>(at, constants), round_off);
}

TEST(Expression, WorksInMatricesOfEverySize) {
  Graph graph;
  constexpr int n = 12;
  Eigen::Matrix<Expression, n, n> fixed;
  Eigen::Matrix<double, n, n> numbers;
  std::vector<double> inputs;
  for (int i = 0; i < n * n; ++i) {
    inputs.push_back(std::sin(1.0 + i));
    fixed(i) = graph.input("a" + std::to_string(i));
    numbers(i) = inputs.back();
  }
  const Eigen::Matrix<Expression, Eigen::Dynamic, Eigen::Dynamic> dynamic = fixed;
  const Eigen::Matrix<Expression, Eigen::Dynamic, 1> vector = dynamic.col(3);
  const Eigen::VectorXd column = numbers.col(3);
  constexpr double round_off = 1e-13;

  EXPECT_NEAR(value_of(graph, (fixed * fixed)(3, 4), inputs), (numbers * numbers)(3, 4), round_off);
  EXPECT_NEAR(value_of(graph, (fixed.transpose() * fixed.col(2))(5), inputs), (numbers.transpose() * numbers.col(2))(5),
              round_off);
  EXPECT_NEAR(value_of(graph, (dynamic * dynamic)(3, 4), inputs), (numbers * numbers)(3, 4), round_off);
  EXPECT_NEAR(value_of(graph, (dynamic * vector)(7), inputs), (numbers * column)(7), round_off);
  EXPECT_NEAR(value_of(graph, (numbers.cast<Expression>() * fixed)(1, 2), inputs), (numbers * numbers)(1, 2),
              round_off);
}

TEST(Expression, IsANumberUntilItMeetsAGraph) {
  const Expression free = sqrt(Expression(16)) / 2 + 1;
  EXPECT_EQ(free.graph(), nullptr);
  Graph graph;
  const Expression bound = free * graph.input("x");
  EXPECT_EQ(bound.graph(), &graph);
  EXPECT_EQ(value_of(graph, bound, {2.0}), 6.0);
}

TEST(Expression, OfTwoGraphsCannotBeMixed) {
  Graph one, two;
  const Expression x = one.input("x"), y = two.input("y");
  EXPECT_THROW(x + y, Error);
  EXPECT_THROW(atan2(y, x), Error);
  EXPECT_THROW(one.require_positive(y, Status::singular), Error);
  const Expression outputs[] = {y};
  EXPECT_THROW(make_program(one, outputs), Error);
}

TEST(Guard, KeepsTheFirstFailure) {
  Guard<double> guard;
  guard.require_positive(2.0, Status::singular);
  EXPECT_EQ(guard.status, Status::ok);
  guard.require_positive(-1.0, Status::unreachable);
  guard.require_positive(0.0, Status::limit);
  EXPECT_EQ(guard.status, Status::unreachable);
}

TEST(Guard, RefusesWhatIsNotAboveItsBoundAndNaN) {
  const auto status = [](double x) {
    Guard<double> guard;
    guard.require_above(x, 0.5, Status::singular);
    return guard.status;
  };
  EXPECT_EQ(status(0.6), Status::ok);
  EXPECT_EQ(status(0.5), Status::singular);
  EXPECT_EQ(status(-1), Status::singular);
  EXPECT_EQ(status(std::nan("")), Status::singular);
}

TEST(Guard, OfATraceIsANodeOfTheGraph) {
  Graph graph;
  const Expression x = graph.input("x");
  Guard<Expression> guard(graph);
  guard.require_positive(x - 1, Status::unreachable);
  guard.require_positive(x - 1, Status::unreachable);
  guard.require_positive(Expression(3), Status::singular);
  EXPECT_EQ(graph.guards().size(), 1u);
  EXPECT_EQ(graph.guards()[0].status, Status::unreachable);
}

}  // namespace
}  // namespace jourdain::expression_test
