// jourdain mass-matrix.
#include "analyses/simpler_model.hpp"
#include "slice_arguments.hpp"

#include "io/atomic_file.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "study/mass_matrix_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain::cli {
namespace {

Coordinates coordinates_of(const MassMatrixOptions& options) {
  return options.coordinates == "output" ? Coordinates::output : Coordinates::actuators;
}

// Names of the coordinates: joints, or x y z wx wy wz; and whether each is a length.
std::vector<std::string> coordinate_names(const Robot& robot, Coordinates coordinates) {
  std::vector<std::string> names;
  if (coordinates == Coordinates::actuators) {
    for (int k : driving_actuators(robot)) names.push_back(motor_names(robot)[static_cast<std::size_t>(k)]);
  } else {
    for (Move move : robot.mechanism().output->moves) {
      names.emplace_back(twist_names[static_cast<std::size_t>(move)]);
    }
  }
  return names;
}

// What the entries measure, each kind once: "kg, kg m, kg m^2".
std::string units_text(const Robot& robot, Coordinates coordinates, int n) {
  std::string text;
  for (InertiaKind kind : {InertiaKind::mass, InertiaKind::moment, InertiaKind::inertia}) {
    bool found = false;
    for (int i = 0; i < n; ++i) {
      for (int j = i; j < n; ++j) found |= inertia_kind(robot, coordinates, i, j) == kind;
    }
    if (found) text += fmt::format("{}{}", text.empty() ? "" : ", ", unit(kind));
  }
  return text;
}

std::string symbol_index(int i, int j, int n) { return fmt::format("{}{}{}", i + 1, n < 10 ? "" : ".", j + 1); }

bool has_springs(const Mechanism& mechanism) {
  const auto pulls = [](const JointAxis& axis) { return axis.spring.stiffness != 0 || axis.spring.preload != 0; };
  return !mechanism.counterbalances.empty() || std::ranges::any_of(mechanism.joints, [&](const Joint& joint) {
    return std::ranges::any_of(joint.axes, pulls);
  });
}

struct Terms {
  MatrixX M;
  VectorX coriolis, gravity;
  double kinetic = 0, potential = 0;
};

// The weight that belongs to (50): [Codourey98] (59) has halves of the forearms where the inertia has thirds.
void weigh_by_halves(const MassMatrixOptions& options, const Workspace& ws, Terms& terms) {
  Common whole = options;
  whole.simplify.clear();
  const Robot halves = weight_of_50(robot_of(whole, options.rotor_inertia));
  Workspace there(halves);
  const Motion motion{ws.output_pose(), ws.output_twist(), ws.output_acceleration()};
  if (inverse_kinematics(halves, motion, there, Order::velocity) != Status::ok ||
      gravity_forces(halves, there, terms.gravity, coordinates_of(options), !options.no_payload) != Status::ok)
    refuse_status(there);
  terms.potential = potential_energy(halves, there);
}

Terms solve(const Robot& robot, const MassMatrixOptions& options, Workspace& ws) {
  const Coordinates coordinates = coordinates_of(options);
  const int n = static_cast<int>(coordinate_names(robot, coordinates).size());
  const bool payload = !options.no_payload;
  Terms terms{MatrixX(n, n), VectorX(n), VectorX(n), kinetic_energy(robot, ws), potential_energy(robot, ws)};
  if (mass_matrix(robot, ws, terms.M, coordinates, payload) != Status::ok ||
      coriolis_forces(robot, ws, terms.coriolis, coordinates, payload) != Status::ok ||
      gravity_forces(robot, ws, terms.gravity, coordinates, payload) != Status::ok) {
    const SingularityReport distance = singularity_distance(robot, ws);
    refuse_status(ws, fmt::format("type-1 distance {:.2g}, type-2 distance {:.2g}: ", distance.type1, distance.type2));
  }
  if (options.simplify == "50") weigh_by_halves(options, ws, terms);
  return terms;
}

Json terms_json(const Robot& robot, const MassMatrixOptions& options, const Workspace& ws, const Terms& terms) {
  Json json = answer("mass-matrix", robot);
  json["ok"] = true;
  if (robot.mechanism().output) json["pose"] = pose_json(ws.output_pose());
  json["coordinates"] = coordinate_names(robot, coordinates_of(options));
  json["M"] = Json::array();
  for (int i = 0; i < static_cast<int>(terms.M.rows()); ++i) json["M"].push_back(array(terms.M.row(i)));
  json["coriolis"] = array(terms.coriolis);
  json["gravity"] = array(terms.gravity);
  json["gravity_has_springs"] = false;
  json["kinetic_energy"] = finite(terms.kinetic);
  json["potential_energy"] = finite(terms.potential);
  return json;
}

int run_point(const Robot& robot, const MassMatrixOptions& options) {
  BadRows none;
  const MotionTable motion = parse_motion(robot, options.motion, Order::velocity, none);
  Workspace ws(robot);
  go_to(robot, options.motion, motion, 0, ws, Order::velocity);
  const Terms terms = solve(robot, options, ws);
  if (options.json) {
    print_json(terms_json(robot, options, ws, terms));
    return exit_ok;
  }
  const Numbers number{options.digits};
  const Coordinates coordinates = coordinates_of(options);
  const std::vector<std::string> names = coordinate_names(robot, coordinates);
  print_text("{}{}\n", title(robot),
             robot.mechanism().output ? fmt::format(" at {}", moves_text(robot, number, ws.output_pose())) : "");
  heading(fmt::format("Mass matrix ({})", units_text(robot, coordinates, static_cast<int>(names.size()))));
  std::vector<std::string> columns{""};
  for (const std::string& name : names) columns.push_back(">" + name);
  Table matrix(columns);
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<std::string> cells{names[i]};
    for (double entry : terms.M.row(static_cast<int>(i))) cells.push_back(number(entry));
    matrix.add(cells);
  }
  matrix.print();
  heading("Forces");
  Table forces({"", ">Coriolis and centrifugal", ">gravity", ""});
  for (int i = 0; i < static_cast<int>(names.size()); ++i) {
    const bool length = inertia_kind(robot, coordinates, i, i) == InertiaKind::mass;
    forces.add({names[static_cast<std::size_t>(i)], number(terms.coriolis[i]), number(terms.gravity[i]),
                length ? "N" : "N m"});
  }
  forces.print();
  print_text("\n");
  Facts facts;
  facts.add("kinetic energy", fmt::format("{} J", number(terms.kinetic)));
  const bool springs = has_springs(robot.mechanism());
  facts.add("potential energy",
            fmt::format("{} J{}", number(terms.potential), springs ? ", of gravity, springs and counterbalances" : ""));
  if (springs) facts.add("springs", "apart: the column gravity is of masses only; 'inverse' at rest has them in");
  facts.print();
  return exit_ok;
}

std::string map_csv(const MassMatrixMap& map) {
  std::vector<std::string> columns{std::string(to_string(map.slice.request.across)),
                                   std::string(to_string(map.slice.request.up)), "state"};
  for (int i = 0; i < map.size; ++i) {
    for (int j = i; j < map.size; ++j) columns.push_back("M" + symbol_index(i, j, map.size));
  }
  CsvWriter csv(std::move(columns));
  for (std::size_t k = 0; k < map.M.size(); ++k) {
    const SliceCell& cell = map.slice.cells[k];
    csv.add(cell.across);
    csv.add(cell.up);
    csv.add(std::string_view(word(cell.state)));
    for (int i = 0; i < map.size; ++i) {
      for (int j = i; j < map.size; ++j) {
        if (map.M[k].size() == 0) {
          csv.add_blank();
        } else {
          csv.add(map.M[k](i, j));
        }
      }
    }
    csv.end_row();
  }
  return csv.text();
}

std::string squared(std::string_view unit) { return unit == "kg m^2" ? "kg m\u00b2" : std::string(unit); }

// A panel for each entry; entries of a kind, diagonal and coupling apart, share their colours.
std::string map_svg(const Robot& robot, const MassMatrixOptions& options, const MassMatrixMap& map) {
  const SliceRequest& r = map.slice.request;
  HeatmapMatrix picture;
  picture.title = fmt::format("{}: mass matrix", marked_name(robot.mechanism()));
  const std::string held = held_text(robot, r);
  const std::vector<std::string> names = coordinate_names(robot, map.coordinates);
  std::string subtitle = held;
  if (!options.rotor_inertia.empty()) {
    subtitle += fmt::format("{}rotor inertia {}", subtitle.empty() ? "" : "; ", options.rotor_inertia);
  }
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) list += fmt::format("{}{} {}", i == 0 ? "" : ", ", i + 1, names[i]);
  picture.subtitle = fmt::format("{}{}coordinates: {}", subtitle, subtitle.empty() ? "" : "; ", list);
  picture.across = picture_axis(r.across, r.across_from, r.across_to, r.across_count);
  picture.up = picture_axis(r.up, r.up_from, r.up_to, r.up_count);
  picture.size = map.size;
  for (const SliceCell& cell : map.slice.cells) picture.cells.push_back(picture_cell(cell.state));
  std::vector<std::pair<bool, InertiaKind>> kinds;
  for (int i = 0; i < map.size; ++i) {
    for (int j = i; j < map.size; ++j) {
      const std::pair kind{i == j, inertia_kind(robot, map.coordinates, i, j)};
      const std::size_t at = static_cast<std::size_t>(std::find(kinds.begin(), kinds.end(), kind) - kinds.begin());
      if (at == kinds.size()) {
        kinds.push_back(kind);
        picture.colours.push_back(
            {fmt::format("{} ({})", kind.first ? "diagonal" : "coupling", squared(unit(kind.second))), !kind.first});
      }
      HeatmapMatrix::Panel panel{i, j, at, "M", symbol_index(i, j, map.size), {}};
      for (const MatrixX& M : map.M) {
        panel.values.push_back(M.size() > 0 ? M(i, j) : std::numeric_limits<double>::quiet_NaN());
      }
      picture.panels.push_back(std::move(panel));
    }
  }
  return heatmap_matrix_svg(picture);
}

// Both files or none.
void write_files(const Robot& robot, const MassMatrixOptions& options, const MassMatrixMap& map) {
  std::vector<FileText> files;
  if (!options.out.empty()) files.push_back({options.out, map_csv(map)});
  if (!options.picture.empty()) files.push_back({options.picture, map_svg(robot, options, map)});
  write_together(files);
}

Json spread_json(const std::vector<DiagonalSpread>& spread) {
  Json list = Json::array();
  for (const DiagonalSpread& s : spread) {
    list.push_back({{"unit", unit(s.kind)},
                    {"smallest", finite(s.smallest)},
                    {"largest", finite(s.largest)},
                    {"ratio", finite(s.ratio())}});
  }
  return list;
}

Json map_json(const Robot& robot, const MassMatrixOptions& options, const MassMatrixMap& map) {
  Json json = answer("mass-matrix", robot);
  json["ok"] = !map.spread.empty();
  json["coordinates"] = coordinate_names(robot, map.coordinates);
  add_slice(map.slice, json);
  json["diagonal"] = spread_json(map.spread);
  json["diagonal_within_limits"] = spread_json(map.spread_within_limits);
  json["largest_coupling"] = finite(map.largest_coupling);
  json["out"] = options.out.empty() ? Json(nullptr) : Json(options.out);
  json["picture"] = options.picture.empty() ? Json(nullptr) : Json(options.picture);
  return json;
}

void print_map(const Robot& robot, const MassMatrixOptions& options, const MassMatrixMap& map) {
  const Numbers number{std::min(options.digits, 4)};
  print_text("{}\n\n", title(robot));
  Facts facts;
  add_slice(robot, number, map.slice, facts);
  const auto add = [&](const char* label, const std::vector<DiagonalSpread>& spread) {
    for (const DiagonalSpread& s : spread) {
      facts.add(label, fmt::format("{} to {} {}, ratio {}", number(s.smallest), number(s.largest), unit(s.kind),
                                   number(s.ratio())));
    }
  };
  add("diagonal entries", map.spread);
  add("within joint limits", map.spread_within_limits);
  if (map.size > 1) {
    facts.add("largest coupling",
              fmt::format("{} of the diagonal, |M_ij| / sqrt(M_ii M_jj)", number(map.largest_coupling)));
  }
  facts.print();
  print_text("\n");
  print_cells(map.slice);
  for (const std::string* file : {&options.out, &options.picture}) {
    if (!file->empty()) print_text("\nwritten: {}", *file);
  }
  if (!options.out.empty() || !options.picture.empty()) print_text("\n");
}

int run_map(const Robot& robot, const MassMatrixOptions& options) {
  require_output(robot);
  const SliceRequest request = parse_slice(robot, options.slice);
  MassMatrixMap map;
  {
    const Progress progress(fmt::format("{} x {} cells", request.across_count, request.up_count));
    map = mass_matrix_map(robot, request, coordinates_of(options), !options.no_payload);
  }
  write_files(robot, options, map);
  if (options.json) {
    print_json(map_json(robot, options, map));
  } else {
    print_map(robot, options, map);
  }
  return map.spread.empty() ? exit_bad_result : exit_ok;
}

}  // namespace

int run_mass_matrix(const MassMatrixOptions& given) {
  MassMatrixOptions options = given;
  if (options.simplify == "58") options.simplify = "50";  // its mass matrix
  const Robot robot = robot_of(options, options.rotor_inertia);
  require_motors(robot);
  if (coordinates_of(options) == Coordinates::output) require_output(robot);
  if (!options.map) return run_point(robot, options);
  const MotionArguments& m = options.motion;
  for (const std::string* text : {&m.at.pose, &m.twist, &m.joints, &m.rates}) {
    if (!text->empty()) throw Error(ErrorKind::usage, "give one state, or a map with --cut, not both");
  }
  return run_map(robot, options);
}

}  // namespace jourdain::cli
