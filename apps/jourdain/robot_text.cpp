#include "robot_text.hpp"
#include "model/joint_freedoms.hpp"

#include "analyses/simpler_model.hpp"
#include "model/edit/change_model.hpp"

#include "core/joined.hpp"
#include "io/atomic_file.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "jourdain/study/workspace_map.hpp"
#include "kinematics/home_check.hpp"
#include "kinematics/home_hints.hpp"
#include "model/mechanism_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace jourdain::cli {
namespace {

constexpr double degree = M_PI / 180;

// Where answers go instead of the standard output.
CapturedAnswer* captured_answer = nullptr;

}  // namespace

Json vector_json(const Vector3& v) { return Json::array({finite(v[0]), finite(v[1]), finite(v[2])}); }

std::vector<double> listed(const Vector3& v, double factor) { return {factor * v[0], factor * v[1], factor * v[2]}; }

Json finite(double value) {
  if (!std::isfinite(value)) return nullptr;
  return value == 0 ? 0.0 : value;
}

Json array(const VectorX& values) {
  Json list = Json::array();
  for (int i = 0; i < values.size(); ++i) list.push_back(finite(values[i]));
  return list;
}

void warn_of_impossible(const Mechanism& mechanism) {
  const std::vector<std::string> bodies = impossible_bodies(mechanism);
  if (bodies.empty()) return;
  warn(fmt::format("unphysical: no body can have the inertia of {}; results may have no physical meaning",
                   joined(bodies)));
}

std::vector<Suspicion> warn_of_change(const Mechanism& before, const Mechanism& after) {
  std::vector<Suspicion> doubts = doubts_of_change(before, after);
  for (const Suspicion& s : doubts) warn(fmt::format("{}: {}", s.message, s.hint));
  return doubts;
}

Robot robot_of(const Common& options, const std::string& rotor_inertia) {
  try {
    LoadedModel loaded = load_model(options.model, read_options(options));
    if (!loaded.warnings.empty()) {
      warn(fmt::format("{}: {}: {}", options.model, loaded.warnings.front().message,
                       loaded.warnings.size() == 1
                           ? std::string("jourdain check shows the line")
                           : fmt::format("jourdain check shows this and {} more", loaded.warnings.size() - 1)));
    }
    Mechanism mechanism = loaded.mechanism;
    change_model(options, mechanism);
    set_rotors(rotor_inertia, mechanism);
    warn_of_change(loaded.mechanism, mechanism);
    warn_of_impossible(mechanism);
    const Robot robot(std::move(mechanism));
    return options.simplify.empty() ? robot : simpler_robot(robot, options.simplify);
  } catch (const MechanismError& error) {
    throw with_place(error, options.model);
  }
}

Painted title(const Robot& robot) { return paint(Stream::out, Colour::bold, marked_name(robot.mechanism())); }

Json answer(const char* verb, const Robot& robot) {
  Json json{{"jourdain", version()}, {"verb", verb}, {"model", robot.mechanism().name}};
  const std::vector<std::string> impossible = impossible_bodies(robot.mechanism());
  if (!impossible.empty()) json["unphysical"] = impossible;
  return json;
}

CapturedAnswer::CapturedAnswer() { captured_answer = this; }
CapturedAnswer::~CapturedAnswer() { captured_answer = nullptr; }

void print_json(const Json& json) {
  if (captured_answer) {
    captured_answer->json_ = json;
    return;
  }
  print_text("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
}

const char* unit(bool length, int order) {
  static constexpr const char* lengths[] = {"m", "m/s", "m/s^2"};
  static constexpr const char* angles[] = {"rad", "rad/s", "rad/s^2"};
  return length ? lengths[order] : angles[order];
}

std::string friendly(const Numbers& number, bool length, double value) {
  return coordinate_text(length, value, number.digits);
}

Json pose_json(const Placement& pose) {
  const Eigen::Vector4d q = quaternion_from_rotation(pose.R);
  const Vector3 cardan = cardan_from_rotation(pose.R);
  return {{"position", vector_json(pose.p)},
          {"quaternion_wxyz", {finite(q[0]), finite(q[1]), finite(q[2]), finite(q[3])}},
          {"cardan_rad", vector_json(cardan)},
          {"cardan_deg", vector_json(cardan / degree)},
          {"rotation_vector", vector_json(vector_from_rotation(pose.R))}};
}

void add_pose(const Numbers& number, const Placement& pose, Facts& facts) {
  const Eigen::Vector4d q = quaternion_from_rotation(pose.R);
  const Vector3 cardan = cardan_from_rotation(pose.R);
  facts.add("position x, y, z", fmt::format("{} m", number.list(listed(pose.p))));
  facts.add("", fmt::format("{} mm", number.list(listed(pose.p, 1000))));
  facts.add("quaternion w, x, y, z", number.list({q[0], q[1], q[2], q[3]}));
  facts.add("Cardan rx, ry, rz", fmt::format("{} rad", number.list(listed(cardan))));
  facts.add("", fmt::format("{} deg", number.list(listed(cardan, 1 / degree))));
}

std::string moves_text(const Robot& robot, const Numbers& number, const Placement& pose) {
  return moves_text(robot.mechanism(), robot.size(), pose, number.digits);
}

std::vector<int> chosen_joints(const Robot& robot, bool all) {
  if (!all) return robot.actuators();
  std::vector<int> joints(robot.mechanism().joints.size());
  std::iota(joints.begin(), joints.end(), 0);
  return joints;
}

Json twist_json(const Twist& twist) { return {{"v", vector_json(twist.v)}, {"w", vector_json(twist.w)}}; }

Json acceleration_json(const Acceleration& acceleration) {
  return {{"a", vector_json(acceleration.a)}, {"dw", vector_json(acceleration.dw)}};
}

Json joints_json(const Robot& robot, const Workspace& workspace, Order order, bool all) {
  Json list = Json::array();
  const auto put = [&](Json& entry, const char* key, const double* values, int count) {
    entry[key] = Json::array();
    for (int i = 0; i < count; ++i) entry[key].push_back(finite(values[i]));
  };
  for (int j : chosen_joints(robot, all)) {
    const Joint& joint = robot.mechanism().joints[static_cast<std::size_t>(j)];
    JointState s = workspace.joint(j);
    // What a motor was told comes back to the last bit.
    if (const auto at = std::ranges::find(robot.actuators(), j); at != robot.actuators().end()) {
      const int k = static_cast<int>(at - robot.actuators().begin());
      s.position[0] = workspace.actuator_position(k);
      s.rate[0] = workspace.actuator_velocity(k);
      s.acceleration[0] = workspace.actuator_acceleration(k);
    }
    Json entry{{"joint", joint.name}, {"type", to_string(joint.type)}, {"actuated", joint.actuator.has_value()}};
    put(entry, "position", s.position, s.positions);
    if (order != Order::position) put(entry, "rate", s.rate, s.freedoms);
    if (order == Order::acceleration) put(entry, "acceleration", s.acceleration, s.freedoms);
    list.push_back(std::move(entry));
  }
  return list;
}

void print_joints(const Robot& robot, const Numbers& number, const Workspace& workspace, Order order, bool all) {
  const Mechanism& mechanism = robot.mechanism();
  Table table({"joint", "", "type", ">position", ">", ">rate", ">acceleration"});
  const auto add = [&](const Joint& joint, int freedom, double position, double rate, double change) {
    const bool length = is_length(joint.type, freedom);
    const auto with_unit = [&](double value, int n) { return fmt::format("{} {}", number(value), unit(length, n)); };
    table.add({joint.name, freedom_word(joint, freedom), all ? std::string(to_string(joint.type)) : "",
               with_unit(position, 0), friendly(number, length, position),
               order != Order::position ? with_unit(rate, 1) : "",
               order == Order::acceleration ? with_unit(change, 2) : ""});
  };
  for (int k = 0; !all && k < static_cast<int>(robot.actuators().size()); ++k) {
    add(mechanism.joints[robot.actuators()[k]], 0, workspace.actuator_position(k), workspace.actuator_velocity(k),
        workspace.actuator_acceleration(k));
  }
  for (int j = 0; all && j < static_cast<int>(mechanism.joints.size()); ++j) {
    const Joint& joint = mechanism.joints[j];
    const JointState s = workspace.joint(j);
    if (!joint_kind(joint.type).is_ball) {
      for (int i = 0; i < s.freedoms; ++i) add(joint, i, s.position[i], s.rate[i], s.acceleration[i]);
      continue;
    }
    // A ball joint: its Cardan angles, and the angular velocity in the axes of its frame on the first body.
    const Vector3 cardan =
        cardan_from_rotation(rotation_from_quaternion({s.position[0], s.position[1], s.position[2], s.position[3]}));
    static constexpr const char* axes[] = {"rx", "ry", "rz"};
    for (int i = 0; i < 3; ++i) {
      table.add({joint.name, axes[i], std::string(to_string(joint.type)), fmt::format("{} rad", number(cardan[i])),
                 friendly(number, false, cardan[i]),
                 order != Order::position ? fmt::format("{} rad/s", number(s.rate[i])) : "",
                 order == Order::acceleration ? fmt::format("{} rad/s^2", number(s.acceleration[i])) : ""});
    }
  }
  table.print();
}

Json singularity_json(const Robot& robot, const SingularityReport& report) {
  return {{"type1", finite(report.type1)},
          {"type1_limb", report.limb >= 0 ? Json(robot.limbs()[report.limb].name) : Json(nullptr)},
          {"type2", finite(report.type2)},
          {"constraint", finite(report.constraint)},
          {"digits_lost", finite(report.digits_lost)}};
}

void add_singularity(const Robot& robot, const Numbers& number, const SingularityReport& report, Facts& facts) {
  const Numbers few{std::min(number.digits, 4)};
  const auto colour = [](double distance) {
    return distance < 1e-4 ? Colour::bad : distance < 0.02 ? Colour::warn : Colour::plain;
  };
  const std::string limb = report.limb >= 0 ? fmt::format(", worst at {}", robot.limbs()[report.limb].name) : "";
  facts.add("type-1 distance", fmt::format("{}  (0: a leg cannot follow{})", few(report.type1), limb),
            colour(report.type1));
  facts.add("type-2 distance", fmt::format("{}  (0: the motors lose control)", few(report.type2)),
            colour(report.type2));
  facts.add("constraint distance", fmt::format("{}  (0: the mechanism gains a freedom)", few(report.constraint)),
            colour(report.constraint));
  facts.add("digits lost", few(std::round(10 * report.digits_lost) / 10));
}

Json bad_rows_json(const BadRows& bad) {
  Json list = Json::array();
  for (const Diagnostic& row : bad) list.push_back({{"line", row.mark.line}, {"message", row.message}});
  return list;
}

Json limit_json(const Robot& robot, const LimitState& limit) {
  if (limit.joint < 0) return nullptr;
  return {{"joint", robot.mechanism().joints[limit.joint].name},
          {"freedom", limit.freedom >= 0 ? Json(limit.freedom) : Json("cone")},
          {"value", finite(limit.value)},
          {"lower", finite(limit.lower)},
          {"upper", finite(limit.upper)},
          {"margin", finite(limit.margin)}};
}

void add_limits(const Robot& robot, const Numbers& number, const Workspace& workspace, Facts& facts) {
  const Numbers few{std::min(number.digits, 4)};
  const std::vector<LimitState> exceeded = exceeded_limits(robot, workspace);
  if (exceeded.empty()) facts.add("nearest limit", limit_text(robot, nearest_limit(robot, workspace), few.digits));
  for (const LimitState& limit : exceeded)
    facts.add("limit exceeded", limit_text(robot, limit, few.digits), Colour::bad);
}

void refuse_status(const Workspace& workspace, const std::string& where) {
  throw Error(ErrorKind::numerical, fmt::format("{}{}", where, workspace.explain()));
}

void warn_all(const Warnings& warnings) {
  for (const std::string& text : warnings) warn(text);
}

namespace {

// Calls `ask` with a list for its warnings, and warns of them.
template <typename Ask>
auto warned(const Ask& ask) {
  struct Told {
    Warnings warnings;
    ~Told() { warn_all(warnings); }
  } told;
  return ask(told.warnings);
}

}  // namespace

bool warn_of_joints(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion,
                    const std::vector<LimitState>& limits) {
  return warned([&](Warnings& w) { return warn_of_joints(robot, arguments, motion, limits, w); });
}

bool warn_of_joints(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion,
                    const std::vector<LimitState>& limits, std::size_t beyond) {
  return warned([&](Warnings& w) { return warn_of_joints(robot, arguments, motion, limits, beyond, w); });
}

bool warn_of_fold(const Robot& robot, Workspace& workspace, const std::string& where) {
  return warned([&](Warnings& w) { return warn_of_fold(robot, workspace, w, where); });
}

void warn_of_idle_spins(const Robot& robot) {
  warned([&](Warnings& w) { warn_of_idle_spins(robot, w); });
}

MotionDescription read_described(const Robot& robot, const std::string& motion) {
  return warned([&](Warnings& w) { return read_described(robot, motion, w); });
}

void warn_of_choices(const MotionDescription& description) {
  warned([&](Warnings& w) { warn_of_choices(description, w); });
}

MotionTable parse_motion(const Robot& robot, const MotionArguments& arguments, Order needed, BadRows& bad,
                         PeakSampling* peaks) {
  return warned([&](Warnings& w) { return parse_motion(robot, arguments, needed, bad, w, peaks); });
}

void warn_of_rates(const Robot& robot, const MotionArguments& arguments, const MotionTable& table) {
  warned([&](Warnings& w) { warn_of_rates(robot, arguments, table, w); });
}

void warn_of_bad_rows(const MotionArguments& arguments, const BadRows& bad) {
  warned([&](Warnings& w) { warn_of_bad_rows(arguments, bad, w); });
}

LoadCase::LoadCase(const Robot& robot, const LoadArguments& arguments, Warnings&& warnings)
    : jourdain::LoadCase(robot, arguments, warnings) {
  warn_all(warnings);
}

bool warn_of_path(const RowWatch& watch) {
  return warned([&](Warnings& w) { return watch.warn(w); });
}

bool warn_of_path(const PathSummary& path) {
  return warned([&](Warnings& w) { return !path.warn(w); });
}

Json events_json(const PathSummary& path) {
  Json list = Json::array();
  for (const auto& [e, place] : path.events) {
    list.push_back({{"kind", to_string(e.kind)},
                    {"sample", e.sample},
                    {"fraction", finite(e.fraction)},
                    {"value", finite(e.value)},
                    {"message", e.message}});
  }
  return list;
}

Json path_json(const std::optional<PathSummary>& path) {
  if (!path) return nullptr;
  return {{"examined_pairs", path->examined}, {"events", events_json(*path)}};
}

void write_plot_and_table(const std::string& plot_file, const std::function<std::string()>& plot,
                          const std::string& table_file, const std::function<std::string()>& table) {
  std::vector<FileText> files;
  if (!table_file.empty()) files.push_back({table_file, table()});
  if (!plot_file.empty()) files.push_back({plot_file, plot()});
  write_together(files);
}

void require_states_for_plot(const std::string& plot_file, const MotionArguments& motion) {
  if (!plot_file.empty() && !has_rows(motion))
    throw Error(ErrorKind::usage, "--plot goes with --states or --motion: a single state has no curve");
}

}  // namespace jourdain::cli
