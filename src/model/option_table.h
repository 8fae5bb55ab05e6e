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

// A member of About that a model file keeps as JSON.
struct AboutField {
  using Member = std::variant<std::string About::*, std::uint32_t About::*, std::uint64_t About::*,
                              std::optional<double> About::*>;

  // Where it stands among the others in the JSON. A new one takes the next number.
  std::uint32_t place;
  std::string_view key;
  Member member;
  // In every model. Others are left out where About has them by default, so that models that do
  // without are as they were before the option.
  bool always = false;
  std::uint32_t least = 0;  // of a number; another is damage
  std::uint32_t most = 0xffffffff;
};

// Options together with all that they are checked against.
struct CheckedOptions {
  const Settings& said;
  const Recipe& way;  // what they mean, without a look at the data
  bool stream;
};

// A training option: its name and help, what becomes of its text, what checkpoints and models say
// of it. All that lists options goes by this table.
struct TrainOption {
  using Member = std::variant<std::string NamedOptions::*, std::uint32_t TrainNumbers::*,
                              std::uint64_t TrainNumbers::*, bool TrainNumbers::*,
                              std::optional<double> TrainNumbers::*>;
  struct Range {
    double least;
    double most;
  };

  std::string_view name;        // on the command line
  std::string_view value = {};  // that stands for its value in the help; empty for a switch
  std::string help;
  Member member;
  // Of a string: puts what it means into the settings, or throws ect::Error; and back.
  void (*parse)(const std::string& text, Settings& settings) = nullptr;
  std::string (*print)(const Settings& settings) = nullptr;
  // Of a number on the command line.
  std::uint32_t least = 0;
  std::vector<std::uint32_t> one_of = {};
  std::optional<Range> range = std::nullopt;
  bool of_the_run = false;  // stands behind the others in the help
  // Where it stands in the fingerprint of a checkpoint; 0: what is learnt does not depend on it. A
  // new one takes the next number and is left out by default: checkpoints from before it go on.
  std::uint32_t fingerprint = 0;
  bool left_out_by_default = false;
  // Throws ect::Error where it means nothing beside the others.
  void (*check)(const CheckedOptions& options) = nullptr;
  // What a model says of it: the fields, and what they are before anything is learnt.
  std::vector<AboutField> about = {};
  void (*describe)(const Recipe& recipe, About& about) = nullptr;
};

// In the order of the help. Lives for ever; threads may share it.
std::span<const TrainOption> train_options();

// All fields that options have in a model, by place.
std::span<const AboutField> about_fields();

// Where there is none by that name, the program is wrong: throws std::logic_error.
const TrainOption& train_option(std::string_view name);

// The value that an option has, as text: for a string, what would be parsed to the same.
std::string printed(const TrainOption& option, const Settings& settings);

}  // namespace ect::model

#endif  // ECT_MODEL_OPTION_TABLE_H_
