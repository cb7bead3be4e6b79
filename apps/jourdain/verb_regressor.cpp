// jourdain regressor.
#include "base_formats.hpp"

#include "jourdain/io/atomic_file.hpp"
#include "jourdain/kinematics/jacobians.hpp"

#include <fmt/format.h>

namespace jourdain::cli {
namespace {

std::string regressor_csv(const LinearForm& form, const StateTable& states, const std::string& path) {
  const Robot& robot = form.robot();
  std::vector<std::string> columns{"state", "motor"};
  if (!states.time.empty()) columns.insert(columns.begin() + 1, "t");
  columns.emplace_back("known");
  for (const Parameter& p : form.parameters()) columns.push_back(p.name);
  CsvWriter csv(columns);
  Workspace workspace(robot);
  LinearFormWorkspace memory(form);
  MatrixX Y(form.rows(), form.columns());
  VectorX known(form.rows());
  for (std::size_t row = 0; row < states.motions.size(); ++row) {
    const std::string where = fmt::format("{}:{}: ", path, states.lines[row]);
    if (inverse_kinematics(robot, states.motions[row], workspace) != Status::ok ||
        regressor(form, workspace, memory, Y) != Status::ok ||
        known_forces(form, workspace, memory, known) != Status::ok)
      refuse_status(workspace, where);
    for (int k = 0; k < form.rows(); ++k) {
      csv.add(static_cast<double>(row + 1));
      if (!states.time.empty()) csv.add(states.time[row]);
      csv.add(driving_actuators(robot)[static_cast<std::size_t>(k)] + 1.0);
      csv.add(known[k]);
      for (int j = 0; j < form.columns(); ++j) csv.add(Y(k, j));
      csv.end_row();
    }
  }
  return csv.text();
}

}  // namespace

int run_regressor(const RegressorOptions& options) {
  const Robot robot = Robot::from_file(options.model);
  warn_of_idle_spins(robot);
  require_output(robot);
  if (!options.base && (!options.keep.empty() || !options.drop.empty()))
    throw Error(ErrorKind::usage, "--keep and --drop choose a base: they go with --base");
  const StateTable states =
      read_states(robot, options.states, options.frame == "tool" ? MotionFrame::tool : MotionFrame::output);
  LinearForm form = linear_form(robot, options);
  if (options.base) form = find_base_parameters(form, base_options(options)).form;
  const std::string text = regressor_csv(form, states, options.states);
  if (!options.out.empty()) write_atomically(options.out, text);
  if (options.json) {
    Json json = answer("regressor", robot);
    json["states"] = states.motions.size();
    json["rows"] = form.rows();
    json["parameters"] = Json::array();
    for (const Parameter& p : form.parameters()) json["parameters"].push_back(p.name);
    json["out"] = options.out.empty() ? Json(nullptr) : Json(options.out);
    print_json(json);
  } else if (options.out.empty()) {
    fmt::print("{}", text);
  } else {
    fmt::print("{}: {} of {}, {}\n", options.out, counted(static_cast<int>(states.motions.size()), "state"),
               counted(form.rows(), "motor"), counted(form.columns(), "parameter"));
  }
  return exit_ok;
}

}  // namespace jourdain::cli
