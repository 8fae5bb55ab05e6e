// From a reader to a data set in memory: collects all examples, numbers their labels and puts costs
// into the order of the classes. Tests: load_test, label_file_test, costs_test.
#include "data/formats/reader.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "data/blocks.h"
#include "util/text.h"

namespace ect::data {
namespace {

// Collects examples into a data set, and reports errors with the line of the example.
class DatasetCollector {
 public:
  DatasetCollector(const std::string& name, Dataset dataset)
      : name_(name), dataset_(std::move(dataset)) {}

  // Reads all examples; `prepare` may check and change each before it is added.
  template <class Prepare>
  Dataset all(Reader& reader, unsigned threads, Prepare prepare) {
    for_each_example(reader, threads, [&](Example& example, const ExamplePlace& place) {
      place_ = place;
      if (!example.label) throw failed("the example has no label");
      prepare(*this, example);
      dataset_.add(example);
    });
    if (dataset_.size() == 0) throw whole_failed("no examples (is the file empty?)");
    if (dataset_.label_names().size() < 2) {
      throw whole_failed(fmt::format("{} the label {} (at least two classes are needed)",
                                     dataset_.size() == 1
                                         ? "the only example has"
                                         : fmt::format("all {} examples have", dataset_.size()),
                                     util::quoted(dataset_.label_names().name(0))));
    }
    dataset_.shrink();
    return std::move(dataset_);
  }

  Dataset& dataset() { return dataset_; }
  std::span<const std::string> cost_labels() const { return place_.cost_labels; }

  // An error about the example last read.
  Error failed(const std::string& message) const {
    return Error::parse(name_, place_.line, message);
  }
  Error whole_failed(const std::string& message) const {
    return {Error::Kind::kParse, fmt::format("{}: {}", name_, message)};
  }

 private:
  const std::string& name_;
  ExamplePlace place_;
  Dataset dataset_;
};

// The index of each known class's cost in the costs of an example.
std::vector<std::size_t> cost_order(const DatasetCollector& collector, const Labels& known) {
  const std::span<const std::string> named = collector.cost_labels();
  std::vector<std::optional<std::size_t>> places(known.size());
  for (std::size_t i = 0; i < named.size(); ++i) {
    const auto label = known.find(named[i]);
    if (!label) {
      throw collector.failed(
          fmt::format("costs for {}, which is not among the known labels", util::quoted(named[i])));
    }
    places[*label] = i;
  }
  std::vector<std::size_t> order;
  for (std::uint32_t label = 0; label < known.size(); ++label) {
    if (!places[label]) {
      throw collector.failed(
          fmt::format("no costs for the label {}", util::quoted(known.name(label))));
    }
    order.push_back(*places[label]);
  }
  return order;
}

// Reads a data set with known classes: costs are put into their order, and `check` is called with
// the label of each example.
template <class Check>
Dataset read_known(Reader& reader, const std::string& name, Labels known, unsigned threads,
                   Check check) {
  std::vector<std::size_t> order;  // of the costs
  std::vector<float> costs;
  DatasetCollector all(name, Dataset(std::move(known)));
  return all.all(reader, threads, [&](DatasetCollector& collector, Example& example) {
    const Labels& labels = collector.dataset().label_names();
    check(collector, labels, *example.label);
    if (example.costs.empty()) return;
    if (order.empty()) order = cost_order(collector, labels);
    costs.clear();
    for (const std::size_t place : order) costs.push_back(example.costs[place]);
    example.costs = costs;
  });
}

}  // namespace

void Unseen::add(const Unseen& later) {
  if (count == 0) first = later.first;
  count += later.count;
}

std::vector<std::string> Reader::warnings() const {
  if (unseen_.count == 0) return {};
  const bool one = unseen_.count == 1;
  return {fmt::format("{} {} ignored because {} not seen in training; the first is {}",
                      unseen_.count, one ? "nominal value is" : "nominal values are",
                      one ? "it was" : "they were", unseen_.first)};
}

bool Reader::next_record(Example& example, std::optional<RecordError>& refused) {
  refused.reset();
  const std::uint64_t unseen = unseen_.count;
  try {
    only_answer();
    const Found found = read(example);
    if (found == Found::kBlank) refused = error("a blank line");
    return found != Found::kEnd;
  } catch (const RecordError& damage) {
    unseen_.count = unseen;  // nothing of the record is used
    refused = damage;
    return true;
  }
}

Dataset read_dataset(Reader& reader, const std::string& name, unsigned threads,
                     std::uint32_t max_labels) {
  DatasetCollector all(name, Dataset());
  return all.all(reader, threads, [&](DatasetCollector& collector, const Example& example) {
    Dataset& dataset = collector.dataset();
    if (dataset.label_names().size() >= max_labels && !dataset.label_names().find(*example.label)) {
      throw collector.failed(
          fmt::format("{} is one label too many (at most {} are supported; are these labels?)",
                      util::quoted(*example.label), max_labels));
    }
    if (dataset.size() == 0) {
      for (const std::string& label : collector.cost_labels()) dataset.add_label(label);
    }
    if (!example.costs.empty() && !dataset.label_names().find(*example.label)) {
      throw collector.failed(fmt::format("no cost for the label {}", util::quoted(*example.label)));
    }
  });
}

Dataset read_dataset(Reader& reader, const std::string& name, Labels known, unsigned threads) {
  return read_known(
      reader, name, std::move(known), threads,
      [](const DatasetCollector& collector, const Labels& labels, const std::string& label) {
        if (labels.find(label)) return;
        throw collector.failed(
            fmt::format("the label {} is not among the known labels", util::quoted(label)));
      });
}

Dataset read_test_dataset(Reader& reader, const std::string& name, const Labels& known) {
  Labels labels;
  for (std::uint32_t label = 0; label < known.size(); ++label) labels.add(known.name(label));
  return read_known(reader, name, std::move(labels), 1,
                    [](const DatasetCollector&, const Labels&, const std::string&) {});
}

}  // namespace ect::data
