#include "jourdain/core/status.hpp"

namespace jourdain {

std::string_view to_string(Status status) {
  switch (status) {
    case Status::ok: return "ok";
    case Status::not_finite: return "not_finite";
    case Status::unreachable: return "unreachable";
    case Status::singular: return "singular";
    case Status::not_converged: return "not_converged";
    case Status::uncertain: return "uncertain";
    case Status::inconsistent: return "inconsistent";
    case Status::limit: return "limit";
    case Status::not_prepared: return "not_prepared";
    case Status::not_computed: return "not_computed";
  }
  return "unknown";
}

std::string_view explain(Status status) {
  switch (status) {
    case Status::ok: return "the answer is valid";
    case Status::not_finite:
      return "a number is NaN, infinite or so large that it is not plausible: check the source of the numbers";
    case Status::unreachable: return "no configuration of a leg reaches this pose: move it into the workspace";
    case Status::singular: return "the pose is too near a singularity for a trustworthy answer: stay away from it";
    case Status::not_converged: return "the bounded iteration did not settle: give a better starting guess";
    case Status::uncertain:
      return "an answer exists, but it cannot be shown to lie on the branch of the guess: give a nearer guess";
    case Status::inconsistent: return "the input contradicts the constraints of the mechanism";
    case Status::limit: return "a joint limit, stroke, cone or the force of a motor is exceeded";
    case Status::not_prepared: return "the set-up of the function was not called: call it once before the first call";
    case Status::not_computed:
      return "the motion of joints and bodies was not computed: call body_motions() before it is read";
  }
  return "unknown status";
}

}  // namespace jourdain
