// The classes PlatformState and MotorState.
#include "bindings.hpp"

#include "analyses/given_motion.hpp"
#include "jourdain/motion/state_file.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstdint>

namespace jourdain::python {
namespace {

// Rates (..., 6) beside poses: none, the same shape, or one for all rows.
Numbers read_rates(nb::handle object, const std::string& name, const Shape& lead) {
  const Shape one{6};
  Shape all = lead;
  all.push_back(6);
  if (object.is_none()) return {one, std::vector<double>(6, 0.0)};
  Numbers numbers = read_numbers(object, name);
  if (numbers.shape != all && numbers.shape != one) refuse_shape(name, shape_text(all) + " or (6,)", numbers.shape);
  return numbers;
}

void new_motion(Motions* self, nb::handle pose, nb::handle twist, nb::handle acceleration) {
  const Poses poses = read_poses(pose, "pose");
  const Numbers V = read_rates(twist, "twist", poses.lead);
  const Numbers A = read_rates(acceleration, "acceleration", poses.lead);
  std::vector<PlatformState> motions(poses.poses.size());
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const double* v = &V.values[V.shape.size() == 1 ? 0 : 6 * i];
    const double* a = &A.values[A.shape.size() == 1 ? 0 : 6 * i];
    motions[i].pose = poses.poses[i];
    motions[i].twist = {Eigen::Map<const Vector3>(v), Eigen::Map<const Vector3>(v + 3)};
    motions[i].acceleration = {Eigen::Map<const Vector3>(a), Eigen::Map<const Vector3>(a + 3)};
  }
  new (self) Motions(poses.lead, std::move(motions));
}

template <typename Get>
Array motion_array(const Motions& motions, const Shape& tail, Get&& get) {
  Shape shape = motions.lead();
  std::size_t width = 1;
  for (const std::size_t extent : tail) {
    shape.push_back(extent);
    width *= extent;
  }
  Output<double> out(shape);
  double* x = out.data();
  for (const PlatformState& motion : motions.motions()) {
    get(motion, x);
    x += width;
  }
  return out.take();
}

void write(const Vector3& a, double* x) { std::copy_n(a.data(), 3, x); }

Array pose_matrices(const Motions& motions) {
  return motion_array(motions, {4, 4}, [](const PlatformState& motion, double* x) {
    MatrixX matrix = MatrixX::Identity(4, 4);
    matrix.topLeftCorner(3, 3) = motion.pose.R;
    matrix.topRightCorner(3, 1) = motion.pose.p;
    copy_rows(matrix, x);
  });
}

Array coordinates(const Motions& motions) {
  return motion_array(motions, {6}, [](const PlatformState& motion, double* x) {
    write(motion.pose.p, x);
    write(cardan_from_rotation(motion.pose.R), x + 3);
  });
}

Array quaternions(const Motions& motions) {
  return motion_array(motions, {4}, [](const PlatformState& motion, double* x) {
    const Eigen::Vector4d q = quaternion_from_rotation(motion.pose.R);
    std::copy_n(q.data(), 4, x);
  });
}

Array positions(const Motions& motions) {
  return motion_array(motions, {3}, [](const PlatformState& motion, double* x) { write(motion.pose.p, x); });
}

Array twists(const Motions& motions) {
  return motion_array(motions, {6}, [](const PlatformState& motion, double* x) {
    write(motion.twist.v, x);
    write(motion.twist.w, x + 3);
  });
}

Array accelerations(const Motions& motions) {
  return motion_array(motions, {6}, [](const PlatformState& motion, double* x) {
    write(motion.acceleration.a, x);
    write(motion.acceleration.dw, x + 3);
  });
}

// Motors x rows, from an array (..., motors).
MatrixX motor_columns(nb::handle object, const std::string& name, const Numbers& like) {
  const auto motors = static_cast<Eigen::Index>(like.shape.back());
  const auto rows = static_cast<Eigen::Index>(motors == 0 ? 0 : like.values.size() / like.shape.back());
  if (object.is_none()) return MatrixX::Zero(motors, rows);
  const Numbers numbers = read_shape(object, name, like.shape);
  return Eigen::Map<const MatrixX>(numbers.values.data(), motors, rows);
}

void new_motors(Motors* self, nb::handle position, nb::handle velocity, nb::handle acceleration) {
  const Numbers q = read_numbers(position, "position");
  if (q.shape.empty() || q.shape.back() == 0) refuse_shape("position", "(..., motors)", q.shape);
  const auto motors = static_cast<Eigen::Index>(q.shape.back());
  MatrixX columns =
      Eigen::Map<const MatrixX>(q.values.data(), motors, static_cast<Eigen::Index>(q.values.size() / q.shape.back()));
  new (self) Motors(q.lead(1), std::move(columns), motor_columns(velocity, "velocity", q),
                    motor_columns(acceleration, "acceleration", q));
}

Array motor_array(const Motors& motors, const MatrixX& columns) {
  Shape shape = motors.lead();
  shape.push_back(static_cast<std::size_t>(columns.rows()));
  Output<double> out(shape);
  std::copy_n(columns.data(), columns.size(), out.data());
  return out.take();
}

using ShapeTuple = nb::typed<nb::tuple, int, nb::ellipsis>;

// One coordinate of complete_state: a number, or one per row.
struct GivenCoordinate {
  int group = 0, index = 0;
  Numbers numbers;
};

std::unique_ptr<Motions> complete(const Robot& robot, const std::string& frame, const nb::kwargs& values) {
  if (!robot.mechanism().output) throw nb::value_error(("'" + robot.mechanism().name + "' has no output").c_str());
  std::vector<GivenCoordinate> given;
  Shape lead;
  for (const auto& [key, value] : values) {
    const auto name = nb::cast<std::string>(key);
    std::vector<std::string> names;
    for (const auto& group : {pose_names, twist_names, acceleration_names})
      names.insert(names.end(), group.begin(), group.end());
    const std::size_t i = choose(name, names, "coordinate");
    given.push_back({static_cast<int>(i / 6), static_cast<int>(i % 6), read_numbers(value, name)});
    const Shape& shape = given.back().numbers.shape;
    if (shape.empty()) continue;
    if (!lead.empty() && lead != shape) refuse_shape(name, shape_text(lead) + " or a number", shape);
    lead = shape;
  }
  std::size_t rows = 1;
  for (const std::size_t extent : lead) rows *= extent;
  const auto place = choose_one<MotionFrame>(frame, "frame");
  std::vector<PlatformState> motions;
  motions.reserve(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    MotionValues state;
    for (const GivenCoordinate& each : given) {
      auto& group = each.group == 0 ? state.pose : each.group == 1 ? state.twist : state.acceleration;
      group[each.index] = each.numbers.values[each.numbers.shape.empty() ? 0 : row];
    }
    motions.push_back(complete_state(robot, state, place));
  }
  return motion_object(lead, std::move(motions));
}

// The rows with these indices, with these leading dimensions.
using RowIndices = nb::ndarray<const std::int64_t, nb::c_contig, nb::device::cpu>;

std::vector<Eigen::Index> chosen_rows(const RowIndices& indices, long rows) {
  std::vector<Eigen::Index> list;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (indices.data()[k] < 0 || indices.data()[k] >= rows) throw nb::index_error("a row that is not there");
    list.push_back(static_cast<Eigen::Index>(indices.data()[k]));
  }
  return list;
}

std::unique_ptr<Motions> take_motions(const Motions& motions, const RowIndices& indices, const Shape& lead) {
  std::vector<PlatformState> rows;
  for (const Eigen::Index row : chosen_rows(indices, motions.rows())) rows.push_back(motions.motions()[row]);
  return motion_object(lead, std::move(rows));
}

std::unique_ptr<Motors> take_motors(const Motors& motors, const RowIndices& indices, const Shape& lead) {
  const std::vector<Eigen::Index> rows = chosen_rows(indices, motors.rows());
  const auto chosen = [&](const MatrixX& all) {
    MatrixX columns(all.rows(), static_cast<Eigen::Index>(rows.size()));
    for (std::size_t k = 0; k < rows.size(); ++k) columns.col(static_cast<Eigen::Index>(k)) = all.col(rows[k]);
    return columns;
  };
  return motors_object(lead, chosen(motors.position), chosen(motors.velocity), chosen(motors.acceleration));
}

// All bits of states as numbers, for pickles.
constexpr std::size_t motion_width = 24;

std::tuple<Shape, std::vector<double>> motion_numbers(const Motions& motions) {
  std::vector<double> numbers;
  numbers.reserve(motion_width * motions.motions().size());
  const auto put = [&](const double* from, int count) { numbers.insert(numbers.end(), from, from + count); };
  for (const PlatformState& motion : motions.motions()) {
    put(motion.pose.R.data(), 9);
    for (const Vector3* each :
         {&motion.pose.p, &motion.twist.v, &motion.twist.w, &motion.acceleration.a, &motion.acceleration.dw})
      put(each->data(), 3);
  }
  return {motions.lead(), std::move(numbers)};
}

void restore_motions(Motions& self, const std::tuple<Shape, std::vector<double>>& state) {
  const std::vector<double>& numbers = std::get<1>(state);
  std::vector<PlatformState> motions(numbers.size() / motion_width);
  for (std::size_t k = 0; k < motions.size(); ++k) {
    const double* from = &numbers[motion_width * k];
    motions[k].pose.R = Eigen::Map<const Matrix3>(from);
    from += 9;
    for (Vector3* each : {&motions[k].pose.p, &motions[k].twist.v, &motions[k].twist.w, &motions[k].acceleration.a,
                          &motions[k].acceleration.dw}) {
      *each = Eigen::Map<const Vector3>(from);
      from += 3;
    }
  }
  new (&self) Motions(std::get<0>(state), std::move(motions));
}

using MotorNumbers = std::tuple<Shape, std::size_t, std::vector<double>>;

MotorNumbers motor_numbers(const Motors& motors) {
  std::vector<double> numbers;
  for (const MatrixX* each : {&motors.position, &motors.velocity, &motors.acceleration})
    numbers.insert(numbers.end(), each->data(), each->data() + each->size());
  return {motors.lead(), static_cast<std::size_t>(motors.position.rows()), std::move(numbers)};
}

void restore_motors(Motors& self, const MotorNumbers& state) {
  const auto& [lead, motors, numbers] = state;
  const auto height = static_cast<Eigen::Index>(motors);
  const Eigen::Index rows = height == 0 ? 0 : static_cast<Eigen::Index>(numbers.size()) / (3 * height);
  const auto part = [&](int k) { return Eigen::Map<const MatrixX>(numbers.data() + k * height * rows, height, rows); };
  new (&self) Motors(lead, part(0), part(1), part(2));
}

NewArray<bool> rows_answered(const RowReport& report) {
  Output<bool> out(report.lead);
  std::ranges::transform(report.outcomes.status, out.data(), [](Status status) { return status == Status::ok; });
  return out.take();
}

// Words are told once, and each row has one of them.
nb::any row_statuses(const RowReport& report) {
  nb::list words;
  for (int k = 0; k <= static_cast<int>(Status::not_prepared); ++k)
    words.append(std::string(to_string(static_cast<Status>(k))));
  Output<std::int32_t> out(report.lead);
  std::ranges::transform(report.outcomes.status, out.data(),
                         [](Status status) { return static_cast<std::int32_t>(status); });
  const nb::object all = nb::module_::import_("numpy").attr("array")(words);
  return nb::borrow<nb::any>(nb::object(all[nb::cast(out.take())]));
}

}  // namespace

std::unique_ptr<Motions> motion_object(Shape lead, std::vector<PlatformState> motions) {
  return std::make_unique<Motions>(std::move(lead), std::move(motions));
}

std::unique_ptr<Motors> motors_object(Shape lead, MatrixX q, MatrixX dq, MatrixX ddq) {
  return std::make_unique<Motors>(std::move(lead), std::move(q), std::move(dq), std::move(ddq));
}

namespace {

void bind_row_report(nb::module_& m) {
  nb::class_<RowReport>(m, "RowReport",
                        "What became of each state of a batch: given as `errors` it makes rows without an answer NaN, "
                        "and tells\nwhich they are and why.\n\n"
                        ">>> robot = jourdain.load('delta')\n"
                        ">>> report = jourdain.RowReport()\n"
                        ">>> forces = robot.inverse_dynamics(jourdain.complete_state(robot, z=[-0.3, 9]), "
                        "errors=report)\n"
                        ">>> report.ok, str(report.status[1]), report.refused\n"
                        "(array([ True, False]), 'unreachable', 1)\n")
      .def(nb::init<>())
      .def_prop_ro("ok", &rows_answered, "Whether a state has an answer: an array of the states' shape.")
      .def_prop_ro("status", &row_statuses,
                   "The status of each state as a word, \"ok\" or why there is no answer: an array of that shape.")
      .def_prop_ro(
          "refused", [](const RowReport& r) { return r.outcomes.refused; }, "How many states have no answer.")
      .def_prop_ro(
          "reason", [](const RowReport& r) { return r.outcomes.reason; },
          "Why the first of them has none, in a sentence; empty if all have.")
      .def_prop_ro(
          "beyond", [](const RowReport& r) { return r.outcomes.beyond; },
          "How many states have an answer, and a joint beyond its limit.")
      .def("__repr__", [](const RowReport& r) {
        return fmt::format("<jourdain.RowReport: {} of {} states have no answer>", r.outcomes.refused,
                           r.outcomes.status.size());
      });
}

}  // namespace

void bind_states(nb::module_& m) {
  nb::class_<States>(m, "States", "States of a robot, one or many: a PlatformState or a MotorState.")
      .def_prop_ro(
          "shape", [](const States& states) -> ShapeTuple { return nb::tuple(nb::cast(states.lead())); },
          "Leading dimensions of the arrays; () for a single state.")
      .def("__len__",
           [](const States& states) {
             if (states.lead().empty()) throw nb::type_error("a single state has no length");
             return states.lead().front();
           })
      .def("__repr__", [](nb::handle self) {
        const std::string kind = nb::cast<std::string>(self.type().attr("__name__"));
        const nb::tuple shape = nb::cast<nb::tuple>(self.attr("shape"));
        if (shape.size() == 0) return "<jourdain." + kind + ": one state>";
        return "<jourdain." + kind + ": states " + nb::cast<std::string>(nb::str(shape)) + ">";
      });
  nb::class_<Motions, States>(
      m, "PlatformState",
      "Motion of the output frame in base axes, one state or many.\n\n"
      "`pose` is (..., 6) with x y z and Cardan angles rx ry rz (R = Rx Ry Rz), (..., 7) with x y z and a quaternion\n"
      "qw qx qy qz, or (..., 4, 4). `twist` is (..., 6) with the velocity and the angular velocity, `acceleration`\n"
      "likewise; zero if not given. Metres, radians, seconds. Only coordinates in `robot.moves` are used.\n\n"
      ">>> jourdain.PlatformState(numpy.zeros((5, 6))).shape\n"
      "(5,)\n")
      .def("__init__", &new_motion, "pose"_a, "twist"_a = nb::none(), "acceleration"_a = nb::none())
      .def("_take", &take_motions)
      .def("__getstate__", &motion_numbers)
      .def("__setstate__", &restore_motions)
      .def_prop_ro("pose", &pose_matrices, "Poses (..., 4, 4).")
      .def_prop_ro("coordinates", &coordinates, "x y z and Cardan angles, (..., 6).")
      .def_prop_ro("position", &positions, "x y z, (..., 3).")
      .def_prop_ro("quaternion", &quaternions, "Orientation as qw qx qy qz with qw >= 0, (..., 4).")
      .def_prop_ro("twist", &twists, "Velocity and angular velocity, (..., 6).")
      .def_prop_ro("acceleration", &accelerations, "Acceleration and angular acceleration, (..., 6).");
  nb::class_<Motors, States>(
      m, "MotorState",
      "Motion of all motors in the order of `robot.motor_names`, one state or many: arrays (..., motors). Positions "
      "of\n"
      "the other joints are found by forward kinematics, from the home configuration for each row alone.")
      .def("__init__", &new_motors, "position"_a, "velocity"_a = nb::none(), "acceleration"_a = nb::none())
      .def("_take", &take_motors)
      .def("__getstate__", &motor_numbers)
      .def("__setstate__", &restore_motors)
      .def_prop_ro(
          "position", [](const Motors& s) { return motor_array(s, s.position); }, "rad or m, (..., motors).")
      .def_prop_ro(
          "velocity", [](const Motors& s) { return motor_array(s, s.velocity); }, "(..., motors).")
      .def_prop_ro(
          "acceleration", [](const Motors& s) { return motor_array(s, s.acceleration); }, "(..., motors).");
  bind_row_report(m);
  const char* doc =
      "The motion of the output frame with some coordinates given: x y z rx ry rz, vx vy vz wx wy wz, ax ay az bx by\n"
      "bz, each a number or an array of one shape. Others of the pose are those of home, rates are 0. `frame`:\n"
      "'output' or 'tool'.\n\n"
      ">>> robot = jourdain.load('five-bar')\n"
      ">>> jourdain.complete_state(robot, x=[0.01, 0.02], vy=0.3).shape\n"
      "(2,)\n";
  m.def("complete_state", &complete, "robot"_a, "frame"_a = "output", "coordinates"_a, doc);
  robot_class(m).def("complete_state", &complete, "frame"_a = "output", "coordinates"_a, doc);
}

}  // namespace jourdain::python
