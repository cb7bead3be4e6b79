#include "codegen/names.hpp"
#include "codegen/writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Errors that the self-test accepts, relative to the largest golden value of the array.
constexpr double double_tolerance = 1e-12;
constexpr double float_tolerance = 1e-4;

struct Golden {
  std::vector<double> outputs;
  Status status;
};

// The numbers that code on this scalar gets.
std::vector<double> as_written(std::vector<double> values, CodeScalar scalar) {
  if (scalar == CodeScalar::single_precision)
    for (double& value : values) value = static_cast<double>(static_cast<float>(value));
  return values;
}

std::vector<Golden> golden_vectors(const GeneratedFunction& function, CodeScalar scalar) {
  std::vector<Golden> result;
  const std::vector<double> parameters = as_written(function.program.parameter_values, scalar);
  for (const std::vector<double>& sample : function.samples) {
    Golden golden{std::vector<double>(function.program.outputs.size()), Status::ok};
    golden.status = evaluate<double>(function.program, as_written(sample, scalar), parameters, golden.outputs);
    result.push_back(std::move(golden));
  }
  return result;
}

std::string numbers(const std::vector<double>& values, CodeScalar scalar) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : ", ") + literal(value, scalar);
  return "{" + text + "}";
}

// The largest golden value of the array that each output belongs to, 1 where all are 0.
std::vector<double> scales(const GeneratedFunction& function, const std::vector<Golden>& golden) {
  std::vector<double> result;
  for (const ArgumentArray& array : function.outputs) {
    double largest = 0;
    for (const Golden& each : golden)
      for (int i = 0; i < array.size; ++i)
        largest = std::max(largest, std::abs(each.outputs[result.size() + static_cast<std::size_t>(i)]));
    result.insert(result.end(), static_cast<std::size_t>(array.size), largest > 0 ? largest : 1);
  }
  return result;
}

// Golden vectors as tables of C.
std::string tables(const LibraryPlan& plan, const FunctionPlan& plan_of, const std::string& name) {
  const GeneratedFunction& function = *plan_of.function;
  const CodeScalar scalar = plan.options.scalar;
  const std::vector<Golden> golden = golden_vectors(function, scalar);
  const char* type = type_name(scalar);
  std::string text = fmt::format("static const {} {}_inputs[{}][{}] = {{\n", type, name, golden.size(),
                                 std::max<std::size_t>(1, function.program.inputs.size()));
  for (const std::vector<double>& sample : function.samples)
    text += "    " + numbers(sample.empty() ? std::vector<double>{0} : sample, scalar) + ",\n";
  text += fmt::format("}};\nstatic const {} {}_golden[{}][{}] = {{\n", type, name, golden.size(),
                      function.program.outputs.size());
  for (const Golden& each : golden) text += "    " + numbers(each.outputs, scalar) + ",\n";
  text += fmt::format("}};\nstatic const int {}_status[{}] = {{", name, golden.size());
  for (std::size_t i = 0; i < golden.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", static_cast<int>(golden[i].status));
  text += fmt::format("}};\nstatic const {} {}_scale[{}] = {};\n\n", type, name, function.program.outputs.size(),
                      numbers(scales(function, golden), scalar));
  return text;
}

// The statements that call the function with inputs x and outputs y and put the status into s.
std::string call(const LibraryPlan& plan, const FunctionPlan& plan_of) {
  const GeneratedFunction& function = *plan_of.function;
  if (plan.options.target != CodeTarget::cpp)
    return fmt::format("    s = {}(&prepared, {});\n", plan_of.name, flat_arguments(function, "x", "y"));
  std::string before, after, arguments;
  const auto pass = [&](const std::vector<ArgumentArray>& arrays, bool in) {
    int at = 0;
    for (const ArgumentArray& array : arrays) {
      before +=
          fmt::format("    std::array<{}, {}> {}_{{}};\n", type_name(plan.options.scalar), array.size, array.name);
      if (in) before += fmt::format("    std::copy_n(x + {}, {}, {}_.begin());\n", at, array.size, array.name);
      if (!in) after += fmt::format("    std::copy_n({}_.begin(), {}, y + {});\n", array.name, array.size, at);
      arguments += fmt::format(", {}_", array.name);
      at += array.size;
    }
  };
  pass(function.inputs, true);
  pass(function.outputs, false);
  return before +
         fmt::format("    s = static_cast<int>({}::{}(prepared{}));\n", plan.library->name, function.name, arguments) +
         after;
}

std::string batch_check(const LibraryPlan& plan, const FunctionPlan& plan_of, int lanes) {
  const GeneratedFunction& function = *plan_of.function;
  const std::size_t samples = function.samples.size();
  const char* type = type_name(plan.options.scalar);
  const std::size_t in = function.program.inputs.size(), out = function.program.outputs.size();
  std::string text = fmt::format("  {{\n    {0} bx[{1}], by[{2}];\n    int bs[{3}];\n", type,
                                 std::max<std::size_t>(1, in) * samples, out * samples, samples);
  text += fmt::format(
      "    for (int k = 0; k < {0}; ++k)\n      for (int i = 0; i < {1}; ++i) bx[i * {0} + k] = {2}_inputs[k][i];\n",
      samples, std::max<std::size_t>(1, in), function.name);
  if (in == 0) text += "    (void)bx;\n";
  text += fmt::format("    {}_batch{}(&prepared, {}, {}, bs);\n", plan_of.name, lanes, samples,
                      flat_arguments(function, "bx", "by", fmt::format(" * {}", samples)));
  text += fmt::format(
      "    for (int k = 0; k < {0}; ++k) {{\n      for (int i = 0; i < {1}; ++i) y[i] = by[i * {0} + k];\n"
      "      bad += wrong(y, {2}_golden[k], {2}_scale, {1}) || bs[k] != {2}_status[k];\n      ++checks;\n    }}\n  "
      "}}\n",
      samples, out, function.name);
  return text;
}

std::string function_test(const LibraryPlan& plan, const FunctionPlan& plan_of) {
  const GeneratedFunction& function = *plan_of.function;
  const bool is_cpp = plan.options.target == CodeTarget::cpp;
  const char* type = type_name(plan.options.scalar);
  const std::size_t in = function.program.inputs.size(), out = function.program.outputs.size(),
                    samples = function.samples.size();
  std::string text = samples > 0 ? tables(plan, plan_of, function.name) : "";
  text += fmt::format("static int test_{}(void) {{\n", function.name);
  if (is_cpp) {
    text += fmt::format("  {0}::Parameters parameters;\n  {0}::{1}_prepared prepared{{}};\n", plan.library->name,
                        function.name);
  } else {
    text += fmt::format("  {}_parameters parameters;\n  static {}_prepared prepared; /* zeros: not set up */\n",
                        plan.library->name, plan_of.name);
  }
  text += fmt::format("  {} x[{}] = {{0}}, y[{}] = {{0}};\n  int s = 0, bad = 0, checks = 0;\n", type,
                      std::max<std::size_t>(1, in), out);
  if (in == 0) text += "  (void)x;\n";
  // Before the set-up.
  text += fmt::format(
      "  {{\n{0}    for (int i = 0; i < {1}; ++i) bad += !(y[i] == {2});\n    bad += s != {3};\n    ++checks;\n  }}\n",
      call(plan, plan_of), out, literal(0, plan.options.scalar), static_cast<int>(Status::not_prepared));
  if (is_cpp) {
    text +=
        fmt::format("  static_cast<void>({}::{}_setup(parameters, prepared));\n", plan.library->name, function.name);
  } else {
    text += fmt::format("  {}_default_parameters(&parameters);\n  {}_setup(&parameters, &prepared);\n",
                        plan.library->name, plan_of.name);
  }
  if (samples > 0) {
    text += fmt::format("  for (int k = 0; k < {}; ++k) {{\n    for (int i = 0; i < {}; ++i) x[i] = {}_inputs[k][i];\n",
                        samples, std::max<std::size_t>(1, in), function.name);
    text += call(plan, plan_of);
    text +=
        fmt::format("    bad += wrong(y, {0}_golden[k], {0}_scale, {1}) || s != {0}_status[k];\n    ++checks;\n  }}\n",
                    function.name, out);
    if (plan.options.target == CodeTarget::batch)
      for (const int lanes : lane_counts) text += batch_check(plan, plan_of, lanes);
  }
  if (in > 0) {
    // Bad values, one at a time.
    text += fmt::format("  for (int k = 0; k < {}; ++k) {{\n    for (int i = 0; i < {}; ++i) x[i] = {};\n", 3 * in, in,
                        samples > 0 ? function.name + "_inputs[0][i]" : literal(0, plan.options.scalar));
    const char* nan = plan.options.scalar == CodeScalar::single_precision ? "nanf(\"\")" : "nan(\"\")";
    const std::string infinity = fmt::format("({}){}INFINITY", type, "");
    text += fmt::format("    x[k / 3] = k % 3 == 0 ? {} : k % 3 == 1 ? {} : -{};\n", nan, infinity, infinity) +
            call(plan, plan_of);
    text +=
        fmt::format("    for (int i = 0; i < {}; ++i) bad += !(y[i] == {});\n    bad += s == 0;\n    ++checks;\n  }}\n",
                    out, literal(0, plan.options.scalar));
  }
  text += fmt::format("  printf(\"{}: %d checks, %d failed\\n\", checks, bad);\n  return bad;\n}}\n\n", plan_of.name);
  return text;
}

}  // namespace

std::string self_test(const LibraryPlan& plan) {
  const bool is_cpp = plan.options.target == CodeTarget::cpp;
  const CodeScalar scalar = plan.options.scalar;
  const bool single = scalar == CodeScalar::single_precision;
  const char* type = type_name(scalar);
  std::string text = origin_note(*plan.library, is_cpp ? "// " : " * ");
  if (!is_cpp) text = "/*\n" + text + " */\n";
  if (is_cpp) {
    text += fmt::format(
        "#include \"{}.hpp\"\n\n#include <algorithm>\n#include <array>\n#include <cmath>\n#include <cstdio>\n\n"
        "using std::fabs;\nusing std::printf;\n{}\n",
        plan.library->name, single ? "using std::nanf;\n" : "using std::nan;\n");
  } else {
    text += fmt::format("#include \"{}.h\"\n\n#include <math.h>\n#include <stdio.h>\n\n", plan.library->name);
  }
  const bool has_samples =
      std::ranges::any_of(plan.library->functions, [](const GeneratedFunction& f) { return !f.samples.empty(); });
  if (has_samples)
    text += fmt::format(
        "static int wrong(const {0}* value, const {0}* golden, const {0}* scale, int size) {{\n  int bad = 0;\n"
        "  for (int i = 0; i < size; ++i) bad |= !({1}(value[i] - golden[i]) <= {2} * scale[i]);\n  return "
        "bad;\n}}\n\n",
        type,
        is_cpp   ? "std::abs"
        : single ? "fabsf"
                 : "fabs",
        literal(single ? float_tolerance : double_tolerance, scalar));
  std::string calls;
  for (const FunctionPlan& function : plan.functions) {
    text += function_test(plan, function);
    calls += fmt::format("  bad += test_{}();\n", function.function->name);
  }
  text += "int main(void) {\n  int bad = 0;\n" + calls;
  return text +
         fmt::format("  printf(\"{}: %s\\n\", bad == 0 ? \"passed\" : \"FAILED\");\n  return bad == 0 ? 0 : 1;\n}}\n",
                     plan.library->name);
}

}  // namespace jourdain
