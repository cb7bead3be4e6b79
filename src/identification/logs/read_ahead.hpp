// Samples of a source that a second thread reads and prepares ahead, in the same order: the answer does not depend on
// it.
#pragma once

#include "jourdain/identification/log.hpp"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

namespace jourdain {

class ReadAhead : public SampleSource {
 public:
  // `source` must outlive this object and belongs to it between rewind() and the end of the samples.
  explicit ReadAhead(SampleSource& source) : source_(source) {}
  ~ReadAhead() override { stop(); }

  void rewind() override;
  // Errors of the source come where its sample would.
  bool next(Sample& sample) override;

 private:
  struct Chunk {
    std::vector<Sample> samples;
    std::size_t count = 0;
    bool last = false;
    std::exception_ptr error;
  };
  void read();
  void stop();

  SampleSource& source_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Chunk> ready_, empty_;
  bool stopping_ = false;
  Chunk current_;
  std::size_t at_ = 0;
};

}  // namespace jourdain
