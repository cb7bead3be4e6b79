// Libraries of random functions, for tests of generated code.
#pragma once

#include "codegen/library.hpp"
#include "expression/random_program.hpp"

namespace jourdain::test {

// Functions that share parameters: a random graph, one whose guards fail for some states, one without inputs.
inline GeneratedLibrary random_library(unsigned seed, int samples) {
  std::mt19937 random(seed);
  GeneratedLibrary library{
      "robot", "Functions of a robot that does not exist.", "Seed of the test.", {}, {{"p0", "A mass.", "kg"}}};
  {
    Graph graph;
    GeneratedFunction function{.name = "forces",
                               .description =
                                   "Random operations; the text is long enough to be wrapped into a second line of "
                                   "comment */ and tries to end it.",
                               .program = {},
                               .inputs = {{"pose", 3, "A place.", "m"}, {"twist", 2, "A rate.", "m/s"}},
                               .outputs = {{"force", 3, "A force.", "N"}, {"power", 1, "A power.", "W"}},
                               .samples = {}};
    function.program = make_program(graph, random_outputs(graph, {.operations = 60}, random));
    for (int i = 0; i < samples; ++i) function.samples.push_back(random_inputs(5, random));
    library.functions.push_back(function);
  }
  {
    Graph graph;
    const Expression x = graph.input("x"), y = graph.input("y"), p = graph.parameter("p0", 0.3);
    const Expression length = graph.parameter("leg 1.length", 0.25);
    graph.require_positive(x + length, Status::unreachable);
    graph.require_positive(y - x - 1.5, Status::singular);
    graph.require_above(abs(y), 0.75, Status::singular);
    graph.require_positive(p, Status::limit);
    const Expression outputs[] = {sqrt(x + length) * p - y, p * length,     -x,
                                  Expression(-2),           max(length, y), sign(x, p * 0.1) + clamp(x - y, length)};
    GeneratedFunction function{.name = "reach",
                               .description = "Fails where the legs are short.",
                               .program = make_program(graph, outputs),
                               .inputs = {{"x_of", 1, "Abscissa.", "m"}, {"y_of", 1, "Ordinate.", ""}},
                               .outputs = {{"all", 6, "Values.", ""}},
                               .samples = {}};
    for (int i = 0; i < samples; ++i) function.samples.push_back(random_inputs(2, random));
    library.functions.push_back(function);
  }
  {
    Graph graph;
    const Expression outputs[] = {graph.parameter("p0", 0.3) * 2, Expression(1)};
    library.functions.push_back({.name = "still",
                                 .description = "Needs no input.",
                                 .program = make_program(graph, outputs),
                                 .inputs = {},
                                 .outputs = {{"value", 2, "With | in its description.", ""}},
                                 .samples = std::vector<std::vector<double>>(static_cast<std::size_t>(samples))});
  }
  return library;
}

}  // namespace jourdain::test
