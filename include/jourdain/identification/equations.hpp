// The equations Y p = b of a recorded motion, instant by instant: Y the regressor of a linear form, b the measured
// forces without those of springs and counterbalances. Rows are the driving motors, see linear_form.hpp.
#pragma once

#include "jourdain/identification/samples.hpp"
#include "jourdain/linear_form/linear_form.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace jourdain {

// One instant, or the mean of several: rows x columns, rows.
struct Equation {
  MatrixX Y;
  VectorX b;
  double time = 0;    // s, of the last of them
  long row = 0;       // of the log, of the last of them
  bool first = true;  // nothing comes right before it
};

struct EquationOptions {
  int average = 1;  // samples whose equations are replaced by their mean; the relation stays exact
  std::size_t memory = std::size_t{64} << 20;  // bytes: equations that fit are kept, others made again in every pass
  long compile_after = 50000;  // samples: of longer logs the equations are generated, built with the system's compiler
                               // and made 16 at a time; negative: never
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

}  // namespace jourdain
