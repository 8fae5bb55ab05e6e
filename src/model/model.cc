// A model's way to a file and back, and the questions it answers. Tests: model_file_test,
// golden_test; tests/fuzz/fuzz_model.cc.
#include "ect/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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
#include "util/file_bytes.h"
#include "util/text.h"

namespace ect {
namespace {

// Files below that are compared with all their checksums at once; larger ones as they are used.
constexpr std::size_t kVerifiedAtOnce = std::size_t{64} << 20;

constexpr std::uint32_t kMostPlaceBits = 30;  // of hashed features

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

std::vector<std::byte> pack_text(const Scaling& scaling) {
  const TextWeights& text = scaling.text;
  const ScalingHead head{static_cast<std::uint32_t>(scaling.kind), scaling.factor, text.size(),
                         text.words()};
  std::vector<std::byte> bytes;
  append(bytes, std::span(&head, 1));
  append(bytes, text.places());
  append(bytes, text.idf());
  return bytes;
}

std::vector<std::byte> pack_scaling(const Scaling& scaling) {
  if (scaling.kind == Scaling::Kind::kText) return pack_text(scaling);
  const ScalingHead head{static_cast<std::uint32_t>(scaling.kind), scaling.factor,
                         scaling.factors.size(), scaling.always.size()};
  std::vector<std::byte> bytes;
  append(bytes, std::span(&head, 1));
  append(bytes, std::span<const float>(scaling.offsets));
  append(bytes, std::span<const float>(scaling.factors));
  append(bytes, std::span<const std::uint32_t>(scaling.always));
  return bytes;
}

Error damaged_scaling() {
  return {Error::Kind::kModelFormat, "the scaling of features is damaged"};
}

template <class T>
std::vector<T> take(std::span<const std::byte>& bytes, std::uint64_t count) {
  std::vector<T> items(count);
  if (count > 0) std::memcpy(items.data(), bytes.data(), count * sizeof(T));
  bytes = bytes.subspan(count * sizeof(T));
  return items;
}

void require_increasing(std::span<const std::uint32_t> numbers) {
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    if (numbers[i] <= numbers[i - 1]) throw damaged_scaling();
  }
}

// Behind the head; that `bytes` has the counts that it names is known.
TextWeights unpack_text(const ScalingHead& head, std::span<const std::byte> bytes) {
  std::vector<std::uint32_t> places = take<std::uint32_t>(bytes, head.columns);
  std::vector<float> idf = take<float>(bytes, head.columns);
  require_increasing(places);
  if (!places.empty() && places.back() >> kMostPlaceBits != 0) throw damaged_scaling();
  const bool sound = std::all_of(idf.begin(), idf.end(),
                                 [](float value) { return std::isfinite(value) && value > 0; });
  if (!sound) throw damaged_scaling();
  return {std::move(places), std::move(idf), static_cast<std::uint32_t>(head.always)};
}

Scaling unpack_scaling(std::span<const std::byte> bytes) {
  ScalingHead head{};
  if (bytes.size() < sizeof head) throw damaged_scaling();
  std::memcpy(&head, bytes.data(), sizeof head);
  bytes = bytes.subspan(sizeof head);
  const std::uint64_t words = bytes.size() / 4;
  const bool text = head.kind == static_cast<std::uint32_t>(Scaling::Kind::kText);
  if (bytes.size() % 4 != 0 || head.kind > static_cast<std::uint32_t>(Scaling::Kind::kText) ||
      head.columns > words || head.always > head.columns ||
      2 * head.columns + (text ? 0 : head.always) != words) {
    throw damaged_scaling();
  }
  Scaling scaling;
  scaling.kind = static_cast<Scaling::Kind>(head.kind);
  scaling.factor = head.factor;
  if (text) {
    scaling.text = unpack_text(head, bytes);
    return scaling;
  }
  scaling.offsets = take<float>(bytes, head.columns);
  scaling.factors = take<float>(bytes, head.columns);
  scaling.always = take<std::uint32_t>(bytes, head.always);
  require_increasing(scaling.always);
  if (!scaling.always.empty() && scaling.always.back() >= head.columns) throw damaged_scaling();
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

// The lowest version that can say it, so that older programs read what they can.
std::uint32_t version_of(const About& about, const Layout& layout, const Scaling& scaling) {
  if (about.weight_bits > 0) return kThirdVersion;
  const bool text = layout.format == FileFormat::kText && layout.text.edition > 1;
  const bool second = text || scaling.kind == Scaling::Kind::kText || !about.expand.empty() ||
                      !about.finals.empty() || about.trees > 1;
  return second ? kSecondVersion : kFirstVersion;
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
  if (version_of(about, layout, scaling) != sections.version()) {
    throw Error(Error::Kind::kModelFormat, "it is not of the format version that it says");
  }
  LabelTable labels(sections.section(SectionId::kLabels), owner, name);
  const ReductionKind& kind = reduction_named(about.reduction);
  if (!about.finals.empty() && (about.finals != "contested" || kind.load_contested == nullptr)) {
    throw Error(Error::Kind::kModelFormat, "it has finals of an unknown kind");
  }
  const ReductionKind::Load load = about.finals.empty() ? kind.load : kind.load_contested;
  const std::span<const std::uint32_t> words = words_of(sections.section(SectionId::kReduction));
  const bool one = about.trees == 1;
  if (!one && (about.trees == 0 || words.empty() || words[0] != about.trees)) {
    throw Error(Error::Kind::kModelFormat, "it has another number of trees than it says");
  }
  std::unique_ptr<const Reduction> reduction =
      one ? load(words, labels.size()) : EnsembleReduction::load(words, load, labels.size());
  const Verify verify = file_bytes < kVerifiedAtOnce ? Verify::kNow : Verify::kWhenAsked;
  std::unique_ptr<KeptClassifiers> classifiers =
      load_kept(learner,
                {sections.section(SectionId::kDirectory), sections.section(SectionId::kBody), owner,
                 name, about.weight_bits > 0},
                reduction->problems(), verify,
                {about.seed, about.l2, about.costing, about.probing,
                 program_of(asked, about, *reduction, labels, layout, scaling)});
  return Model(std::make_shared<const ModelParts>(
      ModelParts{std::move(about), std::move(layout), std::move(scaling), std::move(labels),
                 std::move(reduction), std::move(classifiers), file_bytes, std::move(expansion)}));
}

}  // namespace

Model Model::load(const std::string& path, const AskedProgram& program) {
  const std::shared_ptr<const FileBytes> file = FileBytes::read(path);
  return from_bytes(file->bytes(), file, path, program);
}

Model Model::map(const std::string& path, const AskedProgram& program) {
  const std::shared_ptr<const FileBytes> file = FileBytes::map(path);
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
  write_sections(path, sections, version_of(parts_->about, parts_->layout, parts_->scaling));
}

std::uint32_t Model::classes() const { return parts_->labels.size(); }

std::string_view Model::label(std::uint32_t number) const { return parts_->labels.name(number); }

void Model::verify() const { parts_->classifiers->verify(); }

Predictor::Predictor(Model model)
    : model_(std::move(model)), asker_(model_.parts().classifiers->asker()) {}

Features Predictor::scaled(const Features& x) {
  example_.indices.assign(x.indices.begin(), x.indices.end());
  example_.values.assign(x.values.begin(), x.values.end());
  const ModelParts& parts = model_.parts();
  parts.scaling.apply(example_);
  const bool expands = parts.expansion.kind() != Expansion::Kind::kNone;
  if (expands) parts.expansion.apply(example_.features(), expanded_, scratch_);
  const Features scaled = (expands ? expanded_ : example_).features();
  asker_->about(scaled);
  return scaled;
}

std::uint32_t Predictor::predict(const Features& x) {
  const ModelParts& parts = model_.parts();
  return parts.reduction->predict(*asker_, scaled(x), questions_);
}

double Predictor::probability(const Features& x, std::uint32_t label) {
  const ModelParts& parts = model_.parts();
  return parts.reduction->probability(*asker_, scaled(x), label);
}

std::span<const Scored> Predictor::likeliest(const Features& x, std::size_t most) {
  const ModelParts& parts = model_.parts();
  parts.reduction->likeliest(*asker_, scaled(x), most, scored_);
  return scored_;
}

}  // namespace ect
