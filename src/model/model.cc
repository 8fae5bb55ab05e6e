// Saves and loads models, and describes them. Tests: model_file_test,
// golden_test; tests/fuzz/fuzz_model.cc.
#include "ect/model.h"

#include <fmt/format.h>

#include <cstring>
#include <functional>
#include <optional>
#include <utility>

#include "ect/error.h"
#include "learners/compose.h"
#include "learners/learners.h"
#include "model/about_json.h"
#include "model/asked_program.h"
#include "model/parts.h"
#include "model/preparation.h"
#include "model/sections.h"
#include "reductions/ensemble.h"
#include "reductions/reductions.h"
#include "util/file.h"
#include "util/file_bytes.h"
#include "util/text.h"

namespace ect {
namespace {

// Smaller files are verified when they are loaded; larger ones part by part, when they are used.
constexpr std::size_t kVerifiedAtOnce = std::size_t{64} << 20;

// Loads the preparation and checks it against the description of the model.
model::Preparation preparation_of(const model::Sections& sections, const model::About& about) {
  std::optional<std::span<const std::byte>> expansion;
  if (sections.has(model::SectionId::kExpansion))
    expansion = sections.section(model::SectionId::kExpansion);
  model::Preparation preparation =
      model::Preparation::load(sections.section(model::SectionId::kScaling), expansion);
  const std::string name = preparation.expansion().name();
  if (name != (about.expand.empty() ? "none" : about.expand)) {
    throw Error(Error::Kind::kModelFormat, fmt::format("the stored expansion is {} (expected {})",
                                                       name, util::quoted(about.expand)));
  }
  return preparation;
}

// The lowest version that can represent the model, so that older programs can read it if possible.
std::uint32_t version_of(const model::About& about, const data::Layout& layout,
                         const data::Scaling& scaling, bool by_feature) {
  if (about.weight_bits > 0) return by_feature ? model::kFourthVersion : model::kThirdVersion;
  const bool text = layout.format == FileFormat::kText && layout.text.edition > 1;
  const bool second = text || scaling.kind == data::Scaling::Kind::kText || !about.expand.empty() ||
                      !about.finals.empty() || about.trees > 1;
  return second ? model::kSecondVersion : model::kFirstVersion;
}

std::span<const std::uint32_t> words_of(std::span<const std::byte> bytes) {
  if (bytes.size() % 4 != 0) {
    throw Error(Error::Kind::kModelFormat, "the reduction is damaged: its length is wrong");
  }
  return {reinterpret_cast<const std::uint32_t*>(bytes.data()), bytes.size() / 4};
}

// Starts the program that trained the model; null if none is given.
std::shared_ptr<learners::Program> program_of(const AskedProgram& asked, const model::About& about,
                                              const reductions::Reduction& reduction,
                                              const model::LabelTable& labels,
                                              const data::Layout& layout,
                                              const data::Scaling& scaling) {
  if (asked.command.empty()) return nullptr;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < labels.size(); ++i) names.emplace_back(labels.name(i));
  std::shared_ptr<learners::Program> program = model::start_program(
      asked.command, asked.timeout, reduction, std::move(names), layout, scaling);
  if (program->name() != about.program) {
    throw Error::input_output(
        fmt::format("the program is named {} (expected {}, which trained the model)",
                    util::quoted(program->name()), util::quoted(about.program)));
  }
  return program;
}

// Writes all sections of a model, piece by piece.
void write_model(const model::ModelParts& parts,
                 const std::function<void(std::string_view)>& write) {
  const std::string about = about_json(parts.about, parts.layout);
  const model::Preparation::Stored preparation = parts.preparation.stored();
  const std::vector<std::uint32_t> reduction = parts.reduction->stored();
  const learners::StoredClassifiers stored = parts.classifiers->stored();
  std::vector<model::Section> sections = {
      {model::SectionId::kAbout, std::as_bytes(std::span(about))},
      {model::SectionId::kLabels, parts.labels.bytes()},
      {model::SectionId::kReduction, std::as_bytes(std::span(reduction))},
      {model::SectionId::kScaling, preparation.scaling},
      {model::SectionId::kDirectory, stored.directory},
      {model::SectionId::kBody, stored.body},
  };
  if (parts.preparation.expands()) {
    sections.push_back({model::SectionId::kExpansion, preparation.expansion});
  }
  if (!parts.label_examples.empty()) {
    sections.push_back(
        {model::SectionId::kLabelCounts, std::as_bytes(std::span(parts.label_examples))});
  }
  write_sections(write, sections,
                 version_of(parts.about, parts.layout, parts.preparation.scaling(),
                            stored.layout == learners::WeightLayout::kByFeature));
}

Model read_model(const model::Sections& sections, std::size_t file_bytes,
                 const std::shared_ptr<const void>& owner, const std::string& name,
                 const AskedProgram& asked) {
  model::About about;
  data::Layout layout;
  const std::span<const std::byte> json = sections.section(model::SectionId::kAbout);
  read_about({reinterpret_cast<const char*>(json.data()), json.size()}, about, layout);
  const learners::LearnerKind* learner = learners::find_learner(about.learner);
  if (learner == nullptr) {
    throw Error(Error::Kind::kModelFormat,
                fmt::format("it was trained by the learner {}, which is unknown here (a learner of "
                            "one's own must be registered before its models are loaded)",
                            util::quoted(about.learner)));
  }
  model::Preparation preparation = preparation_of(sections, about);
  const bool by_feature = sections.version() == model::kFourthVersion;
  if (version_of(about, layout, preparation.scaling(), by_feature) != sections.version()) {
    throw Error(Error::Kind::kModelFormat, "the content does not match the format version");
  }
  model::LabelTable labels(sections.section(model::SectionId::kLabels), owner, name);
  const reductions::ReductionKind& kind = reductions::reduction_named(about.reduction);
  if (!about.finals.empty() && (about.finals != "contested" || kind.load_contested == nullptr)) {
    throw Error(Error::Kind::kModelFormat, "unknown kind of finals");
  }
  const reductions::ReductionKind::Load load =
      about.finals.empty() ? kind.load : kind.load_contested;
  const std::span<const std::uint32_t> words =
      words_of(sections.section(model::SectionId::kReduction));
  const bool one = about.trees == 1;
  if (!one && (about.trees == 0 || words.empty() || words[0] != about.trees)) {
    throw Error(Error::Kind::kModelFormat, "the number of trees does not match");
  }
  std::unique_ptr<const reductions::Reduction> reduction =
      one ? load(words, labels.size())
          : reductions::EnsembleReduction::load(words, load, labels.size());
  const learners::Verify verify =
      file_bytes < kVerifiedAtOnce ? learners::Verify::kNow : learners::Verify::kWhenAsked;
  const learners::WeightLayout weights = by_feature ? learners::WeightLayout::kByFeature
                                         : about.weight_bits > 0
                                             ? learners::WeightLayout::kPacked
                                             : learners::WeightLayout::kAsLearnt;
  std::unique_ptr<learners::TrainedClassifiers> classifiers =
      load_trained(*learner,
                   {sections.section(model::SectionId::kDirectory),
                    sections.section(model::SectionId::kBody), owner, name, weights},
                   reduction->problems(), verify,
                   {about.seed, about.l2, about.costing, about.probing,
                    program_of(asked, about, *reduction, labels, layout, preparation.scaling())});
  std::vector<std::uint32_t> label_examples;
  if (sections.has(model::SectionId::kLabelCounts)) {
    const auto counts = words_of(sections.section(model::SectionId::kLabelCounts));
    if (counts.size() != labels.size()) {
      throw Error(Error::Kind::kModelFormat, "the numbers of examples do not match the classes");
    }
    label_examples.assign(counts.begin(), counts.end());
  }
  return Model(std::make_shared<const model::ModelParts>(model::ModelParts{
      std::move(about), std::move(layout), std::move(preparation), std::move(labels),
      std::move(reduction), std::move(classifiers), std::move(label_examples), file_bytes}));
}

}  // namespace

Model Model::load(const std::string& path, const AskedProgram& program) {
  const std::shared_ptr<const util::FileBytes> file = util::FileBytes::read(path);
  return from_bytes(file->bytes(), file, path, program);
}

Model Model::map(const std::string& path, const AskedProgram& program) {
  const std::shared_ptr<const util::FileBytes> file = util::FileBytes::map(path);
  Model model = from_bytes(file->bytes(), file, path, program);
  model.mapped_ = file;
  return model;
}

void Model::check_unchanged() const {
  if (mapped_) mapped_->check_unchanged();
}

Model Model::from_bytes(std::span<const std::byte> bytes, const std::shared_ptr<const void>& owner,
                        const std::string& name, const AskedProgram& program) {
  // Sections are used in place, as numbers of up to 8 bytes, so they must be aligned.
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % kWord != 0) {
    const auto copy =
        std::make_shared<std::vector<std::uint64_t>>((bytes.size() + kWord - 1) / kWord);
    std::memcpy(copy->data(), bytes.data(), bytes.size());
    return from_bytes(std::as_bytes(std::span(*copy)).first(bytes.size()), copy, name, program);
  }
  const model::Sections sections(bytes, name);
  try {
    return read_model(sections, bytes.size(), owner, name, program);
  } catch (const Error& error) {
    if (error.kind() == Error::Kind::kInputOutput) throw;  // the program's fault, not the file's
    const std::string what = error.what();
    throw what.starts_with(name + ":") ? error : sections.error(what);
  }
}

void Model::save(const std::string& path) const {
  util::FileWriter file(path);
  write_model(*parts_, [&](std::string_view bytes) { file.write(bytes); });
  file.commit();
}

std::vector<std::byte> Model::to_bytes() const {
  std::vector<std::byte> bytes;
  write_model(*parts_, [&](std::string_view more) {
    const auto added = std::as_bytes(std::span(more));
    bytes.insert(bytes.end(), added.begin(), added.end());
  });
  return bytes;
}

std::uint32_t Model::classes() const { return parts_->labels.size(); }

std::string_view Model::label(std::uint32_t number) const { return parts_->labels.name(number); }

std::optional<std::uint32_t> Model::find_label(std::string_view name) const {
  for (std::uint32_t number = 0; number < classes(); ++number) {
    if (label(number) == name) return number;
  }
  return std::nullopt;
}

ModelInfo Model::info() const {
  const model::About& about = parts_->about;
  const reductions::Reduction& reduction = *parts_->reduction;
  ModelInfo info;
  info.reduction = about.reduction;
  info.learner = about.learner;
  info.seeding = about.seeding;
  info.finals = reduction.finals();
  info.expand = about.expand.empty() ? "none" : about.expand;
  if (reduction.schedule() != nullptr) info.eliminations = reduction.schedule()->eliminations();
  info.trees = about.trees;
  info.from_costs = !about.cost_scale.empty();
  info.classes = classes();
  info.features = about.features;
  info.examples = about.examples;
  info.data = about.data;
  info.seed = about.seed;
  if (about.error >= 0) info.error = about.error;
  info.tried = about.tried;
  info.problems = reduction.problems();
  info.most_questions = reduction.most_questions();
  info.guarantee = reduction.guarantee(info.from_costs);
  return info;
}

void Model::verify() const { parts_->classifiers->verify(); }

}  // namespace ect
