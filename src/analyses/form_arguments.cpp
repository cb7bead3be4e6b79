#include "analyses/form_arguments.hpp"

#include "analyses/simpler_model.hpp"
#include "analyses/words.hpp"
#include "jourdain/answer/options.hpp"
#include "jourdain/core/error.hpp"
#include "model/text_list.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

constexpr std::string_view form_group = "Parameters";

std::vector<std::string> parameter_names(const std::string& option, const std::string& text) {
  std::vector<std::string> result;
  if (text.empty()) return result;
  for (const ListEntry& entry : split_list(option, text)) result.push_back(entry.text);
  return result;
}

}  // namespace

std::span<const std::string_view> words(Columns) {
  static constexpr std::string_view all[] = {"declared", "all", "none"};
  return all;
}

std::span<const std::string_view> words(LegSharing) {
  static constexpr std::string_view all[] = {"as_declared", "independent", "identical"};
  return all;
}

void show_fields(OptionVisitor& visitor, FormArguments& arguments) {
  visitor.flag(
      {.name = "full", .help = "All ten parameters of every body, whatever the model declares", .group = form_group},
      arguments.full);
  visitor.flag({.name = "bodies-only", .help = "No rotors, friction and payload", .group = form_group},
               arguments.bodies_only);
  visitor.flag({.name = "independent-legs",
                .help = "Every leg has its own parameters",
                .group = form_group,
                .not_with = "identical-legs"},
               arguments.independent_legs);
  visitor.flag({.name = "identical-legs", .help = "Legs of one group share their parameters", .group = form_group},
               arguments.identical_legs);
  visitor.one_of({.name = "friction",
                  .help = "Friction columns: declared are those that are not zero in the model",
                  .type = "WHICH",
                  .group = form_group},
                 arguments.friction);
  visitor.texts({.name = "elemental",
                 .help = "Friction function FUNCTION:SCALE:JOINT[:shared]; tanh, stribeck, exponential, square or cube "
                         "of rate/SCALE; may be repeated",
                 .group = form_group},
                arguments.elemental);
  visitor.text(
      {.name = "keep", .help = "Base parameters to keep, separated by commas", .type = "NAMES", .group = form_group},
      arguments.keep);
  visitor.text({.name = "drop", .help = "Parameters to express by others", .type = "NAMES", .group = form_group},
               arguments.drop);
  visitor.whole({.name = "seed", .help = "Of the random states", .group = form_group}, {0, 4294967295.0},
                arguments.seed);
  show_simplify(visitor, simpler_bodies, arguments.simplify);
}

Robot form_robot(const Subject& subject, const FormArguments& arguments, Warnings& warnings) {
  Robot robot = changed_robot(subject, {}, arguments.simplify, warnings);
  warn_of_idle_spins(robot, warnings);
  return robot;
}

LinearFormOptions form_options(const Robot& robot, const FormArguments& arguments) {
  LinearFormOptions form;
  form.structure = !arguments.full;
  if (arguments.independent_legs) form.legs = LegSharing::independent;
  if (arguments.identical_legs) {
    form.legs = LegSharing::identical;
    if (robot.mechanism().legs.empty())
      throw Error(ErrorKind::usage,
                  fmt::format("'{}' has no legs that could be identical: its model has no section 'legs'",
                              robot.mechanism().name));
  }
  form.friction = arguments.friction;
  if (arguments.bodies_only) form.friction = form.rotors = form.payload = Columns::none;
  for (const std::string& text : arguments.elemental) form.elemental.push_back(parse_elemental_function(text));
  return form;
}

BaseOptions base_options(const FormArguments& arguments) {
  return {static_cast<std::uint64_t>(arguments.seed), parameter_names("--keep", arguments.keep),
          parameter_names("--drop", arguments.drop)};
}

}  // namespace jourdain
