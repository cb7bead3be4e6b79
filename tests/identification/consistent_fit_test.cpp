// Real bodies from data: always possible, optimal, and near the truth where the data tell it.
#include "support/recorded_motion.hpp"

#include "core/dense/selection.hpp"
#include "identification/estimators/inertia_cones.hpp"
#include "identification/verdict/identified_model.hpp"
#include "jourdain/identification/identify.hpp"
#include "jourdain/linear_form/base_parameters.hpp"
#include "model/check_mechanism.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

namespace jourdain::consistent_fit_test {
namespace {

// A log of the robot, noise-free, reduced to factors.
struct Case {
  explicit Case(const Robot& r)
      : robot(r),
        base(find_base_parameters(LinearForm(r))),
        samples(recorded_samples(r, 11, 250, 50)),
        equations(base.form, samples) {
    estimated = estimate(base, equations);
  }
  // CAD values that are off: bodies heavier or lighter, friction as well.
  VectorX wrong_known(double by) const {
    VectorX known = base.full.values();
    for (int j = 0; j < known.size(); ++j) known[j] *= 1 + by * (is_friction(base.full.parameters()[j].kind) ? -1 : 1);
    return known;
  }
  const Robot& robot;
  BaseParameters base;
  SampleList samples;
  Equations equations;
  Estimate estimated;
};

class ConsistentFitLaw : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Catalogue, ConsistentFitLaw, ::testing::ValuesIn(catalogue_names()), as_identifier);

void expect_possible(const Case& c, const ConsistentFit& fit) {
  const Mechanism model = with_parameters(c.robot.mechanism(), c.base.full, fit.standard);
  EXPECT_TRUE(impossible_bodies(model).empty());
  for (const Body& body : model.bodies) EXPECT_GE(body.inertial.mass, 0);
  for (const Joint& joint : model.joints)
    for (const JointAxis& axis : joint.axes) {
      EXPECT_GE(axis.friction.coulomb, 0);
      EXPECT_GE(axis.friction.viscous, 0);
    }
}

TEST_P(ConsistentFitLaw, FollowsTheDataFromWrongCad) {
  const Robot& robot = catalogue_robot(GetParam());
  if (!impossible_bodies(robot.mechanism()).empty()) GTEST_SKIP() << "published inertias that no body can have";
  const Case c(robot);
  for (const CadTerm term : {CadTerm::quadratic, CadTerm::log_det}) {
    ConsistentFitOptions options;
    options.term = term;
    const ConsistentFit fit = consistent_fit(c.base, c.estimated, c.wrong_known(0.2), options);
    const VectorX truth = c.base.mapping * c.base.full.values();
    EXPECT_LT((c.estimated.R * (fit.base_values - truth)).norm() / (c.estimated.R * truth).norm(), 1e-5);
    EXPECT_LT(fit.kkt, 1e-8);
    EXPECT_LT(fit.steps, 200);
    expect_possible(c, fit);
  }
}

// Data that want a platform of negative mass.
TEST_P(ConsistentFitLaw, KeepsBodiesPossibleAtAPrice) {
  const Robot& robot = catalogue_robot(GetParam());
  if (!impossible_bodies(robot.mechanism()).empty()) GTEST_SKIP() << "published inertias that no body can have";
  Case c(robot);
  Estimate& e = c.estimated;
  // Every inertial base parameter has the wrong sign, and the residual is one per cent of the forces.
  for (int j = 0; j < e.values.size(); ++j) e.values[j] *= -1;
  e.c = e.R * e.values;
  e.rest = 1e-4 * e.c.squaredNorm();
  for (const CadTerm term : {CadTerm::quadratic, CadTerm::log_det}) {
    ConsistentFitOptions options;
    options.term = term;
    const ConsistentFit fit = consistent_fit(c.base, e, c.base.full.values(), options);
    EXPECT_GT(fit.residual_rise, 1);
    EXPECT_LT(fit.kkt, 1e-8);
    expect_possible(c, fit);
  }
}

TEST(ConsistentFit, TakesLessThanATenthOfASecondForTwentyBodies) {
  Robot robot = Robot::from_file("hexapod-full");
  LinearFormOptions form;
  form.legs = LegSharing::independent;
  form.structure = false;
  const BaseParameters base = find_base_parameters(LinearForm(robot, form));
  SampleList samples(recorded_samples(robot, 11, 250, 50));
  Equations equations(base.form, samples);
  Estimate e = estimate(base, equations);
  e.rest = 1e-4 * e.c.squaredNorm();
  VectorX known = base.full.values() * 1.2;
  const std::clock_t processor = std::clock();
  const ConsistentFit fit = consistent_fit(base, e, known);
  const double seconds = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
  RecordProperty("seconds", std::to_string(seconds));
  std::printf("%d columns, %d steps, %.3f s of the processor\n", base.full.columns(), fit.steps, seconds);
  EXPECT_LT(fit.kkt, 1e-8);
  EXPECT_LT(seconds, 1.0) << "0.1 s on a machine that does nothing else";
}

// The same problem for CSDP: min s/2 with [[E, G u - h], [., s]] >= 0 and the cones.
std::string semidefinite_program(const InertiaCones& cones, const MatrixX& G, const VectorX& h) {
  const int n = static_cast<int>(G.cols()), m = static_cast<int>(G.rows());
  std::string text = fmt::format("{}\n{}\n{}", n + 1, cones.bodies.size() + 2, m + 1);
  for (const BodyCone& body : cones.bodies) text += fmt::format(" {}", body.size);
  int lines = 0;
  for (const CoefficientBound& c : cones.coefficients) lines += std::isfinite(c.upper) ? 2 : 1;
  text += fmt::format(" {}\n", -lines);
  for (int j = 0; j < n; ++j) text += "0 ";
  text += "0.5\n";
  // Entry (i, k) of the matrix of variable j in a block; variable 0 is the constant, subtracted.
  const auto entry = [&](int variable, int block, int i, int k, double value) {
    if (value != 0) text += fmt::format("{} {} {} {} {:.17g}\n", variable, block, i, k, value);
  };
  for (int i = 0; i < m; ++i) {
    entry(0, 1, i + 1, i + 1, -1);
    entry(0, 1, i + 1, m + 1, h[i]);
    for (int j = 0; j < n; ++j) entry(j + 1, 1, i + 1, m + 1, G(i, j));
  }
  entry(n + 1, 1, m + 1, m + 1, 1);
  for (std::size_t b = 0; b < cones.bodies.size(); ++b) {
    const BodyCone& body = cones.bodies[b];
    int e = 0;
    for (int i = 0; i < body.size; ++i)
      for (int k = i; k < body.size; ++k, ++e) {
        entry(0, static_cast<int>(b) + 2, i + 1, k + 1, -body.offset[e]);
        for (std::size_t j = 0; j < body.columns.size(); ++j)
          entry(body.columns[j] + 1, static_cast<int>(b) + 2, i + 1, k + 1, body.map(e, static_cast<int>(j)));
      }
  }
  const int block = static_cast<int>(cones.bodies.size()) + 2;
  int line = 0;
  for (const CoefficientBound& c : cones.coefficients) {
    ++line;
    entry(0, block, line, line, c.lower - c.offset);
    for (int j = 0; j < n; ++j) entry(j + 1, block, line, line, c.map[j]);
    if (!std::isfinite(c.upper)) continue;
    ++line;
    entry(0, block, line, line, c.offset - c.upper);
    for (int j = 0; j < n; ++j) entry(j + 1, block, line, line, -c.map[j]);
  }
  return text;
}

class AgainstCsdp : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Some, AgainstCsdp, ::testing::Values("five-bar", "delta", "palida"), as_identifier);

TEST_P(AgainstCsdp, QuadraticTermHasTheOptimumOfAnIndependentSolver) {
  if (std::system("command -v csdp > /dev/null 2>&1") != 0) GTEST_SKIP() << "csdp is not installed";
  const Robot& robot = catalogue_robot(GetParam());
  Case c(robot);
  Estimate& e = c.estimated;
  for (int j = 0; j < e.values.size(); j += 2) e.values[j] *= -0.5;
  e.c = e.R * e.values;
  e.rest = 4e-2 * e.c.squaredNorm();
  const VectorX known = c.wrong_known(0.1);
  ConsistentFitOptions options;
  const ConsistentFit ours = consistent_fit(c.base, e, known, options);

  // The objective as one sum of squares |G u - h|^2 / 2, from the definitions in the header.
  const double rows = static_cast<double>(e.instants * e.weights.size());
  const double scale =
      1 / (std::sqrt(e.rest / (rows - static_cast<double>(e.values.size()))) * std::max(1.0, e.plain_narrowness));
  const MatrixX RK = scale * e.R * c.base.mapping;
  const InertiaCones cones =
      make_cones(c.base, known, RK.colwise().norm().transpose(), scale * e.c.norm(), options.mass_tolerance);
  const int n = static_cast<int>(cones.Z.cols());
  std::vector<std::pair<VectorX, double>> stack;
  for (int i = 0; i < RK.rows(); ++i)
    stack.emplace_back(cones.Z.transpose() * RK.row(i).transpose(), scale * e.c[i] - RK.row(i).dot(cones.z0));
  for (const BodyCone& body : cones.bodies) {
    int entry = 0;
    for (int i = 0; i < body.size; ++i)
      for (int k = i; k < body.size; ++k, ++entry) {
        VectorX row = VectorX::Zero(n);
        dense::set_entries(row, body.columns,
                           body.map.row(entry).transpose() * std::sqrt(i == k ? 1.0 : 2.0) / options.cad_deviation);
        stack.emplace_back(row, 0.0);
      }
  }
  for (const auto* list : {&cones.coefficients, &cones.free})
    for (const CoefficientBound& x : *list)
      if (x.cad_term) stack.emplace_back(x.map / options.cad_deviation, (x.known - x.offset) / options.cad_deviation);
  MatrixX G(static_cast<int>(stack.size()), n);
  VectorX h(G.rows());
  for (std::size_t i = 0; i < stack.size(); ++i)
    G.row(static_cast<int>(i)) = stack[i].first.transpose(), h[static_cast<int>(i)] = stack[i].second;

  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / fmt::format("jourdain-csdp-{}-{}", GetParam(), getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "problem.dat-s") << semidefinite_program(cones, G, h);
  const std::string command = fmt::format("cd {} && csdp problem.dat-s solution > log.txt 2>&1", folder.string());
  const int code = std::system(command.c_str());
  std::ifstream solution(folder / "solution");
  VectorX u(n);
  double s = 0;
  for (int j = 0; j < n; ++j) solution >> u[j];
  solution >> s;
  ASSERT_TRUE(solution) << "csdp gave no solution: code " << code;
  std::filesystem::remove_all(folder);

  const VectorX theirs = cones.z0 + cones.Z * u;
  // In forces, and in the objective.
  const double force = (RK * (theirs - ours.parameters)).norm() / (RK * ours.parameters).norm();
  EXPECT_LT(force, 1e-5);
  EXPECT_NEAR(ours.objective / ((G * u - h).squaredNorm() / 2), 1, 1e-5);
}

}  // namespace
}  // namespace jourdain::consistent_fit_test
