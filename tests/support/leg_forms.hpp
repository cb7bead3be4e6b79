// The forms by legs against the library: models with every term that legs may have, and the comparison of forces.
#pragma once

#include "support/full_model.hpp"

#include "legs/robot_data.hpp"

#include "expression/count.hpp"
#include "trace/functions/trace_dynamics.hpp"

namespace jourdain {

// Of the largest force; digits that the conditioning takes come on top.
inline constexpr double leg_form_tolerance = 1e-12;
// Operations over those of the general form, at most.
inline constexpr double leg_form_share = 0.75;

// Whether generated code takes the robot leg by leg.
inline bool has_form_by_legs(const Robot& robot) { return static_cast<bool>(data_of(robot).plan); }

// Forces of the form by legs on numbers; the test fails if there is none.
inline void forces_by_legs(const Robot& robot, const Workspace& workspace, bool friction, VectorX& forces) {
  const RobotData& data = data_of(robot);
  const PlatformState motion{workspace.output_pose(), workspace.output_twist(), workspace.output_acceleration()};
  ASSERT_TRUE(data.plan);
  EXPECT_EQ(inverse_dynamics_in_lanes(data.plan, data.loaded, friction, motion, forces.data()).status, Status::ok);
}

// The form by legs, as a program and on numbers, gives the library's forces in far fewer operations.
inline void expect_same_forces(const Robot& robot, unsigned seed, int states = 50) {
  Workspace workspace(robot);
  VectorX forces(static_cast<int>(robot.motor_joints().size())), traced = forces, numbers = forces;
  for (const bool friction : {true, false}) {
    SCOPED_TRACE(friction ? "with friction" : "without friction");
    TraceOptions options;
    options.friction = friction;
    const Program program = trace_inverse_dynamics(robot, options);
    options.form = TraceForm::general;
    EXPECT_LT(count(program).call.total(), leg_form_share * count(trace_inverse_dynamics(robot, options)).call.total());
    DynamicsOptions dynamics;
    dynamics.friction = friction;
    Random random(seed);
    for (int i = 0; i < states; ++i) {
      ASSERT_TRUE(go_to_random_state(workspace, random));
      ASSERT_EQ(inverse_dynamics(robot, workspace, forces, dynamics), Status::ok);
      const double limit = leg_form_tolerance / workspace.report().conditioning * forces.norm();
      ASSERT_EQ(evaluate<double>(program, input_values(program, workspace), program.parameter_values,
                                 std::span(traced.data(), traced.size())),
                Status::ok);
      EXPECT_LT((traced - forces).norm(), limit) << "state " << i;
      ASSERT_NO_FATAL_FAILURE(forces_by_legs(robot, workspace, friction, numbers));
      EXPECT_LT((numbers - forces).norm(), limit) << "state " << i;
    }
  }
}

}  // namespace jourdain
