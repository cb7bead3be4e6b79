// Motions through time.
#include "bindings.hpp"

#include "analyses/given_motion.hpp"
#include "jourdain/design/check_motion.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "jourdain/motion/motions.hpp"

#include <algorithm>

namespace jourdain::python {
namespace {

std::size_t size_of(const MotionSpace& space) { return static_cast<std::size_t>(space.size()); }

// Motions of the output at these times; where the mechanism moves coordinates beside the moves, as it moves them.
std::unique_ptr<Motions> platform_states(const Motion& motion, const Numbers& times) {
  std::vector<PlatformState> motions(times.values.size());
  const bool follow = !motion.robot().pose_is_explicit();
  Follower follower(motion);
  Workspace workspace(motion.robot());
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const Status status = follow ? follower(times.values[i], workspace) : motion.at(times.values[i], motions[i]);
    if (status != Status::ok)
      throw Error(ErrorKind::numerical, "t = " + std::to_string(times.values[i]) +
                                            " s: " + (follow ? workspace.explain() : std::string(explain(status))));
    if (follow) motions[i] = {workspace.output_pose(), workspace.output_twist(), workspace.output_acceleration()};
  }
  return motion_object(times.shape, std::move(motions));
}

std::unique_ptr<Motors> motor_states(const Motion& motion, const Numbers& times) {
  const auto rows = static_cast<Eigen::Index>(times.values.size());
  const auto motors = static_cast<Eigen::Index>(motion.robot().motor_joints().size());
  MatrixX q(motors, rows), dq(motors, rows), ddq(motors, rows);
  MotorState state(static_cast<int>(motors));
  for (Eigen::Index i = 0; i < rows; ++i) {
    const Status status = motion.at(times.values[i], state);
    if (status != Status::ok) throw Error(ErrorKind::numerical, std::string(explain(status)));
    q.col(i) = state.position;
    dq.col(i) = state.velocity;
    ddq.col(i) = state.acceleration;
  }
  return motors_object(times.shape, std::move(q), std::move(dq), std::move(ddq));
}

std::unique_ptr<States> states_at(const Motion& motion, nb::object t) {
  const Numbers times = read_numbers(t, "t");
  if (motion.space() == Space::platform) return platform_states(motion, times);
  return motor_states(motion, times);
}

Timing make_timing(const std::string& profile, double rise, std::optional<double> duration, std::optional<double> speed,
                   std::optional<double> acceleration, std::optional<double> jerk, std::optional<double> ramp,
                   std::optional<double> ramp_length) {
  Timing timing;
  timing.profile = choose_one<Profile>(profile, "profile");
  timing.rise = rise;
  timing.duration = duration;
  timing.speed = speed;
  timing.acceleration = acceleration;
  timing.jerk = jerk;
  timing.ramp = ramp;
  timing.ramp_length = ramp_length;
  return timing;
}

MotionSpace make_space(const Robot& robot, const std::string& kind, const std::string& frame) {
  const auto place = choose_one<MotionFrame>(frame, "frame");
  const Space space = choose_among(kind, std::array{Space::platform, Space::motors}, "kind");
  return space == Space::motors ? MotionSpace::motors(robot) : MotionSpace::platform(robot, place);
}

// Way-points (n, coordinates) as columns.
MatrixX points_of(const MotionSpace& space, nb::handle points, const std::string& name) {
  const Numbers numbers = read_numbers(points, name);
  if (numbers.shape.size() != 2 || numbers.shape[1] != size_of(space))
    refuse_shape(name, "(n, " + std::to_string(space.size()) + ")", numbers.shape);
  return Eigen::Map<const MatrixX>(numbers.values.data(), space.size(), static_cast<Eigen::Index>(numbers.shape[0]));
}

std::vector<double> times_of(nb::handle times, std::size_t count) {
  const VectorX read = read_vector(times, "times", count);
  return {read.data(), read.data() + read.size()};
}

Motion make_circle(const MotionSpace& space, nb::object centre, nb::object first, nb::object second, double radius,
                   double angle, const Timing& timing) {
  Circle shape;
  shape.centre = read_vector(centre, "centre", size_of(space));
  shape.first = read_vector(first, "first", size_of(space));
  shape.second = read_vector(second, "second", size_of(space));
  shape.radius = radius;
  shape.angle = angle;
  return circle(space, shape, timing);
}

Motion make_fourier(const MotionSpace& space, double frequency, nb::object centre, nb::object cosine, nb::object sine,
                    double periods, double ramp, bool is_periodic) {
  FourierSeries series;
  series.frequency = frequency;
  series.centre = read_vector(centre, "centre", size_of(space));
  series.cosine = read_matrix(cosine, "cosine", size_of(space));
  series.sine = read_matrix(sine, "sine", size_of(space));
  series.periods = periods;
  series.ramp = ramp;
  return fourier(space, series, is_periodic);
}

Dict report_dict(const Robot& robot, const MotionReport& report) {
  nb::dict result;
  result["ok"] = report.ok();
  result["duration"] = report.duration;
  result["samples"] = report.samples;
  result["length"] = report.length;
  result["turn"] = report.turn;
  result["speed"] = report.speed.value;
  result["acceleration"] = report.acceleration.value;
  result["angular_speed"] = report.angular_speed.value;
  result["type1"] = report.type1.value;
  result["type2"] = report.type2.value;
  result["constraint"] = report.constraint.value;
  result["nearest_limit"] = report.nearest_limit.margin;
  const auto motors = [&](auto&& get) {
    Output<double> out({report.motors.size()});
    std::ranges::transform(report.motors, out.data(), get);
    return out.take();
  };
  result["motor_lowest"] = motors([](const MotorUse& motor) { return motor.lowest; });
  result["motor_highest"] = motors([](const MotorUse& motor) { return motor.highest; });
  result["motor_speed"] = motors([](const MotorUse& motor) { return motor.speed.value; });
  result["motor_acceleration"] = motors([](const MotorUse& motor) { return motor.acceleration.value; });
  result["motor_force"] = motors([](const MotorUse& motor) { return motor.force.value; });
  nb::list events;
  for (const MotionEvent& event : report.events) {
    nb::dict each;
    each["kind"] = std::string(to_string(event.kind));
    each["time"] = event.time;
    each["warning"] = event.is_warning();
    each["message"] = describe(robot, event);
    events.append(each);
  }
  result["events"] = events;
  return result;
}

Dict check(const Motion& motion, double rate, double near, bool forces) {
  MotionCheckOptions options;
  options.rate = rate;
  options.near = near;
  options.forces = forces;
  MotionReport report;
  {
    const nb::gil_scoped_release released;
    report = check_motion(motion, options);
  }
  return report_dict(motion.robot(), report);
}

// One list of what Python sees. NOLINTNEXTLINE(readability-function-size)
void bind_kinds(nb::module_& m) {
  const auto timing = "timing"_a = Timing{};
  m.def(
      "hold",
      [](const MotionSpace& space, nb::object at, double duration) {
        return hold(space, read_vector(at, "at", size_of(space)), duration);
      },
      "space"_a, "at"_a, "duration"_a, "Rests at a place.");
  m.def(
      "line",
      [](const MotionSpace& space, nb::object start, nb::object end, const Timing& law) {
        return line(space, read_vector(start, "start", size_of(space)), read_vector(end, "end", size_of(space)), law);
      },
      "space"_a, "start"_a, "end"_a, timing, "Straight from one place to another.");
  m.def(
      "arc",
      [](const MotionSpace& space, nb::object start, nb::object via, nb::object end, const Timing& law) {
        return arc(space, read_vector(start, "start", size_of(space)), read_vector(via, "via", size_of(space)),
                   read_vector(end, "end", size_of(space)), law);
      },
      "space"_a, "start"_a, "via"_a, "end"_a, timing, "The part of a circle through three places.");
  m.def("circle", &make_circle, "space"_a, "centre"_a, "first"_a, "second"_a, "radius"_a, "angle"_a, timing,
        "centre + radius (cos(u) first + sin(u) second), u from 0 to angle; the directions are orthonormal.");
  m.def(
      "semi_ellipse",
      [](const MotionSpace& space, nb::object start, nb::object end, nb::object up, double height, const Timing& law) {
        return semi_ellipse(space, read_vector(start, "start", size_of(space)), read_vector(end, "end", size_of(space)),
                            read_vector(up, "up", 3), height, law);
      },
      "space"_a, "start"_a, "end"_a, "up"_a, "height"_a, timing,
      "Pick and place: half an ellipse over a straight line.");
  m.def(
      "spline",
      [](const MotionSpace& space, nb::object points, const Timing& law) {
        return spline(space, points_of(space, points, "points"), law);
      },
      "space"_a, "points"_a, timing, "Through way-points (n, coordinates) on a natural cubic spline.");
  m.def(
      "blended_lines",
      [](const MotionSpace& space, nb::object points, double blend, const Timing& law) {
        return blended_lines(space, points_of(space, points, "points"), blend, law);
      },
      "space"_a, "points"_a, "blend"_a, timing, "Along straight lines with rounded corners.");
  m.def(
      "timed_spline",
      [](const MotionSpace& space, nb::object times, nb::object points) {
        const MatrixX places = points_of(space, points, "points");
        return timed_spline(space, times_of(times, static_cast<std::size_t>(places.cols())), places);
      },
      "space"_a, "times"_a, "points"_a, "At way-points at given times, with the least jerk.");
  m.def(
      "smoothing_spline",
      [](const MotionSpace& space, nb::object times, nb::object points, double bandwidth, bool rest) {
        const MatrixX places = points_of(space, points, "points");
        return smoothing_spline(space, times_of(times, static_cast<std::size_t>(places.cols())), places, bandwidth,
                                rest);
      },
      "space"_a, "times"_a, "points"_a, "bandwidth"_a, "rest"_a = false, "Near noisy positions; bandwidth in Hz.");
  m.def("fourier", &make_fourier, "space"_a, "frequency"_a, "centre"_a, "cosine"_a, "sine"_a, "periods"_a = 1.0,
        "ramp"_a = 0.0, "periodic"_a = false, "A finite Fourier series; cosine and sine are (coordinates, harmonics).");
  m.def(
      "sequence", [](const std::vector<Motion>& parts) { return sequence(parts); }, "parts"_a, "One after the other.");
  m.def("repeated", &repeated, "motion"_a, "times"_a, "A motion that ends as it begins, several times.");
  m.def("periodic", &periodic, "motion"_a, "A motion that ends as it begins, for ever.");
}

}  // namespace

void bind_motions(nb::module_& m) {
  nb::class_<MotionSpace>(m, "MotionSpace",
                          "Coordinates in which a motion is described: x y z and a rotation vector (or Cardan angles)\n"
                          "of the output, kind 'platform', or those of the motors, kind 'motors'.")
      .def(nb::new_(&make_space), "robot"_a, "kind"_a = "platform", "frame"_a = "output")
      .def_prop_ro(
          "names", [](const MotionSpace& space) { return space.names(); }, "Names of the coordinates.")
      .def_prop_ro("size", &MotionSpace::size, "Number of coordinates.")
      .def_prop_ro(
          "home", [](const MotionSpace& space) { return to_array(space.home()); }, "Coordinates of home.");
  nb::class_<Timing>(m, "Timing", "How fast a motion goes along its path; 1 s if nothing is said. SI units.")
      .def(nb::new_(&make_timing), nb::kw_only(), "profile"_a = "sine", "rise"_a = 0.5, "duration"_a = nb::none(),
           "speed"_a = nb::none(), "acceleration"_a = nb::none(), "jerk"_a = nb::none(), "ramp"_a = nb::none(),
           "ramp_length"_a = nb::none())
      .def("__repr__", [](const Timing& timing) {
        return "Timing(profile='" + std::string(to_string(timing.profile)) + "', ...)";
      });
  nb::class_<Motion>(m, "Motion",
                     "A motion through time with exact rates and accelerations.\n\n"
                     ">>> robot = jourdain.load('delta')\n"
                     ">>> motion = jourdain.load_motion(robot, 'line by={x: 20 mm, z: -10 mm} duration=0.2s')\n"
                     ">>> t = motion.sample_times(1000)\n"
                     ">>> robot.inverse_dynamics(motion.at(t)).shape\n"
                     "(201, 3)\n")
      .def("__init__",
           [](Motion&, const nb::args&, const nb::kwargs&) {
             throw nb::type_error(
                 "Motion is a motion through time, from load_motion() or a function of a kind such as circle(); one "
                 "instant is a PlatformState(pose, twist, acceleration)");
           })
      .def_prop_ro("duration", &Motion::duration, "Length in time, s.")
      .def_prop_ro(
          "space", [](const Motion& t) { return std::string(to_string(t.space())); }, "'platform' or 'motors'.")
      .def_prop_ro("robot", &Motion::robot, "The robot that moves.")
      .def_prop_ro("periodic", &Motion::periodic, "True if it begins again when it ends.")
      .def("at", &states_at, "t"_a,
           "States at times (any shape): a PlatformState, or a MotorState of a motion of the motors.",
           nb::sig("def at(self, t: float | numpy.typing.ArrayLike) -> States"))
      .def(
          "sample_times", [](const Motion& t, double rate) { return to_array(sample_times(t, rate)); }, "rate"_a = 0.0,
          "Times 0, 1/rate, ... up to the duration; rate 0: 200 per second, or what the motion's own course needs.")
      .def("on", &Motion::on, "robot"_a, "The same motion for another robot with the same moves and motors.")
      .def("__repr__", [](const Motion& t) {
        return "<jourdain.Motion of the " + std::string(to_string(t.space())) + ", " + std::to_string(t.duration()) +
               " s>";
      });
  bind_kinds(m);
  robot_function(
      m, "load_motion",
      [](const Robot& robot, const std::string& file_or_text) { return load_motion(robot, file_or_text).motion; },
      "A motion from a .yaml or .csv file, or from a text such as 'circle radius=100mm speed=1m/s'.", "file_or_text"_a);
  m.def(
      "motion_kinds", [] { return motion_kinds(); }, "Kinds of motions of load_motion().");
  m.def("check_motion", &check, "motion"_a, nb::kw_only(), "rate"_a = 0.0, "near"_a = 0.02, "forces"_a = false,
        "What a motion asks of the robot, and whether it can do it: a dict with 'ok', 'events' and largest values.");
}

}  // namespace jourdain::python
