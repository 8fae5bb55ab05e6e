#ifndef ECT_DATASET_H_
#define ECT_DATASET_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ect/export.h"

namespace ect {

namespace data {
struct Layout;
}

// The names of classes, numbered in the order of their first appearance.
class ECT_EXPORT Labels {
 public:
  Labels() = default;
  // Names are held once, and found by views of them.
  Labels(const Labels&) = delete;
  Labels& operator=(const Labels&) = delete;
  Labels(Labels&&) = default;
  Labels& operator=(Labels&&) = default;
  ~Labels() = default;

  std::uint32_t size() const { return static_cast<std::uint32_t>(names_.size()); }
  const std::string& name(std::uint32_t label) const { return names_[label]; }
  std::optional<std::uint32_t> find(std::string_view name) const;
  // The number of that name, a new one if it is new.
  std::uint32_t add(std::string_view name);

 private:
  std::deque<std::string> names_;  // which do not move when more come
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

// The features of an example that are there, by strictly increasing index.
struct Features {
  std::span<const std::uint32_t> indices;
  std::span<const float> values;
  // How fast an online learner is to learn of each, 1 in the mean, and behind them of the constant
  // feature (see data/features/rarity.h); empty: of all alike.
  std::span<const float> rates = {};
};

// One example as a reader gives it.
struct Example {
  std::optional<std::string> label;  // a name; nothing in data that is only to be predicted
  float weight = 1;
  std::vector<std::uint32_t> indices;  // strictly increasing
  std::vector<float> values;
  std::vector<float> costs;  // of each class where the data has costs, else empty

  Features features() const { return {indices, values}; }
};

// Examples in memory, rows one after the other: 8 bytes a feature that is there, 16 an example and
// 4 a cost; 4 bytes a feature where all rows are full. Read one from a file (read.h), make one from
// arrays (matrix.h), or add examples one by one. Can be moved, and
// copied by copy(). Threads may read it together, as long as none changes it.
class ECT_EXPORT Dataset {
 public:
  static constexpr std::uint32_t kNoLabel = 0xffffffff;

  Dataset() = default;
  // With these classes alone: other labels count as none.
  explicit Dataset(Labels known) : names_(std::move(known)), closed_(true) {}
  Dataset copy() const;

  std::size_t size() const { return labels_.size(); }
  std::uint32_t features() const { return features_; }  // every index is below it
  std::size_t nonzeros() const { return rows_.values().size(); }
  // Whether every row is: its features are 0, 1, 2 and so on, without a gap.
  bool full() const { return rows_.full; }
  const Labels& label_names() const { return names_; }

  // kNoLabel where the example has none, or one that is not known.
  std::uint32_t label(std::size_t example) const { return labels_[example]; }
  float weight(std::size_t example) const { return weights_[example]; }
  Features row(std::size_t example) const { return rows_.row(example); }
  bool has_costs() const { return !costs_.empty(); }
  // Of each class, by its number. Requires has_costs().
  std::span<const float> costs(std::size_t example) const;

  // What was odd when the data was read and yet could be, a line each.
  const std::vector<std::string>& warnings() const { return warnings_; }

  // Numbers classes before examples name them: those that have costs come first.
  void add_label(std::string_view name) { names_.add(name); }
  // All examples must have costs for the same number of classes, or none; a label must then be one
  // of these classes. Throws otherwise.
  void add(const Example& example);
  // These examples alone, in that order, with the same classes and at least `features()` places.
  Dataset subset(std::span<const std::uint32_t> rows) const;

  // What follows is for the library itself; not part of the interface.

  // How the data was read, which is how data for its model will be; and the name of the file.
  const data::Layout& layout() const;
  const std::string& name() const { return name_; }
  void set_origin(std::shared_ptr<const data::Layout> layout, std::string name,
                  std::vector<std::string> warnings);
  // As many examples as there are labels, each with the features 0 to width - 1: views of `values`,
  // which outlive this and are not copied until they are rewritten. Requires an empty data set.
  void add_view(std::span<const float> values, std::uint32_t width,
                std::span<const std::uint32_t> labels, std::span<const float> weights,
                std::span<const float> costs);
  // Adds an example with the label of that number, which need not have a name.
  void add_row(Features x, std::uint32_t label, float weight);
  // Counts as rows with gaps, of at least so many features, whatever the rows are.
  void set_sparse(std::uint32_t features);
  // Lets `change` rewrite the costs of each example in turn.
  void rewrite_costs(const std::function<void(std::span<float>)>& change);
  // Forgets the costs; labels stay.
  void drop_costs();
  // Lets `change` rewrite the features of each example. It is called twice for each, and for
  // different ones by up to `threads` threads together (0: all cores).
  void rewrite(unsigned threads, const std::function<void(Example&)>& change);
  // Gives each example the features 0 to width - 1: `fill` writes the values of the example of that
  // number. On up to `threads` threads (0: all cores), an example at a time each.
  void rewrite_full(std::uint32_t width, unsigned threads,
                    const std::function<void(std::size_t, std::span<float>)>& fill);
  // Gives back the memory that was kept for more examples.
  void shrink();
  std::size_t bytes() const;  // of the rows, labels and weights

 private:
  struct Rows {
    std::vector<std::size_t> starts{0};  // row i: [i] to [i+1]
    std::vector<std::uint32_t> indices;  // of all rows; of the longest one only if they are full
    std::vector<float> own;              // values of all rows, unless `borrowed` has them
    const float* borrowed = nullptr;     // in the caller's memory
    bool full = true;

    std::span<const float> values() const {
      return borrowed != nullptr ? std::span(borrowed, starts.back()) : std::span(own);
    }
    Features row(std::size_t i) const;
    void add(std::span<const std::uint32_t> of, std::span<const float> with);
    void spell_out();
  };

  Labels names_;
  bool closed_ = false;  // no more classes
  std::uint32_t features_ = 0;
  Rows rows_;
  std::vector<std::uint32_t> labels_;
  std::vector<float> weights_;
  std::size_t cost_classes_ = 0;
  std::vector<float> costs_;                    // cost_classes_ an example
  std::shared_ptr<const data::Layout> layout_;  // null: that of examples added by hand
  std::string name_;
  std::vector<std::string> warnings_;
};

}  // namespace ect

#endif  // ECT_DATASET_H_
