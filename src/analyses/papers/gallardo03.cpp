// [Gallardo03] sections 5 and 6: rates, partial screws and generalised forces.
#include "analyses/papers/paper_list.hpp"
#include "analyses/papers/results.hpp"

#include "jourdain/dynamics/formulations.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/motion/motion_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

double screw_distance(const Screw& a, const Screw& b) {
  return std::max((a.primary - b.primary).norm(), (a.dual - b.dual).norm());
}

// Largest differences along a motion.
struct Differences {
  double coefficients = 0, rates = 0, screws = 0, forces = 0, work = 0, twice = 0, largest = 0;
};

// Forces by the screws, by virtual work and by virtual power at this state; without friction, as in the paper.
void compare_formulations(const Robot& robot, Workspace& ws, Differences& worst, VectorX& forces) {
  DynamicsOptions options;
  options.friction = false;
  VectorX screw = forces, work = forces;
  if (inverse_dynamics(robot, ws, forces, options) != Status::ok ||
      inverse_dynamics_by(Formulation::screw, robot, ws, screw, options) != Status::ok ||
      inverse_dynamics_by(Formulation::virtual_work, robot, ws, work, options) != Status::ok) {
    worst.forces = unlimited;
    return;
  }
  worst.forces = std::max(worst.forces, (screw - forces).cwiseAbs().maxCoeff());
  worst.work = std::max(worst.work, (work - forces).cwiseAbs().maxCoeff());
  worst.largest = std::max(worst.largest, forces.cwiseAbs().maxCoeff());
  VectorX gravity = forces;
  if (gravity_forces(robot, ws, gravity) == Status::ok)
    worst.twice = std::max(worst.twice, gravity.cwiseAbs().maxCoeff());
}

PlotPanel curves_panel(const char* label, const char* unit, const std::vector<std::string>& names,
                       const std::vector<double>& time, const std::vector<std::vector<double>>& values) {
  PlotPanel panel;
  panel.up = {label, unit, {}, {}};
  for (std::size_t k = 0; k < names.size(); ++k) panel.series.push_back(plotted(names[k], time, values[k]));
  return panel;
}

ResultTable agreement_table(const Differences& worst, const char* coefficient_name) {
  ResultTable table{"agreement",
                    "largest difference along the motion, over the largest value where that is not 1",
                    {"quantity", "difference"},
                    {}};
  if (coefficient_name) table.rows.push_back({coefficient_name, worst.coefficients});
  table.rows.push_back({"joint rates: paper's form against the engine's", worst.rates});
  table.rows.push_back({"partial screws: paper's form against the engine's", worst.screws});
  table.rows.push_back({"forces: screws (36), (37) against virtual power", worst.forces / worst.largest});
  table.rows.push_back({"forces: virtual work against virtual power", worst.work / worst.largest});
  return table;
}

void claim_agreement(const char* motion, const std::string& equal_to, const char* forces, const Differences& worst,
                     PaperResult& result) {
  result.claims.push_back(
      {motion, "equal to the engine's to " + equal_to, worst.rates < 1e-9 && worst.screws < 1e-9, ""});
  result.claims.push_back(
      {forces, fmt::format("equal to virtual power's to {:.0e} of the largest", worst.forces / worst.largest),
       worst.forces < 1e-9 * worst.largest, ""});
}

// Axes of the joints, and the passive joints' rates by the motors': (45), and (46) with its determinants put right.
struct PaperCoefficients {
  Eigen::Matrix2d g;
  Vector3 u2, u3;
};

PaperCoefficients paper_coefficients(double q1, double q2) {
  const Vector3 u2(0, std::cos(q1), std::sin(q1)), u2b(std::cos(q2), 0, -std::sin(q2));
  const double a = u2b.cross(u2).norm();
  const Vector3 u3 = u2b.cross(u2) / a;
  Eigen::Matrix2d g;
  g << -std::sin(q1) * std::sin(q2) * std::cos(q2) / (a * a), std::cos(q1) / (a * a), -std::cos(q1) * std::sin(q2) / a,
      -std::sin(q1) * std::cos(q2) / a;
  return {g, u2, u3};
}

// Lines of the legs through U and S, (60), and how far the legs' rates by them are from the engine's.
Matrix6 leg_lines(const Mechanism& m, const Placement& pose, const Screw& V, const Workspace& ws, Differences& worst) {
  Matrix6 lines;
  for (std::size_t i = 0; i < 6; ++i) {
    const Joint& ball = m.joints[m.legs[i].joints[0]];
    const Joint& cardan = m.joints[m.legs[i].joints[2]];
    const Vector3 S = ball.in_a.p, U = pose * cardan.in_b.p, e = (U - S).normalized();
    const Screw line = axis_screw(e, S);
    worst.rates = std::max(worst.rates, std::abs(klein(line, V) - ws.motor_velocity(static_cast<int>(i))));
    lines.row(static_cast<int>(i)) << line.dual.transpose(), line.primary.transpose();
  }
  return lines;
}

}  // namespace

PaperResult gallardo03_gearshift(const ReproduceOptions& options) {
  PaperResult result = new_result("gallardo03-gearshift");
  result.setting =
      "gearshift with our own masses (the paper gives none), no friction; the knob on a figure of eight, 25 degrees to "
      "the sides in 2 s";
  const Robot robot = catalogue_robot_named("gearshift");
  const Motion motion =
      load_motion(robot, "fourier frequency=0.5Hz sine={rx: [25 deg], ry: [0, 20 deg]} ramp=0.2s").motion;
  const int s2 = find_joint(robot.mechanism(), "chain1.s2"), s3 = find_joint(robot.mechanism(), "chain1.s3");
  const int knob = find_body(robot.mechanism(), "knob");
  const std::vector<int> offsets = joint_offsets(robot);
  MatrixX G(offsets.back(), 2);
  std::vector<Screw> partial(2);
  Workspace ws(robot);
  Follower follow(motion);
  Differences worst;
  std::vector<double> time;
  std::vector<std::vector<double>> rates(4), moments(2);
  VectorX forces(2);
  const int states = options.brief ? 60 : 400;
  for (int k = 0; k <= states; ++k) {
    const double t = motion.duration() * k / states;
    if (follow(t, ws) != Status::ok || influence_coefficients(robot, ws, G) != Status::ok ||
        partial_screws(robot, ws, knob, partial) != Status::ok)
      continue;
    const auto [g, u2, u3] = paper_coefficients(ws.motor_position(0), ws.motor_position(1));
    Eigen::Matrix2d engine;
    engine << G.row(offsets[s2]), G.row(offsets[s3]);
    worst.coefficients = std::max(worst.coefficients, (engine - g).cwiseAbs().maxCoeff());
    const Eigen::Vector2d dq(ws.motor_velocity(0), ws.motor_velocity(1)), passive = g * dq;
    worst.rates = std::max(
        {worst.rates, std::abs(passive[0] - ws.joint(s2).rate[0]), std::abs(passive[1] - ws.joint(s3).rate[0])});
    for (int i = 0; i < 2; ++i) {
      const Screw paper{(i == 0 ? 1.0 : 0.0) * Vector3::UnitX() + g(0, i) * u2 + g(1, i) * u3, Vector3::Zero()};
      worst.screws = std::max(worst.screws, screw_distance(paper, partial[i]));
    }
    compare_formulations(robot, ws, worst, forces);
    time.push_back(t);
    for (int i = 0; i < 2; ++i) {
      rates[i].push_back(dq[i]);
      rates[i + 2].push_back(passive[i]);
      moments[i].push_back(forces[i]);
    }
  }
  result.tables.push_back(agreement_table(worst, "influence coefficients (45), (46) against the engine's"));
  Plot plot;
  plot.title = "gearshift, [Gallardo03] 5";
  plot.panels = {
      curves_panel("joint rates", "rad/s", {"motor 1", "motor 2", "s2 of chain 1", "s3 of chain 1"}, time, rates),
      curves_panel("generalised forces", "N m", {"motor 1", "motor 2"}, time, moments)};
  result.plots.push_back({"gearshift", std::move(plot)});
  claim_agreement("joint rates and partial screws by influence coefficients (38)-(47)",
                  fmt::format("{:.0e}", std::max(worst.rates, worst.screws)),
                  "generalised forces by the Klein form (36), (37)", worst, result);
  result.remarks = {fmt::format("(52)-(55) as printed count gravity twice, by its moment about O and by m g at the "
                                "mass centre: up to {:.2g} N m too much here, {:.2g} % of the largest moment.",
                                worst.twice, 100 * worst.twice / worst.largest),
                    "(46) is printed with one determinant that is zero; its first column is 1s2(1). The knob's wrench "
                    "carries index 3, not 2."};
  return result;
}

PaperResult gallardo03_stewart(const ReproduceOptions& options) {
  PaperResult result = new_result("gallardo03-stewart");
  result.setting =
      "stewart-gallardo with our own dimensions (the paper gives none); all six coordinates on sines in 2 s";
  const Robot robot = catalogue_robot_named("stewart-gallardo");
  const Motion motion = load_motion(robot,
                                    "fourier frequency=0.5Hz sine={x: [60 mm], y: [0, 40 mm], z: [0, 0, 25 mm], "
                                    "rx: [0, 6 deg], ry: [8 deg], rz: [0, 0, 5 deg]} ramp=0.2s")
                            .motion;
  const int platform = robot.mechanism().output->body;
  const Mechanism& m = robot.mechanism();
  std::vector<Screw> partial(6);
  Workspace ws(robot);
  Follower follow(motion);
  Differences worst;
  std::vector<double> time;
  std::vector<std::vector<double>> rates(6), pushes(6);
  VectorX forces(6);
  const int states = options.brief ? 40 : 300;
  for (int k = 0; k <= states; ++k) {
    const double t = motion.duration() * k / states;
    if (follow(t, ws) != Status::ok || partial_screws(robot, ws, platform, partial) != Status::ok) continue;
    const Placement pose = ws.body_pose(platform);
    const Screw V = velocity_state(ws.body_twist(platform), pose.p);
    const Matrix6 lines = leg_lines(m, pose, V, ws, worst);
    // (62): columns of the inverse, as (w; v_O).
    const Matrix6 inverse = lines.inverse();
    for (int i = 0; i < 6; ++i) {
      const Screw paper{inverse.col(i).head<3>(), inverse.col(i).tail<3>()};
      worst.screws = std::max(worst.screws, screw_distance(paper, partial[i]) / (1 + paper.primary.norm()));
    }
    compare_formulations(robot, ws, worst, forces);
    time.push_back(t);
    for (int i = 0; i < 6; ++i) {
      rates[i].push_back(1e3 * ws.motor_velocity(i));
      pushes[i].push_back(forces[i]);
    }
  }
  result.tables.push_back(agreement_table(worst, nullptr));
  std::vector<std::string> names;
  for (int i = 1; i <= 6; ++i) names.push_back(fmt::format("leg {}", i));
  Plot plot;
  plot.title = "Gough-Stewart platform, [Gallardo03] 6";
  plot.panels = {curves_panel("rates of the legs", "mm/s", names, time, rates),
                 curves_panel("generalised forces", "N", names, time, pushes)};
  result.plots.push_back({"stewart", std::move(plot)});
  claim_agreement("rates of the motors by the Klein form (60), partial screws of the platform by (62)",
                  fmt::format("{:.0e} and {:.0e}", worst.rates, worst.screws), "generalised forces (74)", worst,
                  result);
  result.remarks = {
      "(67), (68), (74) as printed carry one index for leg and motor; all 36 combinations are needed. (72), (73) "
      "are printed with the platform's inertia for every link."};
  return result;
}

}  // namespace jourdain
