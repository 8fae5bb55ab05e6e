#include "ect/dataset.h"

#include <fmt/format.h>

#include <algorithm>

#include "ect/error.h"

namespace ect {
namespace {

template <class T>
std::size_t bytes_of(const std::vector<T>& items) {
  return items.capacity() * sizeof(T);
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

Features Dataset::row(std::size_t example) const {
  const std::size_t first = starts_[example];
  const std::size_t size = starts_[example + 1] - first;
  return {std::span(indices_).subspan(first, size), std::span(values_).subspan(first, size)};
}

std::span<const float> Dataset::costs(std::size_t example) const {
  return std::span(costs_).subspan(example * cost_classes_, cost_classes_);
}

void Dataset::add(const Example& example) {
  if (size() == 0) cost_classes_ = example.costs.size();
  if (example.costs.size() != cost_classes_) {
    throw Error::bad_argument(fmt::format("an example has costs for {} classes, not for {}",
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
  indices_.insert(indices_.end(), example.indices.begin(), example.indices.end());
  values_.insert(values_.end(), example.values.begin(), example.values.end());
  starts_.push_back(indices_.size());
  if (!example.indices.empty()) features_ = std::max(features_, example.indices.back() + 1);
}

Dataset Dataset::subset(std::span<const std::uint32_t> rows) const {
  Dataset part;
  for (std::uint32_t label = 0; label < names_.size(); ++label) part.names_.add(names_.name(label));
  part.closed_ = closed_;
  part.features_ = features_;
  part.cost_classes_ = cost_classes_;
  for (const std::uint32_t i : rows) {
    const Features x = row(i);
    part.indices_.insert(part.indices_.end(), x.indices.begin(), x.indices.end());
    part.values_.insert(part.values_.end(), x.values.begin(), x.values.end());
    part.starts_.push_back(part.indices_.size());
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

void Dataset::rewrite(const std::function<void(Example&)>& change) {
  Example example;
  const auto for_each_row = [&](const auto& visit) {
    for (std::size_t i = 0; i < size(); ++i) {
      const Features x = row(i);
      example.indices.assign(x.indices.begin(), x.indices.end());
      example.values.assign(x.values.begin(), x.values.end());
      change(example);
      visit();
    }
  };
  // Counted first: memory that grows by doubling would be several times the data for a while.
  std::size_t nonzeros = 0;
  for_each_row([&] { nonzeros += example.indices.size(); });

  std::vector<std::size_t> starts{0};
  std::vector<std::uint32_t> indices;
  std::vector<float> values;
  starts.reserve(starts_.size());
  indices.reserve(nonzeros);
  values.reserve(nonzeros);
  std::uint32_t features = 0;
  for_each_row([&] {
    indices.insert(indices.end(), example.indices.begin(), example.indices.end());
    values.insert(values.end(), example.values.begin(), example.values.end());
    starts.push_back(indices.size());
    if (!example.indices.empty()) features = std::max(features, example.indices.back() + 1);
  });
  starts_ = std::move(starts);
  indices_ = std::move(indices);
  values_ = std::move(values);
  features_ = features;
}

void Dataset::shrink() {
  starts_.shrink_to_fit();
  indices_.shrink_to_fit();
  values_.shrink_to_fit();
  labels_.shrink_to_fit();
  weights_.shrink_to_fit();
  costs_.shrink_to_fit();
}

std::size_t Dataset::bytes() const {
  return bytes_of(starts_) + bytes_of(indices_) + bytes_of(values_) + bytes_of(labels_) +
         bytes_of(weights_) + bytes_of(costs_);
}

}  // namespace ect
