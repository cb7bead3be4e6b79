// jourdain identify --method tls.
#include "identification_text.hpp"

#include "identification/drive_gains.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain::cli {
namespace {

// "0.5 kg" or "0.5, 0, 0, 10 mm": a point mass.
Inertial parse_load(const std::string& text) {
  const std::vector<ListEntry> entries = split_list("--load", text);
  if (entries.size() != 1 && entries.size() != 4) throw Error(ErrorKind::usage, "--load: expected mass, or mass,x,y,z");
  Inertial load;
  load.mass = quantity("--load", entries[0].text, Dimension{.mass = 1});
  for (std::size_t i = 1; i < entries.size(); ++i)
    load.com[static_cast<int>(i) - 1] = quantity("--load", entries[i].text, Dimension{.length = 1});
  return load;
}

std::unique_ptr<Log> open_with_bandwidth(const Robot& robot, const std::string& path, const IdentifyOptions& options) {
  auto log = std::make_unique<Log>(robot, path, options.log);
  if (!log->summary().derived && !log->has_derivatives()) log->set_bandwidth(best_bandwidth(*log));
  return log;
}

// As that of other methods, so that compare takes it; gains besides.
Json gains_json(const Robot& robot, const IdentifyVerbOptions& options, const BaseParameters& base,
                const DriveGains& result, bool good, const Log& unloaded, const Log& loaded) {
  Json json = answer("identify", robot);
  json["ok"] = good;
  json["method"] = "tls";
  json["settings"] = {{"method", "tls"}, {"loaded", options.loaded}, {"load", options.load}};
  json["log"] = log_json(options.log.log, unloaded.summary(), {});
  json["loaded_log"] = log_json(options.loaded, loaded.summary(), {});
  json["gains"] = Json::array();
  const std::vector<std::string> names = motor_names(robot);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const int i = static_cast<int>(k);
    json["gains"].push_back({{"motor", names[k]},
                             {"gain", finite(result.gains[i])},
                             {"half_width", finite(result.quantile * result.gain_deviations[i])}});
  }
  json["parameters"] = Json::array();
  for (std::size_t i = 0; i < base.base.size(); ++i)
    json["parameters"].push_back({{"name", base.form.parameters()[i].name},
                                  {"unit", parameter_unit(base.form, static_cast<int>(i))},
                                  {"model", finite(base.base[i].value)},
                                  {"value", finite(result.values[static_cast<int>(i)])},
                                  {"deviation", finite(result.value_deviations[static_cast<int>(i)])},
                                  {"outcome", "estimated"}});
  return json;
}

}  // namespace

int run_drive_gains(const IdentifyVerbOptions& options) {
  if (!options.validate.empty() || options.essential || options.outliers || !options.friction_terms.empty())
    throw Error(
        ErrorKind::usage,
        "--method tls gives gains: --validate, --essential, --outliers and --friction-terms have no part in it");
  if (options.loaded.empty() || options.load.empty())
    throw Error(ErrorKind::usage, "--method tls: expected --loaded FILE and --load PAYLOAD");
  const Robot robot = robot_of(options);
  require_motors(robot);
  const std::unique_ptr<OutputFolder> folder = open_run_folder(options.out, options.force);
  IdentifyOptions used;
  set_log_options(options.log, used);
  const BaseParameters base =
      find_base_parameters(LinearForm(robot, form_options(robot, options.form)), base_options(options.form));
  const Progress progress("reading");
  const std::unique_ptr<Log> unloaded = open_with_bandwidth(robot, options.log.log, used);
  const std::unique_ptr<Log> loaded = open_with_bandwidth(robot, options.loaded, used);
  const DriveGains result = identify_drive_gains(base, *unloaded, *loaded, parse_load(options.load));
  warn_of_log(options.log.log, unloaded->summary(), {});
  warn_of_log(options.loaded, loaded->summary(), {});
  const bool good = (result.quantile * result.gain_deviations).cwiseQuotient(result.gains).maxCoeff() < 0.2;
  const std::vector<std::string> names = motor_names(robot);
  const Json json = gains_json(robot, options, base, result, good, *unloaded, *loaded);
  if (folder) {
    folder->write("result.json", json.dump(2) + "\n");
    folder->write("model.yaml", print_model(robot.mechanism()));
    if (!used.log.map.text.empty()) folder->write("map.yaml", used.log.map.text);
    // Files of an earlier run must not pass for those of this one.
    folder->commit({"map.yaml", "identified.yaml", "forces.csv", "history.csv", "rehearsal.csv", "report.html"});
  }
  if (options.json) {
    print_json(json);
    return good ? exit_ok : exit_bad_result;
  }
  const Numbers number{std::min(options.digits, 6)};
  print_text("{}  gains of the drives: true force over nominal force\n", title(robot));
  Table table({"motor", ">gain", ">+- 95 %", ">residual", ""});
  for (std::size_t k = 0; k < names.size(); ++k) {
    const int i = static_cast<int>(k);
    table.add({names[k], number(result.gains[i]), number(result.quantile * result.gain_deviations[i]),
               number(result.deviations[i]), force_unit(robot, i)});
  }
  table.print();
  if (!options.out.empty()) print_text("\n{}: result.json\n", options.out);
  print_text("\n{}\n", good ? "Multiply the motors' constants in the channel map by these gains, and identify again."
                            : "The intervals are wide: a heavier payload or a richer motion tells more.");
  return good ? exit_ok : exit_bad_result;
}

}  // namespace jourdain::cli
