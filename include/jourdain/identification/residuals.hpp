// Measured against predicted forces: how large the residuals are, and whether they look like noise.
#pragma once

#include "jourdain/identification/equations.hpp"

#include <functional>
#include <vector>

namespace jourdain {

struct MotorResidual {
  double measured_rms = 0;    // of the force without springs and counterbalances
  double measured_range = 0;  // largest less smallest
  double rms = 0;
  double largest = 0;           // absolute value
  long largest_row = 0;         // of the log
  double explained = 0;         // share of the measured variance about its mean
  double correlation = 0;       // with the residual before it, -1 to 1
  double correlation_time = 0;  // in equations: sum of the correlations until they vanish; 1 for white residuals
  double kurtosis = 3;          // mean fourth power over the square of the mean square; 3 for normal residuals
  double white = 1;             // probability of correlations as large if the residuals were white (Ljung and Box)
  // Power density by frequency, from 0 to half the rate of the equations, that the sum times the frequencies' step is
  // the mean square (Welch: mean over stretches of 512 equations under Hann's window); empty for shorter logs.
  VectorX spectrum;
};

struct ResidualReport {
  std::vector<MotorResidual> motors;  // driving motors
  long equations = 0;
  double step = 0;       // s between equations that follow each other, mean
  double share() const;  // largest rms over range of a motor
};

// Called with every equation and its predicted forces.
using ResidualVisitor = std::function<void(const Equation& equation, const VectorX& predicted)>;

// One pass over the equations at these base parameters, or over the first `most` of them; 0: all.
ResidualReport study_residuals(EquationSource& equations, const VectorX& values, const ResidualVisitor& visit = {},
                               long most = 0);

}  // namespace jourdain
