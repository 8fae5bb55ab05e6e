// The fingerprint of a training run: options, layout and a digest of the data. A checkpoint with
// another one is not continued. Tests: resume_test.
#include "model/fingerprint.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "model/about_json.h"
#include "model/option_table.h"
#include "model/train_options.h"
#include "util/digest.h"

namespace ect::model {
namespace {

// The options that the trained model depends on, in the order of the fingerprint.
std::vector<const TrainOption*> fingerprinted() {
  std::vector<const TrainOption*> options;
  for (const TrainOption& option : train_options()) {
    if (option.fingerprint > 0) options.push_back(&option);
  }
  std::sort(options.begin(), options.end(), [](const TrainOption* a, const TrainOption* b) {
    return a->fingerprint < b->fingerprint;
  });
  return options;
}

void add_labels(util::Digest& digest, const Labels& labels) {
  digest.add(labels.size());
  for (std::uint32_t label = 0; label < labels.size(); ++label) digest.add(labels.name(label));
}

std::string with_digests(const Settings& settings, const data::Layout& layout,
                         const util::Digest& labels, const std::string& data) {
  util::Digest reading;
  reading.add(layout_text(layout));
  return options_text(settings) +
         fmt::format("classes={:016x}\nreading={:016x}\n{}", labels.value(), reading.value(), data);
}

}  // namespace

std::string options_text(const Settings& settings) {
  const Settings by_default = parse_options(NamedOptions());
  std::string text;
  for (const TrainOption* option : fingerprinted()) {
    const std::string value = printed(*option, settings);
    if (option->left_out_by_default && value == printed(*option, by_default)) continue;
    std::string_view name = option->name;
    if (name.starts_with("--")) name.remove_prefix(2);
    text += fmt::format("{}={}\n", name, value);
  }
  return text;
}

std::string fingerprint(const Settings& settings, const data::Layout& layout, const Dataset& data) {
  util::Digest labels;
  add_labels(labels, data.label_names());
  util::Digest examples;
  examples.add(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    const Features x = data.row(i);
    examples.add(std::uint64_t{data.label(i)} << 32 | std::bit_cast<std::uint32_t>(data.weight(i)));
    examples.add_all(x.indices);
    examples.add_all(x.values);
    if (data.has_costs()) examples.add_all(data.costs(i));
  }
  return with_digests(settings, layout, labels, fmt::format("data={:016x}\n", examples.value()));
}

std::string fingerprint(const Settings& settings, const data::Layout& layout,
                        const Labels& classes) {
  util::Digest labels;
  add_labels(labels, classes);
  return with_digests(settings, layout, labels, "stream=yes\n");
}

}  // namespace ect::model
