// The models that come with the program.
#include "analyses/analysis.hpp"
#include "core/joined.hpp"
#include "kinematics/home_check.hpp"
#include "model/model_source.hpp"

namespace jourdain {
namespace {

struct ListOptions {};

void show_fields(OptionVisitor&, ListOptions&) {}

struct ListedModel {
  std::string name;
  Robot robot;
};

Answer list_models(const Subject&, const ListOptions&, const Job& job) {
  Answer answer{"list", "Models that come with the program"};
  std::vector<ListedModel> models;
  std::vector<std::string> problems;
  for (const std::string& name : catalogue_names()) {
    stop_if_cancelled(job);
    try {
      models.push_back({name, Robot::from_file(name)});
    } catch (const Error& error) {
      problems.emplace_back(error.what());
    }
  }
  if (models.empty() && problems.empty())
    throw Error(ErrorKind::input, "there is no catalogue: set JOURDAIN_MODELS to the folder of the models");
  if (!problems.empty()) answer.failure = Error(ErrorKind::input, joined(problems, "\n"));
  using M = ListedModel;
  const auto count = [](int Mobility::*member) {
    return [member](const M& m) { return count_of(m.robot.mobility().*member); };
  };
  answer.add(table_of<M>("models", "", models,
                         {{"name", "name", [](const M& m) { return m.name; }},
                          {"legs", "legs", [](const M& m) { return legs_text(m.robot); }},
                          {"freedoms", "freedoms", [](const M& m) { return count_of(m.robot.mobility().freedoms()); }},
                          {"idle_freedoms", "idle", count(&Mobility::idle)},
                          {"motors", "motors", count(&Mobility::motors)},
                          {"bodies", "bodies", count(&Mobility::bodies)},
                          {"loops", "loops", count(&Mobility::loops)},
                          {"description", "description", [](const M& m) { return m.robot.mechanism().description; }}}));
  return answer;
}

}  // namespace

extern constinit const Analysis list_analysis{
    .name = "list",
    .what = "Shows the models that come with the program: legs, freedoms, motors, bodies.",
    .examples = "jourdain list",
    .takes_model = false,
    .ask = QuestionOf<ListOptions, list_models>::ask};

}  // namespace jourdain
