// Work on many rows by several threads.
#pragma once

#include <functional>

namespace jourdain {

// Does the rows from begin to end - 1.
using RowWork = std::function<void(long begin, long end)>;

// Number of threads for a wish: as many as asked for, 0: as many as there are processors.
int thread_count(int wanted);

// Covers the rows 0 to count - 1 in short stretches, each by one thread, in no particular order. Every thread makes its
// worker once, with memory of its own; the calling thread is one of them. `go_on` is asked by the calling thread
// several times a second; false ends the work early. Returns whether all rows were done. The first exception of a
// worker is thrown again when all have stopped. Set-up code: allocates.
bool parallel_rows(long count, int threads, const std::function<RowWork()>& make_worker,
                   const std::function<bool()>& go_on = {});

}  // namespace jourdain
