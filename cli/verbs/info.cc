// ect info: prints what a model file contains. Tests: learn_cli_test.
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/live_model.h"
#include "cli/print.h"
#include "cli/verbs.h"
#include "ect/model.h"
#include "report/model_report.h"

namespace ect::cli {
namespace {

struct InfoArguments {
  std::string model;
  bool labels = false;
  bool verify = false;
  bool json = false;
};

void info(const InfoArguments& options, const Streams& streams) {
  const Model model = load_live(options.model);
  if (options.verify) model.verify();
  const report::ModelReportOptions shown{.all_labels = options.labels, .verified = options.verify};
  if (options.json) {
    const nlohmann::ordered_json json = model_json(model, shown);
    model.check_unchanged();  // before anything leaves the program
    print_json(streams, json);
  } else {
    const std::string text = model_text(model, shown);
    model.check_unchanged();
    print(streams, text);
  }
}

}  // namespace

void add_info(CLI::App& app, const Streams& streams) {
  const auto options = std::make_shared<InfoArguments>();
  CLI::App* verb = app.add_subcommand("info", "Show what a model file contains");
  verb->add_option("MODEL", options->model, "A model file written by 'ect train'")->required();
  verb->add_flag("--labels", options->labels, "Also list every label");
  verb->add_flag("--verify", options->verify,
                 "Check every byte against its checksum, even in large files, whose parts are "
                 "otherwise checked only when used");
  verb->add_flag("--json", options->json, "One JSON object instead of text");
  add_quiet(*verb);
  verb->footer("Example:\n  ect info intents.model");
  verb->callback([options, &streams] { info(*options, streams); });
}

}  // namespace ect::cli
