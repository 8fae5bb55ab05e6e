// Training options from texts, for callers without a command line or types (the C interface).
// Tests: c_api_test.
#include "model/set_option.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <type_traits>
#include <variant>
#include <vector>

#include "ect/error.h"
#include "model/option_table.h"
#include "util/text.h"

namespace ect::model {
namespace {

std::string_view without_dashes(std::string_view name) {
  return name.substr(std::min(name.find_first_not_of('-'), name.size()));
}

const TrainOption& option_named(std::string_view name) {
  std::vector<std::string_view> names;
  for (const TrainOption& option : train_options()) {
    if (without_dashes(option.name) == name) return option;
    names.push_back(without_dashes(option.name));
  }
  throw Error::bad_argument(
      fmt::format("unknown option {} (there are {})", util::quoted(name), fmt::join(names, ", ")));
}

Error wrong_value(const TrainOption& option, const std::string& text, const std::string& expected) {
  return Error::bad_argument(fmt::format("{}: {} (expected {})", without_dashes(option.name),
                                         util::quoted(text), expected));
}

template <class Number>
Number number_in(const TrainOption& option, const std::string& text) {
  const std::optional<Number> number = util::parse_number<Number>(text);
  const bool listed =
      option.one_of.empty() || (number && std::count(option.one_of.begin(), option.one_of.end(),
                                                     static_cast<std::uint32_t>(*number)) > 0);
  if (!number || *number < option.least || !listed) {
    throw wrong_value(option, text,
                      option.one_of.empty()
                          ? fmt::format("a whole number of at least {}", option.least)
                          : fmt::format("one of {}", fmt::join(option.one_of, ", ")));
  }
  return *number;
}

double real_in(const TrainOption& option, const std::string& text) {
  const std::optional<double> number = util::parse_number<double>(text);
  const TrainOption::Range range = option.range.value_or(TrainOption::Range{0, 1e308});
  if (!number || !(*number >= range.least && *number <= range.most)) {
    throw wrong_value(option, text, fmt::format("a number from {} to {}", range.least, range.most));
  }
  return *number;
}

}  // namespace

void set_option(NamedOptions& options, std::string_view name, const std::string& text) {
  const TrainOption& option = option_named(name);
  const auto assign = [&](auto member) {
    auto& value = options.*member;
    using Value = std::remove_reference_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, std::string>) {
      Settings scratch;
      if (option.parse != nullptr) option.parse(text, scratch);  // throws where it is none
      value = text;
    } else if constexpr (std::is_same_v<Value, bool>) {
      if (text != "true" && text != "false") throw wrong_value(option, text, "true or false");
      value = text == "true";
    } else if constexpr (std::is_same_v<Value, std::optional<double>>) {
      value = real_in(option, text);
    } else {
      value = number_in<Value>(option, text);
    }
  };
  std::visit(assign, option.member);
}

}  // namespace ect::model
