#ifndef ECT_MODEL_H_
#define ECT_MODEL_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ect/dataset.h"
#include "ect/reduction.h"

namespace ect {

// How to learn: what is a number or a switch. What is said here is what a user may leave unsaid.
struct TrainNumbers {
  std::uint32_t eliminations = 0;  // of ect; 0: TrainOptions::kDefaultEliminations
  std::uint32_t contenders = 0;    // in contested finals, at most; 0: as is best
  std::uint32_t trees = 1;         // tournaments, differently seeded, that answer together
  bool fast = false;               // leave nothing to trial
  std::uint32_t passes = 0;        // of an online learner; 0: while the held-out error falls
  // Learn from the costs of each class that the data has, instead of its labels, after they were
  // brought to [0, 1] by `cost_scale`.
  bool costs = false;
  std::optional<double> l2;       // weight of |w|^2 / 2 against the mean loss
  std::uint32_t costing = 0;      // draws that stand for weights; 0: where the learner needs them
  std::uint32_t probing = 0;      // thresholds that make probabilities; 0: the learner's own
  std::optional<double> timeout;  // seconds for a program's replies; see docs/command_learner.md
  std::uint32_t compact = 0;      // bits of a weight in the model, 16 or 8; 0: all there are
  std::uint64_t seed = 1;
  unsigned threads = 0;  // 0: all cores; what is learnt does not depend on it
};

// And what has a name. Names are looked up once, where training begins; one that is unknown throws
// there.
struct TrainOptions : TrainNumbers {
  std::string reduction = "ect";  // see docs/learn.md for those there are
  // hinge, logistic, logistic-batch, squares, bayes, c45, boosted, command:PROGRAM; auto: the best.
  std::string learner{kAuto};
  // Who meets first: random, similar or given:FILE; auto: similar, where there are examples to see.
  std::string seeding{kAuto};
  // charged, the paper's, or contested: its likeliest labels meet again. A rule may follow:
  // contested:paths, :wins, :pairs or :scorers; else the best is taken (docs/learn.md).
  // auto: contested for ect, from labels, by learners that can.
  std::string finals{kAuto};
  // Features made of features, for linear learners: none, quadratic or fourier:N; auto: what is
  // best.
  std::string expand{kAuto};
  // How a training example goes on from a match of a tournament: by out-of-fold answers, of
  // classifiers that have not seen it, or by those of the match's own classifier (`own`, as in the
  // paper's Algorithm 1).
  std::string routing{kOutOfFold};
  std::string decode;                 // of one-vs-all: scores (or empty) or votes
  std::string code;                   // of ecoc: exhaustive, random:N; empty: what is thought best
  std::string cost_scale = "linear";  // linear, log or rank (see docs/learn.md)

  static constexpr std::string_view kAuto = "auto";
  static constexpr std::string_view kOutOfFold = "out-of-fold";
  static constexpr std::string_view kOwn = "own";
  static constexpr std::uint32_t kDefaultEliminations = 2;
};

// The program to ask where a model was learnt by one (docs/command_learner.md). Loading a model
// never runs anything but what is named here.
struct AskedProgram {
  std::string command;            // split into words as a shell would; empty: none
  std::optional<double> timeout;  // seconds for each reply; nothing: 60
};

namespace model {
struct ModelParts;
}
namespace util {
class FileBytes;
}

// What has been learnt, with all that prediction needs. Immutable; copies share it, and threads
// may.
class Model {
 public:
  // Reads a model file into memory; what becomes of the file afterwards does not matter. Throws
  // ect::Error for a file that is damaged or no model.
  // Without its program, a model that was learnt by one can be looked at and not asked.
  static Model load(const std::string& path, const AskedProgram& program = {});
  // Maps it instead: ready at once however large it is, and processes that map one file share its
  // memory. The file must not be changed in place while the model or a copy of it lives: answers
  // would be wrong, and reading what was cut off raises SIGBUS, for which the library installs no
  // handler. Replace a model by renaming a new file over it, as save() does; then those who have
  // mapped the old one keep it.
  static Model map(const std::string& path, const AskedProgram& program = {});
  // Throws where the mapped file was changed in place. Answers that were given before such a call
  // that does not throw are of the model as it was. For models that are not mapped nothing is done.
  void check_unchanged() const;
  // The same from bytes in memory, which `owner` keeps alive and `name` names in errors. They are
  // copied only where they do not begin at a multiple of 8.
  static Model from_bytes(std::span<const std::byte> bytes,
                          const std::shared_ptr<const void>& owner, const std::string& name,
                          const AskedProgram& program = {});
  explicit Model(std::shared_ptr<const model::ModelParts> parts) : parts_(std::move(parts)) {}

  // Replaces the file as a whole. The same model gives the same bytes.
  void save(const std::string& path) const;

  std::uint32_t classes() const;
  std::string_view label(std::uint32_t number) const;
  // Compares every byte with its checksum; throws where one is wrong.
  void verify() const;

  // For the library's own tools; not part of what is kept stable.
  const model::ModelParts& parts() const { return *parts_; }

 private:
  std::shared_ptr<const model::ModelParts> parts_;
  std::shared_ptr<const util::FileBytes> mapped_;  // null where it is not mapped
};

// Learns from examples in memory. Throws where there are fewer than two classes, or for options
// that mean nothing.
Model train(Dataset data, const TrainOptions& options, const OnProgress& progress = nullptr);

// Asks a model. Features are as in the data it was learnt from. Nothing is allocated per example
// once the first few have been asked. For one thread; several may ask one model.
class Predictor {
 public:
  explicit Predictor(Model model);

  std::uint32_t predict(const Features& x);
  double probability(const Features& x, std::uint32_t label);
  // The predicted label first, the others by probability; valid until the next call.
  std::span<const Scored> likeliest(const Features& x, std::size_t most);
  // How many classifiers predict() has asked in all.
  std::uint64_t questions() const { return questions_; }

 private:
  Features prepared(const Features& x);

  Model model_;
  std::unique_ptr<Asker> asker_;
  Example example_;
  Example expanded_;
  std::vector<float> scratch_;
  std::vector<Scored> scored_;
  std::uint64_t questions_ = 0;
};

}  // namespace ect

#endif  // ECT_MODEL_H_
