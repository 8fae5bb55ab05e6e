// Examples in memory, as rows of one compressed sparse matrix. While every row has the features 0
// to n - 1, as in tables, the indices are stored once for all of them. Tests: dataset_test.
#include "ect/dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "data/load.h"
#include "ect/error.h"
#include "util/parallel.h"

namespace ect {
namespace {

template <class T>
std::size_t bytes_of(const std::vector<T>& items) {
  return items.capacity() * sizeof(T);
}

// Calls work(first, last) for ranges of rows that together are all of them, on several threads.
void for_rows(std::size_t rows, unsigned threads,
              const std::function<void(std::size_t first, std::size_t last)>& work) {
  constexpr std::size_t kAtOnce = 64;
  util::parallel_for((rows + kAtOnce - 1) / kAtOnce, threads, [&](std::uint64_t part) {
    work(part * kAtOnce, std::min<std::size_t>(rows, (part + 1) * kAtOnce));
  });
}

bool without_gap(std::span<const std::uint32_t> indices) {
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] != i) return false;
  }
  return true;
}

}  // namespace

std::optional<std::uint32_t> Labels::find(std::string_view name) const {
  const auto found = numbers_.find(name);
  if (found == numbers_.end()) return std::nullopt;
  return found->second;
}

std::uint32_t Labels::add(std::string_view name) {
  if (const auto known = find(name)) return *known;
  const std::uint32_t number = size();
  names_.emplace_back(name);
  numbers_.emplace(names_.back(), number);
  return number;
}

Features Dataset::Rows::row(std::size_t i) const {
  const std::size_t first = starts[i];
  const std::size_t size = starts[i + 1] - first;
  return {std::span(indices).subspan(full ? 0 : first, size), values().subspan(first, size)};
}

void Dataset::Rows::add(std::span<const std::uint32_t> of, std::span<const float> with) {
  if (full && !without_gap(of)) spell_out();
  if (!full) {
    indices.insert(indices.end(), of.begin(), of.end());
  } else if (of.size() > indices.size()) {
    indices.assign(of.begin(), of.end());
  }
  if (borrowed != nullptr) {
    own.assign(borrowed, borrowed + starts.back());
    borrowed = nullptr;
  }
  own.insert(own.end(), with.begin(), with.end());
  starts.push_back(own.size());
}

// Stores the indices of each row by themselves, once a row has a gap.
void Dataset::Rows::spell_out() {
  full = false;
  indices.resize(starts.back());
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    const auto of_row = std::span(indices).subspan(starts[i], starts[i + 1] - starts[i]);
    std::iota(of_row.begin(), of_row.end(), 0);
  }
}

std::span<const float> Dataset::costs(std::size_t example) const {
  return std::span(costs_).subspan(example * cost_classes_, cost_classes_);
}

void Dataset::add(const Example& example) {
  if (size() == 0) cost_classes_ = example.costs.size();
  if (example.costs.size() != cost_classes_) {
    throw Error::bad_argument(fmt::format("an example has costs for {} classes (expected {})",
                                          example.costs.size(), cost_classes_));
  }
  std::uint32_t label = kNoLabel;
  if (example.label) {
    const bool fixed = closed_ || cost_classes_ > 0;
    label = fixed ? names_.find(*example.label).value_or(kNoLabel) : names_.add(*example.label);
  }
  costs_.insert(costs_.end(), example.costs.begin(), example.costs.end());
  labels_.push_back(label);
  weights_.push_back(example.weight);
  rows_.add(example.indices, example.values);
  if (!example.indices.empty()) features_ = std::max(features_, example.indices.back() + 1);
}

void Dataset::add_row(Features x, std::uint32_t label, float weight) {
  labels_.push_back(label);
  weights_.push_back(weight);
  rows_.add(x.indices, x.values);
  if (!x.indices.empty()) features_ = std::max(features_, x.indices.back() + 1);
}

void Dataset::set_sparse(std::uint32_t features) {
  features_ = std::max(features_, features);
  if (rows_.full) rows_.spell_out();
}

Dataset Dataset::copy() const {
  std::vector<std::uint32_t> all(size());
  std::iota(all.begin(), all.end(), 0);
  return subset(all);
}

const data::Layout& Dataset::layout() const {
  static const data::Layout by_hand;
  return layout_ ? *layout_ : by_hand;
}

void Dataset::set_origin(std::shared_ptr<const data::Layout> layout, std::string name,
                         std::vector<std::string> warnings) {
  layout_ = std::move(layout);
  name_ = std::move(name);
  warnings_ = std::move(warnings);
}

void Dataset::add_view(std::span<const float> values, std::uint32_t width,
                       std::span<const std::uint32_t> labels, std::span<const float> weights,
                       std::span<const float> costs) {
  labels_.assign(labels.begin(), labels.end());
  weights_.assign(weights.begin(), weights.end());
  costs_.assign(costs.begin(), costs.end());
  cost_classes_ = costs.empty() ? 0 : names_.size();
  features_ = width;
  rows_.borrowed = values.data();
  rows_.indices.resize(width);
  std::iota(rows_.indices.begin(), rows_.indices.end(), 0);
  rows_.starts.reserve(size() + 1);
  for (std::size_t i = 1; i <= size(); ++i) rows_.starts.push_back(i * width);
}

Dataset Dataset::subset(std::span<const std::uint32_t> rows) const {
  Dataset part;
  part.layout_ = layout_;
  part.name_ = name_;
  part.warnings_ = warnings_;
  for (std::uint32_t label = 0; label < names_.size(); ++label) part.names_.add(names_.name(label));
  part.closed_ = closed_;
  part.features_ = features_;
  part.cost_classes_ = cost_classes_;
  for (const std::uint32_t i : rows) {
    const Features x = row(i);
    part.rows_.add(x.indices, x.values);
    part.labels_.push_back(labels_[i]);
    part.weights_.push_back(weights_[i]);
    if (!has_costs()) continue;
    const std::span<const float> of_row = costs(i);
    part.costs_.insert(part.costs_.end(), of_row.begin(), of_row.end());
  }
  return part;
}

void Dataset::rewrite_costs(const std::function<void(std::span<float>)>& change) {
  for (std::size_t first = 0; first < costs_.size(); first += cost_classes_) {
    change(std::span(costs_).subspan(first, cost_classes_));
  }
}

void Dataset::drop_costs() {
  costs_ = {};
  cost_classes_ = 0;
}

void Dataset::rewrite(unsigned threads, const std::function<void(Example&)>& change) {
  const auto for_each_row = [&](const std::function<void(std::size_t, const Example&)>& visit) {
    for_rows(size(), threads, [&](std::size_t first, std::size_t last) {
      Example example;
      for (std::size_t i = first; i < last; ++i) {
        const Features x = row(i);
        example.indices.assign(x.indices.begin(), x.indices.end());
        example.values.assign(x.values.begin(), x.values.end());
        change(example);
        visit(i, example);
      }
    });
  };
  // Counted first: memory that grows by doubling would be several times the data for a while.
  Rows rows;
  rows.starts.assign(size() + 1, 0);
  std::vector<std::uint32_t> reach(size());  // the greatest feature + 1
  for_each_row([&](std::size_t i, const Example& example) {
    rows.starts[i + 1] = example.indices.size();
    if (!example.indices.empty()) reach[i] = example.indices.back() + 1;
  });
  features_ = 0;
  for (std::size_t i = 0; i < size(); ++i) {
    rows.full = rows.full && reach[i] == rows.starts[i + 1];  // no gap: indices increase
    rows.starts[i + 1] += rows.starts[i];
    features_ = std::max(features_, reach[i]);
  }
  rows.own.resize(rows.starts.back());
  rows.indices.resize(rows.full ? features_ : rows.own.size());
  if (rows.full) std::iota(rows.indices.begin(), rows.indices.end(), 0);
  for_each_row([&](std::size_t i, const Example& example) {
    const auto at = static_cast<std::ptrdiff_t>(rows.starts[i]);
    std::copy(example.values.begin(), example.values.end(), rows.own.begin() + at);
    if (rows.full) return;
    std::copy(example.indices.begin(), example.indices.end(), rows.indices.begin() + at);
  });
  rows_ = std::move(rows);
}

void Dataset::rewrite_full(std::uint32_t width, unsigned threads,
                           const std::function<void(std::size_t, std::span<float>)>& fill) {
  Rows rows;
  rows.starts.reserve(size() + 1);
  for (std::size_t i = 1; i <= size(); ++i) rows.starts.push_back(i * width);
  rows.indices.resize(width);
  std::iota(rows.indices.begin(), rows.indices.end(), 0);
  rows.own.resize(size() * width);
  for_rows(size(), threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      fill(i, std::span(rows.own).subspan(i * width, width));
    }
  });
  rows_ = std::move(rows);
  features_ = width;
}

void Dataset::shrink() {
  rows_.starts.shrink_to_fit();
  rows_.indices.shrink_to_fit();
  rows_.own.shrink_to_fit();
  labels_.shrink_to_fit();
  weights_.shrink_to_fit();
  costs_.shrink_to_fit();
}

std::size_t Dataset::bytes() const {
  return bytes_of(rows_.starts) + bytes_of(rows_.indices) + bytes_of(rows_.own) +
         bytes_of(labels_) + bytes_of(weights_) + bytes_of(costs_);
}

}  // namespace ect
