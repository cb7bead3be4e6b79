// What motors and process forces feed and friction does not take is stored: the power balance of every robot with all
// terms, against differences of the energy along smooth motions.
#include "jourdain/dynamics/energy.hpp"
#include "support/full_model.hpp"
#include "support/smooth_motion.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>

namespace jourdain::power_balance_test {
namespace {

// Share of the sum of all powers. Differences of eighth order over 2 ms leave less than 1e-10 of motions with rates
// near 1/s, and round-off 1e-15/2e-3.
constexpr double balanced = 1e-9;
constexpr double step = 2e-3;
constexpr unsigned states = 20;

// Power that friction takes by the model's own words: c |rate| + d rate^2 + offset rate on every freedom, c |w| + d w^2
// in a ball joint.
double lost_power(const Workspace& workspace) {
  const Mechanism& mechanism = workspace.robot().mechanism();
  double power = 0;
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    const JointState s = workspace.joint(static_cast<int>(j));
    if (joint.type == JointType::spherical) {
      const double w = Vector3(s.rate[0], s.rate[1], s.rate[2]).norm();
      power += joint.axes[0].friction.coulomb * w + joint.axes[0].friction.viscous * w * w;
      continue;
    }
    for (std::size_t i = 0; i < joint.axes.size(); ++i) {
      const Friction& f = joint.axes[i].friction;
      power += f.coulomb * std::abs(s.rate[i]) + f.viscous * s.rate[i] * s.rate[i] + f.offset * s.rate[i];
    }
  }
  return power;
}

double load_power(const Workspace& workspace, std::span<const BodyLoad> loads) {
  double power = 0;
  for (const BodyLoad& load : loads) {
    const Twist t = workspace.body_twist(load.body);
    power += load.force.dot(t.v) + load.moment.dot(t.w);
  }
  return power;
}

// The output moves on a smooth path where its motion is free to choose, else the motors do.
class Path {
 public:
  explicit Path(const Robot& robot, Random& random, Workspace& workspace) {
    for (int attempt = 0; attempt < 100; ++attempt) {
      output_.reset();
      motors_.reset();
      if (OutputPath::suits(robot)) {
        output_.emplace(robot, random);
        workspace.reset();
        if (go(0, workspace) == Status::ok && is_clear(workspace)) return;
      } else if (go_to_random_state(workspace, random)) {
        motors_.emplace(workspace);
        return;
      }
    }
    ADD_FAILURE() << "no such state in 100 attempts: " << workspace.explain();
  }

  Status go(double t, Workspace& workspace) const {
    return output_ ? output_->go(t, workspace) : motors_->go(t, workspace);
  }

 private:
  std::optional<OutputPath> output_;
  std::optional<MotorPath> motors_;
};

// First derivative from four samples on each side.
double eighth_order_derivative(const std::array<double, 9>& at, double h) {
  return (4.0 / 5 * (at[5] - at[3]) - 1.0 / 5 * (at[6] - at[2]) + 4.0 / 105 * (at[7] - at[1]) -
          1.0 / 280 * (at[8] - at[0])) /
         h;
}

class PowerBalance : public testing::TestWithParam<std::string> {
 protected:
  const Robot robot{with_all_terms(GetParam())};
};

TEST_P(PowerBalance, OfMotorsFrictionAndLoadsIsTheChangeOfEnergy) {
  double worst = 0;
  for (unsigned seed = 1; seed <= states; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Workspace workspace(robot);
    const Path path(robot, random, workspace);
    ASSERT_FALSE(HasFailure());
    const std::array<BodyLoad, 2> loads = random_loads(robot, random);
    DynamicsOptions options;
    options.loads = loads;
    const VectorX forces = forces_at(workspace, options);
    const VectorX rates = motors_of(workspace).rates;
    const double lost = lost_power(workspace), fed = load_power(workspace, loads);
    std::array<double, 9> kinetic, potential;
    for (int i = -4; i <= 4; ++i) {
      Workspace there = workspace;
      ASSERT_EQ(path.go(i * step, there), Status::ok) << there.explain();
      kinetic[i + 4] = kinetic_energy(robot, there);
      potential[i + 4] = potential_energy(robot, there);
    }
    const double dT = eighth_order_derivative(kinetic, step), dU = eighth_order_derivative(potential, step);
    const double scale =
        forces.cwiseAbs().dot(rates.cwiseAbs()) + std::abs(lost) + std::abs(fed) + std::abs(dT) + std::abs(dU);
    const double gap = std::abs(forces.dot(rates) + fed - lost - dT - dU) / scale;
    EXPECT_LT(gap, balanced);
    EXPECT_NEAR(friction_power(robot, workspace), lost, 1e-12 * scale);
    worst = std::max(worst, gap);
  }
  RecordProperty("worst", fmt::format("{:.1e}", worst));
}

INSTANTIATE_TEST_SUITE_P(Catalogue, PowerBalance, testing::ValuesIn(catalogue_names()), as_identifier);

}  // namespace
}  // namespace jourdain::power_balance_test
