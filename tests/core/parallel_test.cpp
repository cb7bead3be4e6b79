#include "jourdain/core/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace jourdain::parallel_test {

TEST(ParallelRows, EveryRowIsDoneOnceByAnyNumberOfThreads) {
  for (const int threads : {0, 1, 2, 7}) {
    for (const long count : {0L, 1L, 127L, 128L, 10001L}) {
      std::vector<int> done(static_cast<std::size_t>(count), 0);
      std::atomic<int> workers{0};
      EXPECT_TRUE(parallel_rows(count, threads, [&]() -> RowWork {
        ++workers;
        return [&](long begin, long end) {
          for (long i = begin; i < end; ++i) ++done[i];
        };
      }));
      EXPECT_EQ(done, std::vector<int>(static_cast<std::size_t>(count), 1));
      EXPECT_LE(workers, thread_count(threads));
    }
  }
}

TEST(ParallelRows, AnExceptionOfAWorkerReachesTheCaller) {
  const auto make = []() -> RowWork {
    return [](long begin, long) {
      if (begin > 500) throw std::runtime_error("row");
    };
  };
  EXPECT_THROW(parallel_rows(100000, 3, make), std::runtime_error);
}

TEST(ParallelRows, TheCallerCanStopIt) {
  std::atomic<long> done{0};
  const auto make = [&]() -> RowWork {
    return [&](long begin, long end) {
      volatile int spin = 0;
      for (int i = 0; i < 100000; ++i) {
        spin = i;
      }
      (void)spin;
      done += end - begin;
    };
  };
  EXPECT_FALSE(parallel_rows(100000000, 2, make, [] { return false; }));
  EXPECT_LT(done, 100000000);
}

}  // namespace jourdain::parallel_test
