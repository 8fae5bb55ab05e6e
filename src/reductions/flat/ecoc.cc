// Error-correcting output codes (Dietterich, Bakiri 1995). Each label has a code word; column c is
// the problem whether the c-th bit of the label's word is 1. All columns are asked, and the label
// is predicted whose word is nearest to the answers (Hamming distance); of several such the one
// that the margins speak for most (their sum, each with the sign of the word's bit), then the
// lowest. Any (d - 1) / 2 wrong answers are corrected, d the least distance of two words.
//
// Example, 3 labels, words 111, 010, 001: answers 011 are one bit away from all three. Margins
// -0.1, 2, 0.3 add up to 2.2, 1.8 and -1.6: label 0.
//
// What is known of regret: nothing. Of errors: a wrong prediction needs d / 2 wrong answers of n,
// so the error is at most 2 n / d times the average error of the columns (Guruswami, Sahai 1999);
// but where labels are noisy the columns have errors that nobody can avoid.
//
// Probabilities: the product of the columns' probabilities of a label's bits, to the power
// ceil(log2 k) / n, divided by the sum over labels. The product alone would be right if columns
// were independent; they tell the same labels apart again and again, and together not more than
// ceil(log2 k) bits (log loss on pendigits 0.64, with the product alone 4.29).
//
// Default code: exhaustive for up to kExhaustiveUpTo labels, else kColumnsABit * ceil(log2 k)
// random columns. Chosen by the error (in %, mean of --seed 1 to 3) that `ect train --reduction
// ecoc --code random:N` has on data that it has not seen, with hinge, a third of vowel and letter
// (4000 examples to learn from) being the test:
//   N / ceil(log2 k)     2     5    10    15    20    30
//   vowel              66.0  57.5  49.2  47.2  42.9  43.5   (all 1023 columns: 43.3)
//   pendigits          26.6  20.9  17.2  16.8  16.6  15.6
//   letter             67.3  55.9  48.5  45.8  43.7  41.0
// More columns than 20 a bit cost more than they bring. Where pairs of labels are easy to tell
// apart and halves of all labels are not, as there, all-pairs is far better at any length.
//
// Cost: n questions and updates; O(k n / 32) to decode. Paper: Section 1. Tests: ecoc_test.
#include "reductions/flat/ecoc.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "ect/error.h"
#include "reductions/contested/label_probabilities.h"
#include "reductions/reductions.h"
#include "util/text.h"

namespace ect::reductions {
namespace {

constexpr std::uint32_t kExhaustiveUpTo = 7;
constexpr std::uint32_t kColumnsABit = 20;
constexpr std::uint32_t kMaxColumns = 1U << 16;
constexpr std::uint32_t kMaxMeasured = 4096;  // labels whose least distance is looked for
constexpr std::string_view kRandom = "random:";
constexpr std::string_view kExhaustive = "exhaustive";

// ceil(log2 labels): the fewest columns that tell them apart.
std::uint32_t digits_of(std::uint32_t labels) {
  return static_cast<std::uint32_t>(std::bit_width(labels - 1));
}

CodeMatrix code_for(const ReductionPlan& plan) {
  const std::uint32_t digits = digits_of(plan.classes);
  const bool exhaustive = plan.code.kind == EcocCode::Kind::kAuto
                              ? plan.classes <= kExhaustiveUpTo
                              : plan.code.kind == EcocCode::Kind::kExhaustive;
  if (exhaustive) {
    if (plan.classes <= kMaxExhaustive) return exhaustive_code(plan.classes);
    throw Error::bad_argument(
        fmt::format("an exhaustive code of {} labels is too long (expected at most {} labels, or "
                    "random:N for N columns)",
                    plan.classes, kMaxExhaustive));
  }
  const std::uint32_t columns =
      plan.code.kind == EcocCode::Kind::kRandom ? plan.code.columns : kColumnsABit * digits;
  if (columns < digits) {
    throw Error::bad_argument(
        fmt::format("{} columns cannot distinguish {} labels (expected at least random:{})",
                    columns, plan.classes, digits));
  }
  return random_code(plan.classes, columns, plan.seed);
}

}  // namespace

EcocCode parse_code(std::string_view code) {
  if (code.empty()) return {};
  if (code == kExhaustive) return {EcocCode::Kind::kExhaustive, 0};
  if (code.starts_with(kRandom)) {
    const auto columns = util::parse_number<std::uint32_t>(code.substr(kRandom.size()));
    if (columns && *columns >= 1 && *columns <= kMaxColumns) {
      return {EcocCode::Kind::kRandom, *columns};
    }
  }
  throw Error::bad_argument(
      fmt::format("unknown code {} (expected exhaustive or random:N, N up to {})",
                  util::quoted(code), kMaxColumns));
}

std::string code_name(const EcocCode& code) {
  switch (code.kind) {
    case EcocCode::Kind::kAuto:
      return "";
    case EcocCode::Kind::kExhaustive:
      return std::string(kExhaustive);
    case EcocCode::Kind::kRandom:
      return fmt::format("{}{}", kRandom, code.columns);
  }
  return "";
}

std::string Ecoc::guarantee(bool /*costs*/) const {
  if (classes() > kMaxMeasured) return "";
  return fmt::format("none of regret; error <= {:.2f} x the average error of its columns",
                     2.0 * problems() / code_.least_distance());
}

void Ecoc::problems_of(std::uint32_t label, std::vector<Member>& members) const {
  members.clear();
  for (std::uint32_t column = 0; column < code_.columns(); ++column) {
    members.push_back({column, code_.bit(label, column) ? Side::kRight : Side::kLeft});
  }
}

void Ecoc::labels_of(std::uint32_t problem, std::vector<Member>& members) const {
  members.clear();
  for (std::uint32_t label = 0; label < code_.labels(); ++label) {
    members.push_back({label, code_.bit(label, problem) ? Side::kRight : Side::kLeft});
  }
}

std::uint32_t Ecoc::predict(const learners::Classifiers& classifiers, Features x,
                            std::uint64_t& questions) const {
  questions += code_.columns();
  thread_local std::vector<float> margins;
  thread_local std::vector<std::uint32_t> answers;
  margins.clear();
  answers.assign(code_.row(0).size(), 0);
  for (std::uint32_t column = 0; column < code_.columns(); ++column) {
    margins.push_back(classifiers.margin(column, x));
    if (learners::side_of(margins.back()) == Side::kRight)
      answers[column / 32] |= 1U << column % 32;
  }
  const auto sum_of = [&](std::uint32_t label) {
    double sum = 0;
    for (std::uint32_t column = 0; column < code_.columns(); ++column) {
      const auto margin = static_cast<double>(margins[column]);
      if (!std::isnan(margin)) sum += code_.bit(label, column) ? margin : -margin;
    }
    return sum;
  };
  std::uint32_t best = 0;
  std::uint32_t least = distance(code_.row(0), answers);
  std::optional<double> best_sum;  // where it was needed
  for (std::uint32_t label = 1; label < code_.labels(); ++label) {
    const std::uint32_t far = distance(code_.row(label), answers);
    if (far > least) continue;
    if (far < least) {
      best_sum.reset();
    } else {
      if (!best_sum) best_sum = sum_of(best);
      const double sum = sum_of(label);
      if (!(sum > *best_sum)) continue;
      best_sum = sum;
    }
    least = far;
    best = label;
  }
  return best;
}

void Ecoc::probabilities(const learners::Classifiers& classifiers, Features x,
                         std::vector<double>& probabilities) const {
  constexpr double kMaxMargin = 700;  // whose exponential is still a number
  // Logarithms: of all left sides, then what a right side adds, which is the margin.
  probabilities.assign(code_.labels(), 0);
  for (std::uint32_t column = 0; column < code_.columns(); ++column) {
    const auto margin = static_cast<double>(classifiers.margin(column, x));
    if (std::isnan(margin)) continue;
    const double capped = std::clamp(margin, -kMaxMargin, kMaxMargin);
    for (std::uint32_t label = 0; label < code_.labels(); ++label) {
      if (code_.bit(label, column)) probabilities[label] += capped;
    }
  }
  const double most = *std::max_element(probabilities.begin(), probabilities.end());
  const double share = std::min(
      1.0, static_cast<double>(digits_of(code_.labels())) / static_cast<double>(code_.columns()));
  for (double& probability : probabilities) probability = std::exp(share * (probability - most));
  normalise(probabilities);
}

std::unique_ptr<Reduction> make_ecoc(const ReductionPlan& plan) {
  return std::make_unique<Ecoc>(code_for(plan));
}

std::unique_ptr<Reduction> load_ecoc(std::span<const std::uint32_t> words, std::uint32_t classes) {
  return std::make_unique<Ecoc>(CodeMatrix::unpack(words, classes));
}

}  // namespace ect::reductions
