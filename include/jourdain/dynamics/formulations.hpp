// Inverse dynamics in the words of the papers. All of them work on the motion that the workspace holds, need no set-up
// and must give the same forces as inverse_dynamics(), which is the fast one. They are here to be read, compared and
// cited: every function of this header allocates memory, and none belongs in a control loop.
#pragma once

#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace jourdain {

enum class Formulation {
  virtual_power,    // Jourdain's principle on the cut tree, [Abdellatif05] (11)-(13): inverse_dynamics() itself
  virtual_work,     // body by body with the ten parameters, [Codourey97] (8)-(34)
  screw,            // partial screws and the Klein form, [Gallardo03] (2)-(37), (56)-(74)
  bars,             // DELTA with bars as forearms, [Codourey98] (57)
  bars_simplified,  // DELTA with the forearms' masses on arms and plate, [Codourey98] (58): an approximation
};

inline constexpr Formulation all_formulations[] = {Formulation::virtual_power, Formulation::virtual_work,
                                                   Formulation::screw, Formulation::bars, Formulation::bars_simplified};

// The formulation as one word, for example "virtual_work".
std::string_view to_string(Formulation formulation);

// Forces of all motors as inverse_dynamics() gives them, by the chosen formulation. Status as there; singular
// already where influence coefficients lose too many digits; inconsistent if a bars model is asked for a robot that is
// not of DELTA type: a platform that only translates on three or more limbs, each an arm or carriage on the base and
// parallelograms, as bars or rods. The bars models take forearms for uniform bars, whatever inertia the file gives
// them.
Status inverse_dynamics_by(Formulation formulation, const Robot& robot, Workspace& workspace, VectorX& forces,
                           const DynamicsOptions& options = {});

// Formulation::virtual_work with chosen reference points A, one per body in the body frame ([Codourey97] section 2.3).
// The forces do not depend on them. Another number of points than bodies: inconsistent.
Status inverse_dynamics_by_virtual_work(const Robot& robot, Workspace& workspace, VectorX& forces,
                                        const DynamicsOptions& options, std::span<const Vector3> reference_points);

// Motion of all bodies as screws at the base origin.
struct ScrewMotion {
  std::vector<Screw> velocities;     // (w; v_O), one per body
  std::vector<Screw> accelerations;  // reduced: (dw; a_O - w x v_O), one per body
};

// Velocity and reduced acceleration states from the loop closures in screw form, [Gallardo03] (16), for the rates and
// accelerations of the driving motors in the workspace; nothing else of the workspace's motion is used but the
// positions. Status::singular where the closures do not determine the passive joints.
Status screw_motion(const Robot& robot, const Workspace& workspace, ScrewMotion& motion);

}  // namespace jourdain
