// All that a model holds: structure, legs, bodies, joints, forces in them, motors, tree.
#include "analyses/analysis.hpp"
#include "analyses/refused_model.hpp"
#include "analyses/simpler_model.hpp"
#include "analyses/state_facts.hpp"
#include "analyses/words.hpp"
#include "core/joined.hpp"
#include "model/check_mechanism.hpp"
#include "model/joint_freedoms.hpp"

#include "jourdain/model/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace jourdain {
namespace {

struct InfoOptions {
  std::string simplify;
  bool print = false;
};

void show_fields(OptionVisitor& visitor, InfoOptions& options) {
  visitor.flag({.name = "print",
                .help = "The model as a file in canonical form, all defaults and repetitions written out",
                .not_with = "simplify"},
               options.print);
  show_simplify(visitor, simpler_bodies, options.simplify);
}

// Nothing where the model says nothing.
Cell unless_zero(double value, Measure measure) {
  return value != 0 && std::isfinite(value) ? Cell(Number{value, measure}) : Cell();
}

Cell place_cell(const Vector3& p) {
  return NamedNumbers{{{"x", {p[0], Measure::length}}, {"y", {p[1], Measure::length}}, {"z", {p[2], Measure::length}}}};
}

// One freedom of a joint, as the file describes it.
struct DescribedFreedom {
  const Joint& joint;
  int index = 0;
  const JointAxis& axis() const { return joint.axes[index]; }
  bool slides() const { return is_length(joint.type, index); }
  Measure position() const { return motion_measure(slides(), 0); }
  Measure force() const { return force_measure(slides()); }
};

template <typename Condition>
std::vector<DescribedFreedom> freedoms_with(const Mechanism& m, const Condition& condition) {
  std::vector<DescribedFreedom> list;
  for (const Joint& joint : m.joints)
    for (int i = 0; i < static_cast<int>(joint.axes.size()); ++i)
      if (condition(joint.axes[i])) list.push_back({joint, i});
  return list;
}

std::vector<ColumnOf<DescribedFreedom>> freedom_columns(std::vector<ColumnOf<DescribedFreedom>> more) {
  std::vector<ColumnOf<DescribedFreedom>> columns{
      {"joint", "joint", [](const DescribedFreedom& f) { return f.joint.name; }},
      {"freedom", "freedom", [](const DescribedFreedom& f) {
         return f.joint.axes.size() > 1 ? Cell(freedom_word(f.joint, f.index)) : Cell();
       }}};
  columns.insert(columns.end(), more.begin(), more.end());
  return columns;
}

void add_limits(const Mechanism& m, Answer& answer) {
  const auto limited = freedoms_with(
      m, [](const JointAxis& a) { return std::isfinite(a.limits.lower) || std::isfinite(a.limits.upper); });
  using F = DescribedFreedom;
  answer.add(table_of<F>(
      "limits", "Limits", limited,
      freedom_columns({{"lower", "from", [](const F& f) { return measured(f.axis().limits.lower, f.position()); }},
                       {"upper", "to", [](const F& f) { return measured(f.axis().limits.upper, f.position()); }}})));
}

void add_friction(const Mechanism& m, Answer& answer) {
  const auto rubbing = freedoms_with(m, [](const JointAxis& a) {
    return a.friction.coulomb != 0 || a.friction.viscous != 0 || a.friction.offset != 0;
  });
  using F = DescribedFreedom;
  const auto viscosity = [](const F& f) { return f.slides() ? Measure::viscosity : Measure::turn_viscosity; };
  answer.add(table_of<F>(
      "friction", "Friction", rubbing,
      freedom_columns(
          {{"coulomb", "dry", [](const F& f) { return measured(f.axis().friction.coulomb, f.force()); }},
           {"breakaway", "break-away", [](const F& f) { return unless_zero(f.axis().friction.breakaway, f.force()); }},
           {"stribeck_speed", "Stribeck speed",
            [](const F& f) { return unless_zero(f.axis().friction.stribeck_speed, motion_measure(f.slides(), 1)); }},
           {"viscous", "viscous", [=](const F& f) { return measured(f.axis().friction.viscous, viscosity(f)); }},
           {"offset", "offset", [](const F& f) { return unless_zero(f.axis().friction.offset, f.force()); }},
           {"shared", "shared", [](const F& f) { return f.axis().friction.shared; }}})));
}

void add_springs(const Mechanism& m, Answer& answer) {
  const auto sprung =
      freedoms_with(m, [](const JointAxis& a) { return a.spring.stiffness != 0 || a.spring.preload != 0; });
  using F = DescribedFreedom;
  const auto stiffness = [](const F& f) { return f.slides() ? Measure::stiffness : Measure::turn_stiffness; };
  answer.add(table_of<F>(
      "springs", "Springs", sprung,
      freedom_columns(
          {{"stiffness", "stiffness", [=](const F& f) { return measured(f.axis().spring.stiffness, stiffness(f)); }},
           {"rest", "rest", [](const F& f) { return measured(f.axis().spring.rest, f.position()); }},
           {"preload", "preload", [](const F& f) { return measured(f.axis().spring.preload, f.force()); }}})));
  using C = Counterbalance;
  const auto body = [&](int b) { return m.bodies[b].name; };
  answer.add(
      table_of<C>("counterbalances", "Counterbalances", m.counterbalances,
                  {{"name", "name", [](const C& c) { return c.name; }},
                   {"body_a", "between", [=](const C& c) { return body(c.body_a); }},
                   {"body_b", "and", [=](const C& c) { return body(c.body_b); }},
                   {"stiffness", "stiffness", [](const C& c) { return measured(c.stiffness, Measure::stiffness); }},
                   {"length", "length", [](const C& c) { return measured(c.length, Measure::length); }},
                   {"force", "force", [](const C& c) { return measured(c.force, Measure::force); }}}));
}

void add_bodies(const Mechanism& m, Answer& answer) {
  const std::vector<Body> moving(m.bodies.begin() + 1, m.bodies.end());
  std::vector<ColumnOf<Body>> columns{
      {"body", "body", [](const Body& b) { return b.name; }},
      {"mass", "mass", [](const Body& b) { return measured(b.inertial.mass, Measure::mass); }}};
  constexpr std::array<const char*, 3> axes{"x", "y", "z"};
  for (int i = 0; i < 3; ++i)
    columns.push_back({fmt::format("com_{}", axes[i]), fmt::format("centre {}", axes[i]),
                       [i](const Body& b) { return measured(b.inertial.com[i], Measure::length); }});
  constexpr std::array<std::array<int, 2>, 6> entries{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};
  for (const auto& [i, j] : entries) {
    // Products that no body has are left out.
    const auto has = [i = i, j = j](const Body& b) { return b.inertial.inertia(i, j) != 0; };
    if (i != j && std::ranges::none_of(moving, has)) continue;
    const std::string name = fmt::format("I{}{}", axes[i], axes[j]);
    columns.push_back(
        {name, name, [i = i, j = j](const Body& b) { return measured(b.inertial.inertia(i, j), Measure::inertia); }});
  }
  Table& table = answer.add(table_of<Body>("bodies", "Bodies", moving, columns));
  table.note = "Centre of mass in the body frame, inertia about it.";
}

// Without a tree no joint is cut.
void add_joints(const Mechanism& m, const SpanningTree* tree, Answer& answer) {
  std::vector<std::size_t> all(m.joints.size());
  for (std::size_t j = 0; j < all.size(); ++j) all[j] = j;
  using J = std::size_t;
  const auto body = [&](int b) { return m.bodies[b].name; };
  answer.add(
      table_of<J>("joints", "Joints", all,
                  {{"joint", "joint", [&](J j) { return m.joints[j].name; }},
                   {"type", "type", [&](J j) { return std::string(to_string(m.joints[j].type)); }},
                   {"body_a", "between", [&](J j) { return body(m.joints[j].body_a); }},
                   {"body_b", "and", [&](J j) { return body(m.joints[j].body_b); }},
                   {"motor", "motor", [&](J j) { return m.joints[j].motor ? Cell("motor") : Cell(); }},
                   {"cone", "cone",
                    [&](J j) {
                      return std::isfinite(m.joints[j].cone) ? Cell(Number{m.joints[j].cone, Measure::angle}) : Cell();
                    }},
                   {"place_in_a", "place in the first", [&](J j) { return place_cell(m.joints[j].in_a.p); }},
                   {"place_in_b", "place in the second", [&](J j) { return place_cell(m.joints[j].in_b.p); }},
                   {"cut", "cut", [&](J j) { return tree && tree->joint_cut[j] >= 0 ? Cell("cut") : Cell(); }}}));
}

// Parts that every mechanism has, whether or not it makes a robot.
void add_parts(const Mechanism& m, const SpanningTree* tree, Answer& answer) {
  add_bodies(m, answer);
  add_joints(m, tree, answer);
  add_limits(m, answer);
  add_friction(m, answer);
  add_springs(m, answer);
}

void add_motors(const Robot& robot, Answer& answer) {
  struct Motor {
    const Joint& joint;
    double home = 0;
    bool slides() const { return is_length(joint.type, 0); }
    const MotorModel& motor() const { return *joint.motor; }
  };
  std::vector<Motor> motors;
  for (std::size_t k = 0; k < robot.motor_joints().size(); ++k)
    motors.push_back({robot.mechanism().joints[robot.motor_joints()[k]], robot.home_motors()[static_cast<int>(k)]});
  const auto drive = [](double DriveModel::*value, Measure turning, Measure sliding) {
    return [=](const Motor& m) { return unless_zero(m.motor().drive.*value, m.slides() ? sliding : turning); };
  };
  answer.add(table_of<Motor>(
      "motors", "Motors, in the order of all lists", motors,
      {{"motor", "motor", [](const Motor& m) { return m.joint.name; }},
       {"home", "at home", [](const Motor& m) { return measured(m.home, motion_measure(m.slides(), 0)); }},
       {"gear", "gear", [](const Motor& m) { return Number{m.motor().gear}; }},
       {"rotor_inertia", "rotor inertia",
        [](const Motor& m) { return unless_zero(m.motor().rotor_inertia, Measure::inertia); }},
       {"direction", "direction", [](const Motor& m) { return measured(m.motor().direction, Measure::count); }},
       {"zero", "zero", [](const Motor& m) { return unless_zero(m.motor().zero, motion_measure(m.slides(), 0)); }},
       {"max_force", "largest force",
        [](const Motor& m) { return unless_zero(m.motor().max_force, force_measure(m.slides())); }},
       {"max_speed", "largest speed",
        [](const Motor& m) { return unless_zero(m.motor().max_speed, motion_measure(m.slides(), 1)); }},
       {"time_constant", "time constant", drive(&DriveModel::time_constant, Measure::time, Measure::time)},
       {"force_step", "force step", drive(&DriveModel::force_step, Measure::torque, Measure::force)},
       {"force_noise", "force noise", drive(&DriveModel::force_noise, Measure::torque, Measure::force)},
       {"encoder_step", "encoder step", drive(&DriveModel::encoder_step, Measure::angle, Measure::length)},
       {"position_noise", "position noise", drive(&DriveModel::position_noise, Measure::angle, Measure::length)}}));
}

const char* node_word(NodeKind kind) {
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

void add_tree(const Robot& robot, Answer& answer) {
  const Mechanism& m = robot.mechanism();
  const SpanningTree& tree = robot.tree();
  const auto joint_name = [&](int j) { return j >= 0 ? Cell(m.joints[j].name) : Cell(); };
  const auto carried = [&](std::size_t node) {
    std::vector<std::string> names;
    for (std::size_t b = 0; b < tree.bodies.size(); ++b)
      if (tree.bodies[b].node == static_cast<int>(node)) names.push_back(m.bodies[b].name);
    return joined(names);
  };
  Table nodes{"tree",
              fmt::format("Spanning tree ({} coordinates, {} closure equations)", tree.nv, tree.rows),
              {{"node", "node"}, {"parent", "parent"}, {"kind", "kind"}, {"joint", "joint"}, {"carries", "carries"}}};
  for (std::size_t n = 0; n < tree.nodes.size(); ++n) {
    const TreeNode& node = tree.nodes[n];
    const Cell parent = node.parent >= 0 ? Cell(count_of(node.parent)) : Cell();
    nodes.rows.push_back({count_of(n), parent, node_word(node.kind), joint_name(node.joint), carried(n)});
  }
  answer.add(std::move(nodes));
  answer.add(table_of<Cut>("cuts", "Cuts, where the loops are opened", tree.cuts,
                           {{"joint", "joint", [&](const Cut& cut) { return joint_name(cut.joint); }},
                            {"type", "type", [](const Cut& cut) { return std::string(to_string(cut.type)); }},
                            {"equations", "equations", [](const Cut& cut) { return count_of(cut.rows); }},
                            {"node_a", "between node", [](const Cut& cut) { return count_of(cut.node_a); }},
                            {"node_b", "and", [](const Cut& cut) { return count_of(cut.node_b); }}}));
}

Facts structure_facts(const Robot& robot) {
  const Mechanism& m = robot.mechanism();
  const Mobility& mobility = robot.mobility();
  double mass = 0;
  for (const Body& body : m.bodies) mass += body.inertial.mass;
  Facts facts{"model", ""};
  facts.facts = {{"mobility", "freedoms", count_of(mobility.freedoms())},
                 {"idle_freedoms", "idle freedoms", count_of(mobility.idle)},
                 {"motors", "motors", count_of(mobility.motors), std::string(to_string(mobility.actuation))},
                 {"bodies", "bodies", count_of(mobility.bodies), "moving"},
                 {"joints", "joints", count_of(mobility.joints)},
                 {"loops", "loops", count_of(mobility.loops)},
                 {"equations", "joint equations", count_of(mobility.equations)},
                 {"rank", "their rank", count_of(mobility.rank)},
                 {"size", "size", Number{robot.size(), Measure::length}},
                 {"gravity", "gravity",
                  NamedNumbers{{{"x", {m.gravity[0], Measure::acceleration}},
                                {"y", {m.gravity[1], Measure::acceleration}},
                                {"z", {m.gravity[2], Measure::acceleration}}}}},
                 {"moving_mass", "moving mass", Number{mass, Measure::mass}}};
  if (m.output) {
    std::vector<std::string_view> moves;
    for (const Move move : m.output->moves) moves.push_back(to_string(move));
    facts.facts.push_back(
        {"output", m.output->is_platform ? "platform" : "end point on", m.bodies[m.output->body].name});
    facts.facts.push_back({"moves", "moves", joined(moves, " ")});
    facts.facts.push_back({"home", "home", pose_numbers(robot.home_pose())});
    facts.facts.push_back({"pose_is_explicit", "pose follows from the moves", robot.pose_is_explicit(),
                           robot.pose_is_explicit() ? "" : "other coordinates follow by Newton's method"});
    if (!m.output->tool.p.isZero(0) || !m.output->tool.R.isIdentity(0))
      facts.facts.push_back({"tool", "tool at", place_cell(m.output->tool.p)});
    if (m.output->payload.mass > 0)
      facts.facts.push_back({"payload", "payload", Number{m.output->payload.mass, Measure::mass}});
  }
  facts.facts.push_back({"has_closed_forward", "forward kinematics in closed form", robot.has_closed_forward(),
                         robot.has_closed_forward() ? "" : "Newton's method, certified"});
  facts.facts.push_back({"dynamics", "dynamics", robot.dynamics_method()});
  return facts;
}

// The model as a file.
Answer printed_model(const Subject& subject) {
  const Mechanism& m = subject.mechanism();
  const std::string mark =
      subject.unphysical().empty() ? "" : fmt::format("# {}: read with --allow-unphysical\n", subject.name());
  Answer answer{"info", subject.name()};
  answer.add(Code{"model", m.name, mark + print_model(m), "yaml"});
  answer.printed = "model";
  return answer;
}

Answer info(const Subject& subject, const InfoOptions& options, const Job&) {
  if (options.print) return printed_model(subject);
  const std::variant<Robot, RefusedModel> found = robot_or_refusal(subject);
  if (const auto* refused = std::get_if<RefusedModel>(&found)) {
    Answer answer = refused_answer(subject, *refused);
    add_parts(refused->mechanism, nullptr, answer);
    return answer;
  }
  Answer answer;
  const Robot robot =
      options.simplify.empty() ? std::get<Robot>(found) : simpler_robot(std::get<Robot>(found), options.simplify);
  answer.title = answer.model = marked_name(robot.mechanism());
  answer.subtitle = robot.mechanism().description;
  answer.add(structure_facts(robot));
  answer.add(table_of<LimbSummary>("legs", "Legs (actuated joint in brackets)", robot.limbs(),
                                   {{"leg", "leg", [](const LimbSummary& l) { return l.name; }},
                                    {"structure", "structure", [](const LimbSummary& l) { return l.structure; }},
                                    {"method", "method", [](const LimbSummary& l) { return l.method; }},
                                    {"mode", "mode", [](const LimbSummary& l) { return l.mode; }}}));
  add_motors(robot, answer);
  add_parts(robot.mechanism(), &robot.tree(), answer);
  add_tree(robot, answer);
  return answer;
}

}  // namespace

extern constinit const Analysis info_analysis{
    .name = "info",
    .what =
        "All that a model holds: structure, legs with their method and working mode, motors, bodies, joints, limits, "
        "friction, springs, spanning tree. Exit code 3 if no robot can be made of it; its parts are shown all the "
        "same.",
    .examples = "jourdain info delta\njourdain info delta --print",
    .ask = QuestionOf<InfoOptions, info>::ask};

}  // namespace jourdain
