// What a user should know although there is an answer. Functions of analyses/ add to the list that they are given.
#pragma once

#include <string>
#include <vector>

namespace jourdain {

using Warnings = std::vector<std::string>;

}  // namespace jourdain
