// Adds the training options of the table in model/option_table.h to a verb. Tests: cli_test,
// option_table_test.
#include "cli/train_options.h"

#include <optional>
#include <variant>

#include "cli/help.h"
#include "model/option_table.h"

namespace ect::cli {
namespace {

CLI::Option* add(CLI::App& verb, const model::TrainOption& option, const std::string& help,
                 std::string& value) {
  return verb.add_option(std::string(option.name), value, help);
}

CLI::Option* add(CLI::App& verb, const model::TrainOption& option, const std::string& help,
                 bool& value) {
  return verb.add_flag(std::string(option.name), value, help);
}

CLI::Option* add(CLI::App& verb, const model::TrainOption& option, const std::string& help,
                 std::optional<double>& value) {
  CLI::Option* added = verb.add_option(std::string(option.name), value, help);
  if (option.range) added->check(real_number(option.range->least, option.range->most));
  return added;
}

template <class Number>
CLI::Option* add(CLI::App& verb, const model::TrainOption& option, const std::string& help,
                 Number& value) {
  CLI::Option* added = verb.add_option(std::string(option.name), value, help);
  return added->check(option.one_of.empty() ? whole_number(option.least)
                                            : CLI::Validator(CLI::IsMember(option.one_of)));
}

void add_option(CLI::App& verb, model::NamedOptions& options, const model::TrainOption& option,
                const std::string& help) {
  CLI::Option* added = std::visit(
      [&](const auto member) { return add(verb, option, help, options.*member); }, option.member);
  if (!option.value.empty()) added->type_name(std::string(option.value));
}

void add_options(CLI::App& verb, model::NamedOptions& options, bool of_the_run) {
  for (const model::TrainOption& option : model::train_options()) {
    if (option.of_the_run == of_the_run) add_option(verb, options, option, option.help);
  }
}

}  // namespace

void add_learning_options(CLI::App& verb, model::NamedOptions& options) {
  add_options(verb, options, false);
}

void add_run_options(CLI::App& verb, model::NamedOptions& options) {
  add_options(verb, options, true);
}

void add_train_option(CLI::App& verb, model::NamedOptions& options, std::string_view name,
                      const std::string& help) {
  add_option(verb, options, model::train_option(name), help);
}

}  // namespace ect::cli
