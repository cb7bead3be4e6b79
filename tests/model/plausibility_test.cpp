// Values that are possible and hardly meant are told, in a file or after a change; robots that exist are not.
#include "model_text.hpp"

#include "jourdain/model/plausibility.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace jourdain::plausibility_test {
namespace {

std::string template_text() {
  std::ifstream file(catalogue_directory() + "/templates/delta.yaml");
  std::ostringstream text;
  text << file.rdbuf();
  return replaced(text.str(), "name: NAME", "name: mine");
}

std::vector<std::string> warnings_of(const std::string& text) {
  std::vector<std::string> list;
  for (const Diagnostic& d : read_model(text).warnings) list.push_back(d.message);
  return list;
}

bool warns(const std::string& part, const std::string& by, const std::string& word) {
  const std::vector<std::string> list = warnings_of(replaced(template_text(), part, by));
  return std::ranges::any_of(list, [&](const std::string& text) { return text.find(word) != std::string::npos; });
}

TEST(Plausibility, NamesMistakesInFiles) {
  EXPECT_TRUE(warnings_of(template_text()).empty());
  EXPECT_TRUE(warns("-9.81]", "9.81]", "+z"));
  EXPECT_TRUE(warns("count: 3", "count: 4", "in the same place"));
  EXPECT_TRUE(warns("  L_A:", "  L_b: 480 mm\n  L_A:", "nothing uses the parameter 'L_b'"));
  EXPECT_TRUE(warns("rated_force: 1.2 N m", "rated_force: 12 N m", "above its max_force"));
  EXPECT_TRUE(warns("2e-5 kg m^2", "0.2", "rotor"));
  EXPECT_TRUE(warns("max_force: 2.4 N m", "max_force: 2400", "weight"));
  EXPECT_TRUE(warns("max_force: 2.4 N m", "max_force: 0.0002", "weight"));
  EXPECT_TRUE(warns("3000 rpm", "3000", "rad/s"));
  EXPECT_TRUE(warns("3000 rpm", "5000", "rad/s"));
  EXPECT_TRUE(warns("viscous: 0.02", "viscous: 20", "viscous friction"));
  EXPECT_TRUE(warns("coulomb: 0.2", "coulomb: 200", "dry friction"));
  EXPECT_TRUE(warns("mass: 250 g", "mass: 250", "others have about"));
  EXPECT_TRUE(warns("mass: 250 g", "mass: 0", "a mass of 0"));
  EXPECT_TRUE(warns("payload: {mass: 0 kg}", "payload: {mass: 500}", "the payload has"));
  EXPECT_TRUE(warns("payload: {mass: 0 kg}", "payload: {mass: 0.2, com: [0, 0, -20]}", "away from the tool"));
}

TEST(Plausibility, IsSilentForTheCatalogue) {
  for (const std::string& name : catalogue_names()) {
    for (const Diagnostic& d : load_model(name).warnings) ADD_FAILURE() << name << ": " << d.message;
    for (const Suspicion& s : suspicions(load(name))) ADD_FAILURE() << name << ": " << s.message;
  }
}

TEST(Plausibility, TellsWhatAChangeDid) {
  const Mechanism before = load("delta");
  EXPECT_TRUE(new_suspicions(before, before).empty());
  Mechanism after = before;
  after.output->payload.mass = 500;
  const std::vector<Suspicion> list = new_suspicions(before, after);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].doubt, Doubt::mass);
  EXPECT_EQ(list[0].part, SuspectPart::payload);
  after = before;
  for (const int joint : actuated_joints(after)) after.joints[joint].motor->rotor_inertia = 1.5;
  EXPECT_EQ(new_suspicions(before, after).size(), 3u);
  EXPECT_TRUE(new_suspicions(after, after).empty());
}

TEST(Plausibility, PrintedModelsHaveNoNewWarnings) {
  const std::string text = replaced(template_text(), "mass: 250 g, inertia: {disc: R_B, axis: z}", "massless: true");
  const LoadedModel again = read_model(print_model(read_model(text).mechanism));
  for (const Diagnostic& d : again.warnings) ADD_FAILURE() << d.message;
}

}  // namespace
}  // namespace jourdain::plausibility_test
