#include "key_numbers.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain::cli {
namespace {

enum class Take { each, largest };  // of several numbers: all, or the one of largest magnitude

// Where numbers stand: keys separated by '/', '*' for every entry of a list or object, "a|b" for both.
struct Place {
  const char* verb;
  const char* group;
  const char* unit;  // "*": the entry's own "unit"
  const char* path;
  Take take = Take::each;
};

constexpr Place places[] = {
    {"ik", "position", "rad or m", "joints/*/position/0"},
    {"ik", "distance", "", "singularity/type1|type2|constraint"},
    {"fk", "position", "m", "pose/position/*"},
    {"fk", "angle", "rad", "pose/cardan_rad/*"},
    {"fk", "distance", "", "singularity/type1|type2|constraint"},
    {"forward", "acceleration of motors", "rad/s^2 or m/s^2", "states/0/motor_accelerations/*"},
    {"forward", "energy", "J", "energy/kinetic|change|lost"},
};

struct Found {
  std::string name, unit;
  double value = 0;
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts{""};
  for (char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::string extended(const std::string& name, const std::string& more) {
  return name.empty() ? more : name + " " + more;
}

void look(const Json& json, const std::vector<std::string>& path, std::size_t at, Found found,
          std::vector<Found>& result) {
  if (json.is_object()) {
    // Entries of a list have names.
    if (at > 0 && path[at - 1] == "*" && json.contains("joint") && json["joint"].is_string())
      found.name = json["joint"];
    if (json.contains("unit") && json["unit"].is_string()) found.unit = json["unit"];
    if (json.contains("speed_unit") && at < path.size() && path.back() == "value" && path[path.size() - 2] == "speed")
      found.unit = json["speed_unit"];
  }
  if (at == path.size()) {
    if (!json.is_number()) return;
    found.value = json;
    result.push_back(found);
    return;
  }
  if (path[at] == "*" && json.is_array()) {
    for (std::size_t k = 0; k < json.size(); ++k) {
      Found next = found;
      if (!json[k].is_object()) next.name = extended(found.name, std::to_string(k + 1));
      look(json[k], path, at + 1, next, result);
    }
    return;
  }
  if (json.is_array()) {
    const std::size_t k = path[at] == "0" ? 0 : json.size();
    if (k < json.size()) look(json[k], path, at + 1, found, result);
    return;
  }
  if (!json.is_object()) return;
  const std::vector<std::string> keys = split(path[at], '|');
  for (const auto& [key, value] : json.items()) {
    const bool all = path[at] == "*" && key != "unit";
    if (!all && std::ranges::find(keys, key) == keys.end()) continue;
    Found next = found;
    if (all || keys.size() > 1) next.name = extended(found.name, key);
    look(value, path, at + 1, next, result);
  }
}

// Of each unit the number of largest magnitude.
std::vector<Found> largest_of(const std::vector<Found>& numbers) {
  std::vector<Found> result;
  for (const Found& number : numbers) {
    const auto same = [&](const Found& other) { return other.unit == number.unit; };
    const auto known = std::ranges::find_if(result, same);
    if (known == result.end()) {
      result.push_back({"", number.unit, std::abs(number.value)});
    } else {
      known->value = std::max(known->value, std::abs(number.value));
    }
  }
  return result;
}

}  // namespace

std::vector<KeyNumber> key_numbers(const std::string& verb, const Json& answer) {
  std::vector<KeyNumber> numbers;
  for (const Place& place : places) {
    if (verb != place.verb) continue;
    std::vector<Found> found;
    look(answer, split(place.path, '/'), 0, {}, found);
    if (place.take == Take::largest) found = largest_of(found);
    const bool own_unit = place.unit == std::string_view("*");
    for (const Found& f : found) numbers.push_back({place.group, f.name, own_unit ? f.unit : place.unit, f.value});
  }
  return numbers;
}

std::vector<std::string> verbs_with_key_numbers() {
  std::vector<std::string> verbs;
  for (const Place& place : places) {
    if (std::ranges::find(verbs, place.verb) == verbs.end()) verbs.emplace_back(place.verb);
  }
  return verbs;
}

}  // namespace jourdain::cli
