#ifndef ECT_DATA_ATTRIBUTES_H_
#define ECT_DATA_ATTRIBUTES_H_

#include <cstdint>
#include <vector>

#include "data/load.h"
#include "ect/dataset.h"

namespace ect::data {

// What was a column of the data before features were made of it.
struct Attribute {
  enum class Kind : std::uint8_t {
    kNumeric,  // one feature
    kNominal,  // a feature for each value, of which an example has at most one
  };
  Kind kind = Kind::kNumeric;
  std::uint32_t first_feature = 0;
  std::uint32_t values = 1;  // how many features
  // Whether a numeric one that is not there is 0; else it is missing. Nominal ones are missing.
  bool absent_is_zero = false;
};

// Features that are no table's are named one by one up to so many.
inline constexpr std::uint32_t kMaxFeatureAttributes = 1U << 16;

// What the features of data that was read by `layout` came from, by increasing feature: the columns
// of a table, else each of `features` features by itself, 0 where it is not there. Nothing where
// these are more than kMaxFeatureAttributes, as hashing or one large index makes them.
std::vector<Attribute> attributes_of(const Layout& layout, std::uint32_t features);

}  // namespace ect::data

#endif  // ECT_DATA_ATTRIBUTES_H_
