// How a long answer tells how far it is, and hears that nobody waits any more.
#pragma once

#include <functional>
#include <string_view>

namespace jourdain {

// Called from the thread that asked. Long work throws Error(numerical) soon after `cancelled` says so.
struct Job {
  std::function<void(std::string_view what)> tell = [](std::string_view) {};
  std::function<void(double fraction)> advance = [](double) {};
  std::function<bool()> cancelled = [] { return false; };
};

// Throws Error(numerical) if nobody waits any more.
void stop_if_cancelled(const Job& job);

}  // namespace jourdain
