// The rows of a data set whose weight is not 0. Tests: dataset_test.
#include "data/counted_rows.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace ect::data {

std::vector<std::uint32_t> counted_rows(const Dataset& data) {
  std::vector<std::uint32_t> rows(data.size());
  std::iota(rows.begin(), rows.end(), 0);
  std::erase_if(rows, [&](std::uint32_t row) { return !is_counted(data, row); });
  return rows;
}

std::vector<std::uint32_t> counted_rows(const Dataset& data, std::span<const std::uint32_t> rows) {
  std::vector<std::uint32_t> counted;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(counted),
               [&](std::uint32_t row) { return is_counted(data, row); });
  return counted;
}

}  // namespace ect::data
