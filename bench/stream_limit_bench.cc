// How far learning from a stream is from what the machine could do. bench/scale runs it:
//   bench_stream_limit DATA CLASSES ELIMINATIONS
// DATA is svmlight with labels 0 to CLASSES - 1. One line of JSON, microseconds an example, of what
// `ect train --stream` does on one thread with examples that are read:
//   learn    all of it
//   limit    the same examples at the same matches in the same order, with nothing else: for each a
//            product with weights, then a change of them, in tables as large as the matches have
// and how many matches an example is learnt by.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/load.h"
#include "ect/error.h"
#include "ect/model.h"
#include "learners/learner.h"
#include "learners/learners.h"
#include "learners/linear/linear.h"
#include "model/make_reduction.h"
#include "model/named_options.h"
#include "model/passes.h"
#include "model/train_options.h"
#include "util/digest.h"
#include "util/place_of.h"

namespace ect {
namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Keeps what is worked out from being left out as useless.
float kept = 0;

struct Visit {
  std::uint32_t problem;
  std::uint32_t example;
};

std::uint64_t digest_of(Features x) {
  util::Digest digest;
  digest.add_all(x.indices);
  return digest.value();
}

// Writes down who learns from what.
class Recorder final : public learners::OnlineLearner {
 public:
  Recorder(OnlineLearner& inner, const Dataset& data, std::vector<Visit>& visits)
      : inner_(inner), visits_(visits) {
    for (std::uint32_t i = 0; i < data.size(); ++i) numbers_[digest_of(data.row(i))] = i;
  }

  float learn(std::uint32_t problem, Features x, Side side, float weight) override {
    visits_.push_back({problem, numbers_.at(digest_of(x))});
    return inner_.learn(problem, x, side, weight);
  }
  float margin(std::uint32_t problem, Features x) const override {
    return inner_.margin(problem, x);
  }
  std::unique_ptr<learners::TrainedClassifiers> trained() const override {
    return inner_.trained();
  }

 private:
  OnlineLearner& inner_;
  std::vector<Visit>& visits_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // of examples, by their features
};

// What a learner must keep of a weight whose rate is its own.
struct Slot {
  float weight = 0;
  float squares = 0;
  float greatest = 0;
  std::uint32_t feature = 0;
};

// Seconds.
double replay(const Dataset& data, std::span<const Visit> visits,
              std::span<const learners::WeightBlock> blocks) {
  std::vector<std::uint64_t> starts = {0};
  for (const learners::WeightBlock& block : blocks)
    starts.push_back(starts.back() + block.count + 1);
  std::vector<Slot> slots(starts.back());
  std::vector<Slot*> touched;
  const double start = now();
  for (const Visit& visit : visits) {
    const Features x = data.row(visit.example);
    Slot* first = &slots[starts[visit.problem]];
    const auto size = static_cast<std::uint32_t>(starts[visit.problem + 1] - starts[visit.problem]);
    touched.resize(x.indices.size());
    float sum = 0;
    for (std::size_t i = 0; i < touched.size(); ++i) {
      touched[i] = first + util::place_of(x.indices[i], size);
      sum += touched[i]->weight * x.values[i];
    }
    for (std::size_t i = 0; i < touched.size(); ++i) touched[i]->weight += 1e-3F * x.values[i];
    kept += sum;
  }
  return now() - start;
}

void measure(const std::string& path, std::uint32_t classes, std::uint32_t eliminations) {
  const data::DataFile file(path, std::cin);
  Labels names;
  for (std::uint32_t i = 0; i < classes; ++i) names.add(std::to_string(i));
  Labels known;
  for (std::uint32_t i = 0; i < classes; ++i) known.add(std::to_string(i));
  const Dataset data =
      read_dataset(*open_reader(file, learn_layout(file, {})), path, std::move(known));
  model::NamedOptions options;
  options.eliminations = eliminations;
  options.threads = 1;
  const model::Recipe recipe = completed(model::parse_options(options), true);
  std::vector<std::string> warnings;
  const auto reduction = make_reduction(recipe, names, {Dataset(), {}}, warnings);
  const std::vector<float> shares = reduction->shares();
  const learners::ProblemSize size{reduction->problems(), std::uint32_t{1} << 31, {}, shares};
  learners::LearnerOptions learner_options;
  learner_options.seed = options.seed;

  const auto learn = [&](learners::OnlineLearner& learner) {
    const reductions::OnProgress progress;
    model::StreamPass pass(*reduction, learner, 1, 1, progress);
    const double start = now();
    for (std::uint32_t i = 0; i < data.size(); ++i) {
      pass.learn(data.row(i), data.label(i), data.weight(i));
    }
    pass.finish();
    return now() - start;
  };
  const auto example = static_cast<double>(data.size()) / 1e6;
  double spent = 0;
  std::vector<learners::WeightBlock> blocks;
  {
    const auto learner = make_logistic(size, learner_options);
    spent = learn(*learner);
    const auto learnt = learner->trained();
    const auto& linear = dynamic_cast<const learners::LinearClassifiers&>(*learnt);
    blocks.assign(linear.blocks().begin(), linear.blocks().end());
  }
  std::vector<Visit> visits;
  {
    const auto learner = make_logistic(size, learner_options);
    Recorder recorder(*learner, data, visits);
    learn(recorder);
  }
  fmt::print(R"({{"learn": {:.3f}, "limit": {:.3f}, "visits": {:.2f}}})"
             "\n",
             spent / example, replay(data, visits, blocks) / example,
             static_cast<double>(visits.size()) / static_cast<double>(data.size()));
  if (kept == 0.5F) std::puts("");
}

}  // namespace
}  // namespace ect

int main(int argc, char** argv) {
  try {
    if (argc != 4) {
      throw ect::Error::bad_argument("usage: bench_stream_limit DATA CLASSES ELIMINATIONS");
    }
    ect::measure(argv[1], static_cast<std::uint32_t>(std::atoi(argv[2])),
                 static_cast<std::uint32_t>(std::atoi(argv[3])));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_stream_limit: %s\n", error.what());
    return 1;
  }
}
