// Base parameters from the equations of a recorded motion.
#pragma once

#include "jourdain/identification/log.hpp"
#include "jourdain/linear_form/base_parameters.hpp"
#include "jourdain/linear_form/linear_form.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// The equations Y p = b of a recorded motion, instant by instant: Y the regressor of a linear form, b the measured
// forces without those of springs and counterbalances. Rows are the driving motors, see linear_form.hpp.

// One instant, or the mean of several: rows x columns, rows.
struct Equation {
  MatrixX Y;
  VectorX b;
  VectorX weights;    // of the rows: 1, less or 0 where the signs of dry friction are not known; empty: 1
  double time = 0;    // s, of the last of them
  long row = 0;       // of the log, of the last of them
  bool first = true;  // nothing comes right before it
};

struct EquationOptions {
  int average = 1;  // samples whose equations are replaced by their mean; the relation stays exact
  std::size_t memory = std::size_t{64} << 20;  // bytes: equations that fit are kept, others made again in every pass
  long compile_after = 50000;  // samples: of longer logs the equations are generated, built with the system's compiler
                               // and made 16 at a time; negative: never
  // s: rows so near to a change of sign of dry friction have no weight. Derived rates cross zero a little earlier or
  // later than the real ones; one wrong sample, at the same place of every repetition, is a bias of many deviations.
  double reversal = 0;
  VectorX lags = {};  // s, one per motor: forces were measured behind filters of first order; empty: none
};

// A sample without equations, and why.
struct RefusedSample {
  long row = 0;
  double time = 0;
  Status status = Status::ok;
  std::string reason;
};

// Equations one after the other, as often as wanted.
class EquationSource {
 public:
  virtual ~EquationSource() = default;
  virtual const LinearForm& form() const = 0;
  // Back to the first equation.
  virtual void rewind() = 0;
  // The next equation, in memory of this object; nullptr at the end. Throws Error.
  virtual const Equation* next() = 0;
};

// Follows the samples by forward kinematics from the robot's home configuration. With more motors than freedoms the
// configuration nearest to all motors is taken.
class Equations : public EquationSource {
 public:
  // `source` must outlive this object.
  Equations(const LinearForm& form, SampleSource& source, const EquationOptions& options = {});
  ~Equations() override;
  Equations(Equations&&) noexcept;

  const LinearForm& form() const override;
  void rewind() override;
  const Equation* next() override;

  // What the first pass met.
  long samples() const;
  long refused() const;                                     // samples without equations
  const std::vector<RefusedSample>& first_refused() const;  // the first ten of them
  // How the equations of a long log are made, generated code or why the general engine; empty for a short one.
  const std::string& note() const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

// Base parameters from a recorded motion by least squares, with intervals that allow for correlated residuals.

enum class Method {
  ols,        // ordinary: all motors count alike
  wls,        // weighted: each motor by the variance of its residual
  irls,       // as wls, and single instants by their residual: outliers lose their weight
  iv,         // instrumental variables: see instruments.hpp
  recursive,  // sample by sample, with forgetting: see recursive.hpp
  two_stage,  // friction from another log of slow motions, then the rest as wls
};
std::string_view to_string(Method method);
// Throws Error(usage) for a word that is no method.
Method parse_method(std::string_view word);

// What a robust estimate does with residuals beyond its threshold.
enum class RobustWeight {
  huber,  // their influence stays constant: threshold 1.345 standard deviations
  tukey,  // it falls to zero at 4.685 standard deviations
};

// Values that another log told, and their covariance; NaN where it told nothing. One entry per base parameter.
struct GivenValues {
  VectorX values;
  MatrixX covariance;
};

struct EstimatorOptions {
  Method method = Method::wls;
  RobustWeight robust = RobustWeight::tukey;
  int most_passes = 40;  // over the equations, irls
  int blocks = 32;       // consecutive stretches of the log between which the variance is taken, at least
  double confidence = 0.95;
  bool essential = false;            // drop what the data cannot tell from zero
  double significance = 0.05;        // of the tests that drop parameters
  bool outliers = false;             // two_stage: with the weights of irls in place of those of wls
  std::optional<GivenValues> given;  // held, and their variance goes into that of the others; two_stage
};

// What became of a base parameter.
enum class Outcome {
  estimated,
  not_moved,      // no sample moves it: held at the model's value
  dependent,      // the motion moves it only together with others: held at the model's value
  insignificant,  // not told from zero, and dropped: zero
  given,          // told by another log
};
std::string_view to_string(Outcome outcome);

struct ParameterEstimate {
  Outcome outcome = Outcome::estimated;
  double model = 0;  // value of the model (CAD)
  double value = 0;
  double deviation = 0;   // standard deviation, 0 if held
  double half_width = 0;  // of the interval
  double excitation = 0;  // root mean square of its column times the model's value, over that of the forces
};

// A parameter that was dropped because it cannot be told from zero.
struct DroppedEstimate {
  int parameter = 0;  // index into the base
  double value = 0;   // before it was dropped
  double deviation = 0;
  double t = 0;     // |value| / deviation
  double rise = 0;  // of the weighted sum of squares, relative
};

struct Estimate {
  Method method = Method::wls;
  std::vector<ParameterEstimate> parameters;  // one per base parameter
  std::vector<DroppedEstimate> dropped;
  VectorX values;
  MatrixX covariance;           // zero for what is held
  VectorX weights;              // of the motors, 1/variance; ones for ols
  VectorX deviations;           // standard deviation of each motor's residual, robust for irls
  double condition = 0;         // of the weighted regressor of what is estimated, its columns scaled to length one
  VectorX singular_values;      // of the same, falling
  double plain_narrowness = 1;  // mean ratio of these deviations to those of uncorrelated residuals
  double confidence = 0.95;
  double quantile = 0;  // half_width over deviation
  long instants = 0;
  int blocks = 0;
  double block_duration = 0;  // instants
  int passes = 1;
  bool robust = false;  // residuals have weights of their own
  double outliers = 0;  // irls: share of residuals that lost more than half of their weight

  // |R p - c|^2 + rest is the weighted sum of squares for any p, all base parameters.
  MatrixX R;
  VectorX c;
  double rest = 0;
};

// Methods ols, wls, irls and two_stage. Throws Error(usage) for options without sense, Error(numerical) if the log has
// too few equations or irls does not settle. Never changes the method by itself.
Estimate estimate(const BaseParameters& base, EquationSource& equations, const EstimatorOptions& options = {});

}  // namespace jourdain
