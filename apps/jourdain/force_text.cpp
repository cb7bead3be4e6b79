#include "force_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain::cli {
namespace {

// Digits lost that are worth a warning: a singularity is near.
constexpr double many_digits = 5;
// Of values that differ by rounding errors the first counts as the largest.
constexpr double clearly = 1 + 1e-9;

const Actuator& actuator(const Robot& robot, int k) {
  return *robot.mechanism().joints[robot.actuators()[static_cast<std::size_t>(k)]].actuator;
}

struct Extreme {
  double least = HUGE_VAL, most = -HUGE_VAL;
  std::size_t largest_row = 0;  // of the largest magnitude
  double largest() const { return std::max(std::abs(least), std::abs(most)); }
};

Extreme extreme_of(const std::vector<VectorX>& history, int k) {
  Extreme e;
  double largest = 0;
  for (std::size_t row = 0; row < history.size(); ++row) {
    const double value = history[row][k];
    e.least = std::min(e.least, value);
    e.most = std::max(e.most, value);
    if (std::abs(value) > largest * clearly) largest = std::abs(value), e.largest_row = row;
  }
  return e;
}

void print_side_by_side(const Robot& robot, const Numbers& number, const MotionArguments& arguments,
                        const MotionTable& motion, const ForceRun& run) {
  std::vector<std::string> columns{">state", "motor"};
  for (Formulation f : run.formulations) columns.push_back(">" + (run.formulations.size() > 1 ? word(f) : "force"));
  columns.emplace_back("");
  Table table(columns);
  for (std::size_t row = 0; row < motion.rows(); ++row) {
    for (int k = 0; k < static_cast<int>(robot.actuators().size()); ++k) {
      std::vector<std::string> cells{row_name(arguments, motion, row), motor_names(robot)[static_cast<std::size_t>(k)]};
      for (const std::vector<VectorX>& forces : run.forces) cells.push_back(number(forces[row][k]));
      cells.emplace_back(force_unit(robot, k));
      table.add(cells);
    }
  }
  table.print();
}

// Largest force and moment of a joint along the motion, and where.
struct LargestLoad {
  double force = 0, moment = 0;
  std::size_t force_row = 0, moment_row = 0;
};

// Of the largest load: less is rounding errors.
constexpr double nothing = 1e-12;

// Largest parts of a joint's load in its own axes.
AxialLoad largest_axial(const ForceRun& run, std::size_t joint) {
  AxialLoad most;
  for (const std::vector<AxialLoad>& row : run.axial) {
    const AxialLoad& l = row[joint];
    if (std::abs(l.axial) > std::abs(most.axial) * clearly) most.axial = l.axial;
    if (std::abs(l.about_axis) > std::abs(most.about_axis) * clearly) most.about_axis = l.about_axis;
    most.radial = std::max(most.radial, l.radial);
    most.tilting = std::max(most.tilting, l.tilting);
  }
  return most;
}

void print_axial_loads(const Robot& robot, const Numbers& number, const ForceRun& run) {
  heading(run.axial.size() == 1 ? "In joint axes" : "In joint axes, largest");
  Table table({"joint", ">axial", ">radial", "", ">about the axis", ">tilting", ""});
  for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
    const AxialLoad l = largest_axial(run, j);
    table.add({robot.mechanism().joints[j].name, number(l.axial), number(l.radial), "N", number(l.about_axis),
               number(l.tilting), "N m"});
  }
  table.print();
}

// Largest tension and compression of each rod, and where.
void print_rods(const Robot& robot, const Numbers& number, const MotionArguments& arguments, const MotionTable& motion,
                const ForceRun& run) {
  if (run.rods.front().empty()) return;
  heading("Rods");
  Table table({"rod", ">tension", "", "at", ">compression", "", "at"});
  for (std::size_t k = 0; k < run.rods.front().size(); ++k) {
    std::size_t pulled = 0, pushed = 0;
    for (std::size_t row = 0; row < run.rods.size(); ++row) {
      if (run.rods[row][k].tension > run.rods[pulled][k].tension) pulled = row;
      if (run.rods[row][k].tension < run.rods[pushed][k].tension) pushed = row;
    }
    const double tension = run.rods[pulled][k].tension, compression = -run.rods[pushed][k].tension;
    const bool pulls = tension > 0, pushes = compression > 0;
    table.add({rod_name(robot, run.rods.front()[k]), pulls ? number(tension) : "", pulls ? "N" : "",
               pulls ? row_name(arguments, motion, pulled) : "", pushes ? number(compression) : "", pushes ? "N" : "",
               pushes ? row_name(arguments, motion, pushed) : ""});
  }
  table.print();
}

LargestLoad largest_load(const ForceRun& run, std::size_t joint) {
  LargestLoad largest;
  for (std::size_t row = 0; row < run.reactions.size(); ++row) {
    const JointReaction& r = run.reactions[row].joints[joint];
    if (r.force.norm() > largest.force * clearly) largest.force = r.force.norm(), largest.force_row = row;
    if (r.moment.norm() > largest.moment * clearly) largest.moment = r.moment.norm(), largest.moment_row = row;
  }
  return largest;
}

}  // namespace

std::string word(Formulation formulation) {
  std::string text(to_string(formulation));
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

void ForceRun::add_state(const Robot& robot, const Workspace& workspace, const Report& report) {
  if (digits_lost.empty()) first_pose = workspace.output_pose();
  digits_lost.push_back(by_generated_code ? std::numeric_limits<double>::quiet_NaN()
                                          : std::max(0.0, -std::log10(report.conditioning)));
  rates.emplace_back(static_cast<int>(robot.actuators().size()));
  for (int k = 0; k < static_cast<int>(rates.back().size()); ++k) rates.back()[k] = workspace.actuator_velocity(k);
  limits.push_back(nearest_limit(robot, workspace));
  ++rows;
  if (limits.back().margin < 0) ++beyond_limits;
}

void ForceRun::keep_extremes(MotionTable& motion) {
  if (digits_lost.empty()) return;
  std::vector<bool> kept(digits_lost.size(), false);
  for (int k = 0; k < static_cast<int>(rates.front().size()); ++k) {
    for (const std::vector<VectorX>* history : {&forces.front(), &rates}) {
      const auto [least, most] =
          std::ranges::minmax_element(*history, {}, [k](const VectorX& value) { return value[k]; });
      kept[static_cast<std::size_t>(least - history->begin())] = true;
      kept[static_cast<std::size_t>(most - history->begin())] = true;
      kept[extreme_of(*history, k).largest_row] = true;
    }
  }
  kept[worst_row()] = true;
  kept[static_cast<std::size_t>(std::ranges::min_element(limits, {}, &LimitState::margin) - limits.begin())] = true;
  const auto take_out = [&](auto& values) {
    std::size_t to = 0;
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (kept[row]) values[to++] = values[row];
    }
    values.resize(to);
  };
  take_out(forces.front());
  take_out(rates);
  take_out(digits_lost);
  take_out(limits);
  std::vector<std::size_t> left_out;
  for (std::size_t row = 0; row < kept.size(); ++row) {
    if (!kept[row]) left_out.push_back(row);
  }
  motion.remove(left_out);
}

void ForceRun::append(const ForceRun& next) {
  const auto add = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  add(forces.front(), next.forces.front());
  add(rates, next.rates);
  add(digits_lost, next.digits_lost);
  add(limits, next.limits);
  rows += next.rows;
  beyond_limits += next.beyond_limits;
  refused_by_code += next.refused_by_code;
}

void ForceRun::add_loads(const Robot& robot, const Workspace& workspace, const Reactions& of_row) {
  std::vector<AxialLoad>& loads = axial.emplace_back();
  for (std::size_t j = 0; j < of_row.joints.size(); ++j)
    loads.push_back(in_joint_axes(robot, workspace, static_cast<int>(j), of_row.joints[j]));
  rods.push_back(rod_forces(robot, workspace, of_row));
}

const std::string& rod_name(const Robot& robot, const RodForce& rod) {
  return robot.mechanism().bodies[static_cast<std::size_t>(rod.body)].name;
}

std::size_t ForceRun::worst_row() const {
  return static_cast<std::size_t>(std::max_element(digits_lost.begin(), digits_lost.end()) - digits_lost.begin());
}

bool warn_of_limits(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion,
                    const ForceRun& run) {
  bool beyond = false;
  const auto say = [&](std::size_t row, const std::string& text) {
    warn(place(arguments, motion, row) + text);
    beyond = true;
  };
  const std::vector<std::string> names = motor_names(robot);
  for (int k = 0; k < static_cast<int>(names.size()); ++k) {
    const Actuator& motor = actuator(robot, k);
    const Extreme force = extreme_of(run.forces.front(), k), speed = extreme_of(run.rates, k);
    const std::string& name = names[static_cast<std::size_t>(k)];
    if (force.largest() > motor.max_force) {
      say(force.largest_row, fmt::format("motor {0} needs {1:.4g} {2}, its largest is {3:.4g} {2}", name,
                                         force.largest(), force_unit(robot, k), motor.max_force));
    }
    if (speed.largest() > motor.max_speed) {
      const bool length = force_unit(robot, k) == std::string_view("N");
      say(speed.largest_row, fmt::format("motor {0} runs at {1:.4g} {2}, its largest is {3:.4g} {2}", name,
                                         speed.largest(), unit(length, 1), motor.max_speed));
    }
  }
  beyond |= warn_of_joints(robot, arguments, motion, run.limits, run.beyond_limits);
  if (run.digits_lost[run.worst_row()] > many_digits) {
    warn(fmt::format("{}the forces lose {:.1f} digits: a singularity is near",
                     place(arguments, motion, run.worst_row()), run.digits_lost[run.worst_row()]));
  }
  return beyond;
}

void print_forces(const Robot& robot, const Numbers& number, const MotionArguments& arguments,
                  const MotionTable& motion, const ForceRun& run) {
  if (run.formulations.size() > 1 || !has_rows(arguments)) {
    print_side_by_side(robot, number, arguments, motion, run);
    return;
  }
  std::vector<std::string> columns{">state"};
  const std::vector<std::string> names = motor_names(robot);
  for (std::size_t k = 0; k < names.size(); ++k) {
    columns.push_back(fmt::format(">{} ({})", names[k], force_unit(robot, static_cast<int>(k))));
  }
  Table table(columns);
  for (std::size_t row = 0; row < motion.rows(); ++row) {
    std::vector<std::string> cells{row_name(arguments, motion, row)};
    for (double force : run.forces.front()[row]) cells.push_back(number(force));
    table.add(cells);
  }
  table.print();
  print_text("\n");
}

void print_motors(const Robot& robot, const Numbers& number, const MotionArguments& arguments,
                  const MotionTable& motion, const ForceRun& run) {
  Table table({"motor", ">least", ">most", "", "largest at", ">its limit"});
  const std::vector<std::string> names = motor_names(robot);
  for (int k = 0; k < static_cast<int>(names.size()); ++k) {
    const Extreme e = extreme_of(run.forces.front(), k);
    const double limit = actuator(robot, k).max_force;
    table.add({names[static_cast<std::size_t>(k)], number(e.least), number(e.most), force_unit(robot, k),
               row_name(arguments, motion, e.largest_row), std::isfinite(limit) ? number(limit) : ""});
  }
  table.print();
}

Json motors_json(const Robot& robot, const MotionTable& motion, const ForceRun& run) {
  Json list = Json::array();
  const std::vector<std::string> names = motor_names(robot);
  for (int k = 0; k < static_cast<int>(names.size()); ++k) {
    const Extreme e = extreme_of(run.forces.front(), k);
    list.push_back({{"joint", names[static_cast<std::size_t>(k)]},
                    {"unit", force_unit(robot, k)},
                    {"least", finite(e.least)},
                    {"most", finite(e.most)},
                    {"largest_line", motion.lines()[e.largest_row]},
                    {"max_force", finite(actuator(robot, k).max_force)}});
  }
  return list;
}

void print_reactions(const Robot& robot, const Numbers& number, const MotionArguments& arguments,
                     const MotionTable& motion, const ForceRun& run) {
  const std::vector<Joint>& joints = robot.mechanism().joints;
  const std::vector<Body>& bodies = robot.mechanism().bodies;
  const Numbers few{std::min(number.digits, 6)};
  const auto shared = [&](std::size_t j) { return run.reactions.front().joints[j].unique ? "" : "shared"; };
  heading("Joint loads");
  if (run.reactions.size() == 1) {
    Table table({"joint", "on body", ">fx", ">fy", ">fz", "", ">mx", ">my", ">mz", "", ""});
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const JointReaction& r = run.reactions.front().joints[j];
      table.add({joints[j].name, bodies[joints[j].body_b].name, few(r.force[0]), few(r.force[1]), few(r.force[2]), "N",
                 few(r.moment[0]), few(r.moment[1]), few(r.moment[2]), "N m", shared(j)});
    }
    table.print();
  } else {
    Table table({"joint", "on body", ">largest force", "", "at", ">largest moment", "", "at", ""});
    double most_force = 0, most_moment = 0;
    for (std::size_t j = 0; j < joints.size(); ++j) {
      most_force = std::max(most_force, largest_load(run, j).force);
      most_moment = std::max(most_moment, largest_load(run, j).moment);
    }
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const LargestLoad l = largest_load(run, j);
      // Rounding errors have no time at which they are largest.
      const bool force = l.force > nothing * most_force, moment = l.moment > nothing * most_moment;
      table.add({joints[j].name, bodies[joints[j].body_b].name, force ? few(l.force) : "0", "N",
                 force ? row_name(arguments, motion, l.force_row) : "", moment ? few(l.moment) : "0", "N m",
                 moment ? row_name(arguments, motion, l.moment_row) : "", shared(j)});
    }
    table.print();
  }
  print_text("  In base axes, at the joint's frame on that body; {}\n", explain(robot, run.reactions.front()));
  print_axial_loads(robot, few, run);
  print_rods(robot, few, arguments, motion, run);
}

Json reactions_json(const Robot& robot, const ForceRun& run) {
  Json json = {{"open", run.reactions.front().open}, {"statement", explain(robot, run.reactions.front())}};
  double residual = 0;
  for (const Reactions& r : run.reactions) residual = std::max(residual, r.residual);
  json["residual"] = finite(residual);
  json["largest"] = Json::array();
  for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
    const LargestLoad l = largest_load(run, j);
    json["largest"].push_back({{"joint", robot.mechanism().joints[j].name},
                               {"force", finite(l.force)},
                               {"moment", finite(l.moment)},
                               {"axial", finite(largest_axial(run, j).axial)},
                               {"radial", finite(largest_axial(run, j).radial)},
                               {"about_axis", finite(largest_axial(run, j).about_axis)},
                               {"tilting", finite(largest_axial(run, j).tilting)},
                               {"unique", run.reactions.front().joints[j].unique}});
  }
  json["rods"] = Json::array();
  for (std::size_t k = 0; k < run.rods.front().size(); ++k) {
    double most = -HUGE_VAL, least = HUGE_VAL;
    for (const std::vector<RodForce>& row : run.rods)
      most = std::max(most, row[k].tension), least = std::min(least, row[k].tension);
    json["rods"].push_back({{"rod", rod_name(robot, run.rods.front()[k])},
                            {"largest_tension", finite(std::max(most, 0.0))},
                            {"largest_compression", finite(std::max(-least, 0.0))}});
  }
  return json;
}

void add_conditioning(const MotionArguments& arguments, const MotionTable& motion, const ForceRun& run, Facts& facts) {
  if (run.by_generated_code) {
    const std::string refused =
        run.refused_by_code > 0
            ? fmt::format("; {} of {} states, which it refuses, by the general engine", run.refused_by_code, run.rows)
            : "";
    return facts.add("computed by", "generated code" + refused, refused.empty() ? Colour::plain : Colour::warn);
  }
  const std::size_t worst = run.worst_row();
  const double digits = run.digits_lost[worst];
  const std::string at = row_name(arguments, motion, worst);
  facts.add("digits lost", fmt::format("{:.1f} of 16{}", digits, at.empty() ? "" : fmt::format(", worst at {}", at)),
            digits > many_digits ? Colour::warn : Colour::plain);
}

}  // namespace jourdain::cli
