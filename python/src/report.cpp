// Pages to look at: the robot in 3D, and the study of everything about it.
#include "bindings.hpp"

#include "experiments/study.hpp"
#include "io/output_folder.hpp"
#include "report/page_numbers.hpp"
#include "report/robot_scene.hpp"

namespace jourdain::python {
namespace {

// The page of the robot alone: at home, or along a motion.
std::string view_html(const Robot& robot, const std::optional<Trajectory>& motion) {
  const nb::gil_scoped_release released;
  Page page;
  page.title = robot.mechanism().name;
  page.subtitle = robot.mechanism().description;
  page.command = "jourdain.show";
  Scene scene = motion ? robot_scene(*motion) : robot_scene(robot);
  page.sections = {{"", {PageScene{std::move(scene), "motion"}}, false}};
  return page_html(page);
}

// Runs the study and writes the page, its numbers and files into a folder, as the verb `study` does.
List study(const Robot& robot, nb::object folder, const std::string& motion, const std::string& log,
           std::uint64_t seed) {
  const nb::object path = nb::module_::import_("os").attr("fspath")(folder);
  if (!nb::isinstance<nb::str>(path)) throw nb::type_error("folder: expected a path");
  StudyOptions options;
  const std::string target = nb::cast<std::string>(path);
  options.motion = motion;
  options.log = log;
  options.seed = seed;
  options.command = "jourdain.study";
  Study result;
  {
    const nb::gil_scoped_release released;
    OutputFolder output(target);
    output.check({"model.yaml", "report.html", "numbers.json"});
    result = study_robot(robot, options);
    for (const FileText& file : result.files) output.write(file.path, file.text);
    for (const FileText& file : page_numbers(result.page, "")) output.write(file.path, file.text);
    output.write("report.html", page_html(result.page));
    output.commit();
  }
  static constexpr const char* tones[] = {"left out", "good", "caution", "bad"};
  nb::list steps;
  for (const StudyStep& step : result.steps)
    steps.append(nb::make_tuple(step.name, tones[static_cast<std::size_t>(step.tone)], step.result));
  return steps;
}

}  // namespace

void bind_report(nb::module_& m) {
  robot_function(m, "view_html", &view_html,
                 "The robot in 3D as one HTML page without network: at home, or along a motion; see show().",
                 "motion"_a = nb::none());
  robot_function(
      m, "study", &study,
      "Everything about a robot in one go: writes report.html, its numbers and files into a folder. Returns\n"
      "(step, 'good', 'caution', 'bad' or 'left out', result) for each step.",
      "folder"_a, nb::kw_only(), "motion"_a = "", "log"_a = "", "seed"_a = 1);
}

}  // namespace jourdain::python
