#include "analyses/subject.hpp"

#include "core/joined.hpp"
#include "jourdain/answer/options.hpp"
#include "model/check_mechanism.hpp"
#include "model/mechanism_error.hpp"
#include "model/model_source.hpp"

#include <fmt/format.h>

namespace jourdain {

void show_fields(OptionVisitor& visitor, ModelChanges& changes) {
  visitor.texts(
      {.name = "set",
       .help = "Another value for this run: a parameter of the file, m.BODY, or a key of a joint, as coulomb.JOINT; "
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
  doubts_ = std::move(loaded.warnings);
  doubts_of_file_ = doubts_.size();
  change(loaded.mechanism);
}

Subject::Subject(const Robot& robot, const ModelChanges& changes) : changes_(changes) {
  const auto parameters = read_options(changes).parameters;
  if (!parameters.empty())
    throw Error(ErrorKind::usage,
                fmt::format("--set: '{}' is a parameter of the file, which was read already: give the "
                            "model by its name or file",
                            parameters.front().first));
  change(robot.mechanism());
  if (changes.set.empty() && changes.payload.empty()) robot_ = robot;
}

void Subject::change(const Mechanism& mechanism) {
  mechanism_ = mechanism;
  change_model(changes_, *mechanism_);
  for (const Suspicion& s : doubts_of_change(mechanism, *mechanism_))
    doubts_.push_back({Severity::warning, {}, s.message, s.hint});
  unphysical_ = impossible_bodies(*mechanism_);
  name_ = mechanism_->name + (unphysical_.empty() ? "" : " (unphysical)");
}

std::string Subject::warning_text(const Diagnostic& doubt) const {
  if (doubt.mark.line > 0) {
    const ModelSource source = model_source(file_);
    return format_diagnostics({doubt}, source.text, file_ == "-" ? source.name : file_);
  }
  return fmt::format("{}{}{}{}", file_.empty() ? "" : file_ + ": ", doubt.message, doubt.hint.empty() ? "" : ": ",
                     doubt.hint);
}

std::vector<std::string> Subject::warnings(bool told) const {
  std::vector<std::string> list;
  if (doubts_of_file_ > 0 && !told)
    list.push_back(fmt::format("{}: {}: {}", file_, doubts_.front().message,
                               doubts_of_file_ == 1
                                   ? std::string("jourdain check shows the line")
                                   : fmt::format("jourdain check shows this and {} more", doubts_of_file_ - 1)));
  for (std::size_t k = doubts_of_file_; k < doubts_.size() && !told; ++k)
    list.push_back(fmt::format("{}: {}", doubts_[k].message, doubts_[k].hint));
  if (!unphysical_.empty())
    list.push_back(fmt::format("unphysical: no body can have the inertia of {}; results may have no physical meaning",
                               joined(unphysical_)));
  return list;
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
