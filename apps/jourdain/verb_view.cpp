// jourdain view.
#include "robot_text.hpp"

#include "jourdain/motion/motion_file.hpp"
#include "report/page.hpp"
#include "report/robot_scene.hpp"

#include <fmt/format.h>

#include <cctype>

namespace jourdain::cli {

int run_view(const ViewOptions& options) {
  const Robot robot = robot_of(options);
  std::string stem;
  for (const char c : robot.mechanism().name) stem += std::isalnum(static_cast<unsigned char>(c)) || c == '-' ? c : '_';
  const std::string file = options.out.empty() ? fmt::format("view-{}.html", stem) : options.out;
  Page page;
  page.title = robot.mechanism().name;
  page.subtitle = robot.mechanism().description;
  page.command = options.command;
  Scene scene =
      options.motion.empty() ? draggable_scene(robot) : robot_scene(load_motion(robot, options.motion).trajectory);
  page.sections = {{"", {PageScene{std::move(scene), "motion"}}, false}};
  write_page(file, page, {.scripts = !options.plain});
  if (options.json) {
    Json json = answer("view", robot);
    json["ok"] = true;
    json["page"] = file;
    print_json(json);
  } else {
    print_text("written: {}\n", file);
  }
  return exit_ok;
}

}  // namespace jourdain::cli
