// A page to look at: the robot in 3D.
#include "bindings.hpp"

#include "report/render.hpp"
#include "report/robot_scene.hpp"

namespace jourdain::python {
namespace {

// The page of the robot alone: at home, or along a motion.
std::string view_html(const Robot& robot, const std::optional<Motion>& motion) {
  const nb::gil_scoped_release released;
  Answer answer{"view", robot.mechanism().name};
  answer.subtitle = robot.mechanism().description;
  answer.add(Picture{"scene", "", motion ? robot_scene(*motion) : robot_scene(robot), "motion"});
  return page_html(answer_page(answer, "jourdain.show"));
}

}  // namespace

void bind_report(nb::module_& m) {
  robot_function(m, "view_html", &view_html,
                 "The robot in 3D as one HTML page without network: at home, or along a motion; see show().",
                 "motion"_a = nb::none());
}

}  // namespace jourdain::python
