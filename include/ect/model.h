#ifndef ECT_MODEL_H_
#define ECT_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ect/export.h"

namespace ect {

// An alternative that was measured while training, and its error on examples not trained on.
struct Tried {
  std::string what;
  double error;
};

// What a model is and how it was trained.
struct ModelInfo {
  std::string reduction;           // ect, one-vs-all, ...
  std::string learner;             // hinge, logistic-batch, ...
  std::string seeding;             // of a tournament: similar, random or given; else empty
  std::string finals;              // how contested finals are decided; empty: there are none
  std::string expand;              // none, quadratic or fourier:N
  std::uint32_t eliminations = 0;  // of a tournament; 0: there is none
  std::uint32_t trees = 1;         // tournaments that vote together
  bool from_costs = false;         // trained on costs, not on labels
  std::uint32_t classes = 0;
  std::uint64_t features = 0;        // every index that was trained on is below
  std::uint64_t examples = 0;        // trained on
  std::string data;                  // name of the file trained on, without its folder; or empty
  std::uint64_t seed = 1;            // of everything random
  std::optional<double> error;       // on examples not trained on, a fraction, where known
  std::vector<Tried> tried;          // while options were tuned, the best first
  std::uint32_t problems = 0;        // binary classifiers in all
  std::uint32_t most_questions = 0;  // the most classifiers that a prediction evaluates
  std::string guarantee;             // what is proved of its regret; empty: nothing
};

// The program to run where a model was trained by one (docs/reference/command_learner.md). Loading
// a model never runs anything but what is named here.
struct AskedProgram {
  std::string command;            // split into words as a shell would; empty: none
  std::optional<double> timeout;  // seconds for each reply; unset: 60
};

namespace model {
struct ModelParts;
}
namespace util {
class FileBytes;
}

// What training has made, with all that prediction needs: see predict.h. Immutable; copies share
// their memory, and any number of threads may use one model.
class ECT_EXPORT Model {
 public:
  // Reads a model file into memory; what becomes of the file afterwards does not matter. Throws
  // ect::Error: kInputOutput for a file that cannot be read, kModelFormat for one that is damaged
  // or no model. Without its program, a model that was trained by one can be inspected but not
  // used.
  static Model load(const std::string& path, const AskedProgram& program = {});
  // Maps it instead: ready at once however large it is, and processes that map one file share its
  // memory. The file must not be changed in place while the model or a copy of it lives: answers
  // would be wrong, and reading what was cut off raises SIGBUS, for which the library installs no
  // handler. Replace a model by renaming a new file over it, as save() does; then those who have
  // mapped the old one keep it. Throws as load().
  static Model map(const std::string& path, const AskedProgram& program = {});
  // Throws where the mapped file was changed in place. Answers that were given before such a call
  // that does not throw are of the model as it was. For models that are not mapped nothing is done.
  void check_unchanged() const;
  // The same from bytes in memory, which `owner` keeps alive (null: the caller does, as long as the
  // model or a copy lives) and `name` names in errors. They are copied only where they do not begin
  // at a multiple of 8. Throws as load().
  static Model from_bytes(std::span<const std::byte> bytes,
                          const std::shared_ptr<const void>& owner, const std::string& name,
                          const AskedProgram& program = {});

  // Writes a model file, or replaces it as a whole: a crash leaves the old one or the new one. The
  // same model gives the same bytes. Throws ect::Error of kind kInputOutput.
  void save(const std::string& path) const;
  // What save() writes.
  std::vector<std::byte> to_bytes() const;

  std::uint32_t classes() const;
  // The name of a class, 0 <= number < classes(); valid as long as a copy of the model.
  std::string_view label(std::uint32_t number) const;
  // The number of the class of that name, by a search through all of them; nothing: there is none.
  std::optional<std::uint32_t> find_label(std::string_view name) const;
  ModelInfo info() const;
  // Compares every byte with its checksum; throws ect::Error where one is wrong. Files of less than
  // 64 MiB are verified when they are loaded.
  void verify() const;

  // For the library itself; not part of the interface.
  explicit Model(std::shared_ptr<const model::ModelParts> parts) : parts_(std::move(parts)) {}
  const model::ModelParts& parts() const { return *parts_; }

 private:
  std::shared_ptr<const model::ModelParts> parts_;
  std::shared_ptr<const util::FileBytes> mapped_;  // null where it is not mapped
};

}  // namespace ect

#endif  // ECT_MODEL_H_
