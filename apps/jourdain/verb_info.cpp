// jourdain info.
#include "model/edit/change_model.hpp"
#include "refused_model.hpp"
#include "robot_text.hpp"

#include "core/joined.hpp"
#include "jourdain/model/reader.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain::cli {
namespace {

const char* kind_name(NodeKind kind) {
  switch (kind) {
    case NodeKind::base: return "base";
    case NodeKind::revolute: return "revolute";
    case NodeKind::prismatic: return "prismatic";
    case NodeKind::helical: return "helical";
    case NodeKind::spherical: return "spherical";
    case NodeKind::free: return "free";
  }
  return "unknown";
}

// "-60 to 100 deg", one per freedom that has limits.
std::string limits_text(const Numbers& number, const Joint& joint) {
  std::string text;
  for (std::size_t i = 0; i < joint.axes.size(); ++i) {
    const Limits& l = joint.axes[i].limits;
    if (!std::isfinite(l.lower) && !std::isfinite(l.upper)) continue;
    const bool length = is_length(joint.type, static_cast<int>(i));
    text += fmt::format("{}{} to {}", text.empty() ? "" : "; ", friendly(number, length, l.lower),
                        friendly(number, length, l.upper));
  }
  if (std::isfinite(joint.cone))
    text += fmt::format("{}cone {}", text.empty() ? "" : "; ", friendly(number, false, joint.cone));
  return text;
}

void print_structure(const Robot& robot, const Numbers& number) {
  const Mechanism& m = robot.mechanism();
  const Mobility& mobility = robot.mobility();
  print_text("{}  {}\n\n", title(robot), m.description);
  Facts facts;
  facts.add("freedoms", fmt::format("{}{}", mobility.freedoms(),
                                    mobility.idle > 0 ? fmt::format(" and {} idle", mobility.idle) : ""));
  facts.add("motors", fmt::format("{}, {}", mobility.motors, to_string(mobility.actuation)));
  facts.add("bodies, joints, loops", fmt::format("{}, {}, {}", mobility.bodies, mobility.joints, mobility.loops));
  facts.add("joint equations", fmt::format("{}, rank {}", mobility.equations, mobility.rank));
  facts.add("size", fmt::format("{} m", number(robot.size())));
  facts.add("gravity", fmt::format("{} m/s^2", number.list(listed(m.gravity))));
  double mass = 0;
  for (const Body& body : m.bodies) mass += body.inertial.mass;
  facts.add("moving mass", fmt::format("{} kg", number(mass)));
  if (m.output) {
    facts.add(m.output->is_platform ? "platform" : "end point on", m.bodies[m.output->body].name);
    facts.add("home", moves_text(robot, number, robot.home_pose()));
    facts.add("inverse kinematics",
              robot.pose_is_explicit() ? "pose follows from the moves" : "other coordinates follow by Newton's method");
    if (!m.output->tool.p.isZero(0) || !m.output->tool.R.isIdentity(0)) {
      facts.add("tool at", fmt::format("{} m", number.list(listed(m.output->tool.p))));
    }
    if (m.output->payload.mass > 0) facts.add("payload", fmt::format("{} kg", number(m.output->payload.mass)));
  }
  facts.add("forward kinematics", robot.has_closed_forward() ? "closed form" : "Newton's method, certified");
  facts.add("dynamics", robot.dynamics_method());
  facts.print();

  if (!robot.limbs().empty()) {
    heading("Legs (actuated joint in brackets)");
    Table legs({"leg", "structure", "method", "mode"});
    for (const LimbSummary& limb : robot.limbs()) legs.add({limb.name, limb.structure, limb.method, limb.mode});
    legs.print();
  }
}

void print_bodies(const Mechanism& m, const Numbers& number) {
  heading("Bodies (centre of mass in the body frame, inertia about it)");
  Table table(
      {"body", ">mass (kg)", ">com x (m)", ">y", ">z", ">Ixx (kg m^2)", ">Iyy", ">Izz", ">Ixy", ">Ixz", ">Iyz"});
  bool products = false;
  for (const Body& body : m.bodies) {
    const Matrix3& I = body.inertial.inertia;
    products |= I(0, 1) != 0 || I(0, 2) != 0 || I(1, 2) != 0;
  }
  for (std::size_t b = 1; b < m.bodies.size(); ++b) {
    const Inertial& i = m.bodies[b].inertial;
    const Matrix3& I = i.inertia;
    std::vector<std::string> row{m.bodies[b].name};
    for (double v : {i.mass, i.com[0], i.com[1], i.com[2], I(0, 0), I(1, 1), I(2, 2)}) row.push_back(number(v));
    for (double v : {I(0, 1), I(0, 2), I(1, 2)}) row.push_back(products ? number(v) : "");
    table.add(std::move(row));
  }
  table.print();
}

// Without a tree no joint is cut.
void print_joints_table(const Mechanism& m, const SpanningTree* tree, const Numbers& number) {
  heading("Joints");
  Table table({"joint", "type", "between", "", "limits", "place in a (m)", "place in b (m)", ""});
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    const Joint& joint = m.joints[j];
    table.add({joint.name, std::string(to_string(joint.type)),
               fmt::format("{}, {}", m.bodies[joint.body_a].name, m.bodies[joint.body_b].name),
               joint.actuator ? "motor" : "", limits_text(Numbers{4}, joint), number.list(listed(joint.in_a.p)),
               number.list(listed(joint.in_b.p)), tree && tree->joint_cut[j] >= 0 ? "cut" : ""});
  }
  table.print();
}

void print_forces(const Mechanism& m, const Numbers& number) {
  Table friction({"joint", ">freedom", ">dry", ">break-away", ">viscous", ">offset", "shared"});
  Table springs({"joint", ">freedom", ">stiffness", ">rest", ">preload"});
  for (const Joint& joint : m.joints) {
    for (std::size_t i = 0; i < joint.axes.size(); ++i) {
      const Friction& f = joint.axes[i].friction;
      const Spring& s = joint.axes[i].spring;
      const bool length = is_length(joint.type, static_cast<int>(i));
      const char* force = length ? "N" : "N m";
      const std::string freedom = joint.axes.size() > 1 ? std::to_string(i + 1) : "";
      if (f.coulomb != 0 || f.viscous != 0 || f.offset != 0) {
        friction.add({joint.name, freedom, fmt::format("{} {}", number(f.coulomb), force),
                      f.breakaway > 0 ? fmt::format("{} {}", number(f.breakaway), force) : "",
                      fmt::format("{} {}", number(f.viscous), length ? "N s/m" : "N m s"),
                      f.offset != 0 ? fmt::format("{} {}", number(f.offset), force) : "", f.shared});
      }
      if (s.stiffness != 0 || s.preload != 0) {
        springs.add({joint.name, freedom, fmt::format("{} {}", number(s.stiffness), length ? "N/m" : "N m/rad"),
                     friendly(number, length, s.rest), fmt::format("{} {}", number(s.preload), force)});
      }
    }
  }
  if (!friction.empty()) heading("Friction"), friction.print();
  if (!springs.empty()) heading("Springs"), springs.print();
  if (!m.counterbalances.empty()) {
    heading("Counterbalances");
    Table table({"name", "between", ">stiffness", ">length", ">force"});
    for (const Counterbalance& c : m.counterbalances) {
      table.add({c.name, fmt::format("{}, {}", m.bodies[c.body_a].name, m.bodies[c.body_b].name),
                 fmt::format("{} N/m", number(c.stiffness)), fmt::format("{} m", number(c.length)),
                 fmt::format("{} N", number(c.force))});
    }
    table.print();
  }
}

void print_actuators(const Robot& robot, const Numbers& number) {
  if (robot.actuators().empty()) return;
  heading("Motors, in the order of all lists");
  Table table(
      {"joint", ">at home", ">", ">gear", ">rotor inertia", ">direction", ">zero", ">largest force", ">largest speed"});
  for (std::size_t k = 0; k < robot.actuators().size(); ++k) {
    const Joint& joint = robot.mechanism().joints[robot.actuators()[k]];
    const Actuator& a = *joint.actuator;
    const bool length = is_length(joint.type, 0);
    const double home = robot.home_actuators()[static_cast<int>(k)];
    table.add({joint.name, fmt::format("{} {}", number(home), unit(length, 0)), friendly(number, length, home),
               number(a.gear), a.rotor_inertia != 0 ? number(a.rotor_inertia) : "", a.direction < 0 ? "-1" : "+1",
               a.zero != 0 ? friendly(number, length, a.zero) : "",
               std::isfinite(a.max_force) ? fmt::format("{} {}", number(a.max_force), length ? "N" : "N m") : "",
               std::isfinite(a.max_speed) ? fmt::format("{} {}", number(a.max_speed), unit(length, 1)) : ""});
  }
  table.print();
}

void print_tree(const Robot& robot) {
  const Mechanism& m = robot.mechanism();
  const SpanningTree& tree = robot.tree();
  heading(fmt::format("Spanning tree ({} coordinates, {} closure equations)", tree.nv, tree.rows));
  Table nodes({">node", ">parent", "kind", "joint", "carries"});
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    std::vector<std::string> carried;
    for (std::size_t b = 0; b < tree.bodies.size(); ++b) {
      if (tree.bodies[b].node == static_cast<int>(n)) carried.push_back(m.bodies[b].name);
    }
    const TreeNode& node = tree.nodes[n];
    nodes.add({std::to_string(n), node.parent >= 0 ? std::to_string(node.parent) : "", kind_name(node.kind),
               node.joint >= 0 ? m.joints[node.joint].name : "", joined(carried)});
  }
  nodes.print();
  if (tree.cuts.empty()) return;
  heading("Cuts, where the loops are opened");
  Table cuts({"joint", "type", ">equations", ">between nodes"});
  for (const Cut& cut : tree.cuts) {
    cuts.add({m.joints[cut.joint].name, std::string(to_string(cut.type)), std::to_string(cut.rows),
              fmt::format("{}, {}", cut.node_a, cut.node_b)});
  }
  cuts.print();
}

Json joint_json(const Mechanism& m, const SpanningTree* tree, int j) {
  const Joint& joint = m.joints[j];
  Json json{{"name", joint.name},
            {"type", to_string(joint.type)},
            {"between", {m.bodies[joint.body_a].name, m.bodies[joint.body_b].name}},
            {"place_in_a", vector_json(joint.in_a.p)},
            {"place_in_b", vector_json(joint.in_b.p)},
            {"cut", tree && tree->joint_cut[j] >= 0},
            {"cone", finite(joint.cone)}};
  json["axes"] = Json::array();
  for (const JointAxis& axis : joint.axes) {
    const Friction& f = axis.friction;
    const Spring& s = axis.spring;
    json["axes"].push_back({{"limits", {finite(axis.limits.lower), finite(axis.limits.upper)}},
                            {"friction",
                             {{"coulomb", f.coulomb},
                              {"viscous", f.viscous},
                              {"offset", f.offset},
                              {"breakaway", std::max(f.breakaway, f.coulomb)},
                              {"stribeck_speed", f.stribeck_speed},
                              {"shared", f.shared}}},
                            {"spring", {{"stiffness", s.stiffness}, {"rest", s.rest}, {"preload", s.preload}}}});
  }
  if (joint.actuator) {
    const Actuator& a = *joint.actuator;
    json["actuator"] = {{"gear", a.gear}, {"rotor_inertia", a.rotor_inertia}, {"direction", a.direction},
                        {"zero", a.zero}, {"max_force", finite(a.max_force)}, {"max_speed", finite(a.max_speed)}};
    const DriveModel& d = a.drive;
    json["drive"] = {{"time_constant", d.time_constant}, {"gain", d.gain},
                     {"force_step", d.force_step},       {"force_noise", d.force_noise},
                     {"encoder_step", d.encoder_step},   {"position_noise", d.position_noise}};
  }
  return json;
}

// Bodies and joints.
void add_parts_json(const Mechanism& m, const SpanningTree* tree, Json& json) {
  json["bodies"] = Json::array();
  for (const Body& body : m.bodies) {
    const Matrix3& I = body.inertial.inertia;
    json["bodies"].push_back({{"name", body.name},
                              {"mass", body.inertial.mass},
                              {"com", vector_json(body.inertial.com)},
                              {"inertia", {vector_json(I.row(0)), vector_json(I.row(1)), vector_json(I.row(2))}}});
  }
  json["joints"] = Json::array();
  for (int j = 0; j < static_cast<int>(m.joints.size()); ++j) json["joints"].push_back(joint_json(m, tree, j));
}

// A mechanism of which no robot can be made has its bodies and joints all the same.
int inform_refused(const InfoOptions& options, const RefusedModel& refused) {
  const Mechanism& m = refused.mechanism;
  print_refusal(refused);
  if (options.json) {
    Json json = refused_json("info", refused);
    add_parts_json(m, nullptr, json);
    print_json(json);
    return exit_input;
  }
  const Numbers number{options.digits};
  print_refused(refused);
  print_bodies(m, number);
  print_joints_table(m, nullptr, number);
  print_forces(m, number);
  return exit_input;
}

Json info_json(const Robot& robot) {
  const Mechanism& m = robot.mechanism();
  const Mobility& mobility = robot.mobility();
  Json json = answer("info", robot);
  json["description"] = m.description;
  json["size"] = finite(robot.size());
  json["gravity"] = vector_json(m.gravity);
  json["mobility"] = {{"freedoms", mobility.freedoms()},
                      {"idle", mobility.idle},
                      {"motors", mobility.motors},
                      {"loops", mobility.loops},
                      {"equations", mobility.equations},
                      {"rank", mobility.rank},
                      {"actuation", to_string(mobility.actuation)}};
  json["generated_dynamics"] = robot.dynamics_method();
  json["moves"] = Json::array();
  if (m.output) {
    for (Move move : m.output->moves) json["moves"].push_back(to_string(move));
    json["home_pose"] = pose_json(robot.home_pose());
  }
  json["actuators"] = Json::array();
  for (int j : robot.actuators()) json["actuators"].push_back(m.joints[j].name);
  json["home_actuators"] = array(robot.home_actuators());
  json["pose_is_explicit"] = robot.pose_is_explicit();
  json["has_closed_forward"] = robot.has_closed_forward();
  json["legs"] = Json::array();
  for (const LimbSummary& l : robot.limbs()) {
    json["legs"].push_back({{"name", l.name}, {"structure", l.structure}, {"method", l.method}, {"mode", l.mode}});
  }
  add_parts_json(m, &robot.tree(), json);
  json["tree"] = {
      {"nodes", robot.tree().nodes.size()}, {"coordinates", robot.tree().nv}, {"equations", robot.tree().rows}};
  return json;
}

}  // namespace

int run_info(const InfoOptions& options) {
  if (options.print) {
    if (options.json) throw Error(ErrorKind::usage, "--print writes a model file: leave out --json");
    Mechanism mechanism = load(options.model, read_options(options));
    change_model(options, mechanism);
    warn_of_impossible(mechanism);
    if (!impossible_bodies(mechanism).empty())
      print_text("# {}: read with --allow-unphysical\n", marked_name(mechanism));
    print_text("{}", print_model(mechanism));
    return exit_ok;
  }
  const std::variant<Robot, RefusedModel> found = robot_or_refusal(options);
  if (const auto* refused = std::get_if<RefusedModel>(&found)) return inform_refused(options, *refused);
  const Robot& robot = std::get<Robot>(found);
  if (options.json) {
    print_json(info_json(robot));
    return exit_ok;
  }
  const Numbers number{options.digits};
  print_structure(robot, number);
  print_actuators(robot, number);
  print_bodies(robot.mechanism(), number);
  print_joints_table(robot.mechanism(), &robot.tree(), number);
  print_forces(robot.mechanism(), number);
  print_tree(robot);
  return exit_ok;
}

}  // namespace jourdain::cli
