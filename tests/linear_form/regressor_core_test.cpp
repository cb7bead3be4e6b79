// The core of the regressor on a scalar that has arithmetic and nothing else: no comparison, no conversion to a number.
#include "linear_form/regressor/regressor_core.hpp"
#include "support/random_states.hpp"

#include <gtest/gtest.h>

namespace jourdain {

struct Bare {
  Bare() = default;
  Bare(double x) : value(x) {}
  double value = 0;
  Bare& operator+=(const Bare& o) { return value += o.value, *this; }
  Bare& operator-=(const Bare& o) { return value -= o.value, *this; }
  Bare& operator*=(const Bare& o) { return value *= o.value, *this; }
  Bare& operator/=(const Bare& o) { return value /= o.value, *this; }
  friend Bare operator+(Bare a, const Bare& b) { return a += b; }
  friend Bare operator-(Bare a, const Bare& b) { return a -= b; }
  friend Bare operator*(Bare a, const Bare& b) { return a *= b; }
  friend Bare operator/(Bare a, const Bare& b) { return a /= b; }
  friend Bare operator-(const Bare& a) { return -a.value; }
};

}  // namespace jourdain

namespace Eigen {
template <>
struct NumTraits<jourdain::Bare> : GenericNumTraits<double> {
  using Real = jourdain::Bare;
  using NonInteger = jourdain::Bare;
  using Nested = jourdain::Bare;
  using Literal = jourdain::Bare;
};
}  // namespace Eigen

namespace jourdain {

inline Bare exp(const Bare& x) { return std::exp(x.value); }
inline Bare tanh(const Bare& x) { return std::tanh(x.value); }
inline Bare sqrt(const Bare& x) { return std::sqrt(x.value); }
inline Bare max(const Bare& x, const Bare& y) { return std::max(x.value, y.value); }
inline Bare clamp(const Bare& x, const Bare& limit) { return clamp(x.value, limit.value); }

namespace {

class RegressorCore : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Catalogue, RegressorCore, ::testing::ValuesIn(catalogue_names()), as_identifier);

template <typename Matrix>
auto bare(const Matrix& m) {
  return Eigen::Matrix<Bare, Matrix::RowsAtCompileTime, Matrix::ColsAtCompileTime>(m.template cast<Bare>());
}

TEST_P(RegressorCore, NeedsNothingButArithmetic) {
  const Robot& robot = catalogue_robot(GetParam());
  LinearFormOptions options;
  options.friction = Columns::all;
  const LinearForm form(robot, options);
  LinearFormWorkspace memory(form);
  Workspace workspace(robot);
  Random random(21);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  MatrixX Y(form.rows(), form.columns());
  ASSERT_EQ(regressor(form, workspace, memory, Y), Status::ok);

  const ChainMotion<double>& motion = state_of(memory).motion;
  std::vector<NodeMotion<Bare>> nodes;
  for (const NodeMotion<double>& n : *motion.nodes)
    nodes.push_back({bare(n.R), bare(n.p), bare(n.axes), bare(n.w), bare(n.v), bare(n.dw), bare(n.a)});
  const Eigen::Matrix<Bare, Eigen::Dynamic, 1> rates = bare(*motion.rates), accelerations = bare(*motion.accelerations);
  ChainMotion<Bare> same;
  same.nodes = &nodes;
  same.rates = &rates;
  same.accelerations = &accelerations;
  same.G = bare(motion.G);
  const auto bare_band = [](const DeadBand<double>& band) { return DeadBand<Bare>{band.rate, band.inverse}; };
  same.bands = {bare_band(motion.bands.turn), bare_band(motion.bands.slide)};
  same.partial.resize(motion.partial.size());
  node_partials<Bare>(robot.tree(), same);
  Eigen::Matrix<Bare, Eigen::Dynamic, 10> block(form.rows(), 10);
  Eigen::Matrix<Bare, Eigen::Dynamic, Eigen::Dynamic> Z(form.rows(), form.columns());
  regressor_columns<Bare>(data_of(form), robot.mechanism().gravity, same, block, Z);
  for (int i = 0; i < form.rows(); ++i) {
    for (int j = 0; j < form.columns(); ++j) EXPECT_NEAR(Z(i, j).value, Y(i, j), 1e-12 * (1 + Y.col(j).norm()));
  }
}

}  // namespace
}  // namespace jourdain
