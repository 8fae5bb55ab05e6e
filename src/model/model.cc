// A model's way to a file and back, and the questions it answers. Tests: model_file_test,
// golden_test; tests/fuzz/fuzz_model.cc.
#include "ect/model.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "ect/error.h"
#include "learners/compose.h"
#include "learners/learners.h"
#include "model/about_json.h"
#include "model/asked_program.h"
#include "model/parts.h"
#include "model/sections.h"
#include "reductions/ensemble.h"
#include "reductions/reductions.h"
#include "util/mapped_file.h"
#include "util/text.h"

namespace ect {
namespace {

// Files below that are compared with all their checksums at once; larger ones as they are used.
constexpr std::size_t kVerifiedAtOnce = std::size_t{64} << 20;

struct ScalingHead {
  std::uint32_t kind;
  float factor;
  std::uint64_t columns;
  std::uint64_t always;
};

template <class T>
void append(std::vector<std::byte>& bytes, std::span<const T> items) {
  const std::span<const std::byte> more = std::as_bytes(items);
  bytes.insert(bytes.end(), more.begin(), more.end());
}

std::vector<std::byte> pack_scaling(const Scaling& scaling) {
  const ScalingHead head{static_cast<std::uint32_t>(scaling.kind), scaling.factor,
                         scaling.factors.size(), scaling.always.size()};
  std::vector<std::byte> bytes;
  append(bytes, std::span(&head, 1));
  append(bytes, std::span<const float>(scaling.offsets));
  append(bytes, std::span<const float>(scaling.factors));
  append(bytes, std::span<const std::uint32_t>(scaling.always));
  return bytes;
}

Scaling unpack_scaling(std::span<const std::byte> bytes) {
  const Error damaged(Error::Kind::kModelFormat, "the scaling of features is damaged");
  ScalingHead head{};
  if (bytes.size() < sizeof head) throw damaged;
  std::memcpy(&head, bytes.data(), sizeof head);
  const std::uint64_t words = (bytes.size() - sizeof head) / 4;
  if (bytes.size() % 4 != 0 || head.kind > static_cast<std::uint32_t>(Scaling::Kind::kColumns) ||
      head.columns > words || head.always > head.columns ||
      2 * head.columns + head.always != words) {
    throw damaged;
  }
  Scaling scaling;
  scaling.kind = static_cast<Scaling::Kind>(head.kind);
  scaling.factor = head.factor;
  scaling.offsets.resize(head.columns);
  scaling.factors.resize(head.columns);
  scaling.always.resize(head.always);
  const std::byte* from = bytes.data() + sizeof head;
  const auto take = [&](void* to, std::size_t size) {
    if (size > 0) std::memcpy(to, from, size);
    from += size;
  };
  take(scaling.offsets.data(), 4 * head.columns);
  take(scaling.factors.data(), 4 * head.columns);
  take(scaling.always.data(), 4 * head.always);
  for (std::size_t i = 0; i < scaling.always.size(); ++i) {
    const bool increases = i == 0 || scaling.always[i] > scaling.always[i - 1];
    if (!increases || scaling.always[i] >= head.columns) throw damaged;
  }
  return scaling;
}

// As the model says that it is.
Expansion expansion_of(const Sections& sections, const About& about) {
  Expansion expansion;
  if (sections.has(SectionId::kExpansion)) {
    expansion = Expansion(sections.section(SectionId::kExpansion));
  }
  if (expansion.name() != (about.expand.empty() ? "none" : about.expand)) {
    throw Error(Error::Kind::kModelFormat, fmt::format("it has the expansion {} where it says {}",
                                                       expansion.name(), shown(about.expand)));
  }
  return expansion;
}

std::span<const std::uint32_t> words_of(std::span<const std::byte> bytes) {
  if (bytes.size() % 4 != 0) {
    throw Error(Error::Kind::kModelFormat, "the reduction is damaged: it has another length");
  }
  return {reinterpret_cast<const std::uint32_t*>(bytes.data()), bytes.size() / 4};
}

// The program that is to answer for the model; nothing where none is named.
std::shared_ptr<Program> program_of(const AskedProgram& asked, const About& about,
                                    const Reduction& reduction, const LabelTable& labels,
                                    const Layout& layout, const Scaling& scaling) {
  if (asked.command.empty()) return nullptr;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < labels.size(); ++i) names.emplace_back(labels.name(i));
  std::shared_ptr<Program> program =
      start_program(asked.command, asked.timeout, reduction, std::move(names), layout, scaling);
  if (program->name() != about.program) {
    throw Error::input_output(fmt::format("the program calls itself {}; the model was learnt by {}",
                                          shown(program->name()), shown(about.program)));
  }
  return program;
}

Model read_model(const Sections& sections, std::size_t file_bytes,
                 const std::shared_ptr<const void>& owner, const std::string& name,
                 const AskedProgram& asked) {
  About about;
  Layout layout;
  const std::span<const std::byte> json = sections.section(SectionId::kAbout);
  read_about({reinterpret_cast<const char*>(json.data()), json.size()}, about, layout);
  const LearnerKind& learner = learner_named(about.learner);
  Scaling scaling = unpack_scaling(sections.section(SectionId::kScaling));
  Expansion expansion = expansion_of(sections, about);
  LabelTable labels(sections.section(SectionId::kLabels), owner, name);
  const ReductionKind& kind = reduction_named(about.reduction);
  if (!about.finals.empty() && (about.finals != "contested" || kind.load_contested == nullptr)) {
    throw Error(Error::Kind::kModelFormat, "it has finals of an unknown kind");
  }
  const ReductionKind::Load load = about.finals.empty() ? kind.load : kind.load_contested;
  const std::span<const std::uint32_t> words = words_of(sections.section(SectionId::kReduction));
  std::unique_ptr<const Reduction> reduction =
      about.trees == 1 ? load(words, labels.size())
                       : EnsembleReduction::load(words, load, labels.size());
  const Verify verify = file_bytes < kVerifiedAtOnce ? Verify::kNow : Verify::kWhenAsked;
  std::unique_ptr<KeptClassifiers> classifiers = load_kept(
      learner,
      {sections.section(SectionId::kDirectory), sections.section(SectionId::kBody), owner, name},
      reduction->problems(), verify,
      {about.seed, about.l2, about.costing, about.probing,
       program_of(asked, about, *reduction, labels, layout, scaling)});
  return Model(std::make_shared<const ModelParts>(
      ModelParts{std::move(about), std::move(layout), std::move(scaling), std::move(labels),
                 std::move(reduction), std::move(classifiers), file_bytes, std::move(expansion)}));
}

}  // namespace

Model Model::load(const std::string& path, const AskedProgram& program) {
  const std::shared_ptr<const MappedFile> file = MappedFile::open(path);
  return from_bytes(file->bytes(), file, path, program);
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
  const Sections sections(bytes, name);
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
  const std::vector<std::byte> scaling = pack_scaling(parts_->scaling);
  const std::vector<std::uint32_t> reduction = parts_->reduction->stored();
  const StoredClassifiers stored = parts_->classifiers->stored();
  std::vector<Section> sections = {
      {SectionId::kAbout, std::as_bytes(std::span(about))},
      {SectionId::kLabels, parts_->labels.bytes()},
      {SectionId::kReduction, std::as_bytes(std::span(reduction))},
      {SectionId::kScaling, scaling},
      {SectionId::kDirectory, stored.directory},
      {SectionId::kBody, stored.body},
  };
  std::vector<std::byte> expansion;
  if (parts_->expansion.kind() != Expansion::Kind::kNone) {
    expansion = parts_->expansion.stored();
    sections.push_back({SectionId::kExpansion, expansion});
  }
  write_sections(path, sections);
}

std::uint32_t Model::classes() const { return parts_->labels.size(); }

std::string_view Model::label(std::uint32_t number) const { return parts_->labels.name(number); }

void Model::verify() const { parts_->classifiers->verify(); }

Predictor::Predictor(Model model) : model_(std::move(model)) {}

Features Predictor::scaled(const Features& x) {
  example_.indices.assign(x.indices.begin(), x.indices.end());
  example_.values.assign(x.values.begin(), x.values.end());
  const ModelParts& parts = model_.parts();
  parts.scaling.apply(example_);
  if (parts.expansion.kind() == Expansion::Kind::kNone) return example_.features();
  parts.expansion.apply(example_.features(), expanded_, scratch_);
  return expanded_.features();
}

std::uint32_t Predictor::predict(const Features& x) {
  const ModelParts& parts = model_.parts();
  return parts.reduction->predict(*parts.classifiers, scaled(x), questions_);
}

double Predictor::probability(const Features& x, std::uint32_t label) {
  const ModelParts& parts = model_.parts();
  return parts.reduction->probability(*parts.classifiers, scaled(x), label);
}

std::span<const Scored> Predictor::likeliest(const Features& x, std::size_t most) {
  const ModelParts& parts = model_.parts();
  parts.reduction->likeliest(*parts.classifiers, scaled(x), most, scored_);
  return scored_;
}

}  // namespace ect
