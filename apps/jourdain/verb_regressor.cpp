// jourdain regressor.
#include "base_formats.hpp"

#include "jourdain/io/atomic_file.hpp"
#include "jourdain/kinematics/jacobians.hpp"

#include <fmt/format.h>

namespace jourdain::cli {
namespace {

std::string regressor_csv(const LinearForm& form, const MotionArguments& file, MotionTable& states, BadRows& bad) {
  const Robot& robot = form.robot();
  std::vector<std::string> columns{"state", "motor"};
  if (!states.time().empty()) columns.insert(columns.begin() + 1, "t");
  columns.emplace_back("known");
  for (const Parameter& p : form.parameters()) columns.push_back(p.name);
  CsvWriter csv(columns);
  Workspace workspace(robot);
  LinearFormWorkspace memory(form);
  MatrixX Y(form.rows(), form.columns());
  VectorX known(form.rows());
  for_each_row(file, states, bad, [&](std::size_t row) {
    go_to(robot, file, states, row, workspace, Order::acceleration);
    if (regressor(form, workspace, memory, Y) != Status::ok ||
        known_forces(form, workspace, memory, known) != Status::ok)
      refuse_row(robot, file, states, row, workspace);
    for (int k = 0; k < form.rows(); ++k) {
      csv.add(static_cast<double>(row + 1));
      if (!states.time().empty()) csv.add(states.time()[row]);
      csv.add(driving_actuators(robot)[static_cast<std::size_t>(k)] + 1.0);
      csv.add(known[k]);
      for (int j = 0; j < form.columns(); ++j) csv.add(Y(k, j));
      csv.end_row();
    }
  });
  return csv.text();
}

}  // namespace

int run_regressor(const RegressorOptions& options) {
  const Robot robot = robot_of(options);
  warn_of_idle_spins(robot);
  if (!options.base && (!options.keep.empty() || !options.drop.empty()))
    throw Error(ErrorKind::usage, "--keep and --drop choose a base: they go with --base");
  if (options.states.empty() && options.motion.empty())
    throw Error(ErrorKind::usage, "expected states: a file with --states, or a motion with --motion");
  MotionArguments file = rows_of(options.states, options.skip_bad, options.frame);
  file.motion = options.motion;
  file.rate = options.rate;
  BadRows bad;
  MotionTable states = parse_motion(robot, file, options.at_rest ? Order::position : Order::acceleration, bad);
  LinearForm form = linear_form(robot, options);
  if (options.base) form = find_base_parameters(form, base_options(options)).form;
  const std::string text = regressor_csv(form, file, states, bad);
  warn_of_bad_rows(file, bad);
  if (!options.out.empty()) write_atomically(options.out, text);
  if (options.json) {
    Json json = answer("regressor", robot);
    json["states"] = states.rows();
    if (options.skip_bad) json["skipped"] = bad_rows_json(bad);
    json["rows"] = form.rows();
    json["parameters"] = Json::array();
    for (const Parameter& p : form.parameters()) json["parameters"].push_back(p.name);
    json["out"] = options.out.empty() ? Json(nullptr) : Json(options.out);
    print_json(json);
  } else if (options.out.empty()) {
    print_text("{}", text);
  } else {
    print_text("{}: {} of {}, {}\n", options.out, counted(static_cast<int>(states.rows()), "state"),
               counted(form.rows(), "motor"), counted(form.columns(), "parameter"));
  }
  return exit_ok;
}

}  // namespace jourdain::cli
