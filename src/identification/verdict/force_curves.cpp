#include "identification/verdict/force_curves.hpp"

namespace jourdain {

void ForceCurves::add(const Equation& equation, const VectorX& forces) {
  if (full()) return;
  measured.resize(forces.size());
  predicted.resize(measured.size());
  times.push_back(equation.time);
  for (std::size_t k = 0; k < measured.size(); ++k) {
    measured[k].push_back(equation.b[static_cast<int>(k)]);
    predicted[k].push_back(forces[static_cast<int>(k)]);
  }
}

}  // namespace jourdain
