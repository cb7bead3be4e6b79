// Equations of consecutive samples with their forces apart, so that forces can be taken earlier or later.
#pragma once

#include "jourdain/identification/estimate.hpp"

#include <functional>
#include <vector>

namespace jourdain {

inline constexpr long long_log = 50000;  // samples: the places of longer ones are gone to, not read up to

using Samples = std::vector<Sample>;

// Stretches of consecutive samples: all of a short log, pieces all over a long one.
std::vector<Samples> stretches_of(SampleSource& source, long most);

// Instants that follow each other; a row per instant.
struct RefitStretch {
  std::vector<MatrixX> Y;        // by motor: instants x base parameters
  MatrixX forces, known, rates;  // instants x motors
  Eigen::Index instants() const { return forces.rows(); }
};

struct RefitRows {
  std::vector<RefitStretch> stretches;
  double step = 0;  // s between instants
  int motors = 0, columns = 0;
  long instants = 0, refused = 0;
};

// Every so-and-so-many-th of the samples, changed. Samples that the robot cannot reach end a stretch; after many of
// them nothing more is looked at.
RefitRows refit_rows(const LinearForm& form, const std::vector<Samples>& samples, int every = 1,
                     const std::function<void(Sample&)>& change = {});

// The rows as equations.
class RefitEquations : public EquationSource {
 public:
  // Both must outlive this object.
  RefitEquations(const LinearForm& form, const RefitRows& rows) : form_(form), rows_(rows) {}
  const LinearForm& form() const override { return form_; }
  void rewind() override { stretch_ = 0, instant_ = 0; }
  const Equation* next() override;

 private:
  const LinearForm& form_;
  const RefitRows& rows_;
  std::size_t stretch_ = 0;
  Eigen::Index instant_ = 0;
  Equation equation_;
};

}  // namespace jourdain
