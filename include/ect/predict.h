#ifndef ECT_PREDICT_H_
#define ECT_PREDICT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ect/dataset.h"
#include "ect/export.h"
#include "ect/matrix.h"
#include "ect/model.h"
#include "ect/read.h"

namespace ect {

// A label and its probability.
struct Scored {
  std::uint32_t label;
  double probability;

  bool operator==(const Scored&) const = default;
};

// Predicts one example at a time, whose features are as in the data that the model was trained on.
// Allocates nothing per example once the first few are done. For one thread; make one for each.
class ECT_EXPORT Predictor {
 public:
  explicit Predictor(Model model);
  Predictor(Predictor&&) noexcept;
  Predictor& operator=(Predictor&&) noexcept;
  ~Predictor();

  // The label, 0 <= label < classes(). Requires indices that strictly increase and finite values,
  // as all functions here do. They throw ect::Error only where the model lies in a mapped file that
  // is damaged, or is a program that fails.
  std::uint32_t predict(const Features& x);
  // Of one label, in [0, 1]; those of all labels sum to 1.
  double probability(const Features& x, std::uint32_t label);
  // Whether a prediction considers the label: in contested finals, whether it is a contender.
  bool considers(const Features& x, std::uint32_t label);
  // At most `count` labels: the predicted one first, the others by probability. The span is valid
  // until the next call.
  std::span<const Scored> top(const Features& x, std::size_t count);
  // Of all labels, into `probabilities`, which has classes() entries. Takes time in O(classes()).
  void probabilities(const Features& x, std::span<float> probabilities);
  // How many binary classifiers predict() has evaluated in all.
  std::uint64_t questions() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Predictions for all rows of a data set, on up to `threads` threads (0: all cores), into the
// caller's memory. The result does not depend on threads. Labels and weights of the data do not
// matter. Throw ect::Error where the sizes do not fit, and as Predictor.

// labels: data.size().
ECT_EXPORT void predict(const Model& model, const Dataset& data, std::span<std::uint32_t> labels,
                        unsigned threads = 0);
// top: data.size() x count, row by row; count <= classes().
ECT_EXPORT void predict_top(const Model& model, const Dataset& data, std::size_t count,
                            std::span<Scored> top, unsigned threads = 0);
// probabilities: data.size() x classes(), row by row.
ECT_EXPORT void predict_probabilities(const Model& model, const Dataset& data,
                                      std::span<float> probabilities, unsigned threads = 0);

// Rows as the model needs them, to be predicted or, with targets, evaluated. A model of a table
// takes a matrix with a column for each of its columns but the label (see Column for nominal ones
// and missing values); others take the matrix as it is. Throw ect::Error where the columns do not
// fit. A matrix of floats is not copied where no value is missing and no column is nominal: it must
// then outlive the data set.
template <class T>
ECT_EXPORT Dataset make_dataset(const Model& model, const DenseMatrix<T>& matrix,
                                const Targets& targets = {});
template <class T, class I>
ECT_EXPORT Dataset make_dataset(const Model& model, const SparseMatrix<T, I>& matrix,
                                const Targets& targets = {});
// The file read as the one that the model was trained on; labels may be missing (`?`, or no such
// column) or unknown to the model. Throws ect::Error as read_dataset.
ECT_EXPORT Dataset read_dataset(const Model& model, const std::string& path);
ECT_EXPORT Dataset parse_dataset(const Model& model, std::string text,
                                 const std::string& name = "data");

}  // namespace ect

#endif  // ECT_PREDICT_H_
