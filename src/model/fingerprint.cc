// Tests: resume_test.
#include "model/fingerprint.h"

#include <fmt/format.h>

#include <bit>

#include "model/about_json.h"
#include "util/digest.h"

namespace ect {
namespace {

// Every option but threads and compact, which concerns the model file alone. One that is missing
// here can be changed between a training and its resumption.
std::string options_text(const TrainOptions& options) {
  const auto number = [](const std::optional<double>& value) {
    return value ? fmt::format("{:a}", *value) : std::string("auto");
  };
  // Not said where it is the default, as in checkpoints from before there was a choice.
  const std::string routing = options.routing == "own" ? "routing=own\n" : "";
  return fmt::format(
      "reduction={}\n-m={}\nlearner={}\nseeding={}\nfinals={}\ncontenders={}\n{}expand={}\n"
      "trees={}\n"
      "fast={}\ndecode={}\ncode={}\npasses={}\ncosts={}\ncost-scale={}\nl2={}\ncosting={}\n"
      "probing={}\nseed={}\n",
      options.reduction, options.eliminations, options.learner, options.seeding, options.finals,
      options.contenders, routing, options.expand, options.trees, options.fast, options.decode,
      options.code, options.passes, options.costs, options.cost_scale, number(options.l2),
      options.costing, options.probing, options.seed);
}

void add_labels(Digest& digest, const Labels& labels) {
  digest.add(labels.size());
  for (std::uint32_t label = 0; label < labels.size(); ++label) digest.add(labels.name(label));
}

std::string with_digests(const TrainOptions& options, const Layout& layout, const Digest& labels,
                         const std::string& data) {
  Digest reading;
  reading.add(layout_text(layout));
  return options_text(options) +
         fmt::format("classes={:016x}\nreading={:016x}\n{}", labels.value(), reading.value(), data);
}

}  // namespace

std::string fingerprint(const TrainOptions& options, const Layout& layout, const Dataset& data) {
  Digest labels;
  add_labels(labels, data.label_names());
  Digest examples;
  examples.add(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    const Features x = data.row(i);
    examples.add(std::uint64_t{data.label(i)} << 32 | std::bit_cast<std::uint32_t>(data.weight(i)));
    examples.add_all(x.indices);
    examples.add_all(x.values);
    if (data.has_costs()) examples.add_all(data.costs(i));
  }
  return with_digests(options, layout, labels, fmt::format("data={:016x}\n", examples.value()));
}

std::string fingerprint(const TrainOptions& options, const Layout& layout, const Labels& classes) {
  Digest labels;
  add_labels(labels, classes);
  return with_digests(options, layout, labels, "stream=yes\n");
}

}  // namespace ect
