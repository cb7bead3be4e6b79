// The extension module jourdain._core.
#include "bindings.hpp"

#include "jourdain/core/error.hpp"

#include <string>

NB_MODULE(_core, m) {
  using namespace jourdain::python;
  // Reports are values that users keep; the interpreter's end is no leak.
  nanobind::set_leak_warnings(false);
  m.doc() = "Kinematics, dynamics, identification and control of parallel robots.";
  bind_robot(m);
  bind_states(m);
  bind_kinematics(m);
  bind_dynamics(m);
  bind_statics(m);
  bind_linear_form(m);
  bind_motions(m);
  bind_studies(m);
  bind_control(m);
  bind_identification(m);
  bind_code(m);
  bind_report(m);
  bind_answers(m);
  m.attr("__version__") = std::string(jourdain::version());
}
