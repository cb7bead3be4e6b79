// [Codourey98] figures 4 and 5, and what the simplified model loses.
#include "analyses/papers/loop_trials.hpp"
#include "analyses/papers/paper_list.hpp"
#include "analyses/papers/results.hpp"

#include "design/mass_matrix_map.hpp"
#include "jourdain/design/simplify.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/motion/motion_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double rotors[] = {0, 0.015};  // kg m^2

struct InertiaMap {
  MassMatrixMap map;
  double least = unlimited, most = 0, coupling = 0;  // of the diagonal; largest entry off it
  double ratio() const { return most / least; }
};

// (50) is the mass matrix of the robot with a third of each forearm on the plate and two thirds at the elbow.
InertiaMap inertia_map(double rotor, double z, bool simplified_model, int cells) {
  const Robot full = with_rotors(catalogue_robot_named("delta"), rotor);
  const Robot robot = simplified_model ? Robot(simplified(full.mechanism(), Simplification::thirds)) : full;
  SliceRequest request = default_slice(robot);
  request.across = Move::x, request.up = Move::y;
  request.across_from = request.up_from = -0.25;
  request.across_to = request.up_to = 0.25;
  request.across_count = request.up_count = cells;
  request.at = robot.home_pose();
  request.at.p.z() = z;
  InertiaMap result{mass_matrix_map(robot, request)};
  for (const MatrixX& M : result.map.M) {
    for (int i = 0; i < M.rows(); ++i) {
      result.least = std::min(result.least, M(i, i)), result.most = std::max(result.most, M(i, i));
      for (int j = 0; j < i; ++j) result.coupling = std::max(result.coupling, std::abs(M(i, j)));
    }
  }
  return result;
}

HeatmapMatrix map_picture(const InertiaMap& inertia, const std::string& title, const std::string& subtitle) {
  HeatmapMatrix picture;
  picture.title = title;
  picture.subtitle = subtitle;
  const SliceRequest& r = inertia.map.slice.request;
  picture.across = {"x", "m", r.across_from, r.across_to, r.across_count};
  picture.up = {"y", "m", r.up_from, r.up_to, r.up_count};
  picture.size = 3;
  picture.colours = {{"diagonal, kg m^2", false}, {"coupling, kg m^2", true}};
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      HeatmapMatrix::Panel panel;
      panel.row = i, panel.column = j;
      panel.colours = i == j ? 0 : 1;
      panel.symbol = "M";
      panel.index = fmt::format("{}{}", i + 1, j + 1);
      for (const MatrixX& M : inertia.map.M) {
        panel.values.push_back(M.rows() == 3 ? M(i, j) : std::numeric_limits<double>::quiet_NaN());
      }
      picture.panels.push_back(std::move(panel));
    }
  }
  return picture;
}

PaperResult inertia_figure(const char* key, double z, double other_z, const ReproduceOptions& options) {
  PaperResult result = new_result(key);
  result.setting = fmt::format(
      "delta, horizontal cut at z = {:.0f} mm, x and y from -250 to 250 mm; motor inertia is not published", 1e3 * z);
  const int cells = options.brief ? 13 : 26;
  ResultTable table{"inertias",
                    "inertia seen from a motor over the cut, kg m^2",
                    {"motor inertia", "model", "least diagonal", "largest diagonal", "ratio", "paper",
                     "largest coupling", "coupling over least diagonal"},
                    {}};
  double low = unlimited, high = 0, coupled = 0, here = 0, there = 0, difference = 0;
  for (const double rotor : rotors) {
    InertiaMap maps[2];
    for (const bool thirds : {true, false}) {
      InertiaMap& inertia = maps[thirds ? 0 : 1] = inertia_map(rotor, z, thirds, cells);
      table.rows.push_back({rotor, thirds ? "(50)" : "full", inertia.least, inertia.most, inertia.ratio(),
                            thirds ? "about 2" : "", inertia.coupling, inertia.coupling / inertia.least});
    }
    low = std::min(low, maps[0].ratio()), high = std::max(high, maps[0].ratio());
    coupled = std::max(coupled, maps[0].coupling / maps[0].least);
    for (std::size_t k = 0; k < maps[0].map.M.size(); ++k) {
      if (maps[0].map.M[k].rows() != 3 || maps[1].map.M[k].rows() != 3) continue;
      difference = std::max(difference, (maps[0].map.M[k] - maps[1].map.M[k]).cwiseAbs().maxCoeff() / maps[1].most);
    }
    if (rotor == 0) continue;
    here = maps[0].ratio();
    there = inertia_map(rotor, other_z, true, cells).ratio();
    result.maps.push_back(
        {"mass-matrix",
         map_picture(maps[0], result.title, fmt::format("[Codourey98] (50), motor inertia {} kg m^2", rotor))});
  }
  result.tables.push_back(std::move(table));
  result.claims.push_back({"the ratio of largest to smallest inertia is about 2",
                           fmt::format("{:.2g} with a motor inertia of 0.015 kg m^2, {:.2g} without any", low, high),
                           0.9 * low < 2 && high > 2, ""});
  const bool upper = z > other_z;
  result.claims.push_back(
      {"the inertias vary more in the upper part of the workspace",
       fmt::format("ratio {:.2g} at z = {:.0f} mm, {:.2g} at z = {:.0f} mm", here, 1e3 * z, there, 1e3 * other_z),
       upper == (here > there), ""});
  result.claims.push_back({"the coupling has the order of magnitude of the inertias themselves",
                           fmt::format("up to {:.2g} times the least diagonal entry without motor inertia", coupled),
                           coupled > 0.3, ""});
  result.remarks = {
      "The paper's masses and motor inertia are not published. Clavel's masses without a motor inertia give larger "
      "ratios; with 0.015 kg m^2, "
      "plausible for a direct drive, the upper cut has 2.1 and the lower one 1.5.",
      fmt::format("(50) departs from the full mass matrix by up to {:.2g} % of its largest entry here.",
                  100 * difference),
      "(50) is printed with m_b/2 and a garbled plate mass; used is what follows from the kinetic energy: m_b/3 and "
      "m_n + m_ab."};
  return result;
}

}  // namespace

PaperResult codourey98_fig4(const ReproduceOptions& options) {
  return inertia_figure("codourey98-fig4", -0.23, -0.35, options);
}

PaperResult codourey98_fig5(const ReproduceOptions& options) {
  return inertia_figure("codourey98-fig5", -0.35, -0.23, options);
}

PaperResult codourey98_model58(const ReproduceOptions& options) {
  PaperResult result = new_result("codourey98-model58");
  result.setting =
      "delta, semi-ellipse over 250 mm, sine on ramp, there and back in 1/3 s; moments of (58) less those of (57)";
  ResultTable table{"loss",
                    "what (58) loses along the motion",
                    {"motor inertia kg m^2", "largest difference over largest moment %",
                     "RMS difference, worst motor N m", "largest moment N m"},
                    {}};
  ResultTable agreement{"agreement",
                        "(57) with bars against the engine on rigid bodies",
                        {"motor inertia kg m^2", "largest difference over largest moment"},
                        {}};
  double lightest = 0, apart = 0;
  const int states = options.brief ? 60 : 400;
  for (const double rotor : rotors) {
    const Robot robot = with_rotors(catalogue_robot_named("delta"), rotor);
    const Motion motion = load_motion(robot,
                                      "pick from={x: -125 mm, y: 0, z: -400 mm} to={x: 125 mm, y: 0, z: -400 mm} "
                                      "height=100mm duration=166.6667ms")
                              .motion;
    SimplificationLoss loss(robot, robot, Formulation::bars_simplified);
    Workspace ws(robot);
    Follower follow(motion);
    VectorX bars(3), rigid(3);
    double difference = 0, largest = 0;
    for (int k = 0; k <= states; ++k) {
      const double t = motion.duration() * k / states;
      PlatformState m;
      if (motion.at(t, m) != Status::ok || loss.add(m, {}, t) != Status::ok) continue;
      if (follow(t, ws) != Status::ok || inverse_dynamics_by(Formulation::bars, robot, ws, bars) != Status::ok ||
          inverse_dynamics(robot, ws, rigid) != Status::ok) {
        continue;
      }
      difference = std::max(difference, (bars - rigid).cwiseAbs().maxCoeff());
      largest = std::max(largest, rigid.cwiseAbs().maxCoeff());
    }
    const LossReport report = loss.report();
    double rms = 0;
    for (const MotorLoss& motor : report.motors) rms = std::max(rms, motor.difference_rms);
    table.rows.push_back({rotor, 100 * report.largest, rms, largest});
    agreement.rows.push_back({rotor, difference / largest});
    lightest = std::max(lightest, report.largest);
    apart = std::max(apart, difference / largest);
  }
  result.tables = {table, agreement};
  result.claims.push_back({"the simplification leads to an efficient model without much loss in precision",
                           fmt::format("at most {:.2g} % of the largest moment along this motion", 100 * lightest),
                           lightest < 0.1, ""});
  result.claims.push_back({"(57) is the full model",
                           fmt::format("equal to the engine's to {:.1g} of the largest moment", apart), apart < 1e-10,
                           ""});
  result.remarks = {
      "The loss is that of the forearms' coupling; a heavy motor inertia makes it a smaller share of the moments."};
  return result;
}

}  // namespace jourdain
