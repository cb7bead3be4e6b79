// Optimised motions tell more than random ones, and stay within the limits.
#include "support/draws.hpp"
#include "support/random_states.hpp"

#include "jourdain/identification/excitation.hpp"
#include "jourdain/motion/motion_file.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace jourdain::excitation_test {
namespace {

class ExcitationLaw : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Some, ExcitationLaw, ::testing::Values("five-bar", "3rps"), as_identifier);

TEST_P(ExcitationLaw, BeatsRandomMotions) {
  const Robot& robot = catalogue_robot(GetParam());
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  ExcitationOptions options;
  options.harmonics = 4;
  options.criterion = ExcitationCriterion::condition;
  options.starts = 1;
  options.evaluations = draws(300, 5000);
  const Excitation best = excite(base, options);
  const std::vector<ExcitationQuality> random = random_excitations(base, options, draws(100, 1000));
  ASSERT_GT(random.size(), 50u);
  double condition = 1e300;
  for (const ExcitationQuality& q : random) condition = std::min(condition, q.condition);
  std::printf("%s: condition %.1f after %d evaluations, best of %zu random %.1f\n", GetParam().c_str(),
              best.quality.condition, best.evaluations, random.size(), condition);
  EXPECT_LT(best.quality.condition, condition);
  EXPECT_TRUE(best.report.ok());
  EXPECT_TRUE(best.deviations.allFinite());
}

TEST(Excitation, FileIsAMotionOfTheRobot) {
  const Robot& robot = catalogue_robot("five-bar");
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  ExcitationOptions options;
  options.starts = 1;
  options.evaluations = 20;
  const Excitation found = excite(base, options);
  const MotionDescription motion =
      parse_motion_file(robot, print_excitation(found, "excitation", 3), "excitation.yaml");
  EXPECT_NEAR(motion.trajectory.duration(), 5 * found.period, 1e-9);
  const MotionReport report = check_motion(motion.trajectory);
  EXPECT_TRUE(report.ok()) << describe(robot, report.events.front());
}

}  // namespace
}  // namespace jourdain::excitation_test
