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
      std::vector<std::string> cells{row_name(arguments, motion, row),
                                     actuator_names(robot)[static_cast<std::size_t>(k)]};
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
  const std::vector<std::string> names = actuator_names(robot);
  for (int k = 0; k < static_cast<int>(names.size()); ++k) {
    const Actuator& motor = actuator(robot, k);
    const Extreme force = extreme_of(run.forces.front(), k), speed = extreme_of(run.rates, k);
    const std::string& name = names[static_cast<std::size_t>(k)];
    if (force.largest() > motor.max_force) {
      say(force.largest_row, fmt::format("motor {} needs {:.4g} {}, its largest is {:.4g}", name, force.largest(),
                                         force_unit(robot, k), motor.max_force));
    }
    if (speed.largest() > motor.max_speed) {
      const bool length = force_unit(robot, k) == std::string_view("N");
      say(speed.largest_row, fmt::format("motor {} runs at {:.4g} {}, its largest is {:.4g}", name, speed.largest(),
                                         unit(length, 1), motor.max_speed));
    }
  }
  beyond |= warn_of_joints(robot, arguments, motion, run.limits);
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
  const std::vector<std::string> names = actuator_names(robot);
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
  const std::vector<std::string> names = actuator_names(robot);
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
  const std::vector<std::string> names = actuator_names(robot);
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
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const LargestLoad l = largest_load(run, j);
      table.add({joints[j].name, bodies[joints[j].body_b].name, few(l.force), "N",
                 row_name(arguments, motion, l.force_row), few(l.moment), "N m",
                 row_name(arguments, motion, l.moment_row), shared(j)});
    }
    table.print();
  }
  print_text("  In base axes, at the joint's frame on that body; {}\n", explain(robot, run.reactions.front()));
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
                               {"unique", run.reactions.front().joints[j].unique}});
  }
  return json;
}

void add_conditioning(const MotionArguments& arguments, const MotionTable& motion, const ForceRun& run, Facts& facts) {
  if (run.by_generated_code) {
    const std::string refused = run.refused_by_code > 0
                                    ? fmt::format("; {} of {} states, which it refuses, by the general engine",
                                                  run.refused_by_code, motion.rows())
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
