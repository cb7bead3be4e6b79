// Sizing of motors, and maps of the workspace.
#include "bindings.hpp"

#include "design/mass_matrix_map.hpp"
#include "jourdain/design/sizing.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/kinematics/workspace_map.hpp"

#include <algorithm>
#include <array>

namespace jourdain::python {
namespace {

template <typename Get>
Array of_motors(const SizingReport& report, Get&& get) {
  Output<double> out({report.motors.size()});
  std::ranges::transform(report.motors, out.data(), get);
  return out.take();
}

Dict sizing(const Robot& robot, const States& states, nb::object time, bool friction, bool springs, bool payload,
            nb::object loads) {
  states.check(robot);
  const DynamicsArguments arguments(robot, friction, springs, payload, loads, nb::none(), nb::none(), false);
  const DynamicsOptions dynamics = arguments.options();
  std::optional<VectorX> times;
  if (!time.is_none()) times = read_vector(time, "time", static_cast<std::size_t>(states.rows()));
  SizingReport report;
  {
    const nb::gil_scoped_release released;
    Sizing demands(robot, friction);
    Workspace workspace(robot);
    VectorX forces(robot.motor_joints().size());
    for (long row = 0; row < states.rows(); ++row) {
      const std::optional<double> t = times ? std::optional((*times)[row]) : std::nullopt;
      Status status = states.go_to(row, robot, workspace, Order::acceleration);
      if (status == Status::ok) status = inverse_dynamics(robot, workspace, forces, dynamics);
      if (status == Status::ok) demands.add(workspace, forces, t);
      if (status != Status::ok) demands.refuse(status, t);
    }
    report = demands.report();
  }
  nb::dict result;
  result["force_peak"] = of_motors(report, [](const MotorSizing& s) { return s.at_joint.force.value; });
  result["force_rms"] = of_motors(report, [](const MotorSizing& s) { return s.at_joint.force_rms; });
  result["speed_peak"] = of_motors(report, [](const MotorSizing& s) { return s.at_joint.speed.value; });
  result["speed_rms"] = of_motors(report, [](const MotorSizing& s) { return s.at_joint.speed_rms; });
  result["shaft_force_peak"] = of_motors(report, [](const MotorSizing& s) { return s.at_motor.force.value; });
  result["shaft_force_rms"] = of_motors(report, [](const MotorSizing& s) { return s.at_motor.force_rms; });
  result["shaft_speed_peak"] = of_motors(report, [](const MotorSizing& s) { return s.at_motor.speed.value; });
  result["driving_power"] = of_motors(report, [](const MotorSizing& s) { return s.driving_power.value; });
  result["braking_power"] = of_motors(report, [](const MotorSizing& s) { return s.braking_power.value; });
  result["driving_energy"] = of_motors(report, [](const MotorSizing& s) { return s.driving_energy; });
  result["braking_energy"] = of_motors(report, [](const MotorSizing& s) { return s.braking_energy; });
  result["force_share"] = of_motors(report, [](const MotorSizing& s) { return s.force_share; });
  result["speed_share"] = of_motors(report, [](const MotorSizing& s) { return s.speed_share; });
  result["rated_share"] = of_motors(report, [](const MotorSizing& s) { return s.rated_share; });
  result["largest_share"] = report.largest_share;
  result["states"] = report.states;
  result["refused"] = report.refused;
  result["explanation"] = explain(robot, report);
  return result;
}

Move parse_move(const std::string& word, const char* name) {
  using enum Move;
  return choose_among(word, std::array{x, y, z, rx, ry, rz}, name);
}

using Range = std::optional<std::array<double, 2>>;

Range read_range(nb::handle object, const std::string& name) {
  if (object.is_none()) return {};
  const VectorX ends = read_vector(object, name, 2);
  return std::array<double, 2>{ends[0], ends[1]};
}

SliceRequest slice_request(const Robot& robot, const std::optional<std::string>& across,
                           const std::optional<std::string>& up, nb::handle across_range, nb::handle up_range,
                           int across_count, int up_count, nb::handle at) {
  SliceRequest request = default_slice(robot);
  if (across) request.across = parse_move(*across, "across");
  if (up) request.up = parse_move(*up, "up");
  // A range about home for coordinates that are not those of the default.
  const auto around = [&](Move move, double& from, double& to) {
    const int i = static_cast<int>(move);
    const double reach = i < 3 ? 0.5 * robot.size() : M_PI / 3;
    const double centre = i < 3 ? robot.home_pose().p[i] : 0;
    from = centre - reach;
    to = centre + reach;
  };
  if (across) around(request.across, request.across_from, request.across_to);
  if (up) around(request.up, request.up_from, request.up_to);
  if (const Range range = read_range(across_range, "across_range")) {
    request.across_from = (*range)[0];
    request.across_to = (*range)[1];
  }
  if (const Range range = read_range(up_range, "up_range")) {
    request.up_from = (*range)[0];
    request.up_to = (*range)[1];
  }
  request.across_count = across_count;
  request.up_count = up_count;
  if (!at.is_none()) {
    const Poses poses = read_poses(at, "at");
    if (!poses.lead.empty()) throw nb::value_error("at: expected one pose");
    request.at = poses.poses.front();
  }
  return request;
}

template <typename T, typename Get>
NewArray<T> of_cells(const Slice& slice, Get&& get) {
  Output<T> out(
      {static_cast<std::size_t>(slice.request.up_count), static_cast<std::size_t>(slice.request.across_count)});
  std::ranges::transform(slice.cells, out.data(), get);
  return out.take();
}

Array grid(double from, double to, int count) {
  Output<double> out({static_cast<std::size_t>(count)});
  for (int i = 0; i < count; ++i) out.data()[i] = count > 1 ? from + (to - from) * i / (count - 1) : from;
  return out.take();
}

Dict slice_dict(const Slice& slice) {
  const SliceRequest& request = slice.request;
  nb::dict result;
  result["across"] = grid(request.across_from, request.across_to, request.across_count);
  result["up"] = grid(request.up_from, request.up_to, request.up_count);
  result["axes"] = nb::make_tuple(std::string(to_string(request.across)), std::string(to_string(request.up)));
  result["state"] = of_cells<int>(slice, [](const SliceCell& cell) { return static_cast<int>(cell.state); });
  result["states"] = nb::make_tuple("ok", "unreachable", "singular", "limit", "behind");
  result["type1"] = of_cells<double>(slice, [](const SliceCell& cell) { return cell.type1; });
  result["type2"] = of_cells<double>(slice, [](const SliceCell& cell) { return cell.type2; });
  result["constraint"] = of_cells<double>(slice, [](const SliceCell& cell) { return cell.constraint; });
  result["margin"] = of_cells<double>(slice, [](const SliceCell& cell) { return cell.margin; });
  result["reachable_share"] = slice.reachable_share;
  return result;
}

Dict slice_of(const Robot& robot, const std::optional<std::string>& across, const std::optional<std::string>& up,
              nb::object across_range, nb::object up_range, int across_count, int up_count, nb::object at) {
  const SliceRequest request = slice_request(robot, across, up, across_range, up_range, across_count, up_count, at);
  Slice slice;
  {
    const nb::gil_scoped_release released;
    slice = workspace_slice(robot, request);
  }
  return slice_dict(slice);
}

Dict mass_map(const Robot& robot, const std::optional<std::string>& across, const std::optional<std::string>& up,
              nb::object across_range, nb::object up_range, int across_count, int up_count, nb::object at,
              const std::string& coordinates, bool payload) {
  const SliceRequest request = slice_request(robot, across, up, across_range, up_range, across_count, up_count, at);
  const auto which = choose_one<Coordinates>(coordinates, "coordinates");
  MassMatrixMap map;
  {
    const nb::gil_scoped_release released;
    map = mass_matrix_map(robot, request, which, payload);
  }
  nb::dict result = slice_dict(map.slice);
  const auto n = static_cast<std::size_t>(map.size);
  Output<double> M({static_cast<std::size_t>(up_count), static_cast<std::size_t>(across_count), n, n});
  for (std::size_t i = 0; i < map.M.size(); ++i) {
    if (map.M[i].size() > 0) {
      copy_rows(map.M[i], M.data() + i * n * n);
    } else {
      std::fill_n(M.data() + i * n * n, n * n, std::nan(""));
    }
  }
  result["M"] = M.take();
  result["largest_coupling"] = map.largest_coupling;
  return result;
}

Dict volume_of(const Robot& robot, nb::object at, int count) {
  VolumeRequest request;
  request.at = robot.home_pose();
  request.count = count;
  if (!at.is_none()) {
    const Poses poses = read_poses(at, "at");
    if (!poses.lead.empty()) throw nb::value_error("at: expected one pose");
    request.at = poses.poses.front();
  }
  WorkspaceVolume volume;
  std::optional<InscribedCuboid> cuboid;
  std::optional<InscribedCylinder> cylinder;
  {
    const nb::gil_scoped_release released;
    volume = workspace_volume(robot, request);
    cuboid = largest_cuboid(volume);
    const bool has_z = std::ranges::find(volume.moves, Move::z) != volume.moves.end();
    if (volume.dimensions() == 2 || has_z) cylinder = largest_cylinder(volume);
  }
  const auto n = static_cast<std::size_t>(volume.dimensions());
  const auto vector = [&](const std::array<double, 3>& values) {
    return to_array(std::vector<double>(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(n)));
  };
  nb::dict result;
  nb::list moves;
  for (const Move move : volume.moves) moves.append(std::string(to_string(move)));
  result["moves"] = moves;
  result["from"] = vector(volume.from);
  result["to"] = vector(volume.to);
  Shape shape;
  for (std::size_t c = n; c-- > 0;) shape.push_back(static_cast<std::size_t>(volume.count[c]));
  Output<bool> good(shape);
  std::ranges::copy(volume.good, good.data());
  result["good"] = good.take();
  result["size"] = volume.size;
  result["uncertainty"] = volume.uncertainty;
  result["cuboid"] = cuboid ? nb::object(nb::make_tuple(vector(cuboid->from), vector(cuboid->to))) : nb::none();
  nb::dict round;
  if (cylinder) {
    round["centre"] = vector(cylinder->centre);
    round["radius"] = cylinder->radius;
    round["height"] = cylinder->height;
  }
  result["cylinder"] = cylinder ? nb::object(round) : nb::none();
  return result;
}

}  // namespace

void bind_studies(nb::module_& m) {
  robot_function(m, "sizing", &sizing,
                 "What a motion asks of the motors, one entry per motor: peak and RMS of force and speed, power and\n"
                 "energy, and their shares of the motors' limits. With `time`, RMS values are weighed by it.\n\n"
                 ">>> robot = jourdain.load('delta')\n"
                 ">>> motion = robot.load_motion('line by={x: 20 mm, z: -10 mm} duration=0.2s')\n"
                 ">>> t = motion.sample_times()\n"
                 ">>> sorted(robot.sizing(motion.at(t), t))[:3]\n"
                 "['braking_energy', 'braking_power', 'driving_energy']\n",
                 "states"_a, "time"_a = nb::none(), nb::kw_only(), "friction"_a = true, "springs"_a = true,
                 "payload"_a = true, "loads"_a = nb::none());
  robot_function(m, "workspace_slice", &slice_of,
                 "Reachability and distances to singularities over a rectangle of two of the robot's moves: arrays\n"
                 "(up, across). `state` indexes `states`.",
                 "across"_a = nb::none(), "up"_a = nb::none(), nb::kw_only(), "across_range"_a = nb::none(),
                 "up_range"_a = nb::none(), "across_count"_a = 61, "up_count"_a = 61, "at"_a = nb::none());
  robot_function(m, "mass_matrix_map", &mass_map,
                 "The same with the mass matrix M (up, across, n, n), NaN where none is.", "across"_a = nb::none(),
                 "up"_a = nb::none(), nb::kw_only(), "across_range"_a = nb::none(), "up_range"_a = nb::none(),
                 "across_count"_a = 31, "up_count"_a = 31, "at"_a = nb::none(), "coordinates"_a = "motors",
                 "payload"_a = true);
  robot_function(m, "workspace_volume", &volume_of,
                 "Size of the usable workspace at one orientation, with the largest cuboid and cylinder in it.\n"
                 "`good` is (z, y, x), or of the translations there are.",
                 "at"_a = nb::none(), "count"_a = 31);
}

}  // namespace jourdain::python
