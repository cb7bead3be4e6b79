#include "identification/logs/read_ahead.hpp"

namespace jourdain {
namespace {

constexpr std::size_t chunk_samples = 512, most_chunks = 8;

}  // namespace

void ReadAhead::rewind() {
  stop();
  source_.rewind();
  current_ = {};
  at_ = 0;
  ready_.clear();
  empty_.assign(most_chunks, {});
  stopping_ = false;
  thread_ = std::thread([this] { read(); });
}

void ReadAhead::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void ReadAhead::read() {
  for (bool more = true; more;) {
    Chunk chunk;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stopping_ || !empty_.empty(); });
      if (stopping_) return;
      chunk = std::move(empty_.front());
      empty_.pop_front();
    }
    chunk.samples.resize(chunk_samples);
    chunk.count = 0;
    try {
      while (chunk.count < chunk_samples && source_.next(chunk.samples[chunk.count])) ++chunk.count;
    } catch (...) {
      chunk.error = std::current_exception();
    }
    chunk.last = chunk.count < chunk_samples;
    more = !chunk.last;
    {
      const std::lock_guard lock(mutex_);
      ready_.push_back(std::move(chunk));
    }
    changed_.notify_all();
  }
}

bool ReadAhead::next(Sample& sample) {
  while (at_ == current_.count) {
    if (current_.error) std::rethrow_exception(current_.error);
    if (current_.last || !thread_.joinable()) return false;
    std::unique_lock lock(mutex_);
    if (!current_.samples.empty()) empty_.push_back(std::move(current_));
    changed_.notify_all();
    changed_.wait(lock, [&] { return !ready_.empty(); });
    current_ = std::move(ready_.front());
    ready_.pop_front();
    at_ = 0;
  }
  std::swap(sample, current_.samples[at_++]);
  return true;
}

}  // namespace jourdain
