// An Excitation as an Answer.
#pragma once

#include "jourdain/answer/answer.hpp"
#include "jourdain/identification/excitation.hpp"

#include <vector>

namespace jourdain {

// What chance gives: the best of random series in each measure, and how many are better than the motion that was found.
struct RandomSeries {
  long count = 0;
  double condition = 0, mean_variance = 0, log_det = 0;
  long better_condition = 0, better_variance = 0;
};
RandomSeries best_of_random(const std::vector<ExcitationQuality>& list, const ExcitationQuality& found);

// Quality, expected intervals, noise and one period as a picture. Title and files are left to who asks.
Answer excitation_answer(const BaseParameters& base, const ExcitationOptions& options, const Excitation& found,
                         const RandomSeries& random = {});

}  // namespace jourdain
