// The inner loop of zero-phase filters: sums over the even and odd parts of a signal about a sample.
#pragma once

namespace jourdain {

// Half of a filter and its derivatives, the sample itself left out: entry i belongs to the samples i + 1 ahead and
// back.
struct HalfKernels {
  const double* value;
  const double* rate;
  const double* acceleration;
  int length;
};

// sums[0] = sum of value[i] (x[c+1+i] + x[c-1-i]), sums[1] of rate[i] (x[c+1+i] - x[c-1-i]), sums[2] of acceleration[i]
// times the first. With AVX2 where the processor has it: the sums of long filters are most of the work on a long log.
void sum_about(const double* centre, const HalfKernels& kernels, double sums[3]);

}  // namespace jourdain
