#ifndef ECT_DATA_SPARSE_H_
#define ECT_DATA_SPARSE_H_

#include <cstdint>

#include "ect/dataset.h"

namespace ect::data {

// Whether few features are present in an example, fewer than one in twelve, such as words.
inline bool is_sparse(const Dataset& data) {
  constexpr std::uint64_t kSparse = 12;
  return data.nonzeros() * kSparse < std::uint64_t{data.features()} * data.size();
}

}  // namespace ect::data

#endif  // ECT_DATA_SPARSE_H_
