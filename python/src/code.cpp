// Generated code: as text, as files, and built and loaded at once.
#include "bindings.hpp"

#include "analyses/code_arguments.hpp"
#include "codegen/compiled.hpp"
#include "codegen/generate.hpp"
#include "jourdain/core/parallel.hpp"
#include "jourdain/trace/compiled_dynamics.hpp"
#include "trace/code/robot_library.hpp"
#include "trace/compiled/input_reader.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/shared_ptr.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <span>

namespace jourdain::python {
namespace {

std::vector<RobotFunction> parse_functions(const std::vector<std::string>& words) {
  if (words.empty()) throw nb::value_error("functions: expected at least one");
  std::vector<RobotFunction> functions;
  for (const std::string& word : words) functions.push_back(choose_among(word, robot_functions, "functions"));
  return functions;
}

std::map<std::string, std::string> generated(const Robot& robot, const std::vector<std::string>& functions,
                                             const std::string& target, const std::string& scalar,
                                             const std::string& legs, bool friction, bool constants) {
  RobotCodeOptions code;
  code.functions = parse_functions(functions);
  code.trace.friction = friction;
  code.trace.parameters = !constants;
  CodeOptions options;
  options.target = choose_one<CodeTarget>(target, "target");
  options.scalar = choose_one<CodeScalar>(scalar, "scalar");
  options.legs = choose_one<LegCode>(legs, "legs");
  if (options.scalar == CodeScalar::single_precision) {
    code.smallest_divisor = smallest_divisor_float;
    code.trace.single_precision = true;
  }
  const nb::gil_scoped_release released;
  std::map<std::string, std::string> files;
  for (GeneratedFile& file : generate(robot_library(robot, code), options))
    files[std::move(file.name)] = std::move(file.text);
  return files;
}

void write(const std::map<std::string, std::string>& files, nb::object folder, bool force) {
  std::vector<GeneratedFile> list;
  for (const auto& [name, text] : files) list.push_back({name, text});
  const nb::object path = nb::module_::import_("os").attr("fspath")(folder);
  if (!nb::isinstance<nb::str>(path)) throw nb::type_error("folder: expected a path");
  write_files(list, nb::cast<std::string>(path), force ? Replace::any : Replace::generated);
}

// One function of generated code, and what it takes and gives.
struct LoadedFunction {
  CompiledFunction call;
  std::vector<std::string> inputs, outputs;
  InputReader reader;
};

// A robot's generated code in this process; the general engine where there is no compiler.
class CompiledModel {
 public:
  CompiledModel(const Robot& robot, const std::vector<std::string>& functions, bool friction, bool springs,
                bool payload)
      : robot_(robot), n_(robot.motor_joints().size()) {
    const std::vector<RobotFunction> wanted = parse_functions(functions);
    DynamicsOptions dynamics;
    dynamics.friction = friction;
    dynamics.springs = springs;
    dynamics.payload = payload;
    const nb::gil_scoped_release released;
    if (std::ranges::find(wanted, RobotFunction::inverse_dynamics) != wanted.end()) {
      dynamics_ = std::make_unique<CompiledDynamics>(robot_, dynamics);
      note_ = dynamics_->note();
    }
    RobotCodeOptions code;
    code.functions = wanted;
    std::erase(code.functions, RobotFunction::inverse_dynamics);
    if (code.functions.empty()) return;
    code.cost = CostModel::time;
    code.in_stages = false;
    code.samples = 0;
    if (takes_rotation(robot)) code.trace.pose = PoseInput::rotation;
    code.trace.friction = friction;
    code.trace.springs = springs;
    code.trace.payload = payload;
    const GeneratedLibrary library = robot_library(robot_, code);
    const std::optional<CompiledLibrary> compiled = CompiledLibrary::compile(library, note_);
    if (!compiled) return;
    for (const GeneratedFunction& function : library.functions) {
      LoadedFunction loaded{compiled->function(function.name),
                            names_of(function.program.inputs),
                            {},
                            InputReader(function.program.inputs)};
      for (std::size_t i = 0; i < function.program.outputs.size(); ++i) loaded.outputs.push_back(std::to_string(i));
      functions_.emplace(function.name, std::move(loaded));
    }
  }

  bool is_compiled() const { return dynamics_ ? dynamics_->is_compiled() : !functions_.empty(); }
  const std::string& note() const { return note_; }

  std::vector<std::string> functions() const {
    std::vector<std::string> names;
    if (dynamics_) names.emplace_back("inverse_dynamics");
    for (const auto& [name, function] : functions_) names.push_back(name);
    return names;
  }

  Array forces(const States& states, int threads, bool path, const RowErrors& errors) const {
    if (!dynamics_) throw nb::value_error("inverse_dynamics was not among the functions of compile()");
    const auto* motions = dynamic_cast<const Motions*>(&states);
    const std::optional<Order> order = motions ? std::nullopt : std::optional(Order::acceleration);
    return dense_rows(robot_, states, VectorX(n_), order, {threads, path, errors},
                      [motions, code = *dynamics_](long row, Workspace& workspace, VectorX& tau) mutable {
                        return motions ? code(motions->motions()[row], workspace, tau) : code(workspace, tau);
                      });
  }

  const LoadedFunction& function(const std::string& name) const {
    const auto found = functions_.find(name);
    if (found == functions_.end()) {
      std::string message = "there is no compiled function '" + name + "'";
      if (!note_.empty()) message += ": " + note_;
      throw nb::value_error(message.c_str());
    }
    return found->second;
  }

  // Outputs of a function at the states.
  Array evaluate(const std::string& name, const States& states, const Shape& tail, int threads, bool path,
                 const RowErrors& errors) const {
    const LoadedFunction& code = function(name);
    const auto* motions = dynamic_cast<const Motions*>(&states);
    const bool direct = motions && code.reader.takes_motion();
    const std::optional<Order> order = direct ? std::nullopt : std::optional(Order::acceleration);
    const std::size_t outputs = code.outputs.size();
    return for_rows(robot_, states, tail, order, {threads, path, errors},
                    [&code, motions, direct, outputs, inputs = std::vector<double>(code.inputs.size())](
                        long row, Workspace& workspace, double* out) mutable {
                      if (direct) {
                        code.reader.read(motions->motions()[row], inputs.data());
                      } else {
                        code.reader.read(workspace, inputs.data());
                      }
                      return code.call(inputs, {out, outputs});
                    });
  }

  Array regressors(const States& states, int threads, bool path, const RowErrors& errors) const {
    const std::size_t rows = static_cast<std::size_t>(robot_.mobility().freedoms());
    return evaluate("regressor", states, {rows, function("regressor").outputs.size() / rows}, threads, path, errors);
  }

  Array mass_matrices(const States& states, int threads, bool path, const RowErrors& errors) const {
    const std::size_t rows = static_cast<std::size_t>(robot_.mobility().freedoms());
    return evaluate("mass_matrix", states, {rows, rows}, threads, path, errors);
  }

  // A function on plain numbers (..., inputs).
  Array call(const std::string& name, nb::object x, int threads) const {
    const LoadedFunction& code = function(name);
    const Numbers given = read_numbers(x, "x");
    const std::size_t inputs = code.inputs.size(), outputs = code.outputs.size();
    if (given.shape.empty() || given.shape.back() != inputs)
      refuse_shape("x", "(..., " + std::to_string(inputs) + ")", given.shape);
    Shape shape = given.lead(1);
    shape.push_back(outputs);
    Output<double> out(shape);
    const auto rows = static_cast<long>(out.size() / outputs);
    std::atomic<long> refused{-1};
    const RowOptions options(threads, false, "raise");
    run_job([&](const Job& job) {
      parallel_rows(
          rows, options.threads,
          [&]() -> RowWork {
            return [&](long begin, long end) {
              for (long row = begin; row < end; ++row) {
                const auto at = static_cast<std::size_t>(row);
                const std::span<const double> in(given.values.data() + at * inputs, inputs);
                if (code.call(in, {out.data() + at * outputs, outputs}) != Status::ok) refused = row;
              }
            };
          },
          [&] { return !job.cancelled(); });
    });
    if (refused >= 0)
      throw Error(ErrorKind::numerical, "row " + std::to_string(refused) + ": the generated code refuses these inputs");
    return out.take();
  }

 private:
  Robot robot_;
  std::size_t n_;
  std::unique_ptr<CompiledDynamics> dynamics_;
  std::map<std::string, LoadedFunction> functions_;
  std::string note_;
};

}  // namespace

void bind_code(nb::module_& m) {
  const std::vector<std::string> inverse{"inverse_dynamics"};
  robot_function(
      m, "generate", &generated,
      "Generated code as {file name: text}. `functions` of: inverse_dynamics, inverse_kinematics,\n"
      "forward_step, mass_matrix, forward_dynamics, regressor, inverse_dynamics_base. `target`: 'c99', 'cpp'\n"
      "or 'batch'; `scalar`: 'double' or 'float'.\n\n"
      ">>> sorted(jourdain.load('five-bar').generate(target='cpp'))\n"
      "['CMakeLists.txt', 'README.md', 'five_bar.hpp', 'five_bar_test.cpp']\n",
      "functions"_a = inverse, nb::kw_only(), "target"_a = "c99", "scalar"_a = "double", "legs"_a = "auto",
      "friction"_a = true, "constants"_a = false);
  m.def("write_files", &write, "files"_a, "folder"_a, "force"_a = false,
        "Writes generated files into a folder: all or none; files that no generator wrote stay unless `force`.");
  nb::class_<CompiledModel>(
      m, "CompiledModel",
      "A robot's generated code, built by the system's compiler and loaded: the fast way through\n"
      "many states. Where there is no compiler, inverse_dynamics uses the library and `note` says\n"
      "so.\n\n"
      ">>> robot = jourdain.load('five-bar')\n"
      ">>> fast = jourdain.compile(robot)\n"
      ">>> motion = jourdain.complete_state(robot, x=numpy.linspace(-0.02, 0.02, 1000), vy=0.2)\n"
      ">>> numpy.allclose(fast.inverse_dynamics(motion), robot.inverse_dynamics(motion))\n"
      "True\n")
      .def(nb::init<const Robot&, const std::vector<std::string>&, bool, bool, bool>(), "robot"_a,
           "functions"_a = inverse, nb::kw_only(), "friction"_a = true, "springs"_a = true, "payload"_a = true)
      .def_prop_ro("is_compiled", &CompiledModel::is_compiled, "False where the library is used instead.")
      .def_prop_ro("note", &CompiledModel::note, "Why the library is used instead; '' if it is not.")
      .def_prop_ro("functions", &CompiledModel::functions, "Names of the functions.")
      .def("inverse_dynamics", &CompiledModel::forces, "states"_a, nb::kw_only(), "threads"_a = 0, "path"_a = false,
           "errors"_a = "raise", "Forces (..., motors) as inverse_dynamics(robot, states) gives them.")
      .def("regressor", &CompiledModel::regressors, "states"_a, nb::kw_only(), "threads"_a = 0, "path"_a = false,
           "errors"_a = "raise", "Y (..., driving motors, base parameters), in the order of find_base_parameters().")
      .def("mass_matrix", &CompiledModel::mass_matrices, "states"_a, nb::kw_only(), "threads"_a = 0, "path"_a = false,
           "errors"_a = "raise", "M (..., n, n) of the driving motors.")
      .def(
          "inputs", [](const CompiledModel& model, const std::string& name) { return model.function(name).inputs; },
          "name"_a, "Names of a function's inputs.")
      .def("call", &CompiledModel::call, "name"_a, "x"_a, nb::kw_only(), "threads"_a = 0,
           "A function on plain numbers (..., inputs), in the order of inputs(name).");
  const char* doc = "CompiledModel(robot, functions): generated code, built and loaded.";
  const auto compiled = [](const Robot& robot, const std::vector<std::string>& functions, bool friction, bool springs,
                           bool payload) {
    return std::make_shared<CompiledModel>(robot, functions, friction, springs, payload);
  };
  robot_function(m, "compile", compiled, doc, "functions"_a = inverse, nb::kw_only(), "friction"_a = true,
                 "springs"_a = true, "payload"_a = true);
}

}  // namespace jourdain::python
