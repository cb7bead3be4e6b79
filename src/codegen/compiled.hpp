// Generated code at once: built with the system's compiler, loaded and called.
#pragma once

#include "codegen/library.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jourdain {

// One function of a compiled library.
class CompiledFunction {
 public:
  // Does the load-time work for new parameters, in the order of the program's. Returns Status::not_finite if one is not
  // finite, or the status of a guard; calls then return the same. A control loop may call it, but not two at a time.
  Status set_parameters(std::span<const double> parameters) noexcept;

  // One call: all inputs and all outputs in the order of the program. A wrong number of values gives
  // Status::inconsistent. A control loop may call it, threads at the same time.
  Status operator()(std::span<const double> inputs, std::span<double> outputs) const noexcept;

  // `count` states at once, of a library that was compiled for batches: input i of state k is inputs[i * count + k],
  // and so are outputs; one status per state, whose outputs are zero unless it is ok. A wrong number of values, or a
  // library without batches, gives Status::inconsistent for all. A control loop may call it, threads at the same time.
  void batch(std::size_t count, std::span<const double> inputs, std::span<double> outputs,
             std::span<Status> statuses) const noexcept;

 private:
  friend class CompiledLibrary;

  using Setup = int (*)(const double*, void*);
  using Call = int (*)(const void*, const double*, double*);
  using Batch = void (*)(const void*, unsigned long, const double*, double*, int*);

  std::shared_ptr<void> handle_;  // of the loaded library
  Setup setup_ = nullptr;
  Call call_ = nullptr;
  Batch batch_ = nullptr;  // nullptr: not compiled for batches
  std::size_t parameters_ = 0, inputs_ = 0, outputs_ = 0;
  std::vector<std::max_align_t> prepared_;
};

// A library of generated code in this process. Set-up code.
class CompiledLibrary {
 public:
  // Generates, builds and loads the library; parameters have their default values. Nothing where the system has no
  // compiler, it failed, or temporary files cannot be written: the note then says why, for the user who gets the
  // general engine instead. The compiler is the one that the environment variable CC names, else cc. Throws Error for
  // what validate() refuses.
  static std::optional<CompiledLibrary> compile(const GeneratedLibrary& library, std::string& note,
                                                bool for_batches = false);

  // A function by its name. Throws Error if there is none.
  CompiledFunction function(const std::string& name) const;

 private:
  static std::optional<CompiledLibrary> compile_in(const GeneratedLibrary& library, const std::filesystem::path& folder,
                                                   std::string& note, bool for_batches);

  std::vector<std::string> names_;
  std::vector<CompiledFunction> functions_;
};

}  // namespace jourdain
