#ifndef ECT_REDUCTIONS_CODE_MATRIX_H_
#define ECT_REDUCTIONS_CODE_MATRIX_H_

#include <cstdint>
#include <span>
#include <vector>

namespace ect::reductions {

// A bit for each label and column of an output code: a row is the code word of a label, a column
// divides the labels in two.
class CodeMatrix {
 public:
  CodeMatrix(std::uint32_t labels, std::uint32_t columns)
      : labels_(labels),
        columns_(columns),
        row_words_((columns + 31) / 32),
        words_(std::size_t{labels} * row_words_) {}

  std::uint32_t labels() const { return labels_; }
  std::uint32_t columns() const { return columns_; }
  bool bit(std::uint32_t label, std::uint32_t column) const {
    return (row(label)[column / 32] >> column % 32 & 1) != 0;
  }
  void set(std::uint32_t label, std::uint32_t column) {
    words_[std::size_t{label} * row_words_ + column / 32] |= 1U << column % 32;
  }
  // The code word of a label, 32 columns a word; the bits behind the last column are 0.
  std::span<const std::uint32_t> row(std::uint32_t label) const {
    return std::span(words_).subspan(std::size_t{label} * row_words_, row_words_);
  }
  // How many columns tell two labels apart, for the two where it is least.
  std::uint32_t least_distance() const;

  // The number of columns and all rows; and back. Throws ect::Error for words that are no code in
  // which all labels have different rows.
  std::vector<std::uint32_t> pack() const;
  static CodeMatrix unpack(std::span<const std::uint32_t> words, std::uint32_t labels);

  bool operator==(const CodeMatrix&) const = default;

 private:
  std::uint32_t labels_;
  std::uint32_t columns_;
  std::uint32_t row_words_;
  std::vector<std::uint32_t> words_;
};

std::uint32_t distance(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b);

inline constexpr std::uint32_t kMaxExhaustive = 11;  // labels: 1023 columns

// Every way to divide the labels in two, 2^(labels - 1) - 1 columns; any two labels are told apart
// by 2^(labels - 2) of them. Requires 2 <= labels <= kMaxExhaustive.
CodeMatrix exhaustive_code(std::uint32_t labels);

// Columns at random, so that all rows are different and no column is constant, nor twice there, nor
// the complement of another as long as there are others. Requires columns >= log2(labels) and
// labels >= 2.
CodeMatrix random_code(std::uint32_t labels, std::uint32_t columns, std::uint64_t seed);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_CODE_MATRIX_H_
