// Compares methods on the same splits. A job is one training and one test: split s of data set d by
// method m. Jobs share the data and nothing else; a model lives as long as its job. With 3 data
// sets, 10 splits and 4 methods there are 120 jobs, the largest data first, so that no long job
// runs alone at the end. Section 6 of the paper. Tests: compare_test.
#include "model/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <numeric>
#include <set>
#include <utility>

#include "ect/error.h"
#include "learners/learners.h"
#include "model/evaluate_rows.h"
#include "model/settings.h"
#include "model/split_scores.h"
#include "model/train.h"
#include "model/train_options.h"
#include "reductions/reduction_name.h"
#include "reductions/reductions.h"
#include "util/parallel.h"
#include "util/text.h"

namespace ect::model {
namespace {

Method parse_reduction(const std::string& text) {
  const std::optional<reductions::ReductionName> name = reductions::parse_reduction_name(text);
  const bool kind_alone = name && text == name->kind.name;
  if (!kind_alone && (!name || name->eliminations == 0 || name->contested)) {
    throw Error::bad_argument(
        fmt::format("{} is not a reduction with eliminations (expected one such as ect:4)",
                    util::quoted(text)));
  }
  Method method;
  method.reduction = name->kind.name;
  method.eliminations = name->eliminations;
  return method;
}

// The settings of a method in all splits; sets method.from_costs.
Settings settings_of(Method& method, const CompareOptions& options) {
  model::NamedOptions asked = options.train;
  asked.reduction = method.reduction;
  asked.learner = method.learner;
  Settings how = model::parse_options(asked);
  const reductions::ReductionKind& reduction = *how.reduction;
  how.threads = 1;
  if (!reduction.several_brackets) how.eliminations = 0;
  if (method.eliminations > 0) how.eliminations = method.eliminations;
  if (!reduction.seeded) {
    how.seeding.reset();
    how.trees = 1;
  }
  if (reduction.load_contested == nullptr) how.finals.reset();
  how.costs = options.costs && reduction.costs;
  method.from_costs = how.costs;
  const learners::LearnerKind& learner = *completed(how, false).learner.kind;
  if (learner.online == nullptr) how.passes = 0;
  if (learner.batch == nullptr) how.costing = 0;
  if (!learner.l2) how.l2.reset();
  if (!learner.linear) how.expand.reset();
  if (!reduction.routed || learner.batch == nullptr || learner.memorizes) {
    how.routing = RoutedBy::kOutOfFold;
  }
  return how;
}

// Whether another seed gives another model of the same examples.
bool draws(const Settings& settings) {
  return settings.reduction->seeded || settings.reduction->coded || settings.costing > 0 ||
         completed(settings, false).learner.kind->draws;
}

std::vector<std::uint32_t> all_rows(const Dataset& data) {
  std::vector<std::uint32_t> rows(data.size());
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

void check(const CompareData& data, const CompareOptions& options) {
  const auto fail = [&](const std::string& message) {
    return Error(Error::Kind::kParse, fmt::format("{}: {}", data.name, message));
  };
  if (options.costs && !(data.data.has_costs() && (!data.test || data.test->has_costs()))) {
    throw fail("there are no costs (csv columns cost:NAME) to compare by");
  }
  if (data.test) return;
  const std::size_t least = std::max<std::size_t>(options.folds, 2);
  if (data.data.size() < least) {
    throw fail(fmt::format("{} example{} cannot be split into {} parts", data.data.size(),
                           data.data.size() == 1 ? "" : "s", least));
  }
}

SplitResult train_and_test(const CompareData& data, const data::Split& split,
                           const Settings& settings) {
  SplitResult result;
  try {
    Dataset part = data.data.subset(split.train);
    const auto start = std::chrono::steady_clock::now();
    const Trained trained = train(std::move(part), data.layout, data.name, settings, nullptr);
    result.train_seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    result.test = evaluate_rows(trained.model, data.test ? *data.test : data.data, split.test);
  } catch (const Error& error) {
    result.failure = error.what();
  }
  return result;
}

// All jobs and their results.
class Jobs {
 public:
  Jobs(const std::vector<CompareData>& data, std::vector<Method>& methods,
       const CompareOptions& options)
      : data_(data), options_(options), methods_(methods.size()) {
    for (Method& method : methods) {
      MethodPlan& plan = plans_.emplace_back();
      try {
        plan.settings = settings_of(method, options);
        plan.draws = draws(plan.settings);
        check_options(plan.settings, false);
      } catch (const Error& error) {
        plan.failure = error.what();
      }
    }
    for (std::size_t d = 0; d < data.size(); ++d) {
      check(data[d], options);
      const std::uint32_t splits = splits_of(data[d], options);
      results_.emplace_back(methods_);
      for (std::uint32_t s = 0; s < splits; ++s) {
        for (std::size_t m = 0; m < methods_; ++m) {
          // A deterministic method would give the same result again.
          if (s > 0 && data[d].test && !plans_[m].draws) continue;
          jobs_.push_back({d, s, m});
          results_[d][m].emplace_back();
        }
      }
    }
    const auto size = [&](const Job& job) { return data[job.data].data.nonzeros(); };
    std::stable_sort(jobs_.begin(), jobs_.end(),
                     [&](const Job& a, const Job& b) { return size(a) > size(b); });
    for (const Job& job : jobs_) work_ += work_of(job);
  }

  void run(const OnCompareProgress& progress) {
    std::mutex mutex;
    CompareProgress state{0, jobs_.size(), 0};
    util::parallel_for(jobs_.size(), options_.threads, [&](std::uint64_t i) {
      const Job& job = jobs_[i];
      SplitResult& result = results_[job.data][job.method][job.split];
      result.failure = plans_[job.method].failure;
      if (result.failure.empty()) {
        Settings settings = plans_[job.method].settings;
        settings.seed += job.split;
        const CompareData& data = data_[job.data];
        result = train_and_test(data, compare_split(data, options_, job.split), settings);
      }
      const std::scoped_lock lock(mutex);
      ++state.done;
      state.share += work_of(job) / work_;
      if (progress) progress(state);
    });
  }

  std::vector<Score> scores(std::size_t data) const {
    std::vector<Score> scores;
    for (const std::vector<SplitResult>& splits : results_[data])
      scores.push_back(score_of(splits));
    return scores;
  }

 private:
  struct Job {
    std::size_t data;
    std::uint32_t split;
    std::size_t method;
  };
  struct MethodPlan {
    Settings settings;
    bool draws = true;
    std::string failure;  // why the options cannot be used; else empty
  };

  // A rough estimate of a job's time, for the progress.
  double work_of(const Job& job) const {
    return 1 + static_cast<double>(data_[job.data].data.nonzeros());
  }

  const std::vector<CompareData>& data_;
  const CompareOptions& options_;
  std::size_t methods_;
  std::vector<MethodPlan> plans_;  // by method
  std::vector<Job> jobs_;
  double work_ = 0;
  std::vector<std::vector<std::vector<SplitResult>>> results_;  // data, method, split
};

void add_choices(ComparedData& compared, const CompareData& data, const CompareOptions& options) {
  if (!data.data.has_costs() || (data.test && !data.test->has_costs())) return;
  Choices sum;
  for (std::uint32_t s = 0; s < compared.splits; ++s) {
    const Choices choices =
        choices_of(data.data, data.test ? *data.test : data.data, compare_split(data, options, s));
    sum.examples += choices.examples;
    sum.single_best += choices.single_best;
    sum.perfect += choices.perfect;
  }
  compared.cost_single_best = sum.single_best / static_cast<double>(sum.examples);
  compared.cost_perfect = sum.perfect / static_cast<double>(sum.examples);
}

}  // namespace

std::vector<Method> make_methods(const std::vector<std::string>& reductions,
                                 const std::vector<std::string>& learners) {
  std::vector<std::string> names = reductions;
  if (names.empty()) {
    for (const reductions::ReductionKind& kind : reductions::reduction_kinds())
      names.emplace_back(kind.name);
  }
  std::vector<Method> methods;
  std::set<std::string> seen;
  for (const std::string& name : names) {
    Method method = parse_reduction(name);
    for (const std::string& learner :
         learners.empty() ? std::vector{model::NamedOptions().learner} : learners) {
      if (learner != model::NamedOptions::kAuto) learners::learner_named(learner);
      method.learner = learner;
      if (!seen.insert(method.name()).second) {
        throw Error::bad_argument(fmt::format("{} is listed twice", method.name()));
      }
      methods.push_back(method);
    }
  }
  return methods;
}

std::uint32_t splits_of(const CompareData& data, const CompareOptions& options) {
  if (!data.test && options.folds > 0) return options.folds;
  if (options.splits > 0) return options.splits;
  return data.test ? CompareOptions::kTestSplits : CompareOptions::kSplits;
}

data::Split compare_split(const CompareData& data, const CompareOptions& options,
                          std::uint32_t number) {
  if (data.test) return {all_rows(data.data), all_rows(*data.test)};
  const std::uint64_t seed = options.train.seed;
  if (options.folds > 0) return data::fold_split(data.data.size(), options.folds, seed, number);
  return data::random_split(data.data.size(), options.train_fraction, seed, number);
}

Comparison compare(const std::vector<CompareData>& data, std::vector<Method> methods,
                   const CompareOptions& options, const OnCompareProgress& progress) {
  if (options.folds == 1)
    throw Error::bad_argument("one fold leaves no training examples (expected at least 2 folds)");
  if (!(options.train_fraction > 0 && options.train_fraction < 1)) {
    throw Error::bad_argument("the training fraction must lie between 0 and 1");
  }
  Jobs jobs(data, methods, options);
  jobs.run(progress);
  Comparison comparison;
  for (std::size_t d = 0; d < data.size(); ++d) {
    ComparedData& compared = comparison.data.emplace_back();
    compared.name = data[d].name;
    compared.classes = data[d].data.label_names().size();
    compared.examples = data[d].data.size();
    compared.test_examples = data[d].test ? data[d].test->size() : 0;
    compared.splits = splits_of(data[d], options);
    add_choices(compared, data[d], options);
    compared.scores = jobs.scores(d);
  }
  comparison.methods = std::move(methods);
  comparison.by_cost = options.costs;
  comparison.seed = options.train.seed;
  comparison.folds = options.folds;
  comparison.train_fraction = options.train_fraction;
  return comparison;
}

}  // namespace ect::model
