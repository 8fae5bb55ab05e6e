// Reads single members of a JSON object by a streaming (SAX) parser. Only the members that are
// asked for are stored, so that neither the size nor the depth of untrusted JSON takes memory.
// Tests: json_object_test, items_test, judge_protocol_test, tests/fuzz.
#include "selection/json_object.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>

#include "util/text.h"

namespace ect::selection {
namespace {

using Json = nlohmann::json;
using Kind = JsonMember::Kind;

class MemberReader : public Json::json_sax_t {
 public:
  MemberReader(std::string_view text, std::span<JsonMember> members, const JsonRules& rules)
      : text_(text), members_(members), rules_(rules) {}

  std::string problem() { return std::move(problem_); }

  bool null() override { return value(Kind::kNull); }
  bool boolean(bool /*value*/) override { return value(Kind::kOther); }
  bool number_integer(std::int64_t number) override {
    if (comes_ != nullptr) comes_->text = std::to_string(number);
    return value(Kind::kNumber, static_cast<double>(number));
  }
  bool number_unsigned(std::uint64_t number) override {
    if (comes_ != nullptr) comes_->text = std::to_string(number);
    return value(Kind::kNumber, static_cast<double>(number));
  }
  bool number_float(double number, const std::string& text) override {
    if (comes_ != nullptr) comes_->text = text;
    return value(Kind::kNumber, number);
  }
  bool string(std::string& text) override {
    if (comes_ != nullptr) comes_->text = std::move(text);
    return value(Kind::kString);
  }
  bool binary(Json::binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*size*/) override {
    return (depth_ == 0 || value(Kind::kOther)) && opens();
  }
  bool end_object() override { return closes(); }
  bool start_array(std::size_t /*size*/) override { return value(Kind::kOther) && opens(); }
  bool end_array() override { return closes(); }

  bool key(std::string& name) override {
    if (depth_ != 1) return true;
    for (JsonMember& member : members_) {
      if (member.name != name) continue;
      if (rules_.unique && !member.is_absent()) {
        return fails(fmt::format("two fields are called {}", util::quoted(name)));
      }
      comes_ = &member;
    }
    return true;
  }

  bool parse_error(std::size_t place, const std::string& /*token*/,
                   const nlohmann::detail::exception& error) override {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow) return fails("a number is too large");
    return fails(place > text_.size()
                     ? "the JSON does not end on its line"
                     : fmt::format("this is not JSON, at byte {} of the line", place));
  }

 private:
  bool fails(std::string problem) {
    problem_ = std::move(problem);
    return false;
  }
  bool value(Kind kind, double number = 0) {
    if (depth_ == 0) {
      return fails(
          fmt::format("{} is not a JSON object (expected one on each line)", util::quoted(text_)));
    }
    if (comes_ == nullptr) return true;
    if (kind != Kind::kNumber && kind != Kind::kString) comes_->text.clear();  // an earlier one's
    comes_->kind = kind;
    comes_->number = number;
    comes_ = nullptr;
    return true;
  }
  bool opens() {
    if (++depth_ <= rules_.max_depth) return true;
    return fails(fmt::format("the JSON is nested more than {} levels deep", rules_.max_depth));
  }
  bool closes() {
    --depth_;
    return true;
  }

  std::string_view text_;
  std::span<JsonMember> members_;
  JsonRules rules_;
  int depth_ = 0;
  JsonMember* comes_ = nullptr;  // the member whose value comes next
  std::string problem_;
};

}  // namespace

std::string read_members(std::string_view text, std::span<JsonMember> members,
                         const JsonRules& rules) {
  MemberReader reader(text, members, rules);
  Json::sax_parse(text.begin(), text.end(), &reader);
  return reader.problem();
}

}  // namespace ect::selection
