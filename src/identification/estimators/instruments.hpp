// Instrumental variables: estimates that noise of the positions does not bias.
//
// Noise of the positions is in Y, through rates and accelerations, and makes least squares too small. Instruments Z are
// the regressor on a motion that knows nothing of this noise: the commanded one. Then Z^T W Y p = Z^T W b has the right
// p on the average, W being the weights of the motors by weighted least squares.
#pragma once

#include "jourdain/identification/estimate.hpp"
#include "jourdain/motion/motion.hpp"

#include <memory>

namespace jourdain {

// `instruments` are equations of the same base on the other motion; they belong to equations by their rows, and those
// without a partner are passed over. Intervals as those of estimate(): one stretch of the log left out at a time. What
// least squares does not estimate stays as it is there. Throws as estimate(), and Error(numerical) where the
// instruments hardly go with the equations.
Estimate estimate_with_instruments(const BaseParameters& base, EquationSource& equations, EquationSource& instruments,
                                   const EstimatorOptions& options = {});

// The samples of a source with the motors' motion of a motion at their times, less `start`.
class ReferenceSamples : public SampleSource {
 public:
  // `source` must outlive this object.
  ReferenceSamples(SampleSource& source, const Motion& motion, double start);
  ~ReferenceSamples() override;
  void rewind() override;
  // Samples where the robot cannot follow the motion are passed over.
  bool next(Sample& sample) override;

  // Root mean square of measured less commanded positions over that of the commanded ones about their mean, the worst
  // motor, of the samples so far.
  double distance() const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace jourdain
