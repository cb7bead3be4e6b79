// Whether two logs hold the same recording.
#pragma once

#include "jourdain/identification/log.hpp"

#include <cstdint>
#include <set>

namespace jourdain {

// Passes samples on and keeps marks of some, chosen by what they hold: copies of a recording, or parts of it, have the
// same. Bounded in memory.
class MarkedSamples : public SampleSource {
 public:
  explicit MarkedSamples(SampleSource& source) : source_(source) {}
  void rewind() override;
  bool next(Sample& sample) override;
  long rough_count() const override { return source_.rough_count(); }
  bool seek(double share) override;

  // The share of this recording's marks that the other has, too; 0 if there are too few to tell.
  double share_in(const MarkedSamples& other) const;

 private:
  void keep(const Sample& sample);

  SampleSource& source_;
  bool marking_ = true;    // in the first full pass, or before it
  bool complete_ = false;  // after it
  std::uint64_t limit_ = ~std::uint64_t{0};
  std::set<std::uint64_t> marks_;  // those below the limit
};

}  // namespace jourdain
