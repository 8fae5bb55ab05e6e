// The C interface (ect/ect.h): handles around the C++ one. Exceptions end here, as a status and a
// line that the thread keeps. Tests: c_api_test, examples/use_from_c.c, and from Python
// tests/c_api/c_api_test.py.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "data/load.h"
#include "ect/ect.h"
#include "ect/error.h"
#include "ect/matrix.h"
#include "ect/predict.h"
#include "ect/select.h"
#include "model/named_options.h"
#include "model/set_option.h"
#include "model/train.h"

struct ect_options {
  ect::model::NamedOptions named;
};

struct ect_model {
  explicit ect_model(ect::Model of) : model(std::move(of)) {}

  ect::Model model;
  // Names that end with a zero byte, made when the first one is asked for.
  std::once_flag named;
  std::vector<std::string> names;
};

namespace {

thread_local std::string last_error;  // NOLINT: each thread has its own

ect_status fail(ect_status status, const char* message) noexcept {
  try {
    last_error = message;
  } catch (...) {
    last_error.clear();
  }
  return status;
}

ect_status status_of(ect::Error::Kind kind) {
  switch (kind) {
    case ect::Error::Kind::kBadArgument:
      return ECT_BAD_ARGUMENT;
    case ect::Error::Kind::kParse:
      return ECT_PARSE;
    case ect::Error::Kind::kInputOutput:
      return ECT_INPUT_OUTPUT;
    case ect::Error::Kind::kModelFormat:
      return ECT_MODEL_FORMAT;
    case ect::Error::Kind::kCancelled:
      return ECT_CANCELLED;
  }
  return ECT_FAILED;
}

template <class Work>
ect_status guarded(const Work& work) noexcept {
  try {
    work();
    return ECT_OK;
  } catch (const ect::Error& error) {
    return fail(status_of(error.kind()), error.what());
  } catch (const std::bad_alloc&) {
    return fail(ECT_FAILED, "out of memory");
  } catch (const std::exception& error) {
    return fail(ECT_FAILED, error.what());
  } catch (...) {
    return fail(ECT_FAILED, "an unknown error");
  }
}

void require(const void* pointer, const char* name) {
  if (pointer == nullptr) {
    throw ect::Error::bad_argument(std::string(name) + " is NULL");
  }
}

// Calls `make` with a view of the matrix, dense or sparse.
template <class Make>
ect::Dataset dataset_of(const ect_matrix* matrix, const Make& make) {
  require(matrix, "matrix");
  const bool sparse = matrix->starts != nullptr;
  if (!sparse) {
    if (matrix->rows > 0 && matrix->columns > 0) require(matrix->values, "values");
    return make(ect::DenseMatrix<float>{matrix->values, matrix->rows, matrix->columns});
  }
  const std::span starts(matrix->starts, matrix->rows + 1);
  if (starts.back() < 0) throw ect::Error::bad_argument("starts end below 0");
  const auto count = static_cast<std::size_t>(starts.back());
  if (count > 0) {
    require(matrix->indices, "indices");
    require(matrix->values, "values");
  }
  // Indices of 32 bits with starts of 64: the view has one type for both.
  const std::vector<std::int64_t> indices(matrix->indices, matrix->indices + count);
  return make(ect::SparseMatrix<float, std::int64_t>{starts, indices, {matrix->values, count}});
}

ect::Dataset rows_for(const ect_model* model, const ect_matrix* matrix) {
  require(model, "model");
  return dataset_of(matrix, [&](const auto& view) { return make_dataset(model->model, view); });
}

void set_model(ect_model** to, ect::Model model) { *to = new ect_model(std::move(model)); }

ect::Verdict verdict_of(int answer) {
  switch (answer) {
    case ECT_FIRST:
      return ect::Verdict::kFirst;
    case ECT_SECOND:
      return ect::Verdict::kSecond;
    case ECT_TIE:
      return ect::Verdict::kTie;
    case ECT_ABSTAIN:
      return ect::Verdict::kAbstain;
    default:
      throw ect::Error(ect::Error::Kind::kCancelled, "the judge stopped the selection");
  }
}

}  // namespace

const char* ect_version(void) { return ECT_VERSION; }

const char* ect_last_error(void) { return last_error.c_str(); }

ect_options* ect_options_new(void) { return new (std::nothrow) ect_options; }

void ect_options_free(ect_options* options) { delete options; }

ect_status ect_options_set(ect_options* options, const char* name, const char* value) {
  return guarded([&] {
    require(options, "options");
    require(name, "name");
    require(value, "value");
    ect::model::set_option(options->named, name, value);
  });
}

ect_status ect_train(const ect_matrix* matrix, const uint32_t* labels, uint32_t classes,
                     const char* const* names, const float* weights, const ect_options* options,
                     ect_model** model) {
  return guarded([&] {
    require(matrix, "matrix");
    require(labels, "labels");
    require(model, "model");
    ect::Targets targets;
    for (uint32_t i = 0; i < classes; ++i) {
      if (names != nullptr) require(names[i], "a name");
      targets.classes.push_back(names != nullptr ? names[i] : std::to_string(i));
    }
    targets.labels = {labels, matrix->rows};
    if (weights != nullptr) targets.weights = {weights, matrix->rows};
    ect::Dataset data =
        dataset_of(matrix, [&](const auto& view) { return make_dataset(view, targets); });
    const ect::data::Layout layout = data.layout();
    const ect::model::NamedOptions named =
        options != nullptr ? options->named : ect::model::NamedOptions();
    set_model(model, ect::model::train(std::move(data), layout, "",
                                       ect::model::parse_options(named), nullptr)
                         .model);
  });
}

ect_status ect_model_load(const char* path, ect_model** model) {
  return guarded([&] {
    require(path, "path");
    require(model, "model");
    set_model(model, ect::Model::load(path));
  });
}

ect_status ect_model_from_bytes(const void* bytes, size_t size, ect_model** model) {
  return guarded([&] {
    require(bytes, "bytes");
    require(model, "model");
    // Words, so that it begins at a multiple of 8.
    const auto copy = std::make_shared<std::vector<std::uint64_t>>((size + 7) / 8);
    std::memcpy(copy->data(), bytes, size);
    set_model(model, ect::Model::from_bytes(std::as_bytes(std::span(*copy)).first(size), copy,
                                            "the model in memory"));
  });
}

ect_status ect_model_save(const ect_model* model, const char* path) {
  return guarded([&] {
    require(model, "model");
    require(path, "path");
    model->model.save(path);
  });
}

ect_status ect_model_to_bytes(const ect_model* model, void** bytes, size_t* size) {
  return guarded([&] {
    require(model, "model");
    require(bytes, "bytes");
    require(size, "size");
    const std::vector<std::byte> content = model->model.to_bytes();
    void* copy = std::malloc(content.size());
    if (copy == nullptr) throw std::bad_alloc();
    std::memcpy(copy, content.data(), content.size());
    *bytes = copy;
    *size = content.size();
  });
}

void ect_model_free(ect_model* model) { delete model; }

void ect_free(void* bytes) { std::free(bytes); }

uint32_t ect_model_classes(const ect_model* model) {
  return model == nullptr ? 0 : model->model.classes();
}

const char* ect_model_label(const ect_model* model, uint32_t label) {
  if (label >= ect_model_classes(model)) return nullptr;
  const char* name = nullptr;
  guarded([&] {
    auto* handle = const_cast<ect_model*>(model);  // NOLINT: what is made once changes no answer
    std::call_once(handle->named, [&] {
      std::vector<std::string> names;
      for (uint32_t i = 0; i < model->model.classes(); ++i)
        names.emplace_back(model->model.label(i));
      handle->names = std::move(names);
    });
    name = model->names[label].c_str();
  });
  return name;
}

ect_status ect_predict(const ect_model* model, const ect_matrix* matrix, uint32_t* labels,
                       unsigned threads) {
  return guarded([&] {
    const ect::Dataset data = rows_for(model, matrix);
    if (data.size() > 0) require(labels, "labels");
    ect::predict(model->model, data, {labels, data.size()}, threads);
  });
}

ect_status ect_predict_top(const ect_model* model, const ect_matrix* matrix, size_t count,
                           uint32_t* labels, float* probabilities, unsigned threads) {
  return guarded([&] {
    const ect::Dataset data = rows_for(model, matrix);
    if (data.size() > 0) require(labels, "labels");
    std::vector<ect::Scored> top(data.size() * count);
    ect::predict_top(model->model, data, count, top, threads);
    for (std::size_t i = 0; i < top.size(); ++i) {
      labels[i] = top[i].label;
      if (probabilities != nullptr) probabilities[i] = static_cast<float>(top[i].probability);
    }
  });
}

ect_status ect_predict_probabilities(const ect_model* model, const ect_matrix* matrix,
                                     float* probabilities, unsigned threads) {
  return guarded([&] {
    const ect::Dataset data = rows_for(model, matrix);
    if (data.size() > 0) require(probabilities, "probabilities");
    ect::predict_probabilities(model->model, data,
                               {probabilities, data.size() * model->model.classes()}, threads);
  });
}

ect_status ect_select(uint32_t items, const char* tournament, uint64_t seed, ect_judge judge,
                      void* context, uint32_t* winner, uint64_t* wrong_results) {
  return guarded([&] {
    if (judge == nullptr) throw ect::Error::bad_argument("judge is NULL");
    require(winner, "winner");
    ect::SelectOptions options;
    options.seed = seed;
    if (tournament != nullptr) options.tournament = tournament;
    const ect::Selection selection = ect::select(
        items,
        [&](const ect::Question& question) {
          return verdict_of(judge(question.first, question.second, question.seed, context));
        },
        options);
    *winner = *selection.champion();
    if (wrong_results != nullptr) *wrong_results = selection.overturned_by().value_or(0);
  });
}
