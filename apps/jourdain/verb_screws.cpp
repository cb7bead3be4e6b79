// jourdain screws.
#include "matrix_text.hpp"

#include "core/suggest.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "kinematics/joint_screws.hpp"

#include <fmt/format.h>

namespace jourdain::cli {
namespace {

// The bodies asked for, all moving ones without any.
std::vector<int> chosen_bodies(const Mechanism& mechanism, const std::vector<std::string>& names) {
  std::vector<int> bodies;
  std::vector<std::string> known;
  for (std::size_t b = 1; b < mechanism.bodies.size(); ++b) {
    known.push_back(mechanism.bodies[b].name);
    if (names.empty()) bodies.push_back(static_cast<int>(b));
  }
  for (const std::string& name : names) {
    const int body = find_body(mechanism, name);
    if (body == 0) throw Error(ErrorKind::usage, "--body: the base does not move");
    if (body < 0) {
      const std::string near = suggest(name, known);
      throw Error(ErrorKind::usage,
                  fmt::format("--body: there is no body '{}': {}", name,
                              near.empty() ? "see info for the names" : fmt::format("did you mean '{}'?", near)));
    }
    bodies.push_back(body);
  }
  return bodies;
}

// One row for each freedom of each joint.
struct JointRow {
  Label label;
  Screw screw;
};

struct ScrewAnswer {
  std::vector<JointRow> joints;
  FoundMatrix influence;  // rates of all joint freedoms by those of the motors
  std::vector<int> bodies;
  std::vector<std::vector<Screw>> partial;  // by chosen body, then by driving motor
  std::vector<Screw> lie_of_bodies, lie_of_loops;
};

std::vector<JointRow> joint_rows(const Robot& robot, const Workspace& ws) {
  std::vector<JointRow> rows;
  for (int j = 0; j < static_cast<int>(robot.mechanism().joints.size()); ++j) {
    const std::vector<Screw> screws = joint_screws(ws, j);
    const std::vector<std::string> names = joint_rate_names(robot.mechanism(), j);
    for (std::size_t k = 0; k < screws.size(); ++k) {
      const bool length = is_length(robot.mechanism().joints[j].type, static_cast<int>(k));
      rows.push_back({{names[k], unit(length, 1)}, screws[k]});
    }
  }
  return rows;
}

ScrewAnswer screws_at(const Robot& robot, const ScrewsOptions& options, Workspace& ws) {
  ScrewAnswer result;
  result.joints = joint_rows(robot, ws);
  result.bodies = chosen_bodies(robot.mechanism(), options.bodies);
  LabelledMatrix& G = result.influence.matrix = {{}, actuator_labels(robot, driving_actuators(robot)), {}};
  for (const JointRow& row : result.joints) G.rows.push_back(row.label);
  G.entries.resize(static_cast<int>(G.rows.size()), static_cast<int>(G.columns.size()));
  if (!influence_coefficients(robot, ws, G.entries)) result.influence.missing = why_no_rates(robot);
  result.influence.conditioning = ws.report().conditioning;
  for (int body : result.bodies) {
    std::vector<Screw> screws(G.columns.size());
    if (result.influence.found() && partial_screws(robot, ws, body, screws)) result.partial.push_back(screws);
  }
  if (!has_rates(options.motion)) return result;
  const std::vector<JointChain> chains = body_chains(robot.mechanism());
  for (int body : result.bodies) result.lie_of_bodies.push_back(lie_screw(ws, chains[static_cast<std::size_t>(body)]));
  for (const JointChain& loop : loop_chains(robot.mechanism())) result.lie_of_loops.push_back(lie_screw(ws, loop));
  return result;
}

// "leg1.alpha leg1.beta -leg2.beta": joints against the chain have a minus.
std::string chain_text(const Mechanism& mechanism, const JointChain& chain) {
  std::string text;
  for (const ChainJoint& at : chain) {
    text += fmt::format("{}{}{}", text.empty() ? "" : " ", at.forward ? "" : "-", mechanism.joints[at.joint].name);
  }
  return text;
}

Json screw_json(const Screw& screw) {
  return {{"primary", vector_json(screw.primary)}, {"dual", vector_json(screw.dual)}};
}

Json chain_json(const Mechanism& mechanism, const JointChain& chain) {
  Json list = Json::array();
  for (const ChainJoint& at : chain)
    list.push_back({{"joint", mechanism.joints[at.joint].name}, {"forward", at.forward}});
  return list;
}

Json screws_json(const Robot& robot, const Workspace& ws, const ScrewAnswer& result, bool moving) {
  const Mechanism& mechanism = robot.mechanism();
  Json json = answer("screws", robot);
  json["ok"] = result.influence.found();
  if (mechanism.output) json["pose"] = pose_json(ws.output_pose());
  json["joint_screws"] = Json::array();
  for (const JointRow& row : result.joints) {
    json["joint_screws"].push_back({{"freedom", row.label.name}, {"unit", row.label.unit}});
    json["joint_screws"].back().update(screw_json(row.screw));
  }
  json["influence_coefficients"] = matrix_json(result.influence);
  if (!result.influence.found()) json["influence_missing"] = result.influence.missing;
  json["partial_screws"] = result.influence.found() ? Json::object() : Json(nullptr);
  for (std::size_t i = 0; i < result.partial.size(); ++i) {
    Json& of_body = json["partial_screws"][mechanism.bodies[result.bodies[i]].name] = Json::object();
    for (std::size_t k = 0; k < result.partial[i].size(); ++k)
      of_body[result.influence.matrix.columns[k].name] = screw_json(result.partial[i][k]);
  }
  if (!moving) {
    json["lie_screws"] = nullptr;
    return json;
  }
  const std::vector<JointChain> chains = body_chains(mechanism), loops = loop_chains(mechanism);
  Json& lie = json["lie_screws"] = {{"bodies", Json::array()}, {"loops", Json::array()}};
  for (std::size_t i = 0; i < result.bodies.size(); ++i) {
    Json entry{{"body", mechanism.bodies[result.bodies[i]].name}};
    entry["chain"] = chain_json(mechanism, chains[static_cast<std::size_t>(result.bodies[i])]);
    entry.update(screw_json(result.lie_of_bodies[i]));
    lie["bodies"].push_back(std::move(entry));
  }
  for (std::size_t l = 0; l < loops.size(); ++l) {
    Json entry{{"chain", chain_json(mechanism, loops[l])}};
    entry.update(screw_json(result.lie_of_loops[l]));
    lie["loops"].push_back(std::move(entry));
  }
  return json;
}

std::vector<std::string> screw_cells(const Numbers& number, const Screw& screw, const char* primary, const char* dual) {
  std::vector<std::string> cells;
  for (double value : screw.primary) cells.push_back(number(value));
  cells.emplace_back(primary);
  for (double value : screw.dual) cells.push_back(number(value));
  cells.emplace_back(dual);
  return cells;
}

void add_screw(std::vector<std::string> names, const std::vector<std::string>& cells, Table& table) {
  names.insert(names.end(), cells.begin(), cells.end());
  table.add(std::move(names));
}

void print_joint_screws(const Numbers& number, const ScrewAnswer& result) {
  heading("Joint screws: turn and velocity at the base origin for a unit rate");
  Table table({"joint", "", ">wx", ">wy", ">wz", "", ">vx", ">vy", ">vz", ""});
  for (const JointRow& row : result.joints) {
    add_screw({row.label.name, row.label.unit}, screw_cells(number, row.screw, "rad/s", "m/s"), table);
  }
  table.print();
}

void print_partial_screws(const Robot& robot, const Numbers& number, const ScrewAnswer& result) {
  heading("Partial screws: turn and velocity at the base origin of a body for a unit rate of a motor");
  Table table({"body", "motor", "", ">wx", ">wy", ">wz", "", ">vx", ">vy", ">vz", ""});
  for (std::size_t i = 0; i < result.partial.size(); ++i) {
    for (std::size_t k = 0; k < result.partial[i].size(); ++k) {
      const Label& motor = result.influence.matrix.columns[k];
      add_screw({k == 0 ? robot.mechanism().bodies[result.bodies[i]].name : "", motor.name, motor.unit},
                screw_cells(number, result.partial[i][k], "rad/s", "m/s"), table);
    }
  }
  table.print();
}

void print_lie_screws(const Robot& robot, const Numbers& number, const ScrewAnswer& result) {
  const Mechanism& mechanism = robot.mechanism();
  heading("Lie screws of the chains from the base to the bodies, and of the loops");
  Table table({"of", ">bx", ">by", ">bz", "", ">ax", ">ay", ">az", "", "joints on the way"});
  const auto add = [&](const std::string& name, const Screw& screw, const JointChain& chain) {
    std::vector<std::string> cells = screw_cells(number, screw, "rad/s^2", "m/s^2");
    cells.push_back(chain_text(mechanism, chain));
    add_screw({name}, cells, table);
  };
  const std::vector<JointChain> chains = body_chains(mechanism), loops = loop_chains(mechanism);
  for (std::size_t i = 0; i < result.bodies.size(); ++i) {
    add(mechanism.bodies[result.bodies[i]].name, result.lie_of_bodies[i], chains[result.bodies[i]]);
  }
  for (std::size_t l = 0; l < loops.size(); ++l) add(fmt::format("loop {}", l + 1), result.lie_of_loops[l], loops[l]);
  table.print();
}

void print_screws(const Robot& robot, const Numbers& number, const Workspace& ws, const ScrewAnswer& result,
                  bool moving) {
  print_text("{}{}\n", title(robot), at_pose(robot, number, ws));
  print_joint_screws(number, result);
  if (result.influence.found()) {
    heading("Influence coefficients: rates of the joints by the motors' rates");
    print_matrix(number, result.influence.matrix);
    print_partial_screws(robot, number, result);
  }
  if (moving) print_lie_screws(robot, number, result);
  print_text("\n");
  Facts facts;
  if (result.influence.found()) {
    facts.add("conditioning", Numbers{3}(result.influence.conditioning));
  } else {
    facts.add("influence", fmt::format("none: {}", result.influence.missing), Colour::bad);
  }
  if (!moving) facts.add("Lie screws", "zero at rest: give --twist or --rates");
  facts.print();
}

}  // namespace

int run_screws(const ScrewsOptions& options) {
  const Robot robot = robot_of(options);
  BadRows none;
  const MotionTable motion = parse_motion(robot, options.motion, Order::velocity, none);
  const bool moving = has_rates(options.motion);
  Workspace ws(robot);
  if (robot.mechanism().output || !driving_actuators(robot).empty()) {
    go_to(robot, options.motion, motion, 0, ws, moving ? Order::velocity : Order::position);
  } else if (moving || !options.motion.joints.empty()) {
    throw Error(ErrorKind::usage, fmt::format("'{}' has {}: leave out --joints and --rates, it stays at home",
                                              robot.mechanism().name, why_no_rates(robot)));
  }
  const ScrewAnswer result = screws_at(robot, options, ws);
  if (options.json) {
    print_json(screws_json(robot, ws, result, moving));
  } else {
    print_screws(robot, Numbers{options.digits}, ws, result, moving);
  }
  return result.influence.found() ? exit_ok : exit_bad_result;
}

}  // namespace jourdain::cli
