// jourdain view.
#include "robot_text.hpp"

#include "jourdain/motion/motion_file.hpp"
#include "jourdain/report/page.hpp"
#include "jourdain/report/robot_scene.hpp"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>

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
  const MotionDescription motion = load_motion(robot, options.motion.empty() ? "fourier" : options.motion);
  page.sections = {{"", {PageScene{robot_scene(motion.trajectory), "motion"}}, false}};
  write_page(file, page, {.scripts = !options.plain});
  if (options.json) {
    Json json = answer("view", robot);
    json["ok"] = true;
    json["page"] = file;
    print_json(json);
  } else {
    print_text("{}\n", std::filesystem::absolute(file).string());
  }
  return exit_ok;
}

}  // namespace jourdain::cli
