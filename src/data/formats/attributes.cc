// The columns (attributes) that features come from, for learners that split by columns.
// Tests: c45_test.
#include "data/formats/attributes.h"

namespace ect::data {
namespace {

using Role = TableColumn::Role;

std::vector<Attribute> of_columns(const std::vector<TableColumn>& columns) {
  std::vector<Attribute> attributes;
  for (const TableColumn& column : columns) {
    if (column.role == Role::kNumeric) {
      attributes.push_back({Attribute::Kind::kNumeric, column.first_feature, 1, false});
    } else if (column.role == Role::kNominal && !column.values.empty()) {
      attributes.push_back({Attribute::Kind::kNominal, column.first_feature,
                            static_cast<std::uint32_t>(column.values.size()), false});
    }
  }
  return attributes;
}

}  // namespace

std::vector<Attribute> attributes_of(const Layout& layout, std::uint32_t features) {
  if (layout.format == FileFormat::kCsv || layout.format == FileFormat::kArff) {
    return of_columns(layout.columns);
  }
  if (features > kMaxFeatureAttributes) return {};
  std::vector<Attribute> attributes(features);
  for (std::uint32_t feature = 0; feature < features; ++feature) {
    attributes[feature] = {Attribute::Kind::kNumeric, feature, 1, true};
  }
  return attributes;
}

}  // namespace ect::data
