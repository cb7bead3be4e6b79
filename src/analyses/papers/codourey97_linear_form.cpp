// [Codourey97]: the Jacobian by differences, and the parameters of the linear form.
#include "analyses/papers/paper_list.hpp"
#include "analyses/papers/results.hpp"

#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/linear_form/base_parameters.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "linear_form/parameters/parameter_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace jourdain {
namespace {

// (36) written out, with the sign of b put right (theory: misprints).
Matrix3 jacobian_36(const Robot& robot, const Vector3& X, const VectorX& q) {
  const auto length = [&](const char* name) {
    for (const NamedValue& value : robot.mechanism().parameters) {
      if (value.name == name) return value.value;
    }
    return 0.0;
  };
  const double R = length("R_A") - length("R_B"), L_A = length("L_A");
  Matrix3 S, J = Matrix3::Zero();
  Vector3 sb;
  for (int i = 0; i < 3; ++i) {
    const Matrix3 turn = Eigen::AngleAxisd(2 * M_PI * i / 3, Vector3::UnitZ()).toRotationMatrix();
    const Vector3 s = X - turn * Vector3(R + L_A * std::cos(q[i]), 0, -L_A * std::sin(q[i]));
    const Vector3 b = turn * Vector3(L_A * std::sin(q[i]), 0, L_A * std::cos(q[i]));
    S.row(i) = s.transpose();
    sb[i] = s.dot(b);
  }
  J = -S.inverse() * sb.asDiagonal();
  return J;
}

// (26), (27): forward differences of the direct geometric model, with numbers of either length.
Matrix3 jacobian_27(const Robot& robot, Workspace ws, const VectorX& q, double delta, bool single) {
  const auto place = [&](const VectorX& at) {
    (void)forward_kinematics(robot, at, ws);
    const Vector3 p = ws.output_pose().p;
    return single ? Vector3(p.cast<float>().cast<double>()) : p;
  };
  const Vector3 here = place(q);
  Matrix3 J;
  for (int k = 0; k < 3; ++k) J.col(k) = (place(q + delta * VectorX::Unit(3, k)) - here) / delta;
  return J;
}

// Errors of differences by their step; the best with numbers of 64 and of 32 bits.
std::pair<double, double> compare_steps(const Robot& robot, std::vector<Workspace>& at, const std::vector<Matrix3>& J,
                                        PaperResult& result) {
  ResultTable table{"differences", "(27) against (36)", {"step rad", "error, 64 bits", "error, 32 bits"}, {}};
  double best = unlimited, best_single = unlimited;
  for (const double delta : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9}) {
    double worst[2] = {0, 0};
    for (std::size_t k = 0; k < at.size(); ++k) {
      VectorX q(3);
      for (int i = 0; i < 3; ++i) q[i] = at[k].motor_position(i);
      for (const bool single : {false, true}) {
        const Matrix3 difference = jacobian_27(robot, at[k], q, delta, single) - J[k];
        worst[single] = std::max(worst[single], difference.cwiseAbs().maxCoeff() / J[k].cwiseAbs().maxCoeff());
      }
    }
    best = std::min(best, worst[0]), best_single = std::min(best_single, worst[1]);
    table.rows.push_back({delta, worst[0], worst[1]});
  }
  result.tables.push_back(std::move(table));
  return {best, best_single};
}

}  // namespace

PaperResult codourey97_jacobian(const ReproduceOptions& options) {
  PaperResult result = new_result("codourey97-jacobian");
  result.setting =
      "delta, 40 states along the semi-ellipse of [Codourey98] 5.2; largest error of an entry over the largest entry";
  const Robot robot = catalogue_robot_named("delta");
  const Motion motion = load_motion(robot,
                                    "pick from={x: -125 mm, y: 40 mm, z: -400 mm} to={x: 125 mm, y: -30 mm, z: "
                                    "-400 mm} height=100mm duration=166.6667ms")
                            .motion;
  const int states = options.brief ? 10 : 40;
  Follower follow(motion);
  Workspace ws(robot);
  std::vector<Workspace> at;
  double closed = 0;
  std::vector<Matrix3> J;
  for (int k = 0; k < states; ++k) {
    if (follow(motion.duration() * (k + 0.5) / states, ws) != Status::ok) continue;
    MatrixX engine(6, 3);
    if (output_jacobian(robot, ws, engine) != Status::ok) continue;
    VectorX q(3);
    for (int i = 0; i < 3; ++i) q[i] = ws.motor_position(i);
    J.push_back(jacobian_36(robot, ws.output_pose().p, q));
    at.push_back(ws);
    closed = std::max(closed, (engine.topRows(3) - J.back()).cwiseAbs().maxCoeff() / J.back().cwiseAbs().maxCoeff());
  }
  const auto [best, best_single] = compare_steps(robot, at, J, result);
  // What both cost.
  VectorX q(3);
  for (int i = 0; i < 3; ++i) q[i] = at.front().motor_position(i);
  const int calls = options.brief ? 200 : 5000;
  const auto timed = [&](const auto& call) {
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < calls; ++k) call();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count() / calls;
  };
  Workspace moving = at.front();
  MatrixX engine(6, 3);
  const double by_differences = timed([&] {
    for (int k = 0; k < 4; ++k)
      (void)forward_kinematics(robot, q + (k % 2 ? 1e-6 : 0) * VectorX::Unit(3, k % 3), moving);
  });
  const double by_closure = timed([&] { (void)output_jacobian(robot, moving, engine); });
  result.tables.push_back({"times",
                           "time of one Jacobian, microseconds",
                           {"method", "ours", "paper, T800"},
                           {{"(27), four direct models", measured_cell(by_differences), 1000},
                            {"(36), the engine's", measured_cell(by_closure), ""}}});
  result.claims.push_back(
      {"(36) is the Jacobian", fmt::format("equal to the engine's to {:.1g}", closed), closed < 1e-9, ""});
  result.claims.push_back(
      {"the step must be small against the error of the formula, and large against numerical noise",
       fmt::format("the best step leaves {:.1g} with numbers of 64 bits, {:.1g} with 32", best, best_single),
       best < 1e-6 && best_single < 1e-2 && best_single > best, ""});
  result.remarks = {
      "(33), (34) are printed with the wrong sign of L_A cos q; (36) holds with b_i = R [L_A sin q, 0, +L_A cos q]."};
  return result;
}

PaperResult codourey97_parameters(const ReproduceOptions&) {
  PaperResult result = new_result("codourey97-parameters");
  result.setting =
      "delta-lumped: the DELTA with forearms as points at their ends, and delta with its forearms as bars; base "
      "parameters by rank";
  LinearFormOptions independent, identical, whole;
  independent.legs = LegSharing::independent;
  identical.legs = LegSharing::identical;
  whole.legs = LegSharing::independent;
  whole.structure = false;
  ResultTable table{"counts", "number of parameters", {"robot", "ours", "paper", "ratio"}, {}};
  BaseParameters seven = find_base_parameters(LinearForm(catalogue_robot_named("delta-lumped"), independent));
  const auto count = [&](const char* name, const char* robot, const LinearFormOptions& form, std::optional<int> paper) {
    const int found =
        static_cast<int>(find_base_parameters(LinearForm(catalogue_robot_named(robot), form)).base.size());
    table.rows.push_back(compared_row(name, found, paper ? std::optional<double>(*paper) : std::nullopt));
    return found;
  };
  const int ours = count("massless forearms, mass centres of the arms on the arms", "delta-lumped", independent, 7);
  count("the same with identical arms", "delta-lumped", identical, {});
  count("forearms with all their parameters", "delta", whole, {});
  result.tables.push_back(std::move(table));
  ResultTable parameters{"parameters", "the base parameters", {"ours", "paper", "value", "unit"}, {}};
  bool all = true;
  for (std::size_t k = 0; k < seven.base.size(); ++k) {
    const Parameter& p = seven.full.parameters()[seven.base[k].parameter];
    const auto named = [&](const std::string& name) { return name == p.name; };
    std::string theirs;
    for (int leg = 1; leg <= 3; ++leg) {
      if (named(fmt::format("sx.leg{}.arm", leg))) theirs = fmt::format("m{0} r{0}x", leg);
      if (named(fmt::format("Iyy.leg{}.arm", leg))) theirs = fmt::format("I{}yy", leg);
    }
    if (named("m.platform")) theirs = "m_n";
    all = all && !theirs.empty();
    parameters.rows.push_back(
        {seven.base[k].expression, theirs, seven.base[k].value, parameter_unit(seven.form, static_cast<int>(k))});
  }
  result.tables.push_back(std::move(parameters));
  result.claims.push_back({"the linear form (45) of the DELTA has seven parameters",
                           fmt::format("{} by rank{}", ours, all ? ", the same ones" : ""), ours == 7 && all, ""});
  result.remarks = {
      "(43) is printed with a zero column for m r_z; it is -g sin q and vanishes only because the arms' mass centres "
      "lie on the arms. Without "
      "that there are ten parameters.",
      "(45) is not the linear form of (58): that has one plate mass for inertia and another for weight, eight "
      "parameters."};
  return result;
}

}  // namespace jourdain
