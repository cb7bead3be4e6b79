#include "codegen/statements.hpp"

#include "codegen/names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

// A negation in front of a value that may have one.
std::string negated(const std::string& text) { return text.starts_with('-') ? fmt::format("-({})", text) : "-" + text; }

}  // namespace

Statements::Statements(const Program& program, const Layout& layout, const Dialect& dialect, ValueNames names)
    : program_(program),
      layout_(layout),
      dialect_(dialect),
      names_(std::move(names)),
      temporary_(program.nodes.size()) {}

std::string Statements::finite_sum(const std::vector<std::string>& values, const Dialect& dialect) {
  if (values.empty()) return literal(0, dialect.scalar);
  std::string text;
  std::size_t width = 0;
  for (const std::string& value : values) {
    const std::string part = fmt::format("({0} - {0})", value);
    if (!text.empty()) text += width > 80 ? " +\n      " : " + ";
    width = text.empty() || width <= 80 ? width + part.size() + 3 : part.size();
    text += part;
  }
  return text;
}

std::vector<std::string> Statements::computed_outputs(int outputs) const {
  std::vector<std::string> result;
  for (int i = 0; i < outputs; ++i) {
    NodeId id = program_.outputs[i];
    const GraphNode& node = program_.nodes[id];
    if (node.op == Op::negate) id = node.a;
    const bool is_computed = !temporary_[id].empty();
    if (is_computed && std::ranges::find(result, value(id)) == result.end()) result.push_back(value(id));
  }
  return result;
}

std::string Statements::load_operations() {
  at_load_time_ = true;
  std::string text;
  int number = 0;
  for (const NodeId id : layout_.load) {
    std::string& target = temporary_[id];
    target = fmt::format("t{}", number++);
    text += operation(program_.nodes[id], target, false);
  }
  return text;
}

std::string Statements::call_operations(std::size_t stage) {
  at_load_time_ = false;
  std::string text;
  for (std::size_t i = stage == 0 ? 0 : layout_.stage_end[stage - 1]; i < layout_.stage_end[stage]; ++i) {
    const NodeId id = layout_.call[i];
    std::string& target = temporary_[id];
    if (!target.empty()) continue;  // came with the other of a sine and cosine
    target = fmt::format("t{}", i);
    const GraphNode& node = program_.nodes[id];
    if (is_vector(id) && (node.op == Op::sin || node.op == Op::cos)) {
      std::string* other = other_of_pair(node);
      if (other) *other = target + "_";
      text += vector_sine_cosine(node, target, target + "_");
    } else {
      text += is_vector(id) ? vector_operation(node, target) : operation(node, target, false);
    }
  }
  return text;
}

// The name of the cosine of the same angle for a sine, and the other way round, if the program computes it.
std::string* Statements::other_of_pair(const GraphNode& node) {
  const auto found = std::ranges::find_if(layout_.call, [&](NodeId id) {
    const GraphNode& other = program_.nodes[id];
    return other.op == (node.op == Op::sin ? Op::cos : Op::sin) && other.a == node.a;
  });
  return found == layout_.call.end() ? nullptr : &temporary_[*found];
}

std::string Statements::vector_sine_cosine(const GraphNode& node, const std::string& target,
                                           const std::string& other) const {
  const bool is_sine = node.op == Op::sin;
  return declare(target + "__", vector_value(node.a), true) +
         fmt::format("  {0}_vector {1}, {2};\n  {0}_sine_cosine(&{1}__, &{3}, &{4});\n", dialect_.prefix, target, other,
                     is_sine ? target : other, is_sine ? other : target);
}

std::string Statements::value(NodeId id) const {
  const GraphNode& node = program_.nodes[id];
  if (node.op == Op::constant) return literal(node.value, dialect_.scalar);
  if (node.op == Op::negate) return negated(value(node.a));
  if (!at_load_time_ && layout_.slot[id] >= 0) return names_.prepared[layout_.slot[id]];
  if (node.op == Op::parameter) return names_.parameters[node.a];
  if (node.op == Op::input) return names_.inputs[node.a];
  // A constant expression that is no literal does not occur: constants are folded.
  return temporary_[id];
}

bool Statements::is_vector(NodeId id) const {
  if (!names_.is_vector.empty()) return names_.is_vector[id];
  return dialect_.lanes > 1 && layout_.phase[id] == Phase::call;
}

std::string Statements::vector_value(NodeId id) const {
  return is_vector(id) ? value(id) : fmt::format("({} + zero)", value(id));
}

std::vector<Statements::Condition> Statements::conditions(const std::vector<GuardNode>& guards) const {
  std::vector<Condition> result;
  for (std::size_t i = 0; i < guards.size(); ++i) {
    const GuardNode& guard = guards[i];
    const bool together = (i > 0 && guards[i - 1].status == guard.status) ||
                          (i + 1 < guards.size() && guards[i + 1].status == guard.status);
    const std::string checked = dialect_.lanes > 1 ? vector_value(guard.node) : value(guard.node);
    const std::string text = fmt::format("{} > {}", checked, literal(guard.bound, dialect_.scalar));
    if (i == 0 || guards[i - 1].status != guard.status) {
      result.push_back({together ? "(" + text + ")" : text, guard.status});
    } else {
      result.back().text += " &\n      (" + text + ")";
    }
  }
  return result;
}

std::string Statements::declare(const std::string& target, const std::string& text, bool vector) const {
  const std::string type = vector ? dialect_.prefix + "_vector" : type_name(dialect_.scalar);
  return fmt::format("  const {} {} = {};\n", type, target, text);
}

std::string Statements::operation(const GraphNode& node, const std::string& target, bool vector) const {
  const auto assign = [&](const std::string& text) { return declare(target, text, vector); };
  const std::string a = value(node.a);
  const std::string b = arity(node.op) > 1 ? value(node.b) : "";
  const std::string type = type_name(dialect_.scalar);
  const auto call = [&](const char* name) {
    return dialect_.is_cpp ? fmt::format("std::{}", name)
                           : fmt::format("{}{}", name, dialect_.scalar == CodeScalar::single_precision ? "f" : "");
  };
  const auto as_number = [&](const std::string& truth) {
    return dialect_.is_cpp ? fmt::format("static_cast<{}>({})", type, truth) : fmt::format("({})({})", type, truth);
  };
  const std::string zero = literal(0, dialect_.scalar);
  switch (node.op) {
    case Op::add: return assign(a + " + " + b);
    case Op::subtract: return assign(a + " - " + b);
    case Op::multiply: return assign(a + " * " + b);
    case Op::divide: return assign(a + " / " + b);
    case Op::sqrt: return assign(fmt::format("{}({})", call("sqrt"), a));
    case Op::sin: return assign(fmt::format("{}({})", call("sin"), a));
    case Op::cos: return assign(fmt::format("{}({})", call("cos"), a));
    case Op::atan2: return assign(fmt::format("{0}({1} + {3}, {2} + {3})", call("atan2"), a, b, zero));
    case Op::abs: return assign(fmt::format("{}({})", call(dialect_.is_cpp ? "abs" : "fabs"), a));
    // Truth values as numbers: the same instructions on either side of a bound.
    case Op::max:
      return assign(fmt::format("{2} * {0} + {3} * {1}", a, b, as_number(fmt::format("{} > {}", a, b)),
                                as_number(fmt::format("!({} > {})", a, b))));
    case Op::clamp: {
      const std::string beyond = as_number(fmt::format("({0} > {1}) - ({0} < {2})", a, b, negated(b)));
      const std::string within = as_number(fmt::format("({0} <= {1}) - ({0} < {2})", a, b, negated(b)));
      return assign(fmt::format("{} * {} + {} * {}", beyond, b, within, a));
    }
    default: return assign(as_number(fmt::format("({0} > {1}) - ({0} < {2})", a, b, negated(b))));
  }
}

std::string Statements::vector_operation(const GraphNode& node, const std::string& target) const {
  const std::string vector = dialect_.prefix + "_vector", mask = dialect_.prefix + "_mask";
  const auto in_lanes = [&](const char* name) {
    const std::string first = fmt::format("  {} {} = {};\n", vector, target, vector_value(node.a));
    if (arity(node.op) == 1) return first + fmt::format("  {}_{}(&{});\n", dialect_.prefix, name, target);
    return first + fmt::format("  const {0} {1}_ = {2};\n  {3}_{4}(&{1}, &{1}_);\n", vector, target,
                               vector_value(node.b), dialect_.prefix, name);
  };
  switch (node.op) {
    case Op::sqrt: return in_lanes("sqrt");
    case Op::atan2: return in_lanes("atan2");
    case Op::abs:
      return declare(target,
                     fmt::format("({})(({}){} & {}_MAGNITUDE)", vector, mask, value(node.a), capitals(dialect_.prefix)),
                     true);
    case Op::max:
      return declare(target + "_", vector_value(node.a), true) + declare(target + "__", vector_value(node.b), true) +
             declare(target,
                     fmt::format("({0})((({1})({2}_ > {2}__) & ({1}){2}_) | (~({1})({2}_ > {2}__) & ({1}){2}__))",
                                 vector, mask, target),
                     true);
    case Op::clamp:
      return declare(target + "_", vector_value(node.a), true) + declare(target + "__", vector_value(node.b), true) +
             declare(target,
                     fmt::format("({0})((({1})({2}_ > {2}__) & ({1}){2}__) | (({1})({2}_ < -{2}__) & ({1})(-{2}__)) |\n"
                                 "      (~(({1})({2}_ > {2}__) | ({1})({2}_ < -{2}__)) & ({1}){2}_))",
                                 vector, mask, target),
                     true);
    case Op::sign:
      return declare(target + "_", vector_value(node.a), true) +
             declare(target,
                     fmt::format("({0})(({1})({2}_ > {3}) & ({1})one) - ({0})(({1})({2}_ < {4}) & ({1})one)", vector,
                                 mask, target, vector_value(node.b), negated(vector_value(node.b))),
                     true);
    default: return operation(node, target, true);
  }
}

}  // namespace jourdain
