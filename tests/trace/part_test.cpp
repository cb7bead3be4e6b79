// Operations of a robot's programs part by part.
#include "support/random_states.hpp"
#include "support/traced_robots.hpp"

#include "expression/simplify.hpp"
#include "jourdain/core/error.hpp"
#include "trace/code/robot_library.hpp"

#include <optional>

namespace jourdain::part_test {
namespace {

const ProgramCount& of(const PartCounts& counts, Part part) { return counts[static_cast<std::size_t>(part)]; }

ProgramCount sum(const PartCounts& counts) {
  ProgramCount result;
  for (const ProgramCount& count : counts) {
    result.call += count.call;
    result.load += count.load;
  }
  return result;
}

class Parts : public testing::TestWithParam<std::string> {
 protected:
  // Nothing where the robot does not have the function.
  std::optional<Program> traced(RobotFunction function, TraceForm form, bool friction) const {
    return if_it_has([&] { return traced_program(GetParam(), function, {.form = form, .friction = friction}); });
  }
};

// Every operation belongs to a part.
TEST_P(Parts, AddUp) {
  int judged = 0;
  for (RobotFunction function : robot_functions) {
    for (TraceForm form : {TraceForm::best, TraceForm::general, TraceForm::grouped, TraceForm::body_jacobians}) {
      const bool special = form == TraceForm::grouped || form == TraceForm::body_jacobians;
      if (special && function != RobotFunction::inverse_dynamics) continue;
      const std::optional<Program> program = traced(function, form, true);
      if (!program) continue;
      SCOPED_TRACE(std::string(to_string(function)) + ", form " + std::to_string(static_cast<int>(form)));
      const PartCounts counts = count_by_part(*program);
      EXPECT_EQ(sum(counts), count(*program));
      EXPECT_EQ(of(counts, Part::none), ProgramCount());
      ++judged;
    }
  }
  EXPECT_GT(judged, 0);
}

TEST_P(Parts, OfFrictionVanishWithoutFriction) {
  int judged = 0;
  for (RobotFunction function : {RobotFunction::inverse_dynamics, RobotFunction::forward_dynamics}) {
    for (TraceForm form : {TraceForm::best, TraceForm::general, TraceForm::body_jacobians}) {
      const std::optional<Program> program = traced(function, form, false);
      if (!program) continue;
      EXPECT_EQ(of(count_by_part(*program), Part::friction), ProgramCount());
      ++judged;
    }
  }
  if (judged == 0) GTEST_SKIP() << "no dynamics as code";
}

TEST_P(Parts, StayWhenSimplified) {
  const std::optional<Program> program = traced(RobotFunction::inverse_dynamics, TraceForm::best, true);
  if (!program) GTEST_SKIP() << "no inverse dynamics as code";
  const PartCounts before = count_by_part(*program);
  for (CostModel model : {CostModel::operations, CostModel::time}) {
    const Program simple = simplify(*program, model);
    const PartCounts after = count_by_part(simple);
    EXPECT_EQ(sum(after), count(simple));
    EXPECT_EQ(of(after, Part::none), ProgramCount());
    for (Part part : all_parts) {
      // A part may take over what it shares with another, but neither vanishes nor appears.
      EXPECT_EQ(of(before, part).call.total() > 0, of(after, part).call.total() > 0) << to_string(part);
      EXPECT_LE(of(after, part).call.total(), 1.25 * of(before, part).call.total() + 2) << to_string(part);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Parts, testing::ValuesIn(catalogue_names()), as_identifier);

}  // namespace
}  // namespace jourdain::part_test
