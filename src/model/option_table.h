#ifndef ECT_MODEL_OPTION_TABLE_H_
#define ECT_MODEL_OPTION_TABLE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "ect/model.h"
#include "model/named_options.h"
#include "model/parts.h"
#include "model/settings.h"

namespace ect::model {

// A member of About that a model file stores as JSON.
struct AboutField {
  using Member = std::variant<std::string About::*, std::uint32_t About::*, std::uint64_t About::*,
                              std::optional<double> About::*>;

  // Its position in the JSON. A new field takes the next number.
  std::uint32_t place;
  std::string_view key;
  Member member;
  // Stored in every model. Other fields are left out if they have their default, so that models
  // that do not use an option are the same as before it existed.
  bool always = false;
  std::uint32_t least = 0;  // valid range of a number
  std::uint32_t most = 0xffffffff;
};

// Options with what they are checked against.
struct CheckedOptions {
  const Settings& settings;
  const Recipe& recipe;  // the settings with all defaults, chosen without the data
  bool stream;
};

// A training option: its name and help, how its text is parsed, what checkpoints and models store
// of it. Everything that lists options uses this table.
struct TrainOption {
  using Member = std::variant<std::string NamedOptions::*, std::uint32_t TrainNumbers::*,
                              std::uint64_t TrainNumbers::*, bool TrainNumbers::*,
                              std::optional<double> TrainNumbers::*>;
  struct Range {
    double least;
    double most;
  };

  std::string_view name;        // on the command line
  std::string_view value = {};  // placeholder of its value in the help; empty for a flag
  std::string help;
  Member member;
  // Of a string option: parses the text into the settings, or throws ect::Error; and prints it.
  void (*parse)(const std::string& text, Settings& settings) = nullptr;
  std::string (*print)(const Settings& settings) = nullptr;
  // Of a number option: the valid values.
  std::uint32_t least = 0;
  std::vector<std::uint32_t> one_of = {};
  std::optional<Range> range = std::nullopt;
  bool of_the_run = false;  // listed after the others in the help
  // Its position in the fingerprint of a checkpoint; 0: the model does not depend on it. A new
  // option takes the next number and is left out by default, so that older checkpoints can be
  // resumed.
  std::uint32_t fingerprint = 0;
  bool left_out_by_default = false;
  // Throws ect::Error if it cannot be combined with the others.
  void (*check)(const CheckedOptions& options) = nullptr;
  // The fields that a model stores of it, and how they are set from the recipe.
  std::vector<AboutField> about = {};
  void (*describe)(const Recipe& recipe, About& about) = nullptr;
};

// In the order of the help. Lives for ever; threads may share it.
std::span<const TrainOption> train_options();

// All fields of options in a model, by place.
std::span<const AboutField> about_fields();

// Throws std::logic_error for an unknown name.
const TrainOption& train_option(std::string_view name);

// The value of an option as text; of a string option, a text that parses to the same value.
std::string printed(const TrainOption& option, const Settings& settings);

}  // namespace ect::model

#endif  // ECT_MODEL_OPTION_TABLE_H_
