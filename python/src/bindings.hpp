// What the units of the module share.
#pragma once

#include "states.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <memory>

namespace jourdain::python {

using namespace nanobind::literals;

// What type checkers are told of results.
using Dict = nb::typed<nb::dict, nb::str, nb::any>;
using List = nb::typed<nb::list, nb::any>;

// Each adds its part to the module.
void bind_robot(nb::module_& m);
void bind_states(nb::module_& m);
void bind_kinematics(nb::module_& m);
void bind_dynamics(nb::module_& m);
void bind_statics(nb::module_& m);
void bind_linear_form(nb::module_& m);
void bind_motions(nb::module_& m);
void bind_studies(nb::module_& m);
void bind_control(nb::module_& m);
void bind_identification(nb::module_& m);
void bind_code(nb::module_& m);
void bind_report(nb::module_& m);
void bind_answers(nb::module_& m);

// The class Robot, to which functions of a robot are added as methods, too.
nb::class_<Robot> robot_class(nb::module_& m);

// A function of a robot: jourdain.name(robot, ...) and robot.name(...).
template <typename F, typename... Extra>
void robot_function(nb::module_& m, const char* name, F f, const char* doc, const Extra&... extra) {
  m.def(name, f, "robot"_a, extra..., doc);
  robot_class(m).def(name, f, extra..., doc);
}

// A function of states, with the arguments that all of them have.
template <typename F, typename... Extra>
void state_function(nb::module_& m, const char* name, F f, const char* doc, const Extra&... extra) {
  robot_function(m, name, f, doc, "states"_a, extra..., nb::kw_only(), "threads"_a = 0, "path"_a = false,
                 "errors"_a = "raise");
}

// Index of a body or joint by name. Throws ValueError.
int find_body(const Robot& robot, const std::string& name);
int find_joint(const Robot& robot, const std::string& name);
std::vector<std::string> motor_names(const Robot& robot);

// Numbers of motors and rows of forces as the states have them.
Numbers read_forces(const Robot& robot, const States& states, nb::handle forces, const std::string& name = "forces");

// Those of a row.
void copy_forces(const Numbers& forces, long row, VectorX& to);

// Options of the dynamics with the memory that they refer to; `loads` is a dict body -> (fx fy fz mx my mz).
struct DynamicsArguments {
  DynamicsArguments(const Robot& robot, bool friction, bool springs, bool payload, nb::handle loads,
                    nb::handle motor_weights, nb::handle preload, bool bounded);
  DynamicsOptions options() const;

  bool friction, springs, payload, bounded;
  std::vector<BodyLoad> loads;
  std::vector<double> motor_weights, preload;
};

// A states object for a motion or for motors, single or many.
std::unique_ptr<Motions> motion_object(Shape lead, std::vector<PlatformState> motions);
std::unique_ptr<Motors> motors_object(Shape lead, MatrixX q, MatrixX dq, MatrixX ddq);

}  // namespace jourdain::python
