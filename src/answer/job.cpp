#include "jourdain/answer/job.hpp"

#include "jourdain/core/error.hpp"

namespace jourdain {

void stop_if_cancelled(const Job& job) {
  if (job.cancelled()) throw Error(ErrorKind::numerical, "stopped before the answer was there");
}

}  // namespace jourdain
