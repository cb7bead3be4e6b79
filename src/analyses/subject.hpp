// What a question is asked of: a model that was opened, with the changes of one run. The one way in which all doors
// open models.
#pragma once

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/robot.hpp"
#include "model/edit/change_model.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jourdain {

class OptionVisitor;

// The options that every question about a model has.
void show_fields(OptionVisitor& visitor, ModelChanges& changes);

class Subject {
 public:
  // Of questions that take no model.
  Subject() = default;

  // A file, or a model of the catalogue. Throws Error(input, usage).
  explicit Subject(const std::string& file, const ModelChanges& changes = {});

  // A robot that is there already. Parameters of its file cannot be changed any more: Error(usage).
  explicit Subject(const Robot& robot, const ModelChanges& changes = {});

  // As the user named it.
  const std::string& file() const { return file_; }
  // The model's name, marked if its inertias are impossible.
  const std::string& name() const { return name_; }
  const ModelChanges& changes() const { return changes_; }
  // Bodies with an inertia that no body can have.
  const std::vector<std::string>& unphysical() const { return unphysical_; }
  // What the reader of the file and the changes found suspicious.
  const std::vector<Diagnostic>& doubts() const { return doubts_; }
  // As a compiler has it: with its place and the line of the file.
  std::string warning_text(const Diagnostic& doubt) const;
  // What every answer warns of: impossible inertias, and what was found suspicious; `told` if the answer tells that.
  std::vector<std::string> warnings(bool told = false) const;

  // Throws Error(usage) without a model.
  const Mechanism& mechanism() const;
  // Throws the Error(input) that says why the mechanism makes no robot.
  const Robot& robot() const;

 private:
  void change(const Mechanism& mechanism);

  std::string file_, name_;
  ModelChanges changes_;
  std::vector<Diagnostic> doubts_;
  std::size_t doubts_of_file_ = 0;  // of them; those of changes follow
  std::vector<std::string> unphysical_;
  std::optional<Mechanism> mechanism_;
  mutable std::optional<Robot> robot_;  // made when it is asked for
};

}  // namespace jourdain
