// How far learning is from what the machine could do. bench/limit runs it:
//   bench_train_limit DATA
// One line of JSON, seconds on one thread, of what `ect train --fast` does once DATA is read:
//   train    all of it: weighting or scaling, seeding, all matches and finals, laying out weights
//   fit      fitting matches and scorers alone (dual coordinate descent)
//   limit    as many products of the same rows with weights, and as many changes of weights by
//            such rows, with nothing else: rows compact beforehand, in one order
// and the non-zeros of both in millions.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <iostream>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "data/features/expansion.h"
#include "data/features/scaling.h"
#include "data/load.h"
#include "ect/error.h"
#include "ect/model.h"
#include "learners/learner.h"
#include "learners/learners.h"
#include "learners/linear/compact_rows.h"
#include "learners/linear/dual_descent.h"
#include "learners/linear/one_sided.h"
#include "model/choose.h"
#include "model/make_reduction.h"
#include "model/named_options.h"
#include "model/preparation.h"
#include "model/train.h"
#include "util/dot.h"

namespace ect {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Keeps what is worked out from being left out as useless.
double kept = 0;

// The rows of a problem in a random order, again and again.
class Replay {
 public:
  Replay(const Dataset& data, std::span<const BinaryExample> examples) : full_(data.full()) {
    if (!full_) rows_.start(data, examples);
    for (std::size_t i = 0; i < examples.size(); ++i) {
      points_.push_back(full_ ? data.row(examples[i].row) : rows_.row(i));
    }
    Random(1).shuffle(std::span(points_));
    weights_.resize(full_ ? 0 : rows_.features());
    full_weights_.resize(full_ ? data.features() : 0);
  }

  // Seconds.
  double run(learners::DualDescent::Work work) {
    const double start = now();
    std::uint64_t products = 0;
    std::uint64_t updates = 0;
    for (std::size_t at = 0; products < work.products; at = at + 1 < points_.size() ? at + 1 : 0) {
      const Features& x = points_[at];
      kept += full_ ? static_cast<double>(
                          util::dot(full_weights_.data(), x.values.data(), x.values.size()))
                    : product(x);
      products += x.values.size();
      // So that both are done at the same time.
      if (static_cast<double>(updates) * static_cast<double>(work.products) <
          static_cast<double>(products) * static_cast<double>(work.updates)) {
        update(x);
        updates += x.values.size();
      }
    }
    const double spent = now() - start;
    if (!full_) rows_.finish();
    return spent;
  }

 private:
  double product(const Features& x) const {
    double sums[4] = {0, 0, 0, 0};
    std::size_t i = 0;
    for (; i + 4 <= x.values.size(); i += 4) {
      for (std::size_t j = 0; j < 4; ++j) {
        sums[j] += weights_[x.indices[i + j]] * static_cast<double>(x.values[i + j]);
      }
    }
    for (; i < x.values.size(); ++i) {
      sums[0] += weights_[x.indices[i]] * static_cast<double>(x.values[i]);
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  void update(const Features& x) {
    constexpr double kStep = 1e-3;
    if (full_) {
      util::add_scaled(static_cast<float>(kStep), x.values.data(), full_weights_.data(),
                       x.values.size());
      return;
    }
    for (std::size_t i = 0; i < x.values.size(); ++i) {
      weights_[x.indices[i]] += kStep * static_cast<double>(x.values[i]);
    }
  }

  bool full_;
  learners::CompactRows rows_;
  std::vector<Features> points_;
  std::vector<double> weights_;
  std::vector<float> full_weights_;
};

// Fits, and then does the same work with nothing else.
class Timed final : public learners::BatchLearner {
 public:
  explicit Timed(std::unique_ptr<BatchLearner> inner) : inner_(std::move(inner)) {}

  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    const double start = now();
    inner_->fit(problem, data, examples, margins);
    seconds += now() - start;
    if (learners::one_sided_margin(examples)) return;  // which is no work
    const learners::DualDescent::Work work = learners::DualDescent::of_thread().work();
    done.products += work.products;
    done.updates += work.updates;
    limit += Replay(data, examples).run(work);
  }
  float margin(std::uint32_t problem, Features x) const override {
    return inner_->margin(problem, x);
  }
  void add_problems(std::uint32_t first, std::uint32_t more) override {
    inner_->add_problems(first, more);
  }
  void drop_problems(std::uint32_t first, std::uint32_t last) override {
    inner_->drop_problems(first, last);
  }
  std::unique_ptr<learners::TrainedClassifiers> packed(
      const learners::Packing& packing) const override {
    return inner_->packed(packing);
  }
  std::unique_ptr<learners::TrainedClassifiers> trained() override { return inner_->trained(); }

  double seconds = 0;
  double limit = 0;
  learners::DualDescent::Work done;

 private:
  std::unique_ptr<BatchLearner> inner_;
};

void measure(const std::string& path) {
  const data::DataFile file(path, std::cin);
  const data::Layout layout = learn_layout(file, {});
  const auto read = [&] { return read_dataset(*open_reader(file, layout), path); };
  model::NamedOptions options;
  options.fast = true;
  options.threads = 1;

  Dataset data = read();
  const double start = now();
  const model::Settings settings = model::parse_options(options);
  train(std::move(data), layout, path, settings, {});
  const double whole = now() - start;

  // The same again, step by step, as train() takes them.
  data = read();
  const model::Recipe way = ways_to_learn(settings, data, layout).front();
  fit_preparation(way, layout, data);
  std::vector<std::uint32_t> rows(data.size());
  std::iota(rows.begin(), rows.end(), 0);
  std::vector<std::string> warnings;
  const auto reduction = make_reduction(way, data.label_names(), {data, rows}, warnings);
  learners::LearnerOptions learner_options;
  learner_options.seed = way.seed;
  Timed learner(make_hinge({reduction->problems(), data.features()}, learner_options));
  reduction->fit_and_settle(learner, data, rows, false, 1, {});
  fmt::print(
      R"({{"train": {:.4f}, "fit": {:.4f}, "limit": {:.4f}, "products": {:.1f}, "updates": {:.1f}}})"
      "\n",
      whole, learner.seconds, learner.limit, static_cast<double>(learner.done.products) / 1e6,
      static_cast<double>(learner.done.updates) / 1e6);
  if (kept == 0.5) std::puts("");
}

}  // namespace
}  // namespace ect

int main(int argc, char** argv) {
  try {
    if (argc != 2) throw ect::Error::bad_argument("usage: bench_train_limit DATA");
    ect::measure(argv[1]);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_train_limit: %s\n", error.what());
    return 1;
  }
}
