#ifndef ECT_DATA_ATTRIBUTES_H_
#define ECT_DATA_ATTRIBUTES_H_

#include <cstdint>
#include <vector>

#include "data/load.h"
#include "ect/dataset.h"

namespace ect::data {

// A column of the data, from which features were made.
struct Attribute {
  enum class Kind : std::uint8_t {
    kNumeric,  // one feature
    kNominal,  // a feature for each value, of which an example has at most one
  };
  Kind kind = Kind::kNumeric;
  std::uint32_t first_feature = 0;
  std::uint32_t values = 1;  // how many features
  // Whether an absent numeric value means 0; otherwise it is missing. Nominal ones are missing.
  bool absent_is_zero = false;
};

// Without a table each feature is an attribute, up to this many features.
inline constexpr std::uint32_t kMaxFeatureAttributes = 1U << 16;

// The attributes of data that was read by `layout`, by increasing feature: the columns of a table,
// else each of `features` features by itself, 0 if absent. Empty if these are more than
// kMaxFeatureAttributes, as with hashing or one large index.
std::vector<Attribute> attributes_of(const Layout& layout, std::uint32_t features);

}  // namespace ect::data

#endif  // ECT_DATA_ATTRIBUTES_H_
