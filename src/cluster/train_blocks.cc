// Training in blocks, on one machine or many: the steps of model/fit_one_way.cc, each done by all
// ranks together (blocks.cc says why their number does not matter).
//
//   read       labelled text, in parts; tf-idf; every row to its home block (home.cc)
//   seed       the points of labels are integer sums over all rows; every rank makes the same tree
//   cut        the tree is cut into as many parts as there are blocks (cut.cc)
//   subtrees   the parts are learnt, each by one block (subtrees.cc)
//   top        the matches above the cut, each by all blocks (top_matches.cc)
//   contenders of all rows (block_contenders.cc)
//   finals     jointly, by all blocks (block_finals.cc)
//   gather     what was learnt goes to rank 0, which writes the model
//
// Points of labels: a value is rounded to a multiple of 2^-32, so that sums are integers and the
// same in any order; a fixed order would take a sum of each block, S times the memory.
//
// Cost: see the steps. Memory of a rank: its part of the rows and of the finals' weights; and, at
// every rank, the vocabulary, the labels' names and points, and the matches above the cut. Rank 0
// also takes the model. Tests: equal_bytes_test.
#include "cluster/train_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cluster/block_contenders.h"
#include "cluster/block_finals.h"
#include "cluster/cut.h"
#include "cluster/home.h"
#include "cluster/judge_rows.h"
#include "cluster/subtrees.h"
#include "cluster/top_matches.h"
#include "ect/error.h"
#include "learners/linear/linear.h"
#include "model/assemble.h"
#include "model/fingerprint.h"
#include "model/named_options.h"
#include "model/train_options.h"
#include "reductions/tournament/label_points.h"
#include "reductions/tournament/similar_seeding.h"
#include "reductions/tournament/tournament_reduction.h"
#include "util/digest.h"

namespace ect::cluster {
namespace {

// Blocks, if none were asked for: enough for as many ranks, and more for more rows.
constexpr std::uint64_t kRowsOfBlock = 65536;
constexpr std::uint64_t kMinBlocks = 16;
constexpr std::uint64_t kMaxBlocks = 256;
constexpr std::uint32_t kUnset = 0xffffffff;
constexpr double kPointUnit = 4294967296.0;  // 2^32

std::uint32_t number_of_blocks(const model::Settings& settings, std::uint64_t rows) {
  if (settings.blocks > 0) return settings.blocks;
  return static_cast<std::uint32_t>(
      std::clamp(std::bit_ceil(rows / kRowsOfBlock), kMinBlocks, kMaxBlocks));
}

// Those that change the model, and how data is read.
std::string options_of(const BlockTraining& training) {
  const data::TextRequest& text = training.read.text;
  const auto chars = text.chars.value_or(std::pair(kUnset, kUnset));
  return fmt::format("{}compact={}\nwords={}\nchars={}-{}\nbits={}\nformat={}\n",
                     model::options_text(training.settings), training.settings.compact,
                     text.words.value_or(kUnset), chars.first, chars.second,
                     text.bits.value_or(kUnset),
                     training.read.format ? data::format_name(*training.read.format) : "");
}

// Throws unless all ranks were started alike.
void check_alike(Communicator& communicator, const BlockTraining& training,
                 const std::vector<InputPart>& parts) {
  util::ByteWriter told;
  told.text(training.version);
  told.text(options_of(training));
  std::string input;
  for (const InputPart& part : parts) {
    input += fmt::format("{} {} {}\n", part.file, part.first, part.last);
  }
  told.text(input);
  const Bytes own = told.release();
  const std::vector<Bytes> all =
      communicator.exchange(std::vector<Bytes>(communicator.size(), own));
  constexpr std::array<std::string_view, 3> kWhat = {"another version of ect-mpi", "other options",
                                                     "other input files"};
  for (std::uint32_t rank = 1; rank < all.size(); ++rank) {
    util::ByteReader first(all[0], "a greeting");
    util::ByteReader other(all[rank], "a greeting");
    for (const std::string_view what : kWhat) {
      if (first.text() == other.text()) continue;
      throw Error::bad_argument(fmt::format("rank {} was started with {} than rank 0", rank, what));
    }
  }
}

Seeding seed_in_blocks(Blocks& blocks, const HomeData& home, std::uint64_t seed) {
  const std::uint32_t labels = home.facts.labels.size();
  const std::size_t dimensions = reductions::point_dimensions(labels, home.facts.features);
  const reductions::PointPlaces places(home.facts.features, dimensions);
  std::vector<std::int64_t> sums(labels * dimensions);
  for (const HomeRows& rows : home.homes) {
    for (std::size_t i = 0; i < rows.data.size(); ++i) {
      std::int64_t* const of_label = sums.data() + rows.data.label(i) * dimensions;
      places.visit(rows.data.row(i), [&](std::size_t place, double value) {
        of_label[place] += std::llround(value * kPointUnit);
      });
    }
  }
  blocks.sum_up(sums);
  std::vector<float> values;
  values.reserve(sums.size());
  for (const std::int64_t sum : sums) {
    values.push_back(static_cast<float>(static_cast<double>(sum) / kPointUnit));
  }
  std::vector<std::int64_t>().swap(sums);
  return similar_seeding(reductions::directions(labels, std::move(values)), seed, blocks.threads());
}

// What checkpoints of parts belong to.
std::string fingerprint_of(const BlockTraining& training, Blocks& blocks, const HomeData& home) {
  std::vector<std::int64_t> rows(2);
  for (const HomeRows& here : home.homes) {
    for (std::size_t i = 0; i < here.data.size(); ++i) {
      util::Digest digest;
      digest.add(here.numbers[i] << 32 | here.data.label(i));
      digest.add_all(here.data.row(i).indices);
      digest.add_all(here.data.row(i).values);
      rows[0] += static_cast<std::int64_t>(digest.value() >> 32);
      rows[1] += static_cast<std::int64_t>(digest.value() & 0xffffffff);
    }
  }
  blocks.sum_up(rows);
  util::Digest labels;
  for (std::uint32_t label = 0; label < home.facts.labels.size(); ++label) {
    labels.add(home.facts.labels.name(label));
  }
  return fmt::format("{}blocks={}\nclasses={:016x}\ndata={:016x}{:016x}\n",
                     model::options_text(training.settings), blocks.size(), labels.value(), rows[0],
                     rows[1]);
}

// Brings all classifiers together at rank 0: a record is its problem and its bytes.
std::unique_ptr<learners::TrainedClassifiers> gather(
    Blocks& blocks, const Cut& cut, const Subtrees& subtrees, const TopMatches& top,
    std::vector<std::vector<LabelScores::Scorer>> scorers, float prune, std::uint32_t labels) {
  const std::uint32_t matches = cut.whole.matches();
  util::ByteWriter records;
  const auto put = [&](std::uint32_t problem, std::span<const std::byte> bytes) {
    records.number(problem);
    records.number<std::uint64_t>(bytes.size());
    records.raw(bytes);
  };
  for (std::size_t own = 0; own < blocks.own(); ++own) {
    if (!subtrees.has_part(own)) continue;
    const Cut::Part& part = subtrees.part(own);
    for (std::uint32_t match = 0; match < part.matches.size(); ++match) {
      put(part.matches[match], subtrees.learner(own).serialize(match));
    }
    for (LabelScores::Scorer& scorer : scorers[own]) {
      float greatest = 0;
      for (const learners::Weight& weight : scorer.weights) {
        greatest = std::max(greatest, std::abs(weight.weight));
      }
      std::erase_if(scorer.weights, [&](const learners::Weight& weight) {
        return std::abs(weight.weight) < prune * greatest;
      });
      learners::LinearBuilder one(1);
      one.set(0, 0, scorer.weights);
      put(matches + scorer.label, one.serialize(0));
      std::vector<learners::Weight>().swap(scorer.weights);
    }
  }
  std::vector<Bytes> to(blocks.ranks());
  to[0] = records.release();
  std::vector<Bytes> all = blocks.exchange(std::move(to));
  if (blocks.rank() != 0) return nullptr;
  learners::LinearBuilder builder(matches + labels);
  for (std::uint32_t match = 0; match < cut.top_matches.size(); ++match) {
    builder.deserialize(cut.top_matches[match], top.classifiers.serialize(match));
  }
  for (Bytes& bytes : all) {
    for (util::ByteReader reader(bytes, "classifiers"); reader.left() > 0;) {
      const auto problem = reader.number<std::uint32_t>();
      builder.deserialize(problem, reader.take(reader.number<std::uint64_t>()));
    }
    Bytes().swap(bytes);
  }
  return builder.finish();
}

void make_folder(Communicator& communicator, const model::CheckpointOptions& checkpoint) {
  if (checkpoint.path.empty()) return;
  if (communicator.rank() == 0) {
    std::error_code failed;
    if (std::filesystem::exists(checkpoint.path, failed) && !checkpoint.resume) {
      throw Error::bad_argument(fmt::format(
          "{} exists (--resume goes on from it; remove it to start anew)", checkpoint.path));
    }
    std::filesystem::create_directories(checkpoint.path, failed);
    if (failed) {
      throw Error(Error::Kind::kInputOutput,
                  fmt::format("{}: {}", checkpoint.path, failed.message()));
    }
  }
  communicator.exchange(std::vector<Bytes>(communicator.size()));
}

class Steps {
 public:
  Steps(Blocks& blocks, const reductions::OnProgress& progress)
      : blocks_(blocks), progress_(progress) {}
  void begin(const char* name) {
    blocks_.begin_phase(name);
    ++step_;
    if (progress_) progress_({true, step_, kSteps, 0, 1, -1});
  }

 private:
  static constexpr std::uint32_t kSteps = 7;

  Blocks& blocks_;
  const reductions::OnProgress& progress_;
  std::uint32_t step_ = 0;
};

model::Recipe recipe_of(const model::Settings& settings) {
  model::Recipe recipe = completed(settings, false);
  recipe.finals.rule = FinalsRule::kJoint;
  return recipe;
}

}  // namespace

void check_supported(const model::Settings& settings) {
  const model::Recipe recipe = completed(settings, false);
  const bool supported =
      settings.reduction->id == ReductionId::kEct && recipe.eliminations == 1 &&
      recipe.learner.kind->name == "hinge" && recipe.finals.contested &&
      recipe.finals.rule.value_or(FinalsRule::kJoint) == FinalsRule::kJoint &&
      recipe.seeding.kind == SeedingChoice::Kind::kSimilar && recipe.trees == 1 && !recipe.costs &&
      recipe.costing == 0 && recipe.probing == 0 && recipe.passes == 0 &&
      recipe.expand.kind == FeatureExpansion::Kind::kNone && recipe.routing == RoutedBy::kOutOfFold;
  if (supported) return;
  throw Error::bad_argument(
      "training in blocks supports --reduction ect, -m 1, --learner hinge, --finals "
      "contested:joint, --seeding similar and labels, on labelled text (all of them are defaults)");
}

std::optional<model::Trained> train_in_blocks(Communicator& communicator,
                                              const BlockTraining& training,
                                              std::vector<Traffic>* traffic) {
  check_supported(training.settings);
  const std::vector<InputPart> parts = input_parts(training.files);
  check_alike(communicator, training, parts);
  make_folder(communicator, training.checkpoint);
  const model::Recipe recipe = recipe_of(training.settings);
  ReadData read = read_parts(communicator, parts, training.read, recipe.threads);
  const std::string& name = training.files.front();
  model::require_two_classes(read.labels, name);
  Blocks blocks(communicator, number_of_blocks(training.settings, read.rows), recipe.threads);
  Steps steps(blocks, training.progress);
  steps.begin("rows");
  HomeData home = home_rows(blocks, std::move(read));
  Facts& facts = home.facts;
  const PartCheckpoints checkpoints{training.checkpoint, fingerprint_of(training, blocks, home)};

  steps.begin("seeding");
  const Cut cut =
      cut_tournament(seed_in_blocks(blocks, home, recipe.seed), facts.examples_of, blocks.size());
  const bool by_score = facts.labels.size() > reductions::kMinFoundByScore;
  const reductions::FinalsLimits limits =
      reductions::finals_limits(FinalsRule::kJoint, recipe.contenders, by_score);
  steps.begin("subtrees");
  Subtrees subtrees(blocks, facts, cut, recipe, limits);
  std::vector<BelowCut> below = subtrees.learn(home.homes, checkpoints);
  steps.begin("top");
  const TopMatches top = learn_top(blocks, facts, cut, recipe, home.homes, below);
  steps.begin("contenders");
  const std::vector<ContendersOfRows> contenders =
      gather_contenders(blocks, cut, subtrees, top, home.homes, std::move(below), limits);
  subtrees.forget_packed();
  steps.begin("finals");
  BlockFinals finals = learn_finals(blocks, facts, cut, recipe, home.homes, contenders, limits);
  const reductions::ContestedReduction plain(
      reductions::TournamentReduction(cut.whole, reductions::Routing::kFiltered), recipe.contenders,
      FinalsRule::kJoint);
  SettledFinals settled = settle_finals(plain, by_score, finals.measured, facts.examples_of);

  steps.begin("model");
  std::unique_ptr<learners::TrainedClassifiers> classifiers =
      gather(blocks, cut, subtrees, top, std::move(finals.scorers),
             recipe.compact == 0 || recipe.compact == 8 ? settled.prune.value_or(0) : 0,
             facts.labels.size());
  if (traffic != nullptr) *traffic = blocks.traffic();
  if (classifiers == nullptr) return std::nullopt;
  model::About about = about_of(recipe, name);
  about.features = facts.features;
  about.examples = facts.rows;
  about.error = settled.error;
  if (settled.error >= 0) {
    about.error_se = std::sqrt(settled.error * (1 - settled.error) /
                               static_cast<double>(finals.measured.size()));
  }
  about.tried = {{"finals by joint", settled.error}};
  model::ModelParts learnt{std::move(about),
                           std::move(facts.layout),
                           model::Preparation(std::move(facts.scaling), {}),
                           model::LabelTable(facts.labels),
                           std::move(settled.reduction),
                           std::move(classifiers),
                           std::move(facts.examples_of)};
  home.homes.clear();
  pack(recipe, false, settled.prune, learnt);
  return model::Trained{model::finished(std::move(learnt)), {}};
}

void remove_checkpoints(const model::CheckpointOptions& checkpoint) {
  if (checkpoint.path.empty()) return;
  std::error_code failed;
  std::filesystem::remove_all(checkpoint.path, failed);
}

}  // namespace ect::cluster
