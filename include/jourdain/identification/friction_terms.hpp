// Friction of the motors beyond dry and viscous: Stribeck's rise towards rest, and friction that grows with the load of
// the joint.
//
//   b = Y p + sign(v) (s exp(-(v / v_s)^2) + mu N)
//
// v is the motor's rate, N the size of its joint's constraint force by the model's parameters. s, mu and p come
// together by weighted least squares; of v_s, in which the equation is not linear, the value with the least residual is
// searched, motor by motor. Rows are the driving motors.
#pragma once

#include "jourdain/identification/estimate.hpp"

#include <vector>

namespace jourdain {

struct FrictionTermOptions {
  bool stribeck = false;
  bool load = false;
  long most_samples = 20000;  // of a longer log every so-and-so-many-th sample is taken
  double confidence = 0.95;
};

// One term of one motor.
struct FrictionTerm {
  double value = 0;       // s in N or N m; mu, or N m per N
  double half_width = 0;  // of its interval, one stretch of the log left out at a time
  double speed = 0;       // v_s, m/s or rad/s; 0 for mu
  bool told = false;      // from zero
};

struct FrictionTerms {
  std::vector<FrictionTerm> stribeck, load;  // one per driving motor, or none
  double before = 0, after = 0;              // root mean square of the weighted residual without and with the terms
  long samples = 0;
};

// `estimate` gives the motors' weights and what is held. Throws Error(usage) for redundant motors or if nothing is
// asked for, Error(numerical) where the log does not tell the terms.
FrictionTerms find_friction_terms(const BaseParameters& base, SampleSource& source, const Estimate& estimate,
                                  const FrictionTermOptions& options);

// The samples of a source without the Stribeck terms that are told.
class WithoutStribeck : public SampleSource {
 public:
  // Both must outlive this object.
  WithoutStribeck(SampleSource& source, const FrictionTerms& terms) : source_(source), terms_(terms) {}
  void rewind() override { source_.rewind(); }
  bool next(Sample& sample) override;

 private:
  SampleSource& source_;
  const FrictionTerms& terms_;
};

}  // namespace jourdain
