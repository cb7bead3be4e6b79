// What was found in a log, as parts of an Answer.
#pragma once

#include "jourdain/answer/answer.hpp"
#include "jourdain/identification/log_refit.hpp"

#include <string>
#include <vector>

namespace jourdain {

// A section that is folded: format, rates, channels, findings; its subtitle says the most of it.
Answer log_answer(const std::string& key, const std::string& title, const LogSummary& log, const LogCheck& check = {});

// What looks wrong; a table without rows where nothing does.
Table suspicions_table(const std::vector<LogSuspicion>& suspicions);

// What fitting a log anew told: clocks, mirrored motors, suspicions; a section that is folded.
Answer refit_answer(const Robot& robot, const LogRefit& refit);

// What was repaired and what looks wrong, each kind a few times.
void warn_of_log(const LogSummary& log, const LogCheck& check, std::vector<std::string>& warnings);

}  // namespace jourdain
