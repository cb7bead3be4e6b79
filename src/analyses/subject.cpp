#include "analyses/subject.hpp"

#include "core/joined.hpp"
#include "jourdain/answer/options.hpp"
#include "model/check_mechanism.hpp"
#include "model/mechanism_error.hpp"

#include <fmt/format.h>

namespace jourdain {

void show_fields(OptionVisitor& visitor, ModelChanges& changes) {
  visitor.texts({.name = "set",
                 .help = "Another value for this run: a parameter of the file, m.BODY, coulomb.JOINT or viscous.JOINT; "
                         "may be repeated. from:to:step with one unit runs through a range",
                 .type = "NAME=VALUE",
                 .group = "Model"},
                changes.set);
  visitor.text({.name = "payload",
                .help = "Mass at the tool, or mass,x,y,z with its centre in the tool's frame",
                .type = "LIST",
                .group = "Model"},
               changes.payload);
  visitor.flag({.name = "allow-unphysical",
                .help = "Take inertias that no body can have, as published data may be; every answer is marked",
                .group = "Model"},
               changes.allow_unphysical);
}

Subject::Subject(const std::string& file, const ModelChanges& changes) : file_(file), changes_(changes) {
  LoadedModel loaded = load_model(file, read_options(changes));
  if (!loaded.warnings.empty())
    warnings_.push_back(fmt::format("{}: {}: {}", file, loaded.warnings.front().message,
                                    loaded.warnings.size() == 1 ? std::string("jourdain check shows the line")
                                                                : fmt::format("jourdain check shows this and {} more",
                                                                              loaded.warnings.size() - 1)));
  mechanism_ = loaded.mechanism;
  change_model(changes, *mechanism_);
  for (const Suspicion& s : doubts_of_change(loaded.mechanism, *mechanism_))
    warnings_.push_back(fmt::format("{}: {}", s.message, s.hint));
  describe();
}

Subject::Subject(Robot robot, const ModelChanges& changes) : changes_(changes), mechanism_(robot.mechanism()) {
  const auto parameters = read_options(changes).parameters;
  if (!parameters.empty())
    throw Error(ErrorKind::usage,
                fmt::format("--set: '{}' is a parameter of the file, which was read already: give the "
                            "model by its name or file",
                            parameters.front().first));
  change_model(changes, *mechanism_);
  for (const Suspicion& s : doubts_of_change(robot.mechanism(), *mechanism_))
    warnings_.push_back(fmt::format("{}: {}", s.message, s.hint));
  if (changes.set.empty() && changes.payload.empty()) robot_ = std::move(robot);
  describe();
}

void Subject::describe() {
  unphysical_ = impossible_bodies(*mechanism_);
  name_ = mechanism_->name;
  if (unphysical_.empty()) return;
  name_ += " (unphysical)";
  warnings_.push_back(fmt::format(
      "unphysical: no body can have the inertia of {}; results may have no physical meaning", joined(unphysical_)));
}

const Mechanism& Subject::mechanism() const {
  if (!mechanism_) throw Error(ErrorKind::usage, "this takes a model");
  return *mechanism_;
}

const Robot& Subject::robot() const {
  if (robot_) return *robot_;
  try {
    return robot_.emplace(mechanism());
  } catch (const MechanismError& error) {
    if (file_.empty()) throw;
    throw with_place(error, file_);
  }
}

}  // namespace jourdain
