// No law allocates or throws in its step, whether it succeeds or fails.
#include "support/count_allocations.hpp"
#include "support/random_states.hpp"

#include "control/reference_source.hpp"
#include "jourdain/control/laws.hpp"
#include "jourdain/motion/motions.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace jourdain::control_no_allocation_test {
namespace {

class ControlStep : public testing::TestWithParam<std::string> {};

TEST_P(ControlStep, AllocatesNothing) {
  if (JOURDAIN_SANITIZED) GTEST_SKIP() << "the sanitizer has its own malloc";
  const Robot& robot = catalogue_robot(GetParam());
  const MotionSpace space = MotionSpace::motors(robot);
  VectorX to = space.home();
  for (int k = 0; k < to.size(); ++k) to[k] += 0.03 * motor_unit(robot, k);
  Timing timing;
  timing.duration = 0.5;
  const Motion motion = line(space, space.home(), to, timing);
  for (const Law law : all_laws()) {
    LawOptions options;
    Workspace ws(robot);
    const auto controller = make_controller(law, robot, ws, options);
    ReferenceSource source(motion, options.timing.lead());
    ASSERT_EQ(source.at(0.2), Status::ok);
    VectorX positions = source.wanted().positions, rates = source.wanted().rates;
    VectorX forces = VectorX::Zero(positions.size()),
            nothing = VectorX::Constant(positions.size(), std::numeric_limits<double>::quiet_NaN());
    for (int k = 0; k < positions.size(); ++k) positions[k] += 1e-3 * motor_unit(robot, k);
    const ControlInput input{0.2, positions, rates, source.wanted(), source.ahead()};
    const ControlInput bad{0.2, nothing, rates, source.wanted(), source.ahead()};
    ASSERT_EQ(controller->start(input), Status::ok) << to_string(law);
    AllocationCount count;
    const Status reference = source.at(0.25);
    const Status good = controller->step(input, forces);
    const Status refused = controller->step(bad, forces);
    EXPECT_EQ(count.stop(), 0) << to_string(law);
    EXPECT_EQ(reference, Status::ok);
    EXPECT_EQ(good, Status::ok) << to_string(law);
    EXPECT_EQ(refused, Status::not_finite) << to_string(law);
    EXPECT_TRUE(forces.allFinite()) << to_string(law);
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, ControlStep, testing::Values("delta", "hexapod", "palida", "3rps"),
                         [](const auto& named) { return named.param; });

}  // namespace
}  // namespace jourdain::control_no_allocation_test
