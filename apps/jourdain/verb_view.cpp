// jourdain view.
#include "refused_model.hpp"

#include "jourdain/motion/motion_file.hpp"
#include "report/page.hpp"
#include "report/robot_scene.hpp"

#include <fmt/format.h>

#include <cctype>

namespace jourdain::cli {

namespace {

std::string page_file(const ViewOptions& options, const Mechanism& mechanism) {
  if (!options.out.empty() && !options.out.ends_with(".html"))
    throw Error(ErrorKind::usage, fmt::format("--out: expected a file that ends in .html, found '{}'", options.out));
  if (!options.out.empty()) return options.out;
  std::string stem;
  for (const char c : mechanism.name) stem += std::isalnum(static_cast<unsigned char>(c)) || c == '-' ? c : '_';
  return fmt::format("view-{}.html", stem);
}

Page page_of(const ViewOptions& options, const Mechanism& mechanism) {
  Page page;
  page.title = mechanism.name;
  page.subtitle = mechanism.description;
  page.command = options.command;
  return page;
}

// The mechanism as near to assembled as it comes, with what is wrong.
int view_refused(const ViewOptions& options, const RefusedModel& refused) {
  Page page = page_of(options, refused.mechanism);
  std::vector<std::string> reasons = refused.findings();
  reasons.insert(reasons.begin(), refused.refusal());
  page.verdict = {Tone::bad, "No robot can be made of this model.", std::move(reasons), {}};
  if (!refused.diagnosis.poses.empty())
    page.sections = {{"", {PageScene{guess_scene(refused.mechanism, refused.diagnosis), "motion"}}, false}};
  const std::string file = page_file(options, refused.mechanism);
  write_page(file, page, {.scripts = !options.plain});
  print_refusal(refused);
  if (options.json) {
    Json json = refused_json("view", refused);
    json["page"] = file;
    print_json(json);
  } else {
    print_text("written: {}, the mechanism as far as it goes together{}\n", file,
               refused.diagnosis.open.empty() ? "" : ", open joints in red");
  }
  return exit_input;
}

}  // namespace

int run_view(const ViewOptions& options) {
  const std::variant<Robot, RefusedModel> found = robot_or_refusal(options);
  if (const auto* refused = std::get_if<RefusedModel>(&found)) return view_refused(options, *refused);
  const Robot& robot = std::get<Robot>(found);
  const std::string file = page_file(options, robot.mechanism());
  Page page = page_of(options, robot.mechanism());
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
