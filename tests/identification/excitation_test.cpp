// Optimised motions tell more than random ones, and stay within the limits.
#include "support/draws.hpp"
#include "support/random_states.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/identification/excitation.hpp"
#include "jourdain/motion/motion_file.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace jourdain::excitation_test {
namespace {

class ExcitationLaw : public ::testing::TestWithParam<std::string> {};
std::vector<std::string> excited_robots() {
  return draws(0, 1) == 0 ? std::vector<std::string>{"five-bar"}
                          : std::vector<std::string>{"five-bar", "delta", "3rps"};
}
INSTANTIATE_TEST_SUITE_P(Some, ExcitationLaw, ::testing::ValuesIn(excited_robots()), as_identifier);

// In condition number and in mean variance, with the default criterion. Random motions get the same period, and are as
// large as the limits allow at the states at which motions are judged; the optimised one keeps them between these, too.
TEST_P(ExcitationLaw, BeatsRandomMotions) {
  const Robot& robot = catalogue_robot(GetParam());
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  ExcitationOptions options;
  options.starts = draws(1, 3);
  const Excitation best = excite(base, options);
  const std::vector<ExcitationQuality> random = random_excitations(base, options, draws(100, 1000));
  ASSERT_GT(random.size(), 50u);
  double condition = 1e300, variance = 1e300;
  for (const ExcitationQuality& q : random) {
    condition = std::min(condition, q.condition);
    variance = std::min(variance, q.mean_variance);
  }
  std::printf("%s: condition %.1f and mean variance %.3g after %d evaluations, best of %zu random %.1f and %.3g\n",
              GetParam().c_str(), best.quality.condition, best.quality.mean_variance, best.evaluations, random.size(),
              condition, variance);
  EXPECT_LT(best.quality.condition, condition);
  EXPECT_LT(best.quality.mean_variance, variance);
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
  EXPECT_NEAR(motion.motion.duration(), 5 * found.period, 1e-9);
  const MotionReport report = check_motion(motion.motion);
  EXPECT_TRUE(report.ok()) << describe(robot, report.events.front());
}

// A search that is stopped and resumed, wherever that is, ends in the motion of the uninterrupted one; a state of
// another search is refused.
TEST(Excitation, NeedsALogThatTellsItsHarmonics) {
  const BaseParameters base = find_base_parameters(LinearForm(catalogue_robot("five-bar")));
  ExcitationOptions options;
  options.starts = options.evaluations = 1;
  options.rate = 1;
  EXPECT_THROW(excite(base, options), Error);
}

TEST(Excitation, CanBeResumed) {
  const BaseParameters base = find_base_parameters(LinearForm(catalogue_robot("five-bar")));
  ExcitationOptions options;
  options.harmonics = 2;
  options.starts = 2;
  options.evaluations = 60;
  std::optional<ExcitationState> last;
  const Excitation whole = excite(base, options);
  options.keep = [&](const ExcitationState& state) { last = state; };
  for (const double share : {0.02, 0.3, 0.51, 0.8}) {
    SCOPED_TRACE(share);
    options.resume.reset();
    bool enough = false;
    options.job.advance = [&](double done) { enough = done >= share; };
    options.job.cancelled = [&] { return enough; };
    EXPECT_THROW(excite(base, options), Error);
    ASSERT_TRUE(last);
    EXPECT_EQ(last->start, share < 0.5 ? 0 : 1);
    const ExcitationState again = parse_state(print_state(*last, "this"), "this", "state");
    EXPECT_EQ(again.shape, last->shape);
    EXPECT_EQ(again.values, last->values);
    EXPECT_THROW(parse_state(print_state(*last, "this"), "that", "state"), Error);
    options.resume = again;
    options.job = {};
    const Excitation resumed = excite(base, options);
    EXPECT_EQ(last->start, 2);
    EXPECT_EQ(resumed.series.cosine, whole.series.cosine);
    EXPECT_EQ(resumed.series.sine, whole.series.sine);
    EXPECT_EQ(resumed.quality.condition, whole.quality.condition);
    EXPECT_EQ(resumed.evaluations, whole.evaluations);
  }
  EXPECT_THROW(parse_state("nonsense", "this", "state"), Error);
}

// A slow motion for the friction and a fast one for the bodies tell each what one motion tells worse.
TEST(Excitation, CanBeSeparated) {
  const BaseParameters base = find_base_parameters(LinearForm(catalogue_robot("five-bar")));
  ExcitationOptions options;
  options.harmonics = 3;
  options.starts = 1;
  options.evaluations = 40;
  const Excitation both = excite(base, options);
  options.part = ExcitationPart::friction;
  const Excitation slow = excite(base, options);
  options.part = ExcitationPart::bodies;
  const Excitation fast = excite(base, options);
  EXPECT_GT(slow.period, 2 * both.period);
  for (std::size_t j = 0; j < base.base.size(); ++j) {
    const bool friction = is_friction(base.form.parameters()[j].kind);
    EXPECT_EQ(std::isfinite(slow.deviations[static_cast<int>(j)]), friction);
    EXPECT_EQ(std::isfinite(fast.deviations[static_cast<int>(j)]), !friction);
  }
}

}  // namespace
}  // namespace jourdain::excitation_test
