// A parser goes over the text and hands over one token after the other; of these only the field is
// kept, so that neither the size nor the depth of what strangers write takes memory.
// Tests: items_test, tests/fuzz.
#include "select/json_object.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "util/text.h"

namespace ect {
namespace {

using Json = nlohmann::json;

class Look : public Json::json_sax_t {
 public:
  Look(std::string_view text, const std::string& field) : field_(field), size_(text.size()) {}

  const JsonObject& found() const { return found_; }

  bool null() override { return other_value(); }
  bool boolean(bool /*value*/) override { return other_value(); }
  bool number_integer(std::int64_t value) override { return value_is(std::to_string(value)); }
  bool number_unsigned(std::uint64_t value) override { return value_is(std::to_string(value)); }
  bool number_float(double /*value*/, const std::string& text) override { return value_is(text); }
  bool string(std::string& value) override { return value_is(std::move(value)); }
  bool binary(Json::binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*size*/) override { return opens(); }
  bool end_object() override { return closes(); }
  bool start_array(std::size_t /*size*/) override { return opens(); }
  bool end_array() override { return closes(); }

  bool key(std::string& name) override {
    if (depth_ != 1 || name != field_) return true;
    if (found_.field) return fails(fmt::format("two fields are called {}", shown(field_)));
    field_comes_ = true;
    return true;
  }

  bool parse_error(std::size_t place, const std::string& /*token*/,
                   const nlohmann::detail::exception& error) override {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow) return fails("a number that is too large");
    return fails(place > size_ ? "JSON that does not end on its line"
                               : fmt::format("this is no JSON, at byte {} of the line", place));
  }

 private:
  bool fails(std::string problem) {
    found_.problem = std::move(problem);
    return false;
  }
  bool value_is(std::string text) {
    if (std::exchange(field_comes_, false)) found_.field = std::move(text);
    return true;
  }
  bool other_value() {
    if (!field_comes_) return true;
    return fails(fmt::format("the field {} is neither a string nor a number", shown(field_)));
  }
  bool opens() {
    if (!other_value()) return false;
    if (++depth_ <= kDeepestJson) return true;
    return fails(fmt::format("JSON that is nested more than {} levels deep", kDeepestJson));
  }
  bool closes() {
    --depth_;
    return true;
  }

  const std::string& field_;
  std::size_t size_;
  int depth_ = 0;
  bool field_comes_ = false;
  JsonObject found_;
};

}  // namespace

JsonObject look_at_object(std::string_view text, const std::string& field) {
  if (!text.starts_with('{')) {  // nor with a byte order mark, which the parser would pass over
    return {fmt::format("{} is no JSON object (expected one on each line)", shown(text)), {}};
  }
  Look look(text, field);
  Json::sax_parse(text.begin(), text.end(), &look);
  return look.found();
}

}  // namespace ect
