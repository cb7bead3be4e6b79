// Robots: from a file, the catalogue or text, and what is known about them.
#include "bindings.hpp"
#include "states.hpp"

#include "analyses/subject.hpp"
#include "jourdain/design/simplify.hpp"
#include "jourdain/model/reader.hpp"

#include <fmt/format.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>

#include <map>

namespace jourdain::python {
namespace {

ReadOptions read_options(bool allow_unphysical, const std::optional<Dict>& parameters) {
  ReadOptions options;
  options.allow_unphysical = allow_unphysical;
  if (!parameters) return options;
  for (const auto& [name, value] : *parameters) {
    if (!nb::isinstance<nb::str>(name)) throw nb::type_error("parameters: names must be str");
    options.parameters.emplace_back(nb::cast<std::string>(name), nb::cast<std::string>(nb::str(nb::handle(value))));
  }
  return options;
}

List findings(const std::vector<Diagnostic>& diagnostics) {
  nb::list list;
  for (const Diagnostic& each : diagnostics)
    list.append(nb::make_tuple(each.mark.line, each.mark.column, each.message, each.hint));
  return list;
}

List warnings(const Robot& robot) { return findings(robot.warnings()); }

template <typename Function>
auto unlocked(const Function& function) {
  const nb::gil_scoped_release released;
  return function();
}

// What is suspicious in the model becomes Python's warnings, as the command line prints it.
PyObject* warning_class = nullptr;

Robot with_warnings(const Robot& robot, const std::string& name) {
  for (const Diagnostic& each : robot.warnings()) {
    const std::string place =
        each.mark.line > 0 ? fmt::format("{}:{}:{}", name, each.mark.line, each.mark.column) : name;
    const std::string text =
        fmt::format("{}: {}{}", place, each.message, each.hint.empty() ? "" : fmt::format("; {}", each.hint));
    if (PyErr_WarnEx(warning_class, text.c_str(), 1) != 0) throw nb::python_error();
  }
  return robot;
}

// A number, a text with a unit, or a list of such, as options have them.
std::string value_text(nb::handle value) {
  if (nb::isinstance<nb::str>(value)) return nb::cast<std::string>(value);
  if (!nb::isinstance<nb::sequence>(value)) return nb::cast<std::string>(nb::str(value));
  std::string text;
  for (const nb::handle each : nb::borrow<nb::sequence>(value)) text += (text.empty() ? "" : ", ") + value_text(each);
  return text;
}

Robot changed(const Robot& robot, const std::optional<Dict>& values, const nb::object& payload, bool allow_unphysical) {
  ModelChanges changes{.allow_unphysical = allow_unphysical};
  if (values)
    for (const auto& [name, value] : *values)
      changes.set.push_back(nb::cast<std::string>(nb::str(nb::handle(name))) + "=" + value_text(value));
  if (!payload.is_none()) changes.payload = value_text(payload);
  const Subject subject(robot, changes);
  for (const std::string& text : subject.warnings())
    if (PyErr_WarnEx(warning_class, text.c_str(), 1) != 0) throw nb::python_error();
  return unlocked([&] { return subject.robot(); });
}

Robot load(const nb::object& path, const std::optional<Dict>& parameters, bool allow_unphysical) {
  const nb::object text = nb::module_::import_("os").attr("fspath")(path);
  if (!nb::isinstance<nb::str>(text)) throw nb::type_error("path: expected str or a path of str");
  const auto file = nb::cast<std::string>(text);
  const ReadOptions options = read_options(allow_unphysical, parameters);
  return with_warnings(unlocked([&] { return Robot::from_file(file, options); }), file);
}

Robot from_text(const std::string& text, const std::string& name, const std::optional<Dict>& parameters,
                bool allow_unphysical) {
  const ReadOptions options = read_options(allow_unphysical, parameters);
  return with_warnings(unlocked([&] { return Robot::from_text(text, name, options); }), name);
}

Robot simpler(const Robot& robot, const std::string& word) {
  using enum Simplification;
  const Simplification kind = choose_among(word, std::array{massless_legs, lumped, thirds}, "simplification");
  return Robot(simplified(robot.mechanism(), kind));
}

std::vector<std::string> body_names(const Robot& robot) {
  std::vector<std::string> names;
  for (const Body& body : robot.mechanism().bodies) names.push_back(body.name);
  return names;
}

std::vector<std::string> joint_names(const Robot& robot) {
  std::vector<std::string> names;
  for (const Joint& joint : robot.mechanism().joints) names.push_back(joint.name);
  return names;
}

std::vector<std::string> moves(const Robot& robot) {
  std::vector<std::string> names;
  if (robot.mechanism().output)
    for (const Move move : robot.mechanism().output->moves) names.emplace_back(to_string(move));
  return names;
}

Dict mobility(const Robot& robot) {
  const Mobility& found = robot.mobility();
  nb::dict result;
  result["freedoms"] = found.freedoms();
  result["idle"] = found.idle;
  result["motors"] = found.motors;
  result["actuation"] = std::string(to_string(found.actuation));
  result["bodies"] = found.bodies;
  result["joints"] = found.joints;
  result["loops"] = found.loops;
  result["equations"] = found.equations;
  result["rank"] = found.rank;
  return result;
}

Dict inertial(const Robot& robot, const std::string& body) {
  const Inertial& found = robot.mechanism().bodies[find_body(robot, body)].inertial;
  nb::dict result;
  result["mass"] = found.mass;
  result["com"] = to_array(VectorX(found.com));
  result["inertia"] = to_array(MatrixX(found.inertia));
  return result;
}

// Limits of every joint freedom, and of the motors at their joints.
Dict joint_limits(const Robot& robot) {
  nb::dict result;
  for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
    const Joint& joint = robot.mechanism().joints[j];
    nb::list limits;
    for (const JointAxis& axis : joint.axes) limits.append(nb::make_tuple(axis.limits.lower, axis.limits.upper));
    result[joint.name.c_str()] = limits;
  }
  return result;
}

std::string representation(const Robot& robot) {
  return "<jourdain.Robot '" + robot.mechanism().name + "': " + std::to_string(robot.mobility().freedoms()) +
         " freedoms, " + std::to_string(robot.motor_joints().size()) + " motors, " +
         std::to_string(robot.mobility().bodies) + " bodies>";
}

// The class jourdain.Error, and how the library's errors become it.
void bind_errors(nb::module_& m) {
  static nb::object error_class = nb::steal(PyErr_NewExceptionWithDoc(
      (nb::cast<std::string>(m.attr("__name__")) + ".Error").c_str(),
      "What the library refuses, with its text. `kind` is 'usage', 'input' (a file is wrong) or 'numerical' (there is "
      "no answer); `diagnostics` lists findings in files as (line, column, message, hint).",
      PyExc_RuntimeError, nullptr));
  // The class lives as long as the interpreter.
  error_class.inc_ref();
  m.attr("Error") = error_class;
  warning_class = PyErr_NewExceptionWithDoc((nb::cast<std::string>(m.attr("__name__")) + ".ModelWarning").c_str(),
                                            "What is suspicious in a model, not wrong; `Robot.warnings` lists it.",
                                            PyExc_UserWarning, nullptr);
  m.attr("ModelWarning") = nb::borrow(warning_class);
  limit_warning = PyErr_NewExceptionWithDoc(
      (nb::cast<std::string>(m.attr("__name__")) + ".LimitWarning").c_str(),
      "A state whose joints are beyond their limits; `limit_margin` tells how far.", PyExc_UserWarning, nullptr);
  m.attr("LimitWarning") = nb::borrow(limit_warning);
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Error& error) {
      static constexpr const char* kinds[] = {"usage", "input", "numerical"};
      nb::object value = error_class(error.what());
      value.attr("kind") = kinds[static_cast<std::size_t>(error.kind())];
      value.attr("diagnostics") = findings(error.diagnostics());
      PyErr_SetObject(error_class.ptr(), value.ptr());
    }
  });
}

void bind_motor(nb::module_& m) {
  nb::class_<Motor>(m, "Motor",
                    "A motor as its joint sees it: limits behind the gear, infinite where the model has none.\n\n"
                    ">>> jourdain.load('five-bar').motors[0].max_force\n"
                    "12.0\n")
      .def_ro("name", &Motor::name, "Name of the joint.")
      .def_ro("slides", &Motor::slides, "True if it slides, False if it turns.")
      .def_ro("unit", &Motor::unit, "Unit of its coordinate, 'm' or 'rad'.")
      .def_ro("gear", &Motor::gear)
      .def_prop_ro(
          "limits", [](const Motor& motor) { return nb::make_tuple(motor.limits.lower, motor.limits.upper); },
          "Of its coordinate: (lower, upper).", nb::sig("def limits(self) -> tuple[float, float]"))
      .def_ro("max_force", &Motor::max_force, "N or N m, for moments.")
      .def_ro("rated_force", &Motor::rated_force, "N or N m, for ever.")
      .def_ro("max_speed", &Motor::max_speed, "m/s or rad/s.")
      .def("__repr__", [](const Motor& motor) {
        return "<jourdain.Motor '" + motor.name + "': " + (motor.slides ? "slides>" : "turns>");
      });
}

nb::class_<Robot> bind_class(nb::module_& m) {
  return nb::class_<Robot>(
             m, "Robot",
             "A robot ready for computation; immutable. Made by `load(name or file)` or `from_text(yaml)`.\n\n"
             ">>> robot = jourdain.load('five-bar')\n"
             ">>> robot.name, robot.moves, robot.motor_names\n"
             "('five-bar', ['x', 'y'], ['motor1', 'motor2'])\n")
      .def("__repr__", &representation)
      .def_prop_ro(
          "name", [](const Robot& robot) { return robot.mechanism().name; }, "Name of the model.")
      .def_prop_ro(
          "description", [](const Robot& robot) { return robot.mechanism().description; },
          "Description in the model file.")
      .def_prop_ro(
          "warnings", &warnings,
          "What is suspicious in the model, not wrong, as (line, column, message, hint); `load` and `from_text` "
          "give each as a ModelWarning, too.")
      .def_prop_ro("size", &Robot::size, "Characteristic length in m; tolerances scale with it.")
      .def_prop_ro("moves", &moves, "Independent coordinates of the output frame, of x y z rx ry rz.")
      .def_prop_ro("motors", &Robot::motors, "The motors, in the order of all arrays with an entry per motor.")
      .def_prop_ro("motor_names", &motor_names, "Names of the joints with a motor, in the order of `motors`.")
      .def_prop_ro("bodies", &body_names, "Names of the bodies; the first is the base.")
      .def_prop_ro("joints", &joint_names, "Names of the joints, in file order.")
      .def_prop_ro(
          "joint_types",
          [](const Robot& robot) -> Dict {
            nb::dict types;
            for (const Joint& joint : robot.mechanism().joints)
              types[joint.name.c_str()] = std::string(to_string(joint.type));
            return types;
          },
          "Type of each joint: revolute, prismatic, universal, spherical ...")
      .def_prop_ro("mobility", &mobility, "Freedoms, motors, loops and closure equations.")
      .def_prop_ro(
          "gravity", [](const Robot& robot) { return to_array(VectorX(robot.mechanism().gravity)); },
          "Gravity in base axes, m/s^2.")
      .def_prop_ro(
          "home_pose", [](const Robot& robot) { return to_array(robot.home_pose()); },
          "Pose (4, 4) of the output frame at the home configuration.")
      .def_prop_ro(
          "home_motors", [](const Robot& robot) { return to_array(robot.home_motors()); },
          "Motor coordinates at the home configuration.")
      .def_prop_ro("dynamics_method", &Robot::dynamics_method, "How forces are computed, in words.")
      .def_prop_ro("has_closed_forward", &Robot::has_closed_forward, "True if forward kinematics has a closed form.")
      .def_prop_ro(
          "model_text", [](const Robot& robot) { return print_model(robot.mechanism()); },
          "The model as a file in canonical form.")
      .def_prop_ro("joint_limits", &joint_limits, "For each joint a list of (lower, upper), one per freedom; rad or m.")
      .def_prop_ro(
          "parameters",
          [](const Robot& robot) {
            std::map<std::string, double> values;
            for (const NamedValue& each : robot.mechanism().parameters) values[each.name] = each.value;
            return values;
          },
          "The named numbers of the model file, in SI units.")
      .def("__getstate__", [](const Robot& robot) { return print_model(robot.mechanism()); })
      .def("__setstate__", [](Robot& self, const std::string& text) {
        new (&self) Robot(read_model(text, "pickled", {.allow_unphysical = true}), FarHome::accepted);
      });
}

}  // namespace

nb::class_<Robot> robot_class(nb::module_& m) { return nb::borrow<nb::class_<Robot>>(m.attr("Robot")); }

int find_body(const Robot& robot, const std::string& name) {
  return static_cast<int>(choose(name, body_names(robot), "body"));
}

int find_joint(const Robot& robot, const std::string& name) {
  return static_cast<int>(choose(name, joint_names(robot), "joint"));
}

std::vector<std::string> motor_names(const Robot& robot) {
  std::vector<std::string> names;
  for (const int j : robot.motor_joints()) names.push_back(robot.mechanism().joints[j].name);
  return names;
}

void bind_robot(nb::module_& m) {
  bind_errors(m);
  bind_motor(m);
  bind_class(m).def("inertial", &inertial, "body"_a,
                    "Mass, centre of mass and inertia about it, of a body in its own frame.");
  m.def("load", &load, "path"_a, nb::kw_only(), "parameters"_a = nb::none(), "allow_unphysical"_a = false,
        "Loads a model file (.yaml), or a model of the catalogue by its name. `parameters` gives named numbers of the\n"
        "file another value, as text with a unit or as a number in SI units.\n\n"
        ">>> jourdain.load('delta', parameters={'L_B': '420 mm'}).parameters['L_B']\n"
        "0.42\n");
  m.def("from_text", &from_text, "text"_a, "name"_a = "model", nb::kw_only(), "parameters"_a = nb::none(),
        "allow_unphysical"_a = false, "Reads a model from YAML text; `name` stands for the file in messages.");
  m.def("catalogue_names", &catalogue_names, "Names of the models that come with the package.");
  m.def("catalogue_directory", &catalogue_directory, "The folder of these models.");
  robot_function(m, "changed", &changed,
                 "The robot with other masses, friction or payload: names as --set has them (m.BODY, coulomb.JOINT,\n"
                 "viscous.JOINT), values as text with a unit or in SI units; `payload` is a mass, or mass, x, y, z.\n"
                 "Parameters of the file are given to load(). What becomes suspicious is a ModelWarning.\n\n"
                 ">>> jourdain.load('five-bar').changed({'m.left': '400 g'}).inertial('left')['mass']\n"
                 "0.4\n",
                 "values"_a = nb::none(), nb::kw_only(), "payload"_a = nb::none(), "allow_unphysical"_a = false);
  robot_function(m, "simplified", &simpler,
                 "The robot with simpler legs: 'massless_legs', 'lumped' or 'thirds' (DELTA).", "simplification"_a);
}

}  // namespace jourdain::python
