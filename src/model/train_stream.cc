// Learning from a stream: the classes are known, one pass, nothing is kept of an example but what
// was learnt from it. The numbers of tables are scaled by the mean and deviation of the first
// examples, which wait until these are known, and so is the width of their expansion. Text is
// weighted by tf-idf as the buffered beginning has it, and what is not in there is left out. The
// rest is not scaled at all, which the logistic learner does not mind. Labels that are to be seeded
// by similarity are by the first examples, too; those that come later stand where there is room.
// The rarer a feature, the faster it is learnt of (data/rarity.h). Tests: learn_stream_test.
#include <fmt/format.h>

#include <numeric>
#include <optional>
#include <utility>

#include "data/expansion.h"
#include "data/scaling.h"
#include "ect/error.h"
#include "learners/learners.h"
#include "model/passes.h"
#include "model/prepare.h"
#include "model/train.h"

namespace ect {
namespace {

constexpr std::size_t kFirst = 10000;  // examples that the scaling and seeding are learnt from

// Examples of a stream whose classes are known; others are counted and passed over.
class KnownExamples {
 public:
  KnownExamples(StreamFile& stream, const Labels& classes)
      : name_(stream.name()), classes_(classes), reader_(stream.reader()) {}

  // The label of the next example of a known class; nothing at the end.
  std::optional<std::uint32_t> next(Example& example) {
    while (reader_->next(example)) {
      if (!example.label) {
        throw Error::parse(name_, reader_->line(), "the example has no label");
      }
      example.costs.clear();
      if (!(example.weight > 0)) continue;
      if (const auto label = classes_.find(*example.label)) return label;
      if (strange_++ == 0) {
        first_strange_ = fmt::format("'{}' in line {}", *example.label, reader_->line());
      }
    }
    return std::nullopt;
  }

  void add_warnings(std::vector<std::string>& warnings) const {
    for (std::string& warning : reader_->warnings()) warnings.push_back(std::move(warning));
    if (strange_ == 0) return;
    warnings.push_back(
        fmt::format("{}: examples left out as their label is not among the {} known classes: {}, "
                    "the first {} (--labels FILE names all classes)",
                    name_, classes_.size(), strange_, first_strange_));
  }

 private:
  std::string name_;
  const Labels& classes_;
  std::unique_ptr<Reader> reader_;
  std::uint64_t strange_ = 0;
  std::string first_strange_;
};

bool is_table(const Layout& layout) {
  return layout.format == FileFormat::kCsv || layout.format == FileFormat::kArff;
}

// The first examples, from which the scaling of a table is learnt and labels are seeded, with all
// classes and numbered as these.
Dataset first_examples(KnownExamples& examples, const Labels& classes) {
  Dataset first;
  for (std::uint32_t label = 0; label < classes.size(); ++label) {
    first.add_label(classes.name(label));
  }
  Example example;
  while (first.size() < kFirst && examples.next(example)) first.add(example);
  return first;
}

Scaling scaling_of(const Dataset& first, const Layout& layout, const Expansion::Request& expand,
                   std::uint32_t features) {
  Scaling scaling = learn_scaling(first, layout, units_for(expand));
  scaling.offsets.resize(features, 0);  // of nominal values that come later
  scaling.factors.resize(features, 1);
  return scaling;
}

// tf-idf of the beginning, which is kept.
Scaling learn_text(const StreamFile& stream) {
  Dataset beginning;
  const std::unique_ptr<Reader> reader = stream.beginning();
  for (Example example; reader->next(example);) beginning.add(example);
  return learn_scaling(beginning, stream.layout());
}

// At least as many as an expansion of that many features makes.
std::uint32_t most_places(const Expansion::Request& request, std::uint32_t features) {
  if (request.kind == Expansion::Kind::kFourier) return request.waves;
  // More than Expansion takes, it says so itself.
  if (request.kind == Expansion::Kind::kNone || features > Expansion::kMostQuadratic) {
    return features;
  }
  return features + features * (features + 1) / 2;
}

}  // namespace

Trained train(StreamFile& stream, Labels classes, const TrainOptions& unsaid,
              const OnProgress& progress) {
  check_options(unsaid, true);
  const TrainOptions options = completed(unsaid, true);
  require_two_classes(classes, stream.name());
  std::vector<std::string> warnings = stream.warnings();
  const Layout& layout = stream.layout();
  Scaling scaling;
  if (layout.format == FileFormat::kText) scaling = learn_text(stream);
  const std::uint32_t promised =
      layout.format == FileFormat::kText ? scaling.text.size() : features_of(layout);
  // svmlight does not say how many features are to come.
  const std::uint32_t features = promised > 0 ? promised : std::uint32_t{1} << 31;
  const Expansion::Request expand = parse_expand(options.expand);
  if (expand.kind != Expansion::Kind::kNone && !is_table(layout)) {
    throw Error::bad_argument(
        "an expansion is learnt from the first examples of a stream, which must be a table (csv, "
        "arff)");
  }
  KnownExamples examples(stream, classes);
  Dataset first;
  if (is_table(layout) || options.seeding == "similar") first = first_examples(examples, classes);
  if (is_table(layout)) scaling = scaling_of(first, layout, expand, features);
  first.rewrite([&](Example& row) { scaling.apply(row); });
  Expansion expansion(expand, first, features, options.seed);
  expansion.apply(first, options.threads);
  std::vector<std::uint32_t> rows(first.size());
  std::iota(rows.begin(), rows.end(), 0);
  std::unique_ptr<const Reduction> reduction =
      make_reduction(options, classes, {first, rows}, warnings);
  const std::vector<float> shares = reduction->shares();
  const std::unique_ptr<OnlineLearner> learner =
      learner_named(options.learner)
          .online({reduction->problems(), most_places(expand, features), {}, shares},
                  {options.seed, options.l2, 0, 0, {}});
  StreamPass pass(*reduction, *learner, options.threads, progress);

  for (const std::uint32_t row : rows) {
    pass.learn(first.row(row), first.label(row), first.weight(row));
  }
  first = Dataset();
  Example example;
  Example expanded;
  Expansion::Scratch scratch;
  while (const std::optional<std::uint32_t> label = examples.next(example)) {
    scaling.apply(example);
    if (expand.kind == Expansion::Kind::kNone) {
      pass.learn(example.features(), *label, example.weight);
    } else {
      expansion.apply(example.features(), expanded, scratch);
      pass.learn(expanded.features(), *label, example.weight);
    }
  }
  pass.finish();
  if (pass.examples() == 0) {
    throw Error(Error::Kind::kParse, fmt::format("{}: no examples to learn from", stream.name()));
  }
  examples.add_warnings(warnings);

  About about = about_of(options, stream.name());
  about.examples = pass.examples();
  about.features = promised > 0 ? promised : pass.features();
  about.passes = 1;
  about.error = pass.error();
  return trained(std::move(about), layout, std::move(scaling), std::move(expansion), classes,
                 std::move(reduction), learner->learnt(), std::move(warnings));
}

}  // namespace ect
