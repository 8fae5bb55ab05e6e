// Writes the scaling of features into a section of a model file, and reads it. Tests:
// preparation_test, hostile_model_test; tests/fuzz/fuzz_model.cc.
#include "model/stored_scaling.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "ect/error.h"
#include "util/bytes.h"

namespace ect::model {
namespace {

constexpr std::uint32_t kMaxPlaceBits = 30;  // of hashed features

struct ScalingHead {
  std::uint32_t kind;
  float factor;
  std::uint64_t columns;
  std::uint64_t always;
};

Error damaged_scaling() {
  return {Error::Kind::kModelFormat, "the scaling of features is damaged"};
}

template <class T>
std::vector<T> take(std::span<const std::byte>& bytes, std::uint64_t count) {
  std::vector<T> items(count);
  if (count > 0) std::memcpy(items.data(), bytes.data(), count * sizeof(T));
  bytes = bytes.subspan(count * sizeof(T));
  return items;
}

void require_increasing(std::span<const std::uint32_t> numbers) {
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    if (numbers[i] <= numbers[i - 1]) throw damaged_scaling();
  }
}

// Reads what follows the head; the caller has checked the size of `bytes`.
data::TextWeights unpack_text(const ScalingHead& head, std::span<const std::byte> bytes) {
  std::vector<std::uint32_t> places = take<std::uint32_t>(bytes, head.columns);
  std::vector<float> idf = take<float>(bytes, head.columns);
  require_increasing(places);
  if (!places.empty() && places.back() >> kMaxPlaceBits != 0) throw damaged_scaling();
  const bool sound = std::all_of(idf.begin(), idf.end(),
                                 [](float value) { return std::isfinite(value) && value > 0; });
  if (!sound) throw damaged_scaling();
  return {std::move(places), std::move(idf), static_cast<std::uint32_t>(head.always)};
}

}  // namespace

std::vector<std::byte> store_scaling(const data::Scaling& scaling) {
  const bool text = scaling.kind == data::Scaling::Kind::kText;
  util::ByteWriter to;
  to.number(ScalingHead{static_cast<std::uint32_t>(scaling.kind), scaling.factor,
                        text ? scaling.text.size() : scaling.factors.size(),
                        text ? scaling.text.words() : scaling.always.size()});
  if (text) {
    to.numbers(scaling.text.places());
    to.numbers(scaling.text.idf());
  } else {
    to.numbers(std::span<const float>(scaling.offsets));
    to.numbers(std::span<const float>(scaling.factors));
    to.numbers(std::span<const std::uint32_t>(scaling.always));
  }
  return {to.bytes().begin(), to.bytes().end()};
}

data::Scaling load_scaling(std::span<const std::byte> bytes) {
  ScalingHead head{};
  if (bytes.size() < sizeof head) throw damaged_scaling();
  std::memcpy(&head, bytes.data(), sizeof head);
  bytes = bytes.subspan(sizeof head);
  const std::uint64_t words = bytes.size() / 4;
  const bool text = head.kind == static_cast<std::uint32_t>(data::Scaling::Kind::kText);
  if (bytes.size() % 4 != 0 || head.kind > static_cast<std::uint32_t>(data::Scaling::Kind::kText) ||
      head.columns > words || head.always > head.columns ||
      2 * head.columns + (text ? 0 : head.always) != words) {
    throw damaged_scaling();
  }
  data::Scaling scaling;
  scaling.kind = static_cast<data::Scaling::Kind>(head.kind);
  scaling.factor = head.factor;
  if (text) {
    scaling.text = unpack_text(head, bytes);
    return scaling;
  }
  scaling.offsets = take<float>(bytes, head.columns);
  scaling.factors = take<float>(bytes, head.columns);
  scaling.always = take<std::uint32_t>(bytes, head.always);
  require_increasing(scaling.always);
  if (!scaling.always.empty() && scaling.always.back() >= head.columns) throw damaged_scaling();
  return scaling;
}

}  // namespace ect::model
