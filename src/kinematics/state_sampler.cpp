#include "kinematics/state_sampler.hpp"

#include "kinematics/drive.hpp"
#include "kinematics/kinematic_state.hpp"
#include "kinematics/tracker.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace jourdain {
namespace {

constexpr double widest_reach = 0.15;    // robot sizes
constexpr double widest_turn = 0.35;     // rad
constexpr int trial_draws = 16;          // to find how far the workspace goes
constexpr double smallest_reach = 0.01;  // share of the widest
constexpr double clear_share = 0.05;     // of the usual conditioning
constexpr double slowest = 1e-4;         // speed of slow states, evenly in its logarithm from 1
constexpr int most_draws = 200;          // for one state

Vector3 vector_within(double limit, UniformDraws& draws) {
  const double x = draws.within(limit), y = draws.within(limit);
  return {x, y, draws.within(limit)};
}

}  // namespace

StateSampler::StateSampler(const Robot& robot, std::uint64_t seed, double slow_share)
    : robot_(robot), trial_(robot), draws_(seed), slow_share_(slow_share) {
  // Rates for which centrifugal accelerations are of the size of gravity.
  const double g = robot.mechanism().gravity.norm();
  rate_ = g > 0 ? std::sqrt(g / robot.size()) : 1.0;
  for (double reach = 1; reach > smallest_reach; reach *= 0.7) {
    if (try_reach(reach)) return;
  }
  throw Error(ErrorKind::numerical,
              fmt::format("hardly any state of '{}' near its home configuration can be reached: {}",
                          robot.mechanism().name, trial_.explain()));
}

bool StateSampler::try_reach(double reach) {
  const double before = reach_;
  reach_ = reach;
  std::vector<double> found;
  for (int i = 0; i < trial_draws; ++i) {
    if (const double conditioning = draw(trial_); conditioning > 0) found.push_back(conditioning);
  }
  if (2 * found.size() < trial_draws) {
    reach_ = before;
    return false;
  }
  const auto middle = found.begin() + static_cast<std::ptrdiff_t>(found.size() / 2);
  std::nth_element(found.begin(), middle, found.end());
  reference_ = *middle;
  return true;
}

bool StateSampler::widen() { return 2 * reach_ * widest_turn <= M_PI && try_reach(2 * reach_); }

double StateSampler::draw(Workspace& workspace) {
  const double size = robot_.size(), change = 2 * rate_ * rate_;
  const bool slow = std::abs(draws_.within(1)) < slow_share_;
  const double rate = slow ? rate_ * std::pow(slowest, std::abs(draws_.within(1))) : rate_;
  workspace.reset();
  Status status = Status::ok;
  if (robot_.mechanism().output) {
    PlatformState m;
    const Vector3 angles = cardan_from_rotation(robot_.home_pose().R);
    m.pose.p = robot_.home_pose().p + vector_within(reach_ * widest_reach * size, draws_);
    m.pose.R = rotation_from_cardan(angles + vector_within(reach_ * widest_turn, draws_));
    m.twist = {vector_within(rate * size, draws_), vector_within(rate, draws_)};
    m.acceleration = {vector_within(change * size, draws_), vector_within(change, draws_)};
    status = inverse_kinematics(robot_, m, workspace);
  } else {
    const int n = static_cast<int>(robot_.motor_joints().size());
    VectorX q = robot_.home_motors(), rates(n), accelerations(n);
    for (int i = 0; i < n; ++i) {
      const Joint& joint = robot_.mechanism().joints[robot_.motor_joints()[i]];
      const double unit = is_length(joint.type, 0) ? size : 1.0;
      q[i] += draws_.within(reach_ * (unit == 1.0 ? widest_turn : widest_reach * size));
      rates[i] = draws_.within(rate * unit);
      accelerations[i] = draws_.within(change * unit);
    }
    status = forward_kinematics(robot_, q, rates, accelerations, workspace);
  }
  if (status != Status::ok) return 0;
  KinematicState& state = state_of(workspace);
  const double conditioning = factor_system(data_of(robot_), Drive::motors, state.tree, state);
  return conditioning > TrackerLimits::smallest_rate_conditioning ? conditioning : 0;
}

void StateSampler::next(Workspace& workspace) {
  for (int i = 0; i < most_draws; ++i) {
    if (draw(workspace) > clear_share * reference_) return;
  }
  throw Error(ErrorKind::numerical, fmt::format("no random state of '{}' away from singularities in {} draws: {}",
                                                robot_.mechanism().name, most_draws, workspace.explain()));
}

}  // namespace jourdain
