// Training on a stream: the classes are known, one pass or, with a cache, several; nothing is kept
// of an example but what was learnt from it. What the first examples decide waits for them: scaling
// and seeding (online_training.cc). Text is weighted by tf-idf as the buffered beginning has it,
// and what is not in there is left out. Tests: learn_stream_test, stream_cache_test, resume_test.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "data/features/expansion.h"
#include "data/features/scaling.h"
#include "ect/error.h"
#include "model/assemble.h"
#include "model/fingerprint.h"
#include "model/online_training.h"
#include "model/passes.h"
#include "model/preparation.h"
#include "model/stream_examples.h"
#include "model/train.h"
#include "util/digest.h"

namespace ect::model {
namespace {

constexpr std::size_t kFirst = 10000;  // examples that the scaling and seeding are learnt from

// tf-idf of the beginning, which is kept.
data::Scaling learn_text(const data::StreamFile& stream) {
  Dataset beginning;
  const std::unique_ptr<data::Reader> reader = stream.beginning();
  for (Example example; reader->next(example);) beginning.add(example);
  return learn_scaling(beginning, stream.layout());
}

// The passes, from where the checkpoint left off. A digest of the examples of the pass so far tells
// whether the data that is skipped is the same.
class StreamLearning {
 public:
  StreamLearning(StreamExamples& examples, const Preparation& preparation, StreamPass& pass,
                 Checkpoint& checkpoint)
      : examples_(examples), preparation_(preparation), pass_(pass), checkpoint_(checkpoint) {}

  // Requires a pass that has been started.
  void learn(std::uint32_t passes) {
    go_on();
    while (true) {
      while (const std::optional<std::uint32_t> label = next()) {
        pass_.learn(preparation_.apply(example_, expanded_, scratch_), *label, example_.weight);
        if (!pass_.waiting()) learnt_digest_ = digest_;
        if (checkpoint_.due()) snapshot();
      }
      // Who stopped us may have stopped whoever filled the pipe: this is then not its end.
      if (checkpoint_.due()) snapshot();
      pass_.finish();
      learnt_digest_ = digest_;
      if (pass_.pass() >= passes || pass_.examples() == 0) return;
      pass_.next_pass();
      examples_.start_pass();
      digest_ = learnt_digest_ = util::Digest();
    }
  }

 private:
  std::optional<std::uint32_t> next() {
    const std::optional<std::uint32_t> label = examples_.next(example_);
    if (label && checkpoint_.enabled()) {
      digest_.add(std::uint64_t{*label} << 32 | std::bit_cast<std::uint32_t>(example_.weight));
      digest_.add_all(std::span<const std::uint32_t>(example_.indices));
      digest_.add_all(std::span<const float>(example_.values));
    }
    return label;
  }

  void snapshot() {
    checkpoint_.snapshot([&](util::ByteWriter& to) {
      to.number(learnt_digest_.value());
      to.number(pass_.examples());
      pass_.save(to);
    });
  }

  // The data is compared before anything is restored, which would not fit to that of other data.
  void go_on() {
    checkpoint_.restore([&](util::ByteReader& from) {
      const auto digest = from.number<std::uint64_t>();
      const auto examples = from.number<std::uint64_t>();
      for (std::uint64_t i = 0; i < examples && next(); ++i) checkpoint_.stop_if_asked();
      if (digest_.value() != digest) {
        throw checkpoint_.damaged(
            "the checkpoint belongs to other data (remove it to start again)");
      }
      learnt_digest_ = digest_;
      pass_.restore(from);
    });
  }

  StreamExamples& examples_;
  const Preparation& preparation_;
  StreamPass& pass_;
  Checkpoint& checkpoint_;
  Example example_;
  Example expanded_;
  data::Expansion::Scratch scratch_;
  util::Digest digest_;         // of the examples read
  util::Digest learnt_digest_;  // of those that do not wait any more
};

}  // namespace

Trained train(data::StreamFile& stream, Labels classes, const Settings& settings,
              const reductions::OnProgress& progress, const std::string& cache,
              Checkpoint* asked_checkpoint) {
  Checkpoint none;
  Checkpoint& checkpoint = asked_checkpoint != nullptr ? *asked_checkpoint : none;
  check_options(settings, true);
  require_two_classes(classes, stream.name());
  std::vector<std::string> warnings = stream.warnings();
  const data::Layout& layout = stream.layout();
  data::Scaling scaling;
  if (layout.format == FileFormat::kText) scaling = learn_text(stream);
  const std::uint32_t passes = std::max<std::uint32_t>(settings.passes, 1);
  StreamExamples examples(stream, classes, cache, passes);
  if (checkpoint.enabled()) checkpoint.begin(fingerprint(settings, layout, classes));
  examples.start_pass();
  Dataset first = examples.peek(kFirst);
  const bool sparse = is_sparse_input(layout, first);
  check_options(settings, true, sparse);
  OnlineTraining training(completed(settings, true, sparse), layout, classes, std::move(scaling),
                          std::move(first), passes, progress, warnings);
  StreamPass& pass = training.pass();
  StreamLearning(examples, training.preparation(), pass, checkpoint).learn(passes);
  if (pass.examples() == 0) {
    throw Error(Error::Kind::kParse, fmt::format("{}: no examples to learn from", stream.name()));
  }
  examples.add_warnings(warnings);
  return {training.model(stream.name()), std::move(warnings)};
}

}  // namespace ect::model
