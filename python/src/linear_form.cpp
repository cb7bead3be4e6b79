// The form linear in the parameters, and base parameters.
#include "bindings.hpp"

#include "analyses/form_arguments.hpp"
#include "jourdain/linear_form/base_parameters.hpp"

namespace jourdain::python {
namespace {

LinearForm make_form(const Robot& robot, const std::string& legs, bool structure, bool inertial,
                     const std::string& rotors, const std::string& friction, const std::string& payload,
                     const std::vector<std::string>& elemental) {
  LinearFormOptions options;
  options.legs = choose_one<LegSharing>(legs, "legs");
  options.structure = structure;
  options.inertial = inertial;
  options.rotors = choose_one<Columns>(rotors, "rotors");
  options.friction = choose_one<Columns>(friction, "friction");
  options.payload = choose_one<Columns>(payload, "payload");
  for (const std::string& text : elemental) options.elemental.push_back(parse_elemental_function(text));
  return LinearForm(robot, options);
}

std::vector<std::string> column_names(const LinearForm& form) {
  std::vector<std::string> names;
  for (const Parameter& parameter : form.parameters()) names.push_back(parameter.name);
  return names;
}

BaseParameters find_base(const LinearForm& form, std::uint64_t seed, const std::vector<std::string>& keep,
                         const std::vector<std::string>& drop) {
  BaseOptions options;
  options.seed = seed;
  options.keep = keep;
  options.drop = drop;
  const nb::gil_scoped_release released;
  return find_base_parameters(form, options);
}

std::vector<std::string> base_names(const BaseParameters& base) { return column_names(base.form); }

std::vector<std::string> base_expressions(const BaseParameters& base) {
  std::vector<std::string> texts;
  for (const BaseParameter& each : base.base) texts.push_back(each.expression);
  return texts;
}

VectorX base_values(const BaseParameters& base) {
  VectorX values(static_cast<Eigen::Index>(base.base.size()));
  for (std::size_t i = 0; i < base.base.size(); ++i) values[static_cast<Eigen::Index>(i)] = base.base[i].value;
  return values;
}

Dict dropped(const BaseParameters& base) {
  nb::dict result;
  for (const DroppedParameter& each : base.dropped)
    result[base.full.parameters()[each.parameter].name.c_str()] = each.reason;
  return result;
}

// Memory of its own for each copy, and so for each thread.
struct FormMemory {
  explicit FormMemory(const LinearForm& of) : form(of), workspace(of) {}
  FormMemory(const FormMemory& other) : FormMemory(other.form) {}
  const LinearForm& form;
  LinearFormWorkspace workspace;
};

Array regressors(const LinearForm& form, const States& states, int threads, bool path, const RowErrors& errors) {
  return dense_rows(form.robot(), states, MatrixX(form.rows(), form.columns()), Order::acceleration,
                    {threads, path, errors},
                    [memory = FormMemory(form)](long, Workspace& workspace, MatrixX& Y) mutable {
                      return regressor(memory.form, workspace, memory.workspace, Y);
                    });
}

Array known(const LinearForm& form, const States& states, int threads, bool path, const RowErrors& errors) {
  return dense_rows(form.robot(), states, VectorX(form.rows()), Order::acceleration, {threads, path, errors},
                    [memory = FormMemory(form)](long, Workspace& workspace, VectorX& tau) mutable {
                      return known_forces(memory.form, workspace, memory.workspace, tau);
                    });
}

Array energies(const LinearForm& form, const States& states, int threads, bool path, const RowErrors& errors) {
  const VectorX none = VectorX::Zero(form.columns());
  return dense_rows(
      form.robot(), states, none, Order::velocity, {threads, path, errors},
      [memory = FormMemory(form), h = EnergyRegressor{none, none}](long, Workspace& workspace, VectorX& sum) mutable {
        const Status status = energy_regressor(memory.form, workspace, memory.workspace, h);
        sum = h.kinetic + h.potential;
        return status;
      });
}

ConsistentParameters consistent(const BaseParameters& base, nb::object values, nb::object known_values) {
  const VectorX wanted = read_vector(values, "values", base.base.size());
  const VectorX cad =
      known_values.is_none() ? base.full.values() : read_vector(known_values, "known", base.full.parameters().size());
  const nb::gil_scoped_release released;
  return nearest_consistent(base, wanted, cad);
}

// A function of a form and states: jourdain.name(form, states) and form.name(states).
template <typename F>
void form_function(nb::module_& m, nb::class_<LinearForm>& form, const char* name, F f, const char* doc) {
  m.def(name, f, "form"_a, "states"_a, nb::kw_only(), "threads"_a = 0, "path"_a = false, "errors"_a = "raise", doc);
  form.def(name, f, "states"_a, nb::kw_only(), "threads"_a = 0, "path"_a = false, "errors"_a = "raise", doc);
}

}  // namespace

// One list of what Python sees. NOLINTNEXTLINE(readability-function-size)
void bind_linear_form(nb::module_& m) {
  nb::class_<LinearForm> form(
      m, "LinearForm",
      "The robot linear in its parameters: forces of the driving motors = Y p + known forces.\n\n"
      ">>> robot = jourdain.load('five-bar')\n"
      ">>> form = jourdain.LinearForm(robot)\n"
      ">>> motion = jourdain.complete_state(robot, x=0.02, vy=0.4, ax=1.0)\n"
      ">>> forces = form.regressor(motion) @ form.values + form.known_forces(motion)\n"
      ">>> numpy.allclose(forces, robot.inverse_dynamics(motion))\n"
      "True\n");
  form.def(nb::new_(&make_form), "robot"_a, nb::kw_only(), "legs"_a = "as_declared", "structure"_a = true,
           "inertial"_a = true, "rotors"_a = "declared", "friction"_a = "declared", "payload"_a = "declared",
           "elemental"_a = std::vector<std::string>{})
      .def_prop_ro("robot", &LinearForm::robot, "The robot.")
      .def_prop_ro("names", &column_names, "Names of the parameters, the columns of the regressor.")
      .def_prop_ro(
          "values", [](const LinearForm& f) { return to_array(f.values()); }, "The model's values.")
      .def_prop_ro("rows", &LinearForm::rows, "Driving motors.")
      .def_prop_ro("columns", &LinearForm::columns, "Parameters.")
      .def_prop_ro(
          "expansion", [](const LinearForm& f) { return to_array(f.expansion()); },
          "Standard parameters (per body and joint) = expansion @ parameters.")
      .def_prop_ro(
          "standard_names",
          [](const LinearForm& f) {
            std::vector<std::string> names;
            for (const StandardParameter& each : f.standard()) names.push_back(each.name);
            return names;
          },
          "Names of the standard parameters, per body and joint.");
  form_function(m, form, "regressor", &regressors, "Y (..., driving motors, parameters).");
  form_function(m, form, "known_forces", &known, "Forces that depend on no parameter: springs and counterbalances.");
  form_function(m, form, "energy_regressor", &energies,
                "Energy by the parameters (..., parameters), kinetic and potential together; springs are not in it.");
  nb::class_<BaseParameters>(m, "BaseParameters",
                             "The smallest set of parameters that still describes the robot, with names.")
      .def_prop_ro("names", &base_names, "The kept parameters.")
      .def_prop_ro("expressions", &base_expressions, "What each stands for: the kept one and those added to it.")
      .def_prop_ro(
          "values", [](const BaseParameters& base) { return to_array(base_values(base)); }, "The model's values.")
      .def_prop_ro(
          "mapping", [](const BaseParameters& base) { return to_array(base.mapping); },
          "values = mapping @ full.values.")
      .def_prop_ro(
          "form", [](const BaseParameters& base) { return base.form; }, "The base alone as a LinearForm.")
      .def_prop_ro(
          "full", [](const BaseParameters& base) { return base.full; }, "All parameters.")
      .def_prop_ro("dropped", &dropped, "Why the other parameters are not kept.")
      .def_prop_ro(
          "singular_values", [](const BaseParameters& base) { return to_array(base.singular_values); },
          "Of the regressor over random states, falling.")
      .def_ro("gap", &BaseParameters::gap, "Last kept over first dropped singular value.")
      .def_ro("residual", &BaseParameters::residual, "Relative error of the grouping at states that were not used.")
      .def_ro("assumptions", &BaseParameters::assumptions, "Symmetries and relations that the count depends on.")
      .def("__len__", [](const BaseParameters& base) { return base.base.size(); })
      .def("__repr__", [](const BaseParameters& base) {
        return "<jourdain.BaseParameters: " + std::to_string(base.count(false)) + " inertial, " +
               std::to_string(base.count(true)) + " of friction>";
      });
  m.def("find_base_parameters", &find_base, "form"_a, nb::kw_only(), "seed"_a = 1,
        "keep"_a = std::vector<std::string>{}, "drop"_a = std::vector<std::string>{},
        "Finds the base parameters by the rank of the regressor over random states.\n\n"
        ">>> jourdain.find_base_parameters(jourdain.LinearForm(jourdain.load('palida')))\n"
        "<jourdain.BaseParameters: 10 inertial, 14 of friction>\n");
  nb::class_<ConsistentParameters>(m, "ConsistentParameters", "Parameters of real bodies with given base parameters.")
      .def_ro("found", &ConsistentParameters::found, "True if there are such bodies.")
      .def_prop_ro(
          "parameters", [](const ConsistentParameters& c) { return to_array(c.parameters); },
          "In the order of base.full.names.")
      .def_prop_ro(
          "standard", [](const ConsistentParameters& c) { return to_array(c.standard); },
          "In the order of base.full.standard_names.")
      .def_ro("distance", &ConsistentParameters::distance, "From the known values, in sizes of the bodies.")
      .def_ro("violation", &ConsistentParameters::violation, "What is missing, in sizes of the bodies.")
      .def_ro("wrong", &ConsistentParameters::wrong, "Bodies and coefficients that stay inconsistent.");
  m.def("nearest_consistent", &consistent, "base"_a, "values"_a, "known"_a = nb::none(),
        "The parameters of real bodies with these base values that are nearest to `known` (default: the model's).");
}

}  // namespace jourdain::python
