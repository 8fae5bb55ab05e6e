#ifndef ECT_ECT_H_
#define ECT_ECT_H_

/* The C interface of ect, for other languages: train from arrays, load, predict, choose.
 *
 * Every function that can fail returns ECT_OK or what kind of error it was, and then
 * ect_last_error() has one line about it. Results are written only on ECT_OK. No exception leaves
 * the library. Handles are made here and must be freed by their own function; NULL may be freed.
 * Arrays belong to the caller and are not used after a call returns. A model may be used by any
 * number of threads at once; options by one at a time. Texts are UTF-8 and end with a zero byte.
 */

#include <stddef.h>
#include <stdint.h>

#include "ect/export.h"

/* C has no `using`, and names as C programs have them: */
/* NOLINTBEGIN(modernize-use-using,readability-identifier-naming) */

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ect_status {
  ECT_OK = 0,
  ECT_BAD_ARGUMENT = 1,
  ECT_PARSE = 2,
  ECT_INPUT_OUTPUT = 3,
  ECT_MODEL_FORMAT = 4, /* a model file is damaged, or is none */
  ECT_CANCELLED = 5,    /* by a callback */
  ECT_FAILED = 6        /* anything else, such as no memory */
} ect_status;

/* The version of the library, such as "0.1.0". */
ECT_EXPORT const char* ect_version(void);
/* What the last function that failed in this thread has to say; valid until the next one fails. */
ECT_EXPORT const char* ect_last_error(void);

/* Rows of features. Dense: `starts` and `indices` are NULL, and `values` has rows x columns
 * numbers, row by row; NaN is a missing value. Sparse (CSR): row i has the indices and values from
 * starts[i] to before starts[i + 1], its indices from 0 and strictly increasing; `columns` is not
 * used. */
typedef struct ect_matrix {
  size_t rows;
  uint32_t columns;
  const float* values;
  const int64_t* starts;
  const int32_t* indices;
} ect_matrix;

/* ---- training ---- */

typedef struct ect_options ect_options;

/* Options with nothing set: the library tunes them on held-out examples. NULL where there is no
 * memory. */
ECT_EXPORT ect_options* ect_options_new(void);
ECT_EXPORT void ect_options_free(ect_options* options);
/* An option of `ect train` by its name without dashes, such as "learner" = "hinge", "m" = "2",
 * "fast" = "true". */
ECT_EXPORT ect_status ect_options_set(ect_options* options, const char* name, const char* value);

typedef struct ect_model ect_model;

/* Trains a model. `labels` has a number below `classes` for each row; `names` are their names, or
 * NULL for "0", "1" and so on. `weights` has one for each row, or is NULL. `options` may be NULL.
 */
ECT_EXPORT ect_status ect_train(const ect_matrix* matrix, const uint32_t* labels, uint32_t classes,
                                const char* const* names, const float* weights,
                                const ect_options* options, ect_model** model);

/* ---- models ---- */

ECT_EXPORT ect_status ect_model_load(const char* path, ect_model** model);
/* From the bytes of a model file, which are copied. */
ECT_EXPORT ect_status ect_model_from_bytes(const void* bytes, size_t size, ect_model** model);
/* Writes the file, or replaces it as a whole. */
ECT_EXPORT ect_status ect_model_save(const ect_model* model, const char* path);
/* What ect_model_save() writes, in memory that ect_free() frees. */
ECT_EXPORT ect_status ect_model_to_bytes(const ect_model* model, void** bytes, size_t* size);
ECT_EXPORT void ect_model_free(ect_model* model);
ECT_EXPORT void ect_free(void* bytes);

ECT_EXPORT uint32_t ect_model_classes(const ect_model* model);
/* The name of a class, valid as long as the model; NULL where there is no such class. */
ECT_EXPORT const char* ect_model_label(const ect_model* model, uint32_t label);

/* ---- prediction, on up to `threads` threads (0: all cores) ---- */

/* labels: one for each row. */
ECT_EXPORT ect_status ect_predict(const ect_model* model, const ect_matrix* matrix,
                                  uint32_t* labels, unsigned threads);
/* The `count` likeliest labels of each row, at most as many as there are classes, the predicted one
 * first; labels and probabilities: rows x count, row by row; probabilities may be NULL. */
ECT_EXPORT ect_status ect_predict_top(const ect_model* model, const ect_matrix* matrix,
                                      size_t count, uint32_t* labels, float* probabilities,
                                      unsigned threads);
/* probabilities: rows x classes, row by row. */
ECT_EXPORT ect_status ect_predict_probabilities(const ect_model* model, const ect_matrix* matrix,
                                                float* probabilities, unsigned threads);

/* ---- choosing the best of several items ---- */

typedef enum ect_verdict {
  ECT_FIRST = 0,
  ECT_SECOND = 1,
  ECT_TIE = 2,
  ECT_ABSTAIN = 3
} ect_verdict;

/* Compares two items, numbered from 0, and returns an ect_verdict. Anything else stops the
 * selection with ECT_CANCELLED. `seed` is for judges that draw lots; `context` is the caller's own.
 */
typedef int (*ect_judge)(uint32_t first, uint32_t second, uint64_t seed, void* context);

/* Plays a tournament ("ect:3", "single", "round-robin" ..., NULL: "ect:2") between the items and
 * writes the winner. If `wrong_results` is not NULL it gets how many results must have been wrong
 * if any other item is the best (0: nothing is known, as in swiss and round-robin). */
ECT_EXPORT ect_status ect_select(uint32_t items, const char* tournament, uint64_t seed,
                                 ect_judge judge, void* context, uint32_t* winner,
                                 uint64_t* wrong_results);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(modernize-use-using,readability-identifier-naming) */

#endif /* ECT_ECT_H_ */
