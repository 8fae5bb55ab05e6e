// Reads the examples of a table whose columns are known. Tests: table_test, load_test.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "data/formats/number.h"
#include "data/formats/table.h"
#include "util/text.h"

namespace ect::data {
namespace {

using Role = TableColumn::Role;

class TableReader : public Reader {
 public:
  TableReader(std::unique_ptr<Records> records, const std::vector<TableColumn>& columns)
      : records_(std::move(records)), columns_(columns) {
    match_columns();
  }

  std::span<const std::string> cost_labels() const override { return cost_labels_; }

  std::uint64_t line() const override { return records_->line(); }

  util::Cut cut(Block& block, std::size_t size, bool may_wait) override {
    return records_->cut(block.lines, size, may_wait);
  }
  std::unique_ptr<Reader> for_blocks() const override {
    return std::make_unique<TableReader>(records_->for_blocks(), columns_);
  }
  void take(Block& block) override { records_->take(block.lines); }

 private:
  static constexpr std::size_t kAbsent = ~std::size_t{0};

  Found read(Example& example) override {
    const Found found = records_->read(cells_);
    if (found != Found::kRecord) return found;
    example.label.reset();
    example.weight = 1;
    example.indices.clear();
    example.values.clear();
    example.costs.clear();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (place_[i] != kAbsent) add(columns_[i], cells_[place_[i]], example);
    }
    if (!cost_labels_.empty()) check_label(example);
    return found;
  }

  void only_answer() override {
    listed_.clear();
    records_->take_any_label();
  }
  RecordError error(std::string_view message) const override { return records_->error(message); }

  // Without a header columns are identified by their order: the number of columns must be the same,
  // and only a label at the end may be missing.
  void check_order() const {
    const std::size_t there = records_->columns().size();
    const std::size_t known = columns_.size();
    const bool unlabelled = there + 1 == known && columns_.back().role == Role::kLabel;
    if (records_->has_header() || there == known || unlabelled) return;
    throw records_->error(fmt::format(
        "{} columns without names (expected {}, as in the training data)", there, known));
  }

  void match_columns() {
    check_order();
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < records_->columns().size(); ++i) {
      places.emplace(records_->columns()[i].name, i);
    }
    std::size_t costs = 0;
    for (const TableColumn& column : columns_) {
      const auto found = places.find(column.name);
      const bool needed = column.role == Role::kNumeric || column.role == Role::kNominal;
      if (found == places.end() && needed) {
        throw records_->error(fmt::format("there is no column {}", util::quoted(column.name)));
      }
      place_.push_back(found == places.end() ? kAbsent : found->second);
      if (column.role == Role::kLabel && found != places.end()) {
        const std::vector<std::string>& nominal = records_->columns()[found->second].nominal;
        listed_ = {nominal.begin(), nominal.end()};
      }
      if (column.role != Role::kCost) continue;
      ++costs;
      if (found != places.end()) {
        cost_labels_.push_back(records_->label(column.name.substr(kCostPrefix.size())));
      }
    }
    if (!cost_labels_.empty() && cost_labels_.size() < costs) {
      throw records_->error(
          fmt::format("only {} of {} cost columns are present", cost_labels_.size(), costs));
    }
  }

  // Throws for a label that is not among the classes that the file declares.
  std::string label(const TableColumn& column, const std::string& text) const {
    if (!listed_.empty() && !listed_.contains(text)) {
      throw records_->error(fmt::format("{} is not one of the classes listed for {}",
                                        util::quoted(text), util::quoted(column.name)));
    }
    return records_->label(text);
  }

  // Sets a missing label to the cheapest class, and throws for a label without a cost column.
  void check_label(Example& example) const {
    if (!example.label) {
      const auto cheapest = std::min_element(example.costs.begin(), example.costs.end());
      example.label = cost_labels_[static_cast<std::size_t>(cheapest - example.costs.begin())];
    } else if (std::find(cost_labels_.begin(), cost_labels_.end(), *example.label) ==
               cost_labels_.end()) {
      throw records_->error(
          fmt::format("the label {} has no cost column", util::quoted(*example.label)));
    }
  }

  // The hint for a value that is not a number: the expected notation, if it is not the plain one.
  std::string_view expected(const TableColumn& column) const {
    if (!records_->has_header() && records_->line() == 1) {
      return " (the training data had no header; does this file have one?)";
    }
    if (column.notation.percent) return " (expected a percentage, as in the training data)";
    return column.notation.decimal_comma ? " (expected a decimal comma, as in the training data)"
                                         : "";
  }

  float number(const TableColumn& column, const std::string& text) const {
    float value = 0;
    if (!read_written(text, column.notation, value)) {
      throw records_->error(fmt::format("{} in column {} is not a number{}", util::quoted(text),
                                        util::quoted(column.name), expected(column)));
    }
    if (!std::isfinite(value)) {
      throw records_->error(fmt::format("{} in column {} is not a finite number",
                                        util::quoted(text), util::quoted(column.name)));
    }
    return value;
  }

  void add(const TableColumn& column, const Cell& cell, Example& example) {
    switch (column.role) {
      case Role::kNumeric:
        if (cell && !is_missing_number(*cell)) {
          const float value = number(column, *cell);
          example.indices.push_back(column.first_feature);
          example.values.push_back(value);
        }
        break;
      case Role::kNominal:
        if (!cell) break;
        if (const auto known = column.places.find(*cell); known != column.places.end()) {
          example.indices.push_back(column.first_feature + known->second);
          example.values.push_back(1);
        } else if (unseen_.count++ == 0) {
          unseen_.first = fmt::format("{} in column {} ({})", util::quoted(*cell),
                                      util::quoted(column.name), records_->place());
        }
        break;
      case Role::kLabel:
        if (cell) example.label = label(column, *cell);
        break;
      case Role::kCost:
        if (!cell) {
          throw records_->error(fmt::format("no cost in column {}", util::quoted(column.name)));
        }
        example.costs.push_back(number(column, *cell));
        break;
      case Role::kIgnored:
        break;
    }
  }

  std::unique_ptr<Records> records_;
  std::vector<TableColumn> columns_;
  std::vector<std::size_t> place_;  // of each column in this file
  std::vector<std::string> cost_labels_;
  std::unordered_set<std::string> listed_;  // classes, where the file declares them
  std::vector<Cell> cells_;
};

}  // namespace

std::unique_ptr<Reader> table_reader(std::unique_ptr<Records> records,
                                     const std::vector<TableColumn>& columns) {
  return std::make_unique<TableReader>(std::move(records), columns);
}

}  // namespace ect::data
