// jourdain regressor.
#include "row_stream.hpp"

#include "io/atomic_file.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

namespace jourdain::cli {
namespace {

std::vector<std::string> header(const LinearForm& form, bool has_time) {
  std::vector<std::string> columns{"state"};
  if (has_time) columns.emplace_back("t");
  columns.insert(columns.end(), {"motor", "known"});
  for (const Parameter& p : form.parameters()) columns.push_back(p.name);
  return columns;
}

// Writes Y and known of a state, one row per motor; with memory of its own.
class EquationWriter {
 public:
  EquationWriter(const LinearForm& form, const MotionArguments& file)
      : form_(form), file_(file), memory_(form), Y_(form.rows(), form.columns()), known_(form.rows()) {}

  bool operator()(Workspace& workspace, const MotionTable& motion, std::size_t row, CsvWriter& csv) {
    const Robot& robot = form_.robot();
    if (regressor(form_, workspace, memory_, Y_) != Status::ok ||
        known_forces(form_, workspace, memory_, known_) != Status::ok)
      refuse_row(robot, file_, motion, row, workspace);
    // Rows of a file are counted below its header.
    const double state = file_.states.empty() ? static_cast<double>(row + 1) : motion.lines()[row] - 1.0;
    for (int k = 0; k < form_.rows(); ++k) {
      csv.add(state);
      if (!motion.time().empty()) csv.add(motion.time()[row]);
      csv.add(driving_actuators(robot)[static_cast<std::size_t>(k)] + 1.0);
      csv.add(known_[k]);
      for (int j = 0; j < form_.columns(); ++j) csv.add(Y_(k, j));
      csv.end_row();
    }
    return false;
  }

 private:
  const LinearForm& form_;
  const MotionArguments& file_;
  LinearFormWorkspace memory_;
  MatrixX Y_;
  VectorX known_;
};

std::string regressor_csv(const LinearForm& form, const MotionArguments& file, MotionTable& states, BadRows& bad) {
  CsvWriter csv(header(form, !states.time().empty()));
  Workspace workspace(form.robot());
  EquationWriter writer(form, file);
  for_each_row(file, states, bad, [&](std::size_t row) {
    go_to(form.robot(), file, states, row, workspace, Order::acceleration);
    writer(workspace, states, row, csv);
  });
  return csv.text();
}

// Writes the table of a file in constant memory; the number of states.
std::size_t stream_regressor(const LinearForm& form, const MotionArguments& file, const RegressorOptions& options,
                             BadRows& bad) {
  const Order needed = options.at_rest ? Order::position : Order::acceleration;
  const StreamedFile states{form.robot(), file, [&](const CsvTable& table, BadRows* unread) {
                              return motion_from_csv(form.robot(), table, needed, frame_of(file), unread);
                            }};
  CsvReader reader(file.states);
  StreamedTable table{header(form, reader.header().find("t") >= 0), Order::acceleration, false, {}, nullptr};
  table.make_writer = [&]() -> RowWriter {
    auto writer = std::make_shared<EquationWriter>(form, file);
    return [writer](Workspace& ws, const MotionTable& motion, std::size_t row, CsvWriter& csv) {
      return (*writer)(ws, motion, row, csv);
    };
  };
  TableSummary sum = stream_table(states, std::move(reader), table, options.out);
  bad = std::move(sum.bad);
  return sum.rows;
}

// Y and known of every state, as the table has them.
Json equations_json(const LinearForm& form, const MotionArguments& file, const MotionTable& states) {
  const Robot& robot = form.robot();
  Workspace workspace(robot);
  LinearFormWorkspace memory(form);
  MatrixX Y(form.rows(), form.columns());
  VectorX known(form.rows());
  Json list = Json::array();
  for (std::size_t row = 0; row < states.rows(); ++row) {
    go_to(robot, file, states, row, workspace, Order::acceleration);
    if (regressor(form, workspace, memory, Y) != Status::ok ||
        known_forces(form, workspace, memory, known) != Status::ok)
      refuse_row(robot, file, states, row, workspace);
    Json entry = Json::object();
    if (!states.time().empty()) entry["t"] = finite(states.time()[row]);
    entry["Y"] = Json::array();
    for (int k = 0; k < form.rows(); ++k) entry["Y"].push_back(array(Y.row(k)));
    entry["known"] = array(known);
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace

int run_regressor(const RegressorOptions& options) {
  const Robot robot = robot_of(options);
  warn_of_idle_spins(robot);
  if (!options.base && (!options.form.keep.empty() || !options.form.drop.empty()))
    throw Error(ErrorKind::usage, "--keep and --drop choose a base: they go with --base");
  if (options.states.empty() && options.motion.empty())
    throw Error(ErrorKind::usage, "expected states: a file with --states, or a motion with --motion");
  MotionArguments file = rows_of(options.states, options.skip_bad, options.frame);
  file.motion = options.motion;
  file.rate = options.rate;
  LinearForm form = LinearForm(robot, form_options(robot, options.form));
  if (options.base) form = find_base_parameters(form, base_options(options.form)).form;
  BadRows bad;
  std::size_t count = 0;
  std::string text;
  MotionTable states{StateTable{}};
  if (!options.out.empty() && !options.states.empty() && options.motion.empty() && options.rate.empty()) {
    count = stream_regressor(form, file, options, bad);
  } else {
    states = parse_motion(robot, file, options.at_rest ? Order::position : Order::acceleration, bad);
    text = regressor_csv(form, file, states, bad);
    count = states.rows();
    if (!options.out.empty()) write_atomically(options.out, text);
  }
  warn_of_bad_rows(file, bad);
  if (options.json) {
    Json json = answer("regressor", robot);
    json["states"] = count;
    if (options.skip_bad) json["skipped"] = bad_rows_json(bad);
    json["rows"] = form.rows();
    json["parameters"] = Json::array();
    for (const Parameter& p : form.parameters()) json["parameters"].push_back(p.name);
    json["out"] = options.out.empty() ? Json(nullptr) : Json(options.out);
    if (options.out.empty()) json["equations"] = equations_json(form, file, states);
    print_json(json);
  } else if (options.out.empty()) {
    print_text("{}", text);
  } else {
    print_text("{}: {} of {}, {}\n", options.out, counted(static_cast<int>(count), "state"),
               counted(form.rows(), "motor"), counted(form.columns(), "parameter"));
  }
  return exit_ok;
}

}  // namespace jourdain::cli
