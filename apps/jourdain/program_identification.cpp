#include "program.hpp"

namespace jourdain::cli {

void Program::add_log(CLI::App* verb, LogArguments& log, bool required) {
  const OptionGroup group(verb, "Log");
  verb->add_option("--log", log.log, "Recorded log: text with columns, or .mat")->required(required)->type_name("FILE");
  option(verb, "--map", log.map, "FILE", "YAML file that says which column is what; default: by the columns' names");
  option(verb, "--bandwidth", log.bandwidth, "FREQUENCY",
         "Of positions, rates and accelerations, such as '15 Hz'; default: the log's own rates and accelerations, or "
         "the bandwidth with the least residual");
  choice(verb, "--smoothing", log.smoothing, {"filter", "spline"}, "WORD",
         "How rates and accelerations are derived: filter (the default) or spline (smoothing spline of fifth degree)");
  option(verb, "--rate", log.rate, "FREQUENCY", "Sampling rate of a log without time, such as '1000 Hz'");
  verb->add_option("--average", log.average, "Samples whose equations are averaged to one")
      ->check(CLI::Range(1, 10000).description(""))
      ->type_name("N");
  verb->add_flag("--every-residual", log.every_residual,
                 "Study the residuals of all equations; default: of the first two million");
  verb->add_flag("--trust-log", log.trust_log, "Go on although the log does not look like one of this robot");
}

void Program::add_identify() {
  CLI::App* verb = add(
      "identify",
      "Parameters from a recorded log: positions and forces or currents of the motors in, base parameters with "
      "intervals "
      "out, a verdict on what they may be used for, and a model of real bodies for all other verbs. Exit code 1: the "
      "parameters are of no use.",
      "Examples:\n  jourdain identify five-bar --log run1.csv --validate run2.csv --out monday\n"
      "  jourdain identify five-bar --log run2.csv --method irls --bandwidth '25 Hz' --out friday\n"
      "  jourdain identify five-bar --rehearse excitation.yaml\n"
      "Methods: ols and wls: least squares, motors alike or by their variance; irls: outliers lose their weight;\n"
      "consistent: real bodies near the model's values, on wls, or on irls with --outliers;\n"
      "iv: instruments from the commanded motion, for noisy positions; recursive: sample by sample, with forgetting;\n"
      "two-stage: friction from a log of slow motions, the rest from --log;\n"
      "tls: gains of the drives from an unloaded and a loaded log.");
  add_form(verb, identify_);
  add_log(verb, identify_.log, false);
  option(verb, "--period", identify_.log.period, "TIME",
         "Of a motion that repeats itself: its repetitions are averaged");
  verb->add_flag("--correct-clock", identify_.correct_clock,
                 "Put delays and lags of the forces right that the log tells, motor by motor");
  option(verb, "--rehearse", identify_.rehearse, "MOTION",
         "Instead of --log: simulates the log of this motion with the model's values, and identifies them");
  option(verb, "--noise", identify_.noise, "LIST",
         "rehearse: standard deviation of the motors' forces; default 1 % of the largest force");
  option(verb, "--encoder", identify_.encoder, "LIST",
         "rehearse: steps of the motors' encoders at the joints; default 2^-17 of a turn, 1 um");
  option(verb, "--loaded", identify_.loaded, "FILE", "tls: second log, with a payload");
  option(verb, "--load", identify_.load, "LIST",
         "tls: that payload, mass or mass,x,y,z with its centre in the tool's frame");
  option(verb, "--reference", identify_.reference, "MOTION", "iv: the motion that was commanded, a file or a text");
  option(verb, "--reference-start", identify_.reference_start, "TIME",
         "iv: time of the log at which that motion began; default 0");
  option(verb, "--memory", identify_.memory, "TIME",
         "recursive: after which a sample counts 1/e; default: for ever; the run folder gets history.csv");
  option(verb, "--slow-log", identify_.slow_log, "FILE", "two-stage: log of slow motions, which tells the friction");
  option(verb, "--friction-terms", identify_.friction_terms, "LIST",
         "Friction of the motors beyond dry and viscous: stribeck, load or both; ols, wls, irls, consistent");
  option(verb, "--validate", identify_.validate, "FILE", "Second log, on which the parameters are tried");
  option(verb, "--out", identify_.out, "DIR", "Folder of the run: model, parameters, forces, inputs and settings");
  verb->add_flag("--force", identify_.force, "Replace an earlier run in that folder");
  choice(verb, "--method", identify_.method,
         {"ols", "wls", "irls", "consistent", "iv", "recursive", "two-stage", "tls"}, "METHOD",
         "ols, wls, irls, consistent (the default), iv, recursive, two-stage or tls");
  verb->add_flag("--outliers", identify_.outliers, "consistent, two-stage: on the weights of irls instead of wls");
  choice(verb, "--robust", identify_.robust, {"tukey", "huber"}, "WEIGHT", "irls: tukey (the default) or huber");
  verb->add_flag("--essential", identify_.essential, "Drop parameters that cannot be told from zero; not consistent");
  verb->add_option("--confidence", identify_.confidence, "Of the intervals, 0.5 to 0.999")
      ->check(CLI::Range(0.5, 0.999).description(""))
      ->type_name("SHARE");
  verb->add_option("--blocks", identify_.blocks, "Stretches of the log between which variances are taken, at least")
      ->check(CLI::Range(4, 1000).description(""))
      ->type_name("N");
  verb->add_option("--passes", identify_.passes, "irls, --outliers: passes over the log, at most; default 40")
      ->check(CLI::Range(3, 10000).description(""))
      ->type_name("N");
  choice(verb, "--cad-term", identify_.cad_term, {"quadratic", "log-det"}, "TERM",
         "consistent: quadratic (the default) or log-det");
  verb->add_option("--cad-deviation", identify_.cad_deviation,
                   "consistent: relative standard deviation of the model's values; default 0.3")
      ->check(CLI::Range(1e-6, 1e6).description(""))
      ->type_name("SHARE");
  verb->add_option("--mass-tolerance", identify_.mass_tolerance,
                   "consistent: masses stay within this share of the model's; default 0.5")
      ->check(CLI::Range(1e-6, 1e6).description(""))
      ->type_name("SHARE");
  verb->callback([this] { action_ = [this] { return run_identify(identify_); }; });
}

void Program::add_excite() {
  CLI::App* verb = add(
      "excite",
      "A motion for identification: a finite Fourier series whose base parameters can be told best, as large as "
      "joints, "
      "motors and singularities allow along the whole path; with the interval of every parameter that a log with the "
      "stated noise will give.",
      "Examples:\n  jourdain excite five-bar --out excitation.yaml\n"
      "  jourdain excite five-bar --harmonics 3 --random 100 --seed 7\n"
      "  jourdain excite five-bar --separate --evaluations 60 --starts 1 --out both.yaml\n"
      "The file is a motion for --motion; it grows and fades in its first and last period.");
  add_form(verb, excite_);
  choice(verb, "--space", excite_.space, {"platform", "motors"}, "SPACE",
         "Coordinates of the series: platform (the default where there is one) or motors");
  choice(verb, "--criterion", excite_.criterion, {"balanced", "condition", "d-optimal"}, "WORD",
         "balanced (the default: condition number times the root of the mean variance), condition (smallest condition "
         "number) or d-optimal (smallest ellipsoid of the parameters)");
  verb->add_flag("--separate", excite_.separate,
                 "Two motions: a slow one for the friction, FILE-slow, and a fast one for the bodies, FILE-fast");
  option(verb, "--resume", excite_.resume, "FILE",
         "Keep the state of the search in this file, and go on from it if it is there");
  verb->add_option("--harmonics", excite_.harmonics, "Of the series, 1 to 50; default 5")
      ->check(CLI::Range(1, 50).description(""))
      ->type_name("N");
  option(verb, "--period", excite_.period, "TIME",
         "Of the first harmonic; default: accelerations about that of gravity");
  verb->add_option("--reach", excite_.reach,
                   "Largest way from home: robot sizes, and twice as many radians; default 0.15")
      ->check(CLI::Range(1e-3, 10.0).description(""))
      ->type_name("SHARE");
  verb->add_option("--clearance", excite_.clearance,
                   "Least distance to singularities, as a share of home's; default 0.3")
      ->check(CLI::Range(0.0, 0.99).description(""))
      ->type_name("SHARE");
  option(verb, "--rate", excite_.rate, "FREQUENCY", "Sampling rate of the log that is to come; default 1000 Hz");
  verb->add_option("--repetitions", excite_.repetitions, "Periods of the log that is to come; default 3")
      ->check(CLI::Range(1.0, 1e6).description(""))
      ->type_name("N");
  option(verb, "--noise", excite_.noise, "LIST",
         "Standard deviation of the motors' forces, one value each; default: 1 % of the largest force of the motion");
  verb->add_option("--starts", excite_.starts, "Of the search; default 3")
      ->check(CLI::Range(1, 1000).description(""))
      ->type_name("N");
  verb->add_option("--evaluations", excite_.evaluations, "Of the criterion per start; default 400")
      ->check(CLI::Range(1, 10000000).description(""))
      ->type_name("N");
  verb->add_option("--random", excite_.random, "Compare with this many random series")
      ->check(CLI::Range(0, 1000000).description(""))
      ->type_name("N");
  option(verb, "--out", excite_.out, "FILE", "Motion file to write (.yaml)");
  verb->callback([this] { action_ = [this] { return run_excite(excite_); }; });
}

void Program::add_validate() {
  CLI::App* verb = add(
      "validate",
      "Measured against predicted forces: how well the model as it is explains a recorded log. Exit code 1: not well "
      "enough for feedforward.",
      "Example:\n  jourdain validate monday/identified.yaml --log run2.csv --out forces.csv");
  add_form(verb, validate_);
  add_log(verb, validate_.log);
  option(verb, "--out", validate_.out, "FILE", "CSV file of measured and predicted forces");
  verb->callback([this] { action_ = [this] { return run_validate(validate_); }; });
}

void Program::add_compare() {
  CLI::App* verb =
      add("compare",
          "Two runs of identify: which parameters differ by more than their intervals allow, between days, "
          "specimens or methods. Exit code 1: some do.",
          "Example:\n  jourdain compare monday friday");
  add_common(verb, compare_, false);
  verb->add_option("FIRST", compare_.first, "Folder of a run")->required()->type_name("");
  verb->add_option("SECOND", compare_.second, "Folder of another run")->required()->type_name("");
  verb->callback([this] { action_ = [this] { return run_compare(compare_); }; });
}

}  // namespace jourdain::cli
