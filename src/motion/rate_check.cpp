#include "jourdain/motion/rate_check.hpp"

#include "core/joined.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double contradicting_share = 0.3;  // of all that moves: what no course between the rows explains
constexpr double least_change = 1e-6;        // of the robot's size, or radians: below it nothing moves
constexpr std::size_t windows = 50;          // long steps, in which the noise of positions is small
constexpr std::size_t fewest_rows = 5;       // between a few a robot may go and stop
constexpr double kept_by_motion = 0.7;       // of all changes, over two rows at a time: those of noise are halved
constexpr double largest_turn = 1;           // radians between rows: more has no one direction

// A coordinate over the rows: its change from row to row, and its rate at the rows.
struct Series {
  std::string column;
  double unit = 1;
  std::vector<double> change;  // to the next row
  std::vector<double> rate;
};

// How changes and integrals of rates differ over steps of some rows.
struct Difference {
  double contradicting = 0, moved = 0;  // sums of magnitudes
  double product = 0, squares = 0;      // for the ratio
  bool contradicts() const { return contradicting > contradicting_share * moved; }
};

// How much a rate changes about a step: what may happen within it.
double unrest(const Series& series, std::size_t step) {
  double largest = 0;
  for (std::size_t i = step > 0 ? step - 1 : 0; i <= std::min(step + 1, series.change.size() - 1); ++i) {
    largest = std::max(largest, std::abs(series.rate[i + 1] - series.rate[i]));
  }
  return largest;
}

Difference compare(const Series& series, const std::vector<double>& time, std::size_t stride) {
  Difference result;
  for (std::size_t k = 0; k + 1 < time.size(); k += stride) {
    double change = 0, integral = 0, open = 0;
    for (std::size_t i = k; i < std::min(k + stride, time.size() - 1); ++i) {
      const double h = time[i + 1] - time[i];
      change += series.change[i];
      integral += h * (series.rate[i] + series.rate[i + 1]) / 2;
      open += h * unrest(series, i);
    }
    result.moved += std::max(std::abs(change), std::abs(integral));
    result.contradicting += std::max(0.0, std::abs(change - integral) - open);
    result.product += change * integral;
    result.squares += change * change;
  }
  return result;
}

// What people mix up by this factor.
std::string cause_of(double ratio, Order order) {
  const auto near = [&](double value) { return std::abs(ratio - value) < 0.1 * std::abs(value); };
  if (near(-1)) return "they have the other sign";
  for (const double sign : {1.0, -1.0}) {
    const char* and_sign = sign < 0 ? ", and of the other sign" : "";
    if (near(sign * 1e3)) return fmt::format("millimetres for metres, or times in ms{}", and_sign);
    if (near(sign * 1e-3)) return fmt::format("metres for millimetres, or times that are too short{}", and_sign);
    if (near(sign * 1e6) && order == Order::acceleration) return fmt::format("times in ms{}", and_sign);
    if (near(sign * 180 / M_PI)) return fmt::format("degrees for radians{}", and_sign);
    if (near(sign * M_PI / 180)) return fmt::format("radians for degrees{}", and_sign);
    if (near(sign * 30 / M_PI)) return fmt::format("rpm for rad/s{}", and_sign);
  }
  return "check signs, units and times";
}

void judge(const std::vector<Series>& list, const std::vector<double>& time, Order order,
           std::vector<RateContradiction>& found) {
  RateContradiction result;
  result.order = order;
  double product = 0, squares = 0;
  for (const Series& series : list) {
    const Difference close = compare(series, time, 1);
    if (!(close.moved > least_change * series.unit) || !close.contradicts()) continue;
    const std::size_t stride = std::max<std::size_t>(1, time.size() / windows);
    const Difference wide = compare(series, time, stride);
    if (wide.moved > 0.1 * close.moved && !wide.contradicts()) continue;
    if (time.size() > 3 && compare(series, time, 2).moved < kept_by_motion * close.moved) continue;
    result.columns.push_back(series.column);
    product += close.product / (series.unit * series.unit), squares += close.squares / (series.unit * series.unit);
  }
  if (result.columns.empty()) return;
  result.ratio = squares > 0 ? product / squares : 0;
  const bool velocities = order == Order::velocity;
  const std::string factor = squares > 0 ? fmt::format("about {:.3g} times", result.ratio) : "not at all";
  result.message = fmt::format("{} contradict{} {} and times: {} what these give: {}", joined(result.columns),
                               result.columns.size() == 1 ? "s" : "", velocities ? "the positions" : "the velocities",
                               factor, squares > 0 ? cause_of(result.ratio, order) : "nothing moves there");
  found.push_back(std::move(result));
}

void add_platform(const Robot& robot, const StateTable& table, std::vector<Series>& velocities,
                  std::vector<Series>& accelerations) {
  const std::size_t rows = table.motions.size();
  for (int c = 0; c < 6; ++c) {
    const double unit = c < 3 ? robot.size() : 1.0;
    Series v{std::string(twist_names[c]), unit, {}, {}};
    Series a{std::string(acceleration_names[c]), unit, {}, {}};
    for (std::size_t k = 0; k < rows; ++k) {
      const PlatformState& m = table.motions[k];
      v.rate.push_back(c < 3 ? m.twist.v[c] : m.twist.w[c - 3]);
      a.rate.push_back(c < 3 ? m.acceleration.a[c] : m.acceleration.dw[c - 3]);
      if (k + 1 == rows) break;
      const PlatformState& n = table.motions[k + 1];
      const Vector3 turn = vector_from_rotation(n.pose.R * m.pose.R.transpose());
      // What turns too far in a step has no direction, and says nothing.
      const bool clear = turn.norm() < largest_turn;
      v.change.push_back(c < 3 ? n.pose.p[c] - m.pose.p[c] : clear ? turn[c - 3] : 0);
      if (c >= 3 && !clear) v.rate[k] = 0;
      a.change.push_back(c < 3 ? n.twist.v[c] - m.twist.v[c] : n.twist.w[c - 3] - m.twist.w[c - 3]);
    }
    velocities.push_back(std::move(v));
    accelerations.push_back(std::move(a));
  }
}

void add_motors(const Robot& robot, const MotorTable& table, std::vector<Series>& velocities,
                std::vector<Series>& accelerations) {
  for (int i = 0; i < static_cast<int>(robot.motor_joints().size()); ++i) {
    const int joint = robot.motor_joints()[i];
    const bool slides = is_length(robot.mechanism().joints[joint].type, 0);
    const std::string name = column_name(robot.mechanism(), joint);
    Series v{name + "_d", slides ? robot.size() : 1.0, {}, {}}, a{name + "_dd", v.unit, {}, {}};
    for (std::size_t k = 0; k < table.positions.size(); ++k) {
      v.rate.push_back(table.rates[k][i]);
      a.rate.push_back(table.accelerations[k][i]);
      if (k + 1 == table.positions.size()) break;
      v.change.push_back(table.positions[k + 1][i] - table.positions[k][i]);
      a.change.push_back(table.rates[k + 1][i] - table.rates[k][i]);
    }
    velocities.push_back(std::move(v));
    accelerations.push_back(std::move(a));
  }
}

}  // namespace

std::vector<RateContradiction> rate_contradictions(const Robot& robot, const MotionTable& table) {
  std::vector<RateContradiction> found;
  if (table.time().size() < fewest_rows || table.order() == Order::position) return found;
  std::vector<Series> velocities, accelerations;
  if (const StateTable* states = table.states()) {
    add_platform(robot, *states, velocities, accelerations);
  } else {
    add_motors(robot, *table.joint_states(), velocities, accelerations);
  }
  judge(velocities, table.time(), Order::velocity, found);
  if (table.order() == Order::acceleration) judge(accelerations, table.time(), Order::acceleration, found);
  return found;
}

}  // namespace jourdain
