#include "matrix_text.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain::cli {

Labels actuator_labels(const Robot& robot, const std::vector<int>& actuators, int order) {
  Labels labels;
  for (int k : actuators) {
    const Joint& joint = robot.mechanism().joints[robot.actuators()[static_cast<std::size_t>(k)]];
    labels.push_back({joint.name, unit(is_length(joint.type, 0), order)});
  }
  return labels;
}

Labels move_labels(const Robot& robot, int order) {
  const Labels all = output_labels(order);
  Labels labels;
  for (Move move : robot.mechanism().output->moves) labels.push_back(all[static_cast<std::size_t>(move)]);
  return labels;
}

Labels output_labels(int order) {
  const std::array<std::string_view, 6>& names = order == 1 ? twist_names : acceleration_names;
  Labels labels;
  for (std::size_t c = 0; c < 6; ++c) labels.push_back({std::string(names[c]), unit(c < 3, order)});
  return labels;
}

namespace {

// Entries that are rounding errors beside the largest of their row and column become 0.
MatrixX without_noise(MatrixX M) {
  if (M.size() == 0) return M;
  const VectorX rows = M.cwiseAbs().rowwise().maxCoeff(), columns = M.cwiseAbs().colwise().maxCoeff();
  for (int i = 0; i < static_cast<int>(M.rows()); ++i) {
    for (int j = 0; j < static_cast<int>(M.cols()); ++j) {
      if (std::abs(M(i, j)) < 1e-13 * std::sqrt(rows[i] * columns[j])) M(i, j) = 0;
    }
  }
  return M;
}

}  // namespace

void print_matrix(const Numbers& number, const LabelledMatrix& matrix) {
  const MatrixX entries = without_noise(matrix.entries);
  std::vector<std::string> columns{""};
  for (const Label& label : matrix.columns) columns.push_back(fmt::format(">{} ({})", label.name, label.unit));
  columns.emplace_back("");
  Table table(columns);
  for (std::size_t i = 0; i < matrix.rows.size(); ++i) {
    std::vector<std::string> cells{matrix.rows[i].name};
    for (double entry : entries.row(static_cast<int>(i))) cells.push_back(number(entry));
    cells.push_back(matrix.rows[i].unit);
    table.add(cells);
  }
  table.print();
}

Json matrix_json(const LabelledMatrix& matrix) {
  Json json = Json::object();
  const auto put = [&](const char* names, const char* units, const Labels& labels) {
    json[names] = json[units] = Json::array();
    for (const Label& label : labels) json[names].push_back(label.name), json[units].push_back(label.unit);
  };
  put("rows", "row_units", matrix.rows);
  put("columns", "column_units", matrix.columns);
  json["entries"] = Json::array();
  for (int i = 0; i < static_cast<int>(matrix.entries.rows()); ++i)
    json["entries"].push_back(array(matrix.entries.row(i)));
  return json;
}

Json matrix_json(const FoundMatrix& found) {
  if (!found.found()) return nullptr;
  Json json = matrix_json(found.matrix);
  json["conditioning"] = finite(found.conditioning);
  return json;
}

std::string at_pose(const Robot& robot, const Numbers& number, const Workspace& workspace) {
  return robot.mechanism().output ? fmt::format(" at {}", moves_text(robot, number, workspace.output_pose())) : "";
}

}  // namespace jourdain::cli
