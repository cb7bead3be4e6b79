// Random expression graphs with values that stay tame, for tests of everything that works on graphs.
#pragma once

#include "expression/expression.hpp"

#include <random>
#include <string>
#include <vector>

namespace jourdain::test {

// What a random graph is made of.
struct RandomGraph {
  int inputs = 5;
  int parameters = 4;
  int operations = 60;
  int outputs = 4;
  bool smooth = false;  // without abs, max and sign
};

// Random operations on random earlier values, many of them shared. Divisors and radicands are at least 1 and no value
// leaves about [-10, 10] for inputs in [-1, 1], so that errors stay near round-off.
inline std::vector<Expression> random_outputs(Graph& graph, const RandomGraph& shape, std::mt19937& random) {
  std::vector<Expression> values;
  for (int i = 0; i < shape.inputs; ++i) values.push_back(graph.input("x" + std::to_string(i)));
  for (int i = 0; i < shape.parameters; ++i) values.push_back(graph.parameter("p" + std::to_string(i), 0.3 + 0.2 * i));
  values.push_back(Expression(0.75));
  values.push_back(Expression(-2.5));

  const auto any = [&] { return values[std::uniform_int_distribution<std::size_t>(0, values.size() - 1)(random)]; };
  const auto tame = [](const Expression& x) { return x / sqrt(1 + x * x / 16); };
  for (int i = 0; i < shape.operations; ++i) {
    const Expression a = any(), b = any(), c = any();
    switch (std::uniform_int_distribution<int>(0, shape.smooth ? 10 : 13)(random)) {
      case 0: values.push_back(tame(a + b)); break;
      case 1: values.push_back(tame(a - b)); break;
      case 2: values.push_back(tame(a * b)); break;
      case 3: values.push_back(tame(a * b + a * c)); break;
      case 4: values.push_back(tame(a * b - c * b)); break;
      case 5: values.push_back(a / (1 + b * b)); break;
      case 6: values.push_back(sqrt(1 + a * a)); break;
      case 7: values.push_back(sin(a)); break;
      case 8: values.push_back(cos(a - b)); break;
      case 9: values.push_back(atan2(a, 1 + b * b)); break;
      case 10: values.push_back(tame(a + b + c - (b + a))); break;
      case 11: values.push_back(abs(a)); break;
      case 12: values.push_back(max(a, -b)); break;
      default: values.push_back(a * sign(b, Expression(0.01))); break;
    }
  }
  std::vector<Expression> outputs;
  for (int i = 0; i < shape.outputs; ++i) {
    Expression sum = values[values.size() - 1 - static_cast<std::size_t>(i)];
    for (int k = 0; k < 4; ++k) sum += any() * any();
    outputs.push_back(tame(sum));
  }
  graph.require_positive(2 + sin(outputs[0]), Status::singular);
  return outputs;
}

inline std::vector<double> random_inputs(std::size_t count, std::mt19937& random) {
  std::vector<double> values(count);
  for (double& x : values) x = std::uniform_real_distribution<double>(-1, 1)(random);
  return values;
}

}  // namespace jourdain::test
