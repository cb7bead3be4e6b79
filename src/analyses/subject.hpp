// What a question is asked of: a model that was opened, with the changes of one run. The one way in which all doors
// open models.
#pragma once

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
  explicit Subject(Robot robot, const ModelChanges& changes = {});

  // As the user named it.
  const std::string& file() const { return file_; }
  // The model's name, marked if its inertias are impossible.
  const std::string& name() const { return name_; }
  const ModelChanges& changes() const { return changes_; }
  // Bodies with an inertia that no body can have.
  const std::vector<std::string>& unphysical() const { return unphysical_; }
  const std::vector<std::string>& warnings() const { return warnings_; }

  // Throws Error(usage) without a model.
  const Mechanism& mechanism() const;
  // Throws the Error(input) that says why the mechanism makes no robot.
  const Robot& robot() const;

 private:
  void describe();

  std::string file_, name_;
  ModelChanges changes_;
  std::vector<std::string> warnings_, unphysical_;
  std::optional<Mechanism> mechanism_;
  mutable std::optional<Robot> robot_;  // made when it is asked for
};

}  // namespace jourdain
