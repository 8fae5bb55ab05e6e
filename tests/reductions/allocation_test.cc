// Predicting allocates nothing per example. This binary counts every allocation of the program, so
// it stands apart from the other tests.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "data/formats/reader.h"
#include "data/synth/synth.h"
#include "ect/model.h"
#include "ect/predict.h"
#include "model/named_options.h"
#include "reductions/reductions.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/sanitized.h"

namespace {

std::atomic<std::uint64_t> allocations{0};

// NOLINTBEGIN(cppcoreguidelines-no-malloc): what operator new is made of
void* counted(std::size_t size) noexcept {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return std::malloc(size == 0 ? 1 : size);
}

void* counted_or_throw(std::size_t size) {
  if (void* memory = counted(size)) return memory;
  throw std::bad_alloc();
}

}  // namespace

// All of them, as a sanitizer brings its own for those that are left out, and they must match.
void* operator new(std::size_t size) { return counted_or_throw(size); }
void* operator new[](std::size_t size) { return counted_or_throw(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
// NOLINTEND(cppcoreguidelines-no-malloc)

namespace ect::reductions {
namespace {

constexpr std::size_t kExamples = all_or_enough(300, 100);

// svmlight of a known distribution, the same examples twice.
std::string synthetic(const char* distribution) {
  data::SynthOptions options;
  options.distribution = distribution;
  options.classes = 12;
  const data::Distribution law(options);
  Random random = law.part(1);
  data::Distribution::Drawn drawn;
  std::string text;
  for (std::size_t i = 0; i < kExamples; ++i) {
    law.draw(random, drawn);
    text += *drawn.example.label;
    for (std::size_t j = 0; j < drawn.example.indices.size(); ++j) {
      text += ' ' + std::to_string(drawn.example.indices[j] + 1) + ':' +
              std::to_string(drawn.example.values[j]);
    }
    text += '\n';
  }
  return text + text;
}

Model learnt(const std::string& text, const char* learner, std::string_view reduction = "ect",
             const char* expand = "none") {
  model::NamedOptions options;
  options.expand = expand;
  options.reduction = reduction;
  options.learner = learner;
  options.threads = 1;
  return train(read_dataset(*svmlight_reader(lines_of(text)), "file"), options);
}

TEST(Allocation, IsCounted) {
  const std::uint64_t before = allocations;
  ::operator delete(::operator new(100));  // not a new-expression, which could be left out
  EXPECT_EQ(allocations - before, 1U);
}

// Reads and asks; the first examples may let buffers grow, the others must not.
template <class Ask>
void expect_none(const std::string& text, std::size_t warm_up, Ask ask) {
  const std::unique_ptr<data::Reader> reader = svmlight_reader(lines_of(text));
  Example example;
  std::uint64_t before = 0;
  std::size_t read = 0;
  for (; reader->next(example); ++read) {
    if (read == warm_up) before = allocations;
    ask(example.features());
  }
  const std::uint64_t after = allocations;
  EXPECT_EQ(read, 2 * kExamples);
  EXPECT_EQ(after - before, 0U);
}

TEST(Allocation, PredictingMakesNoneOnceTheFirstExamplesHaveBeenAsked) {
  for (const char* distribution : {"words", "dense"}) {
    const std::string text = synthetic(distribution);
    for (const char* learner : {"hinge", "logistic"}) {
      SCOPED_TRACE(testing::Message() << distribution << ' ' << learner);
      const Model model = learnt(text, learner);
      Predictor predictor(model);
      std::size_t length = 0;  // of the labels, so that the names are asked for, too
      expect_none(text, 10,
                  [&](const Features& x) { length += model.label(predictor.predict(x)).size(); });
      EXPECT_GE(length, 2 * kExamples);
    }
  }
}

TEST(Allocation, NoExpansionMakesAny) {
  const std::string text = synthetic("dense");
  for (const char* expand : {"quadratic", "fourier:50"}) {
    SCOPED_TRACE(expand);
    Predictor predictor(learnt(text, "hinge", "ect", expand));
    double sum = 0;
    expect_none(text, 10, [&](const Features& x) { sum += predictor.predict(x); });
    EXPECT_GT(sum, 0);
  }
}

TEST(Allocation, NoReductionMakesAny) {
  const std::string text = synthetic("words");
  for (const ReductionKind& kind : reduction_kinds()) {
    SCOPED_TRACE(kind.name);
    Predictor predictor(learnt(text, "hinge", kind.name));
    double sum = 0;
    expect_none(text, kExamples, [&](const Features& x) {
      sum += predictor.predict(x);
      for (const Scored& scored : predictor.top(x, 5)) sum += scored.probability;
      sum += predictor.probability(x, 3);
    });
    EXPECT_GT(sum, 0);
  }
}

TEST(Allocation, NoFinalsAndNoTreesMakeAny) {
  const std::string text = synthetic("dense");
  for (const char* finals : {"charged", "contested:paths", "contested:wins", "contested:pairs",
                             "contested:scorers", "contested:joint"}) {
    for (const std::uint32_t trees : {1U, 3U}) {
      SCOPED_TRACE(testing::Message() << finals << ", " << trees << " trees");
      model::NamedOptions options;
      options.expand = "none";
      options.finals = finals;
      options.trees = trees;
      options.fast = true;
      options.threads = 1;
      Predictor predictor(train(read_dataset(*svmlight_reader(lines_of(text)), "file"), options));
      double sum = 0;
      expect_none(text, kExamples, [&](const Features& x) {
        sum += predictor.predict(x);
        for (const Scored& scored : predictor.top(x, 5)) sum += scored.probability;
        sum += predictor.probability(x, 3);
      });
      EXPECT_GT(sum, 0);
    }
  }
}

TEST(Allocation, ProbabilitiesMakeNoneForExamplesThatHaveBeenAskedBefore) {
  const std::string text = synthetic("words");
  const Model model = learnt(text, "hinge");
  Predictor predictor(model);
  double sum = 0;
  expect_none(text, kExamples, [&](const Features& x) {
    for (const Scored& scored : predictor.top(x, 5)) sum += scored.probability;
    sum += predictor.probability(x, 3);
  });
  EXPECT_GT(sum, 0);
}

}  // namespace
}  // namespace ect::reductions
