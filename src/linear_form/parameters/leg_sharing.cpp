#include "linear_form/parameters/leg_sharing.hpp"

#include "linear_form/parameters/index.hpp"

#include <algorithm>

namespace jourdain {
namespace {

const std::vector<int>& items_of(const Leg& leg, LegItem item) {
  return item == LegItem::body ? leg.bodies : leg.joints;
}

const std::string& name_of(const Mechanism& mechanism, int index, LegItem item) {
  return item == LegItem::body ? mechanism.bodies[at(index)].name : mechanism.joints[at(index)].name;
}

}  // namespace

std::string own_name(const Leg& leg, const std::string& name) {
  return name.starts_with(leg.name + ".") ? name.substr(leg.name.size() + 1) : name;
}

std::string shared_label(const Mechanism& mechanism, int index, LegItem item) {
  const std::string& full = name_of(mechanism, index, item);
  const auto leg = std::ranges::find_if(mechanism.legs, [&](const Leg& one) {
    return std::ranges::find(items_of(one, item), index) != items_of(one, item).end();
  });
  if (leg == mechanism.legs.end() || leg->group.empty()) return full;
  if (!full.starts_with(leg->name + ".")) {
    const auto place =
        at(static_cast<int>(std::ranges::find(items_of(*leg, item), index) - items_of(*leg, item).begin()));
    const auto first = std::ranges::find_if(
        mechanism.legs, [&](const Leg& one) { return one.group == leg->group && place < items_of(one, item).size(); });
    return name_of(mechanism, items_of(*first, item)[place], item);
  }
  const std::string own = own_name(*leg, full);
  const bool one_group = std::ranges::all_of(mechanism.legs, [&](const Leg& one) { return one.group == leg->group; });
  const bool taken = (item == LegItem::body ? find_body(mechanism, own) : find_joint(mechanism, own)) >= 0;
  return one_group && !taken ? own : leg->group + "." + own;
}

}  // namespace jourdain
