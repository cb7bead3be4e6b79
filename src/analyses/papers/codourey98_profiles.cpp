// [Codourey98] figure 8: arrival at the end point with three velocity profiles.
#include "analyses/papers/loop_trials.hpp"
#include "analyses/papers/paper_list.hpp"
#include "analyses/papers/results.hpp"

#include "jourdain/motion/motion_file.hpp"
#include "jourdain/motion/motions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

struct ProfileTrial {
  const char* name;
  const char* profile;
  double up, down;  // the paper's accelerations, m/s^2
};

constexpr double way_time = 1.0 / 6;  // 3 Hz there and back

// Largest acceleration and deceleration along the path.
std::pair<double, double> path_accelerations(const Motion& motion) {
  double up = 0, down = 0;
  for (int k = 0; k <= 4000; ++k) {
    PlatformState m;
    if (motion.at(way_time * k / 4000, m) != Status::ok || m.twist.v.norm() < 1e-9) continue;
    const double along = m.acceleration.a.dot(m.twist.v) / m.twist.v.norm();
    up = std::max(up, along), down = std::max(down, -along);
  }
  return {up, down};
}

// How the plate arrives: distances from the end point, signed along the direction of arrival.
struct Arrival {
  double overshoot = 0;  // m, beyond the end point
  double undershoot = 0;
  double largest = 0;  // distance after the arrival
  double settled = 0;  // s after the arrival, within 0.01 mm from then on
};

constexpr double settled_within = 1e-5;

Arrival arrival_of(const SimulatedLoop& trial, const Motion& motion, std::vector<double>& time,
                   std::vector<double>& distance) {
  const Motion wanted = motion.on(trial.believed);
  PlatformState last;
  (void)wanted.at(way_time, last);
  PlatformState before;
  (void)wanted.at(way_time - 1e-3, before);
  const Vector3 direction = (last.pose.p - before.pose.p).normalized();
  const LoopRecord record = simulate(trial, Law::feedforward, wanted).record;
  Arrival arrival;
  for (std::size_t row = 0; row < record.time.size(); ++row) {
    const Vector3 off = record.output[row].p - last.pose.p;
    const double along = off.dot(direction), late = record.time[row] - way_time;
    if (record.time[row] >= way_time - 0.002 && record.time[row] <= way_time + 0.03) {
      time.push_back(1e3 * late);
      distance.push_back(1e3 * along);
    }
    if (record.time[row] < way_time - 1e-9) continue;
    arrival.overshoot = std::max(arrival.overshoot, along);
    arrival.undershoot = std::max(arrival.undershoot, -along);
    arrival.largest = std::max(arrival.largest, off.norm());
    if (off.norm() > settled_within) arrival.settled = late;
  }
  return arrival;
}

// Over so many plants, whose masses differ from the model's; the first one's arrival is drawn.
Arrival mean_arrival(const ProfileTrial& profile, const Motion& way, int seeds, SimulatedLoop& trial,
                     PlotPanel& panel) {
  Arrival mean;
  for (int seed = 1; seed <= seeds; ++seed) {
    trial.plant = Robot(with_errors(trial.believed.mechanism(), {.inertia = 0.1}, static_cast<std::uint64_t>(seed)));
    std::vector<double> time, distance;
    const Arrival one = arrival_of(trial, way, time, distance);
    mean.overshoot += one.overshoot / seeds, mean.undershoot += one.undershoot / seeds;
    mean.largest += one.largest / seeds, mean.settled += one.settled / seeds;
    if (seed == 1) panel.series.push_back(plotted(profile.name, time, distance));
  }
  return mean;
}

// Faster and faster, until regulator 4 loses a millimetre.
void add_rhythm(const Robot& robot, SimulatedLoop& trial, PaperResult& result) {
  ResultTable rhythm{"rhythm",
                     "there and back over 250 mm, regulator 4 with (58)",
                     {"cycles per second", "plate mm", "largest moment N m", "largest acceleration m/s^2"},
                     {}};
  double at_three = 0;
  trial.plant = Robot(with_errors(trial.believed.mechanism(), {.inertia = 0.1}, 1));
  for (const double hertz : {2.0, 3.0, 4.0, 5.0}) {
    const Motion cycle =
        load_motion(robot, fmt::format("pick from={{x: -125 mm, y: 0, z: -400 mm}} to={{x: 125 mm, y: 0, z: -400 mm}} "
                                       "height=100mm duration={}s",
                                       0.5 / hertz))
            .motion;
    const SimulatedRun course = simulate(trial, Law::feedforward, cycle);
    const double peak = 2 * M_PI * 0.35452 / (0.25 / (hertz * hertz));
    rhythm.rows.push_back({hertz, 1e3 * course.report.position_error.value, course.largest_force(), peak});
    if (hertz == 3) at_three = course.report.position_error.value;
  }
  result.tables.push_back(std::move(rhythm));
  result.claims.push_back({"pick and place over 250 mm at more than 3 Hz",
                           fmt::format("followed within {:.2g} mm at 3 Hz", 1e3 * at_three), at_three < 2e-3, ""});
}

}  // namespace

PaperResult codourey98_fig8(const ReproduceOptions& options) {
  PaperResult result = new_result("codourey98-fig8");
  result.setting =
      "delta with rotors of 0.015 kg m^2, time constant 0.91 ms, 1 kHz, regulator 4 with (58), masses of the plant "
      "with 10 % deviation; "
      "semi-ellipse of 250 mm and the length 0.354 m in 1/6 s: L / T^2 = 12.75 m/s^2 for all three";
  Robot robot = with_rotors(catalogue_robot_named("delta"), 0.015);
  SimulatedLoop trial = loop_trial(robot, 2e-3 / 2.2);
  trial.laws.model = ModelChoice::codourey58;
  ResultTable accelerations{
      "accelerations", "accelerations along the path, m/s^2", {"profile", "ours", "paper", "ratio"}, {}};
  ResultTable arrivals{"arrival",
                       "arrival at the end point, mean over plants",
                       {"profile", "largest distance mm", "overshoot mm", "undershoot mm", "within 0.01 mm after ms"},
                       {}};
  Plot plot;
  plot.title = "arrival at the end point, [Codourey98] figure 8";
  plot.across = {"time after the end of the motion", "ms", {}, {}};
  PlotPanel panel;
  panel.up = {"beyond the end point", "mm", {}, {}};
  std::vector<Arrival> means;
  const int seeds = options.brief ? 2 : 8;
  double worst = 0;
  for (const ProfileTrial& profile :
       {ProfileTrial{"parabolic", "parabolic", 51, 51}, ProfileTrial{"sine on ramp", "sine", 80, 80},
        ProfileTrial{"non-symmetric sine on ramp", "asymmetric-sine", 120, 60}}) {
    const Motion way =
        load_motion(robot,
                    fmt::format("pick from={{x: -125 mm, y: 0, z: -400 mm}} to={{x: 125 mm, y: 0, z: -400 mm}} "
                                "height=100mm duration=166.6666666667ms back=false profile={}; hold duration=80ms",
                                profile.profile))
            .motion;
    const auto [up, down] = path_accelerations(way);
    accelerations.rows.push_back(compared_row(fmt::format("{}, speeding up", profile.name), up, profile.up));
    accelerations.rows.push_back(compared_row(fmt::format("{}, slowing down", profile.name), down, profile.down));
    worst = std::max({worst, std::abs(up / profile.up - 1), std::abs(down / profile.down - 1)});
    const Arrival mean = mean_arrival(profile, way, seeds, trial, panel);
    arrivals.rows.push_back(
        {profile.name, 1e3 * mean.largest, 1e3 * mean.overshoot, 1e3 * mean.undershoot, 1e3 * mean.settled});
    means.push_back(mean);
  }
  plot.panels.push_back(std::move(panel));
  result.plots.push_back({"arrival", std::move(plot)});
  result.tables = {accelerations, arrivals};
  result.claims.push_back({"accelerations of 51, 80, and 120 up and 60 down, m/s^2",
                           fmt::format("within {:.2g} % of them, at equal length and duration", 100 * worst),
                           worst < 0.02, ""});
  result.claims.push_back({"the smooth profiles overshoot less than the parabolic one, the non-symmetric one least",
                           fmt::format("largest distance after the arrival {:.3g}, {:.3g}, {:.3g} mm",
                                       1e3 * means[0].largest, 1e3 * means[1].largest, 1e3 * means[2].largest),
                           means[1].largest < means[0].largest && means[2].largest < means[1].largest, ""});
  add_rhythm(robot, trial, result);
  result.remarks = {
      "The paper's three peak accelerations belong to one length and one duration: 51 : 80 : 120/60 = 4 : 2 pi : 3 pi "
      "/ 1.5 pi. Length and "
      "duration are not published; 3 Hz there and back and a semi-ellipse of 250 mm fit them.",
      "The paper's curves have no scale that the text gives; the order is compared, not the size."};
  return result;
}

}  // namespace jourdain
