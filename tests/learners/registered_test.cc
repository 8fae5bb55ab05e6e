// Learners of the user's own (ect/learner.h): trained by every reduction, stored, refused if
// damaged.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "ect/error.h"
#include "ect/learner.h"
#include "ect/predict.h"
#include "ect/read.h"
#include "ect/train.h"
#include "tests/helpers/model_helpers.h"
#include "tests/helpers/places.h"
#include "tests/helpers/small_models.h"

namespace ect {
namespace {

// Which side's mean is nearer.
class Means final : public BinaryClassifier {
 public:
  explicit Means(std::vector<float> difference, float middle)
      : difference_(std::move(difference)), middle_(middle) {}

  float margin(const Features& x) const override {
    float sum = -middle_;
    for (std::size_t i = 0; i < x.indices.size(); ++i) {
      if (x.indices[i] < difference_.size()) sum += difference_[x.indices[i]] * x.values[i];
    }
    return sum;
  }
  std::vector<std::byte> to_bytes() const override {
    std::vector<std::byte> bytes((difference_.size() + 1) * sizeof(float));
    std::memcpy(bytes.data(), &middle_, sizeof(float));
    std::memcpy(bytes.data() + sizeof(float), difference_.data(),
                difference_.size() * sizeof(float));
    return bytes;
  }

 private:
  std::vector<float> difference_;
  float middle_;
};

class MeansLearner final : public BinaryLearner {
 public:
  std::unique_ptr<BinaryClassifier> fit(const BinaryProblem& problem) const override {
    std::vector<std::vector<float>> sums(2, std::vector<float>(problem.data.features()));
    std::vector<float> weights(2);
    for (const BinaryExample& example : problem.examples) {
      const auto side = static_cast<std::size_t>(example.side);
      weights[side] += example.weight;
      const Features x = problem.data.row(example.row);
      for (std::size_t i = 0; i < x.indices.size(); ++i) {
        sums[side][x.indices[i]] += example.weight * x.values[i];
      }
    }
    EXPECT_GT(weights[0], 0);
    EXPECT_GT(weights[1], 0);
    std::vector<float> difference(problem.data.features());
    float middle = 0;
    for (std::size_t i = 0; i < difference.size(); ++i) {
      const float left = sums[0][i] / weights[0];
      const float right = sums[1][i] / weights[1];
      difference[i] = right - left;
      middle += (right - left) * (right + left) / 2;
    }
    return std::make_unique<Means>(std::move(difference), middle);
  }
  std::unique_ptr<BinaryClassifier> from_bytes(std::span<const std::byte> bytes) const override {
    if (bytes.size() < sizeof(float) || bytes.size() % sizeof(float) != 0) return nullptr;
    std::vector<float> numbers(bytes.size() / sizeof(float));
    std::memcpy(numbers.data(), bytes.data(), bytes.size());
    return std::make_unique<Means>(std::vector<float>(numbers.begin() + 1, numbers.end()),
                                   numbers[0]);
  }
};

// Returns what it is told to.
class OddLearner final : public BinaryLearner {
 public:
  explicit OddLearner(bool null) : null_(null) {}
  std::unique_ptr<BinaryClassifier> fit(const BinaryProblem& /*problem*/) const override {
    if (null_) return nullptr;
    return std::make_unique<Means>(std::vector<float>(), std::numeric_limits<float>::quiet_NaN());
  }
  std::unique_ptr<BinaryClassifier> from_bytes(std::span<const std::byte>) const override {
    return nullptr;
  }

 private:
  bool null_;
};

void register_once() {
  static const bool done = [] {
    register_learner("means", std::make_shared<MeansLearner>());
    register_learner("means-unweighted", std::make_shared<MeansLearner>(), {.weights = false});
    register_learner("null", std::make_shared<OddLearner>(true));
    register_learner("nan", std::make_shared<OddLearner>(false));
    return true;
  }();
  EXPECT_TRUE(done);
}

TrainOptions by(const std::string& learner) {
  TrainOptions options;
  options.learner = learner;
  options.fast = true;
  return options;
}

TEST(RegisteredLearner, TrainsEveryReductionAndItsModelIsSavedAndLoaded) {
  register_once();
  const Dataset data = parse_dataset(small_csv(), "small.csv");
  for (const ReductionId reduction :
       {ReductionId::kEct, ReductionId::kFilterTree, ReductionId::kAllPairs, ReductionId::kOneVsAll,
        ReductionId::kEcoc, ReductionId::kPecoc}) {
    SCOPED_TRACE(static_cast<int>(reduction));
    TrainOptions options = by("means");
    options.reduction = reduction;
    const Model model = train(data, options).model;
    EXPECT_EQ(model.info().learner, "means");
    // By chance it would be 5/6; codes ask for halves that means do not tell apart so well.
    EXPECT_LT(error_on(model, data), 0.5);
    const std::vector<std::byte> bytes = model.to_bytes();
    const Model again = Model::from_bytes(bytes, nullptr, "bytes");
    std::vector<std::uint32_t> before(data.size());
    std::vector<std::uint32_t> after(data.size());
    predict(model, data, before);
    predict(again, data, after);
    EXPECT_EQ(before, after);
  }
}

TEST(RegisteredLearner, ThreadsDoNotChangeTheModel) {
  register_once();
  const Dataset data = parse_dataset(small_csv(), "small.csv");
  for (const char* learner : {"means", "means-unweighted"}) {
    TrainOptions options = by(learner);
    options.threads = 1;
    const Model one = train(data, options).model;
    options.threads = 3;
    EXPECT_EQ(one.to_bytes(), train(data, options).model.to_bytes());
  }
}

TEST(RegisteredLearner, EveryChangedByteOfItsModelIsRefused) {
  register_once();
  const Model model = train(parse_dataset(small_csv(), "small.csv"), by("means")).model;
  std::vector<std::byte> bytes = model.to_bytes();
  for (std::size_t i = 0; i < bytes.size(); i += 7) {
    bytes[i] ^= std::byte{1};
    EXPECT_THROW(Model::from_bytes(bytes, nullptr, "bytes"), Error) << i;
    bytes[i] ^= std::byte{1};
  }
}

TEST(RegisteredLearner, ClassifiersThatAreNoneAndMarginsThatAreNoneEndTraining) {
  register_once();
  const Dataset data = parse_dataset(small_csv(), "small.csv");
  EXPECT_THROW(train(data, by("null")), Error);
  EXPECT_THROW(train(data, by("nan")), Error);
}

TEST(RegisteredLearner, NamesAreCheckedAndListed) {
  register_once();
  const auto learner = std::make_shared<MeansLearner>();
  EXPECT_THROW(register_learner("", learner), Error);
  EXPECT_THROW(register_learner("Upper", learner), Error);
  EXPECT_THROW(register_learner("a:b", learner), Error);
  EXPECT_THROW(register_learner("hinge", learner), Error);
  EXPECT_THROW(register_learner("means", learner), Error);
  EXPECT_THROW(register_learner("nobody", nullptr), Error);
  const std::vector<std::string> names = learner_names();
  EXPECT_EQ(std::count(names.begin(), names.end(), "means"), 1);
  EXPECT_EQ(std::count(names.begin(), names.end(), "command:PROGRAM"), 1);
  EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
}

TEST(RegisteredLearner, AModelOfALearnerThatIsNotRegisteredSaysSo) {
  register_once();
  const Model model = train(parse_dataset(small_csv(), "small.csv"), by("means")).model;
  const TempFile file("a.model");
  model.save(file.path());
  // Another process, where nobody has registered it.
  const std::string command = "'" + ect_program() + "' info '" + file.path() + "' 2>&1";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  std::string said(1000, '\0');
  said.resize(std::fread(said.data(), 1, said.size(), pipe));
  EXPECT_NE(::pclose(pipe), 0);
  EXPECT_NE(said.find("means"), std::string::npos) << said;
  EXPECT_NE(said.find("registered"), std::string::npos) << said;
}

}  // namespace
}  // namespace ect
