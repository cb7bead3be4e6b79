#include "jourdain/core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace jourdain {
namespace {

// Long enough that the counter costs nothing, short enough that threads end together.
constexpr long stretch = 128;
constexpr std::chrono::milliseconds question_interval{50};

// The rows that are left, and what went wrong.
struct SharedRows {
  long count = 0;
  std::atomic<long> next{0};
  std::atomic<bool> stopped{false};
  std::mutex mutex;
  std::exception_ptr problem;

  void work(const std::function<RowWork()>& make_worker, const std::function<bool()>& go_on) {
    try {
      const RowWork worker = make_worker();
      auto asked = std::chrono::steady_clock::now();
      while (!stopped) {
        const long begin = next.fetch_add(stretch);
        if (begin >= count) return;
        worker(begin, std::min(begin + stretch, count));
        if (!go_on) continue;
        if (const auto now = std::chrono::steady_clock::now(); now - asked > question_interval) {
          if (!go_on()) stopped = true;
          asked = now;
        }
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!problem) problem = std::current_exception();
      stopped = true;
    }
  }
};

}  // namespace

int thread_count(int wanted) {
  return wanted > 0 ? wanted : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

bool parallel_rows(long count, int threads, const std::function<RowWork()>& make_worker,
                   const std::function<bool()>& go_on) {
  SharedRows rows;
  rows.count = count;
  const long most = (count + stretch - 1) / stretch;
  std::vector<std::thread> others;
  for (long i = 1; i < std::min<long>(thread_count(threads), most); ++i)
    others.emplace_back([&] { rows.work(make_worker, {}); });
  rows.work(make_worker, go_on);
  for (std::thread& other : others) other.join();
  if (rows.problem) std::rethrow_exception(rows.problem);
  return !rows.stopped;
}

}  // namespace jourdain
