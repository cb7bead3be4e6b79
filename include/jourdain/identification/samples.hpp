// Samples of a recorded motion as the estimators take them: motors' coordinates with rates and accelerations, and the
// motors' forces.
#pragma once

#include "jourdain/spatial/types.hpp"

#include <utility>
#include <vector>

namespace jourdain {

// One instant. All vectors have an entry per actuator, in the order of Robot::actuators(); SI units at the joints.
struct Sample {
  double time = 0;    // s
  long row = 0;       // of the log, for messages: the line of a text file
  bool first = true;  // no sample comes right before it: the first of a stretch without gaps
  VectorX q, rates, accelerations;
  VectorX forces;
};

// Samples one after the other, as often as wanted. Nothing holds them all.
class SampleSource {
 public:
  virtual ~SampleSource() = default;
  // Back to the first sample.
  virtual void rewind() = 0;
  // The next sample; false at the end. Throws Error(input).
  virtual bool next(Sample& sample) = 0;
  // About how many samples there are; 0: not known.
  virtual long rough_count() const { return 0; }
  // To a sample near this share of all, 0 to 1, without those before it, until the next rewind(); false: not possible.
  virtual bool seek(double) { return false; }
};

// Samples in memory.
class SampleList : public SampleSource {
 public:
  explicit SampleList(std::vector<Sample> samples) : samples_(std::move(samples)) {}
  void rewind() override { next_ = 0; }
  bool next(Sample& sample) override {
    if (next_ >= samples_.size()) return false;
    sample = samples_[next_++];
    return true;
  }

 private:
  std::vector<Sample> samples_;
  std::size_t next_ = 0;
};

}  // namespace jourdain
