// Files of an excitation: the motion, and the state of its search.
#include "jourdain/identification/excitation.hpp"

#include "core/joined.hpp"
#include "io/printable.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace jourdain {

std::string print_state(const ExcitationState& state, const std::string& problem) {
  std::string text =
      fmt::format("# state of a search of jourdain excite\nproblem {}\nstart {}\nrefused {}\nevaluations {}\nbest {}",
                  problem, state.start, state.refused, state.evaluations, state.best);
  const auto add = [&](const char* word, const std::vector<double>& list) {
    text += fmt::format("\n{}", word);
    for (const double x : list) text += fmt::format(" {}", x);
  };
  add("shape", state.shape);
  add("values", state.values);
  return text + "\nend\n";
}

ExcitationState parse_state(const std::string& text, const std::string& problem, const std::string& file) {
  std::istringstream lines(text);
  std::string line;
  ExcitationState state;
  bool same = false, ended = false;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "problem") same = line.substr(std::min<std::size_t>(line.size(), 8)) == problem;
    if (word == "start") words >> state.start;
    if (word == "refused") words >> state.refused;
    if (word == "evaluations") words >> state.evaluations;
    if (word == "best") words >> state.best;
    for (double x = 0; word == "shape" && words >> x;) state.shape.push_back(x);
    for (double x = 0; word == "values" && words >> x;) state.values.push_back(x);
    ended = ended || word == "end";
  }
  if (!ended || state.start < 0 || state.refused < 0 || state.evaluations < 0 || !std::isfinite(state.best))
    throw Error(ErrorKind::input, fmt::format("{}: is no state of a search of excite: expected a file that --resume "
                                              "wrote, or none",
                                              printable(file)));
  if (!same)
    throw Error(ErrorKind::input, fmt::format("{}: is the state of a search with another robot or other options: give "
                                              "another file",
                                              printable(file)));
  return state;
}

Motion excitation_motion(const Excitation& excitation, double repetitions) {
  FourierSeries series = excitation.series;
  series.periods = std::ceil(repetitions) + 2;
  series.ramp = excitation.period;
  return fourier(excitation.motion.coordinates(), series);
}

std::string print_excitation(const Excitation& excitation, const std::string& name, double repetitions) {
  const MotionSpace& space = excitation.motion.coordinates();
  // The first and the last period grow and fade, so that the robot starts and stops at rest.
  std::string text =
      fmt::format("motion: 1\nname: {}\nspace: {}\nfourier:\n  frequency: {} Hz\n  periods: {}\n  ramp: {} s\n", name,
                  to_string(space.kind()), excitation.series.frequency, std::ceil(repetitions) + 2, excitation.period);
  const auto rows = [&](const char* key, const MatrixX& m) {
    text += fmt::format("  {}:\n", key);
    for (int i = 0; i < space.size(); ++i) {
      if (!space.is_free(i)) continue;
      std::vector<std::string> cells;
      for (int h = 0; h < m.cols(); ++h) cells.push_back(fmt::format("{}", m(i, h)));
      text += fmt::format("    {}: [{}]\n", space.names()[i], joined(cells));
    }
  };
  rows("cosine", excitation.series.cosine);
  rows("sine", excitation.series.sine);
  return text;
}

}  // namespace jourdain
