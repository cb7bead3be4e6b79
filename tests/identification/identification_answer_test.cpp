// What answers say is what the typed results hold.
#include "identification/verdict/identification_answer.hpp"

#include "identification/excitation/excitation_answer.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "support/random_states.hpp"

#include <gtest/gtest.h>

namespace jourdain::identification_answer_test {
namespace {

double number(const Cell& cell) { return std::get<Number>(cell.content).value; }

TEST(IdentificationAnswer, HasTheNumbersOfTheResult) {
  const Robot robot = catalogue_robot("five-bar");
  const Motion motion = load_motion(robot, "circle radius=40mm turns=6 duration=6s").motion;
  SimulatedLogOptions sensors;
  sensors.rate = 250;
  IdentifyOptions options;
  options.consistent = true;
  sensors.seed = 2;
  options.validation = LogSource("second", simulated_log(motion, sensors));
  sensors.seed = 1;
  std::vector<std::string> told;
  options.job.tell = [&](std::string_view what) { told.emplace_back(what); };
  ForceCurves curves;
  const Identification found =
      identify(robot, LogSource("first", simulated_log(motion, sensors)), options,
               [&](const Equation& equation, const VectorX& predicted) { curves.add(equation, predicted); });
  EXPECT_GT(told.size(), 4u);
  const VectorX truth = found.base.mapping * found.base.full.values();
  const Answer answer = identification_answer(robot, found, {&curves, &truth});
  EXPECT_EQ(answer.verdict.text, found.verdict.sentence);
  EXPECT_EQ(answer.verdict.reasons.size(), found.verdict.reasons.size());
  const Table& parameters = *answer.find<Table>("parameters");
  ASSERT_EQ(parameters.rows.size(), found.estimate.parameters.size());
  for (std::size_t i = 0; i < parameters.rows.size(); ++i) {
    EXPECT_EQ(number(parameters.rows[i][2]), found.estimate.parameters[i].value);
    EXPECT_EQ(number(parameters.rows[i][5]), found.values[static_cast<int>(i)]);
    EXPECT_EQ(number(parameters.rows[i][6]), truth[static_cast<int>(i)]);
  }
  const Table& residuals = *answer.find<Table>("residuals");
  ASSERT_EQ(residuals.rows.size(), 2u);
  EXPECT_EQ(number(residuals.rows[1][2]), found.residuals.motors[1].rms);
  EXPECT_EQ(std::get<Number>(residuals.rows[1][2].content).measure, Measure::torque);
  EXPECT_EQ(number(answer.find<Table>("validation")->rows[0][2]), found.validation->motors[0].rms);
  EXPECT_EQ(answer.find<Table>("details/bodies")->rows.size(), found.base.full.standard().size());
  EXPECT_EQ(std::get<std::string>(answer.find<Facts>("validation_log/log")->facts[0].cell.content), "second");
  const IntervalCoverage coverage = interval_coverage(found.estimate, truth);
  EXPECT_EQ(number(answer.find<Facts>("coverage")->facts[0].cell), coverage.held);
  EXPECT_TRUE(answer.find<Picture>("fit"));
}

TEST(ExcitationAnswer, HasTheNumbersOfTheMotion) {
  const BaseParameters base = find_base_parameters(LinearForm(catalogue_robot("five-bar")));
  ExcitationOptions options;
  options.harmonics = 2;
  options.starts = 1;
  options.evaluations = 10;
  const Excitation found = excite(base, options);
  const RandomSeries random = best_of_random(random_excitations(base, options, 4), found.quality);
  EXPECT_EQ(random.count, 4);
  const Answer answer = excitation_answer(base, options, found, random);
  EXPECT_EQ(number(answer.find<Facts>("excitation")->facts[0].cell), found.quality.condition);
  EXPECT_EQ(number(answer.find<Facts>("random")->facts[1].cell), random.condition);
  const Table& parameters = *answer.find<Table>("parameters");
  ASSERT_EQ(parameters.rows.size(), base.base.size());
  EXPECT_EQ(number(parameters.rows[3][2]), 1.96 * found.deviations[3]);
  EXPECT_EQ(number(answer.find<Table>("noise")->rows[1][1]), found.noise[1]);
  // The motion of its file, without a file between.
  const Motion motion = excitation_motion(found, 3);
  const Motion written =
      parse_motion_file(base.full.robot(), print_excitation(found, "excitation", 3), "excitation.yaml").motion;
  EXPECT_EQ(motion.duration(), written.duration());
  const int size = motion.coordinates().size();
  VectorX a(size), b(size), rate(size), acceleration(size);
  for (const double share : {0.0, 0.1, 0.37, 0.8, 1.0}) {
    ASSERT_EQ(motion.at(share * motion.duration(), Jet{a, rate, acceleration}), Status::ok);
    ASSERT_EQ(written.at(share * motion.duration(), Jet{b, rate, acceleration}), Status::ok);
    EXPECT_EQ(a, b) << share;
  }
}

}  // namespace
}  // namespace jourdain::identification_answer_test
