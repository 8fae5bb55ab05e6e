// A model's way to a file and back, and the questions it answers. Tests: model_file_test,
// golden_test; tests/fuzz/fuzz_model.cc.
#include "ect/model.h"

#include <fmt/format.h>

#include <cstring>
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
#include "util/file_bytes.h"
#include "util/text.h"

namespace ect {
namespace {

// Files below that are compared with all their checksums at once; larger ones as they are used.
constexpr std::size_t kVerifiedAtOnce = std::size_t{64} << 20;

// As the model says that it is.
model::Preparation preparation_of(const model::Sections& sections, const model::About& about) {
  std::optional<std::span<const std::byte>> expansion;
  if (sections.has(model::SectionId::kExpansion))
    expansion = sections.section(model::SectionId::kExpansion);
  model::Preparation preparation =
      model::Preparation::load(sections.section(model::SectionId::kScaling), expansion);
  const std::string name = preparation.expansion().name();
  if (name != (about.expand.empty() ? "none" : about.expand)) {
    throw Error(Error::Kind::kModelFormat, fmt::format("it has the expansion {} where it says {}",
                                                       name, util::shown(about.expand)));
  }
  return preparation;
}

// The lowest version that can say it, so that older programs read what they can.
std::uint32_t version_of(const model::About& about, const data::Layout& layout,
                         const data::Scaling& scaling) {
  if (about.weight_bits > 0) return model::kThirdVersion;
  const bool text = layout.format == data::FileFormat::kText && layout.text.edition > 1;
  const bool second = text || scaling.kind == data::Scaling::Kind::kText || !about.expand.empty() ||
                      !about.finals.empty() || about.trees > 1;
  return second ? model::kSecondVersion : model::kFirstVersion;
}

std::span<const std::uint32_t> words_of(std::span<const std::byte> bytes) {
  if (bytes.size() % 4 != 0) {
    throw Error(Error::Kind::kModelFormat, "the reduction is damaged: it has another length");
  }
  return {reinterpret_cast<const std::uint32_t*>(bytes.data()), bytes.size() / 4};
}

// The program that is to answer for the model; nothing where none is named.
std::shared_ptr<learners::Program> program_of(const AskedProgram& asked, const model::About& about,
                                              const Reduction& reduction,
                                              const model::LabelTable& labels,
                                              const data::Layout& layout,
                                              const data::Scaling& scaling) {
  if (asked.command.empty()) return nullptr;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < labels.size(); ++i) names.emplace_back(labels.name(i));
  std::shared_ptr<learners::Program> program = model::start_program(
      asked.command, asked.timeout, reduction, std::move(names), layout, scaling);
  if (program->name() != about.program) {
    throw Error::input_output(fmt::format("the program calls itself {}; the model was learnt by {}",
                                          util::shown(program->name()),
                                          util::shown(about.program)));
  }
  return program;
}

Model read_model(const model::Sections& sections, std::size_t file_bytes,
                 const std::shared_ptr<const void>& owner, const std::string& name,
                 const AskedProgram& asked) {
  model::About about;
  data::Layout layout;
  const std::span<const std::byte> json = sections.section(model::SectionId::kAbout);
  read_about({reinterpret_cast<const char*>(json.data()), json.size()}, about, layout);
  const learners::LearnerKind& learner = learners::learner_named(about.learner);
  model::Preparation preparation = preparation_of(sections, about);
  if (version_of(about, layout, preparation.scaling()) != sections.version()) {
    throw Error(Error::Kind::kModelFormat, "it is not of the format version that it says");
  }
  model::LabelTable labels(sections.section(model::SectionId::kLabels), owner, name);
  const reductions::ReductionKind& kind = reductions::reduction_named(about.reduction);
  if (!about.finals.empty() && (about.finals != "contested" || kind.load_contested == nullptr)) {
    throw Error(Error::Kind::kModelFormat, "it has finals of an unknown kind");
  }
  const reductions::ReductionKind::Load load =
      about.finals.empty() ? kind.load : kind.load_contested;
  const std::span<const std::uint32_t> words =
      words_of(sections.section(model::SectionId::kReduction));
  const bool one = about.trees == 1;
  if (!one && (about.trees == 0 || words.empty() || words[0] != about.trees)) {
    throw Error(Error::Kind::kModelFormat, "it has another number of trees than it says");
  }
  std::unique_ptr<const Reduction> reduction =
      one ? load(words, labels.size())
          : reductions::EnsembleReduction::load(words, load, labels.size());
  const Verify verify = file_bytes < kVerifiedAtOnce ? Verify::kNow : Verify::kWhenAsked;
  std::unique_ptr<KeptClassifiers> classifiers =
      load_kept(learner,
                {sections.section(model::SectionId::kDirectory),
                 sections.section(model::SectionId::kBody), owner, name, about.weight_bits > 0},
                reduction->problems(), verify,
                {about.seed, about.l2, about.costing, about.probing,
                 program_of(asked, about, *reduction, labels, layout, preparation.scaling())});
  return Model(std::make_shared<const model::ModelParts>(model::ModelParts{
      std::move(about), std::move(layout), std::move(preparation), std::move(labels),
      std::move(reduction), std::move(classifiers), file_bytes}));
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
  // Sections are read where they lie, as numbers of up to 8 bytes.
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
  const std::string about = about_json(parts_->about, parts_->layout);
  const model::Preparation::Stored preparation = parts_->preparation.stored();
  const std::vector<std::uint32_t> reduction = parts_->reduction->stored();
  const StoredClassifiers stored = parts_->classifiers->stored();
  std::vector<model::Section> sections = {
      {model::SectionId::kAbout, std::as_bytes(std::span(about))},
      {model::SectionId::kLabels, parts_->labels.bytes()},
      {model::SectionId::kReduction, std::as_bytes(std::span(reduction))},
      {model::SectionId::kScaling, preparation.scaling},
      {model::SectionId::kDirectory, stored.directory},
      {model::SectionId::kBody, stored.body},
  };
  if (parts_->preparation.expands()) {
    sections.push_back({model::SectionId::kExpansion, preparation.expansion});
  }
  write_sections(path, sections,
                 version_of(parts_->about, parts_->layout, parts_->preparation.scaling()));
}

std::uint32_t Model::classes() const { return parts_->labels.size(); }

std::string_view Model::label(std::uint32_t number) const { return parts_->labels.name(number); }

void Model::verify() const { parts_->classifiers->verify(); }

Predictor::Predictor(Model model)
    : model_(std::move(model)), asker_(model_.parts().classifiers->asker()) {}

Features Predictor::prepared(const Features& x) {
  example_.indices.assign(x.indices.begin(), x.indices.end());
  example_.values.assign(x.values.begin(), x.values.end());
  const Features prepared = model_.parts().preparation.apply(example_, expanded_, scratch_);
  asker_->about(prepared);
  return prepared;
}

std::uint32_t Predictor::predict(const Features& x) {
  const model::ModelParts& parts = model_.parts();
  return parts.reduction->predict(*asker_, prepared(x), questions_);
}

double Predictor::probability(const Features& x, std::uint32_t label) {
  const model::ModelParts& parts = model_.parts();
  return parts.reduction->probability(*asker_, prepared(x), label);
}

std::span<const Scored> Predictor::likeliest(const Features& x, std::size_t most) {
  const model::ModelParts& parts = model_.parts();
  parts.reduction->likeliest(*asker_, prepared(x), most, scored_);
  return scored_;
}

}  // namespace ect
