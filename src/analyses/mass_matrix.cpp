// Mass matrix, Coriolis and gravity forces at a state, or maps of the mass matrix over a slice of the workspace.
#include "analyses/analysis.hpp"
#include "analyses/load_case.hpp"
#include "analyses/simpler_model.hpp"
#include "analyses/slice.hpp"
#include "analyses/state_facts.hpp"
#include "analyses/words.hpp"
#include "design/mass_matrix_map.hpp"
#include "jourdain/dynamics/energy.hpp"
#include "report/workspace_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

struct MassMatrixOptions {
  MotionArguments motion;
  SliceArguments slice{"cut", 51};
  Coordinates coordinates = Coordinates::motors;
  std::string simplify, rotor_inertia, out, picture;
  bool no_payload = false;

  bool is_map() const { return slice.given() || !out.empty() || !picture.empty(); }
};

void show_fields(OptionVisitor& visitor, MassMatrixOptions& options) {
  show_fields(visitor, options.motion, Order::velocity, false);
  visitor.one_of({.name = "coordinates", .help = "Of the motors or of the output"}, options.coordinates);
  visitor.text({.name = "rotor-inertia",
                .help = "Of all motors, or name=value,..., at the motor side",
                .type = "LIST",
                .group = "Model"},
               options.rotor_inertia);
  show_simplify(visitor, simpler_mass_matrices, options.simplify);
  visitor.flag({.name = "no-payload", .help = "Without the payload", .not_with = "payload"}, options.no_payload);
  show_fields(visitor, options.slice);
  visitor.file({.name = "out", .help = "CSV file of the map to write, one row per cell", .group = "Slice"},
               FileRole::output, options.out);
  visitor.file({.name = "picture", .help = "SVG file of the map to write", .group = "Slice"}, FileRole::picture,
               options.picture);
}

Measure measure_of(InertiaKind kind) {
  return kind == InertiaKind::mass ? Measure::mass : kind == InertiaKind::inertia ? Measure::inertia : Measure::moment;
}

// Joints, or x y z wx wy wz, with their accelerations' units.
AxisNames coordinate_axes(const Robot& robot, Coordinates coordinates) {
  if (coordinates == Coordinates::motors) return motor_axes(robot, driving_motors(robot), 2);
  AxisNames axes = move_axes(robot, 2);
  axes.names = move_axes(robot, 1).names;
  return axes;
}

Measure force_at(const Robot& robot, Coordinates coordinates, int i) {
  return force_measure(inertia_kind(robot, coordinates, i, i) == InertiaKind::mass);
}

// What the entries measure, each kind once: "kg, kg m, kg m^2".
std::string units_text(const Robot& robot, Coordinates coordinates, int n) {
  std::string text;
  for (const InertiaKind kind : {InertiaKind::mass, InertiaKind::moment, InertiaKind::inertia}) {
    bool found = false;
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j) found |= inertia_kind(robot, coordinates, i, j) == kind;
    if (found) text += fmt::format("{}{}", text.empty() ? "" : ", ", unit(kind));
  }
  return text;
}

bool has_springs(const Mechanism& mechanism) {
  const auto pulls = [](const JointAxis& axis) { return axis.spring.stiffness != 0 || axis.spring.preload != 0; };
  return !mechanism.counterbalances.empty() || std::ranges::any_of(mechanism.joints, [&](const Joint& joint) {
    return std::ranges::any_of(joint.axes, pulls);
  });
}

// The terms of the equations of motion at a state.
struct MotionTerms {
  MatrixX M;
  VectorX coriolis, gravity;
  double kinetic = 0, potential = 0;
};

// The weight that belongs to (50): [Codourey98] (59) has halves of the forearms where the inertia has thirds.
void weigh_by_halves(const Robot& full, const MassMatrixOptions& options, const Workspace& ws, MotionTerms& terms) {
  const Robot halves = weight_of_50(full);
  Workspace there(halves);
  const PlatformState motion{ws.output_pose(), ws.output_twist(), ws.output_acceleration()};
  if (inverse_kinematics(halves, motion, there, Order::velocity) != Status::ok ||
      gravity_forces(halves, there, terms.gravity, options.coordinates, !options.no_payload) != Status::ok)
    throw Error(ErrorKind::numerical, there.explain());
  terms.potential = potential_energy(halves, there);
}

MotionTerms terms_at(const Robot& robot, const MassMatrixOptions& options, Workspace& ws) {
  const Coordinates coordinates = options.coordinates;
  const int n = static_cast<int>(coordinate_axes(robot, coordinates).names.size());
  const bool payload = !options.no_payload;
  MotionTerms terms{MatrixX(n, n), VectorX(n), VectorX(n), kinetic_energy(robot, ws), potential_energy(robot, ws)};
  if (mass_matrix(robot, ws, terms.M, coordinates, payload) == Status::ok &&
      coriolis_forces(robot, ws, terms.coriolis, coordinates, payload) == Status::ok &&
      gravity_forces(robot, ws, terms.gravity, coordinates, payload) == Status::ok)
    return terms;
  const SingularityReport distance = singularity_distance(robot, ws);
  throw Error(ErrorKind::numerical, fmt::format("type-1 distance {:.2g}, type-2 distance {:.2g}: {}", distance.type1,
                                                distance.type2, ws.explain()));
}

void describe_terms(const Robot& robot, const MassMatrixOptions& options, const Workspace& ws, const MotionTerms& terms,
                    Answer& answer) {
  const Coordinates coordinates = options.coordinates;
  const AxisNames axes = coordinate_axes(robot, coordinates);
  const int n = static_cast<int>(axes.names.size());
  AxisNames forces{axes.names, {}};
  std::vector<int> rows;
  for (int i = 0; i < n; ++i) {
    forces.units.emplace_back(words_of(force_at(robot, coordinates, i)).unit);
    rows.push_back(i);
  }
  const auto name = [&](int i) { return axes.names[i]; };
  const auto force = [&](int i, double value) { return measured(value, force_at(robot, coordinates, i)); };
  answer.title = title_at(robot, ws);
  answer.add(matrix_of("M", fmt::format("Mass matrix ({}): forces by accelerations", units_text(robot, coordinates, n)),
                       forces, axes, terms.M));
  answer.add(
      table_of<int>("forces", "Forces", rows,
                    {{"coordinate", " ", [&](int i) { return Cell(name(i)); }},
                     {"coriolis", "Coriolis and centrifugal", [&](int i) { return Cell(force(i, terms.coriolis[i])); }},
                     {"gravity", "gravity", [&](int i) { return Cell(force(i, terms.gravity[i])); }}}));
  const bool springs = has_springs(robot.mechanism());
  Facts& energy = answer.add(Facts{"energy", "Energy"});
  energy.facts.push_back({"kinetic", "kinetic energy", Number{terms.kinetic, Measure::energy}});
  energy.facts.push_back({"potential", "potential energy", Number{terms.potential, Measure::energy},
                          springs ? "of gravity, springs and counterbalances" : ""});
  if (springs)
    energy.facts.push_back(
        {"springs", "springs", "apart: the column gravity is of masses only; 'inverse' at rest has them in"});
  if (robot.mechanism().output) answer.add(state_facts(ws, Order::velocity));
  answer.key_numbers.push_back({"kinetic_energy", "kinetic energy", "", {terms.kinetic, Measure::energy}});
  for (int i = 0; i < n; ++i) {
    answer.key_numbers.push_back({"gravity/" + name(i), "gravity", name(i), force(i, terms.gravity[i])});
    answer.key_numbers.push_back({"diagonal/" + name(i),
                                  "diagonal of M",
                                  name(i),
                                  {terms.M(i, i), measure_of(inertia_kind(robot, coordinates, i, i))}});
  }
}

std::string symbol_index(int i, int j, int n) { return fmt::format("{}{}{}", i + 1, n < 10 ? "" : ".", j + 1); }

// The cells: their place, state and the upper triangle of their matrix.
Table map_table(const Robot& robot, const MassMatrixMap& map) {
  Table table = slice_table(map.slice);
  table.columns.resize(3);
  for (int i = 0; i < map.size; ++i) {
    for (int j = i; j < map.size; ++j) {
      const std::string name = "M" + symbol_index(i, j, map.size);
      table.columns.push_back({name, name});
    }
  }
  for (std::size_t k = 0; k < map.M.size(); ++k) {
    std::vector<Cell>& row = table.rows[k];
    row.resize(3);
    for (int i = 0; i < map.size; ++i)
      for (int j = i; j < map.size; ++j)
        row.push_back(map.M[k].size() == 0
                          ? Cell()
                          : Cell(Number{map.M[k](i, j), measure_of(inertia_kind(robot, map.coordinates, i, j))}));
  }
  return table;
}

// A panel for each entry; entries of a kind, diagonal and coupling apart, share their colours.
HeatmapMatrix map_picture(const Robot& robot, const MassMatrixOptions& options, const MassMatrixMap& map) {
  const SliceRequest& r = map.slice.request;
  HeatmapMatrix picture;
  picture.title = fmt::format("{}: mass matrix", marked_name(robot.mechanism()));
  picture.subtitle = held_text(robot, r);
  const auto add_text = [&](const std::string& text) {
    picture.subtitle += fmt::format("{}{}", picture.subtitle.empty() ? "" : "; ", text);
  };
  if (!options.rotor_inertia.empty()) add_text("rotor inertia " + options.rotor_inertia);
  const std::vector<std::string> names = coordinate_axes(robot, map.coordinates).names;
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) list += fmt::format("{}{} {}", i == 0 ? "" : ", ", i + 1, names[i]);
  add_text("coordinates: " + list);
  picture.across = picture_axis(r.across, r.across_from, r.across_to, r.across_count);
  picture.up = picture_axis(r.up, r.up_from, r.up_to, r.up_count);
  picture.size = map.size;
  for (const SliceCell& cell : map.slice.cells) picture.cells.push_back(picture_cell(cell.state));
  std::vector<std::pair<bool, InertiaKind>> kinds;
  for (int i = 0; i < map.size; ++i) {
    for (int j = i; j < map.size; ++j) {
      const std::pair kind{i == j, inertia_kind(robot, map.coordinates, i, j)};
      const std::size_t at = static_cast<std::size_t>(std::ranges::find(kinds, kind) - kinds.begin());
      if (at == kinds.size()) {
        kinds.push_back(kind);
        const std::string_view measured = kind.second == InertiaKind::inertia ? "kg m\u00b2" : unit(kind.second);
        picture.colours.push_back(
            {fmt::format("{} ({})", kind.first ? "diagonal" : "coupling", measured), !kind.first});
      }
      HeatmapMatrix::Panel panel{i, j, at, "M", symbol_index(i, j, map.size), {}};
      for (const MatrixX& M : map.M) panel.values.push_back(M.size() > 0 ? M(i, j) : std::nan(""));
      picture.panels.push_back(std::move(panel));
    }
  }
  return picture;
}

void describe_map(const Robot& robot, const MassMatrixOptions& options, const MassMatrixMap& map, Answer& answer) {
  answer.title = marked_name(robot.mechanism());
  Facts& facts = answer.add(slice_facts(robot, map.slice));
  if (map.size > 1) {
    facts.facts.push_back({"largest_coupling", "largest coupling", Number{map.largest_coupling},
                           "of the diagonal, |M_ij| / sqrt(M_ii M_jj)"});
    answer.key_numbers.push_back({"largest_coupling", "largest coupling", "", {map.largest_coupling}});
  }
  const auto spread_table = [](const char* key, const char* title, const std::vector<DiagonalSpread>& spread) {
    using Spread = DiagonalSpread;
    return table_of<Spread>(
        key, title, spread,
        {{"quantity", " ", [](const Spread& s) { return Cell(std::string(words_of(measure_of(s.kind)).word)); }},
         {"smallest", "smallest", [](const Spread& s) { return measured(s.smallest, measure_of(s.kind)); }},
         {"largest", "largest", [](const Spread& s) { return measured(s.largest, measure_of(s.kind)); }},
         {"ratio", "ratio", [](const Spread& s) { return Cell(Number{s.ratio()}); }}});
  };
  answer.add(spread_table("diagonal", "Diagonal entries", map.spread));
  answer.add(spread_table("diagonal_within_limits", "Diagonal entries within joint limits", map.spread_within_limits));
  answer.add(cell_counts(map.slice));
  answer.add(map_table(robot, map));
  answer.add(Picture{"map", "", map_picture(robot, options, map)});
  for (const DiagonalSpread& s : map.spread) {
    const Measure measure = measure_of(s.kind);
    const std::string word(words_of(measure).word);
    answer.key_numbers.push_back({"diagonal/" + word + "/smallest", "diagonal", "smallest", {s.smallest, measure}});
    answer.key_numbers.push_back({"diagonal/" + word + "/largest", "diagonal", "largest", {s.largest, measure}});
    answer.key_numbers.push_back(
        {"diagonal/" + word + "/ratio", "ratio of diagonal entries", map.spread.size() > 1 ? word : "", {s.ratio()}});
  }
  if (!options.out.empty()) answer.files.push_back({options.out, "grid"});
  if (!options.picture.empty()) answer.files.push_back({options.picture, "map"});
  if (map.spread.empty()) answer.verdict = {Tone::bad, "no cell of this slice has a mass matrix"};
}

Answer mass_matrices(const Subject& subject, const MassMatrixOptions& options, const Job& job) {
  Answer answer;
  const Robot full = changed_robot(subject, options.rotor_inertia, "", answer.warnings);
  // The forces of (58) have the mass matrix (50).
  const std::string simplify = options.simplify == "58" ? "50" : options.simplify;
  const Robot robot = simplify.empty() ? full : simpler_robot(full, simplify);
  require_motors(robot);
  if (options.coordinates == Coordinates::output) require_output(robot);
  answer.model = robot.mechanism().name;
  const MotionArguments& m = options.motion;
  if (options.is_map()) {
    for (const std::string* text : {&m.at.pose, &m.twist, &m.joints, &m.rates})
      if (!text->empty()) throw Error(ErrorKind::usage, "give one state, or a map with --cut, not both");
    const SliceRequest request = parse_slice(robot, options.slice, answer.warnings);
    job.tell(fmt::format("{} x {} cells", request.across_count, request.up_count));
    describe_map(robot, options, mass_matrix_map(robot, request, options.coordinates, !options.no_payload), answer);
    return answer;
  }
  BadRows none;
  const MotionTable motion = parse_motion(robot, m, Order::velocity, none, answer.warnings);
  Workspace ws(robot);
  go_to(robot, m, motion, 0, ws, Order::velocity);
  MotionTerms terms = terms_at(robot, options, ws);
  if (simplify == "50") weigh_by_halves(full, options, ws, terms);
  describe_terms(robot, options, ws, terms, answer);
  return answer;
}

}  // namespace

extern constinit const Analysis mass_matrix_analysis{
    .name = "mass-matrix",
    .what =
        "Mass matrix, Coriolis and gravity forces at one state, in coordinates of the motors or of the output; springs "
        "are apart. With --cut, --range or --picture a map of all entries over a slice of the workspace, as table and "
        "picture, with the ratio of the largest to the smallest diagonal entry.",
    .examples =
        "jourdain mass-matrix delta --pose 0.05,0.03,-0.3 --twist 1,-0.8,0.6\n"
        "jourdain mass-matrix delta --cut z=-0.23 --range 0.25 --grid 51 --rotor-inertia 0.015 --picture map.svg",
    .has_key_numbers = true,
    .ask = QuestionOf<MassMatrixOptions, mass_matrices>::ask};

}  // namespace jourdain
