#ifndef ECT_DATA_ATTRIBUTES_H_
#define ECT_DATA_ATTRIBUTES_H_

#include <cstdint>
#include <vector>

#include "data/load.h"
#include "ect/dataset.h"

namespace ect {

// What the features of data that was read by `layout` came from, by increasing feature: the columns
// of a table, else each of `features` features by itself, 0 where it is not there.
std::vector<Attribute> attributes_of(const Layout& layout, std::uint32_t features);

}  // namespace ect

#endif  // ECT_DATA_ATTRIBUTES_H_
