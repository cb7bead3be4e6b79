// jourdain jacobian.
#include "matrix_text.hpp"

#include "core/joined.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace jourdain::cli {
namespace {

// All Jacobians at a state; the rate only along a velocity.
struct Jacobians {
  FoundMatrix inverse, forward;
  std::optional<LabelledMatrix> rate;
};

void require_jacobian(const Robot& robot) {
  const std::string& name = robot.mechanism().name;
  if (!robot.mechanism().output) {
    throw Error(ErrorKind::usage,
                fmt::format("'{}' has no platform or end point, and so no Jacobian: see screws for the rates of its "
                            "joints, or declare one in the model",
                            name));
  }
  if (robot.actuators().empty()) {
    throw Error(ErrorKind::usage, fmt::format("'{}' has no motors: nothing drives it", name));
  }
}

FoundMatrix inverse_at(const Robot& robot, Workspace& ws) {
  std::vector<int> all(robot.actuators().size());
  std::iota(all.begin(), all.end(), 0);
  FoundMatrix found;
  LabelledMatrix& B = found.matrix = {actuator_labels(robot, all), move_labels(robot), {}};
  B.entries.resize(static_cast<int>(B.rows.size()), static_cast<int>(B.columns.size()));
  if (!inverse_jacobian(robot, ws, B.entries)) found.missing = "singular: the joints do not follow the output here";
  found.conditioning = ws.report().conditioning;
  return found;
}

FoundMatrix forward_at(const Robot& robot, Workspace& ws) {
  FoundMatrix found;
  LabelledMatrix& J = found.matrix = {output_labels(), actuator_labels(robot, driving_actuators(robot)), {}};
  J.entries.resize(6, static_cast<int>(J.columns.size()));
  if (!output_jacobian(robot, ws, J.entries)) found.missing = why_no_rates(robot);
  found.conditioning = ws.report().conditioning;
  return found;
}

Jacobians jacobians_at(const Robot& robot, Workspace& ws, bool moving) {
  Jacobians result{inverse_at(robot, ws), forward_at(robot, ws), {}};
  if (!moving || !result.forward.found()) return result;
  LabelledMatrix Jdot{output_labels(2), result.forward.matrix.columns, result.forward.matrix.entries};
  if (output_jacobian_rate(robot, ws, Jdot.entries)) result.rate = std::move(Jdot);
  return result;
}

// Rows that are no moves and stay zero say nothing: text leaves them out.
LabelledMatrix without_idle_rows(const Robot& robot, const LabelledMatrix& J) {
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  const double noise = 1e-12 * J.entries.cwiseAbs().maxCoeff();
  std::vector<int> kept;
  for (int c = 0; c < 6; ++c) {
    const bool is_move = std::ranges::find(moves, static_cast<Move>(c)) != moves.end();
    if (is_move || J.entries.row(c).cwiseAbs().maxCoeff() > noise) kept.push_back(c);
  }
  LabelledMatrix shown{{}, J.columns, MatrixX(static_cast<int>(kept.size()), J.entries.cols())};
  for (int c : kept) {
    shown.entries.row(static_cast<int>(shown.rows.size())) = J.entries.row(c);
    shown.rows.push_back(J.rows[static_cast<std::size_t>(c)]);
  }
  return shown;
}

Json jacobians_json(const Robot& robot, const Workspace& ws, const Jacobians& found, bool moving, bool good) {
  Json json = answer("jacobian", robot);
  json["ok"] = good;
  json["pose"] = pose_json(ws.output_pose());
  if (moving) json["twist"] = twist_json(ws.output_twist());
  json["actuators"] = joints_json(robot, ws, moving ? Order::velocity : Order::position, false);
  json["inverse"] = matrix_json(found.inverse);
  if (!found.inverse.found()) json["inverse_missing"] = found.inverse.missing;
  json["forward"] = matrix_json(found.forward);
  if (!found.forward.found()) json["forward_missing"] = found.forward.missing;
  json["forward_rate"] = found.rate ? matrix_json(*found.rate) : Json(nullptr);
  json["singularity"] = singularity_json(robot, singularity_distance(robot, ws));
  json["nearest_limit"] = limit_json(robot, nearest_limit(robot, ws));
  return json;
}

void print_jacobians(const Robot& robot, const Numbers& number, const Workspace& ws, const Jacobians& found) {
  print_text("{}{}\n", title(robot), at_pose(robot, number, ws));
  if (found.inverse.found()) {
    heading("Inverse Jacobian: rates of the motors by the output's velocity");
    print_matrix(number, found.inverse.matrix);
  }
  if (found.forward.found()) {
    heading("Forward Jacobian J: velocity of the output by the motors' rates");
    print_matrix(number, without_idle_rows(robot, found.forward.matrix));
  }
  if (found.rate) {
    heading("Its time derivative: acceleration of the output by the motors' rates, beside J times their accelerations");
    print_matrix(number, without_idle_rows(robot, *found.rate));
  }
  print_text("\n");
  Facts facts;
  const auto add = [&](const char* label, const FoundMatrix& part) {
    if (part.found()) {
      facts.add(label, fmt::format("conditioning {}", Numbers{3}(part.conditioning)));
    } else {
      facts.add(label, fmt::format("none: {}", part.missing), Colour::bad);
    }
  };
  add("inverse Jacobian", found.inverse);
  add("forward Jacobian", found.forward);
  const std::vector<int>& driving = driving_actuators(robot);
  if (!driving.empty() && driving.size() < robot.actuators().size()) {
    std::vector<std::string> names;
    for (const Label& motor : actuator_labels(robot, driving)) names.push_back(motor.name);
    facts.add("driving motors", fmt::format("{}; the others follow", joined(names)));
  }
  add_singularity(robot, number, singularity_distance(robot, ws), facts);
  add_limits(robot, number, ws, facts);
  facts.print();
}

}  // namespace

int run_jacobian(const JacobianOptions& options) {
  const Robot robot = robot_of(options);
  require_jacobian(robot);
  BadRows none;
  const MotionTable motion = parse_motion(robot, options.motion, Order::velocity, none);
  const bool moving = has_rates(options.motion);
  Workspace ws(robot);
  go_to(robot, options.motion, motion, 0, ws, moving ? Order::velocity : Order::position);
  const Jacobians found = jacobians_at(robot, ws, moving);
  const bool good = found.inverse.found() && found.forward.found() && exceeded_limits(robot, ws).empty();
  warn_of_fold(robot, ws);
  if (options.json) {
    print_json(jacobians_json(robot, ws, found, moving, good));
  } else {
    print_jacobians(robot, Numbers{options.digits}, ws, found);
  }
  return good ? exit_ok : exit_bad_result;
}

}  // namespace jourdain::cli
