// The robot in 3D, as a page.
#include "analyses/analysis.hpp"
#include "analyses/given_motion.hpp"
#include "analyses/refused_model.hpp"
#include "analyses/words.hpp"
#include "report/robot_scene.hpp"

#include <fmt/format.h>

#include <cctype>

namespace jourdain {
namespace {

struct ViewOptions {
  std::string motion, out;
};

void show_fields(OptionVisitor& visitor, ViewOptions& options) {
  visitor.file(
      {.name = "motion",
       .help = "A motion to follow: a file (YAML, CSV) or a text such as 'circle radius=50mm'; default: drag it "
               "yourself",
       .type = "MOTION"},
      FileRole::input_or_text, options.motion);
  visitor.file({.name = "out", .help = "Page to write (.html); default: view-MODEL.html"}, FileRole::output,
               options.out);
}

std::string page_file(const ViewOptions& options, const Mechanism& mechanism) {
  if (!options.out.empty() && !options.out.ends_with(".html"))
    throw Error(ErrorKind::usage, fmt::format("--out: expected a file that ends in .html, found '{}'", options.out));
  if (!options.out.empty()) return options.out;
  std::string stem;
  for (const char c : mechanism.name) stem += std::isalnum(static_cast<unsigned char>(c)) || c == '-' ? c : '_';
  return fmt::format("view-{}.html", stem);
}

Answer view(const Subject& subject, const ViewOptions& options, const Job&) {
  const std::variant<Robot, RefusedModel> found = robot_or_refusal(subject);
  Answer answer;
  if (const auto* refused = std::get_if<RefusedModel>(&found)) {
    // As near to assembled as it comes.
    answer = refused_answer(subject, *refused);
    if (!refused->diagnosis.poses.empty())
      answer.entries.insert(answer.entries.begin(),
                            Picture{"robot", "", guess_scene(refused->mechanism, refused->diagnosis), "motion"});
  } else {
    const Robot& robot = std::get<Robot>(found);
    answer.title = subject.name();
    answer.subtitle = robot.mechanism().description;
    Scene scene = options.motion.empty() ? draggable_scene(robot)
                                         : robot_scene(read_described(robot, options.motion, answer.warnings).motion);
    answer.add(Picture{"robot", "", std::move(scene), "motion"});
  }
  answer.files.push_back({page_file(options, subject.mechanism())});
  return answer;
}

}  // namespace

extern constinit const Analysis view_analysis{
    .name = "view",
    .what =
        "The robot in 3D, as a page to open in a browser: drag the platform and see legs, limits, the distance to "
        "singularities and the forces of the motors; or follow a motion.",
    .examples = "jourdain view delta\njourdain view hexapod --motion 'circle radius=100mm' --out circle.html",
    .ask = QuestionOf<ViewOptions, view>::ask};

}  // namespace jourdain
