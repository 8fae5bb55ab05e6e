"""The parts of bench/long_tail that need numpy.

Usage: long_tail_python.py centroid METRIC TRAIN.npz TEST.npz MODEL ANSWERS
       long_tail_python.py bootstrap WRONG ROWS
centroid learns the mean of each class and answers with the nearest: by the angle (METRIC cosine) or
by the distance (euclid). The files are those of peer_features.py --npz. Writes MODEL, and to ANSWERS
a class for each test row; prints one JSON object: CPU seconds of learning, microseconds of CPU for an
answer, both without reading the files.
bootstrap prints the standard error of an error rate of WRONG of ROWS tested rows, by a thousand draws
of as many rows with replacement.
"""

import json
import sys
import time

import numpy
from scipy import sparse

DRAWS = 1000
ROWS_AT_ONCE = 500


def load(path):
    kept = numpy.load(path)
    parts = (kept["data"], kept["indices"], kept["indptr"])
    return sparse.csr_matrix(parts, shape=tuple(kept["shape"])), kept["labels"]


def learned(matrix, labels, metric):
    """A row a class, and what a row's product with it is less by."""
    classes = int(labels.max()) + 1
    weights = 1 / numpy.bincount(labels, minlength=classes)[labels]
    places = (labels, numpy.arange(len(labels)))
    means = sparse.csr_matrix((weights, places), shape=(classes, len(labels))) @ matrix
    norms = numpy.sqrt(numpy.asarray(means.multiply(means).sum(axis=1)).ravel())
    if metric == "euclid":
        return means, norms**2 / 2
    norms[norms == 0] = 1
    return sparse.csr_matrix(sparse.diags(1 / norms) @ means), numpy.zeros(classes)


def predicted(means, less, matrix):
    across = means.T.tocsr()
    if across.nnz > 0.3 * across.shape[0] * across.shape[1]:
        across = across.toarray()
    answers = []
    for start in range(0, matrix.shape[0], ROWS_AT_ONCE):
        scores = matrix[start : start + ROWS_AT_ONCE] @ across
        scores = scores.toarray() if sparse.issparse(scores) else scores
        answers.append(numpy.argmax(scores - less, axis=1))
    return numpy.concatenate(answers)


def centroid(metric, train, test, model, path):
    matrix, labels = load(train)
    start = time.process_time()
    means, less = learned(matrix, labels, metric)
    cpu = time.process_time() - start
    with open(model, "wb") as file:
        parts = {"data": means.data.astype(numpy.float32), "indices": means.indices}
        numpy.savez(file, **parts, indptr=means.indptr, less=less)
    matrix, _ = load(test)
    start = time.process_time()
    answers = predicted(means, less, matrix)
    asked = time.process_time() - start
    numpy.savetxt(path, answers, fmt="%d")
    print(json.dumps({"cpu": cpu, "predict": 1e6 * asked / len(answers)}))


def bootstrap(wrong, rows):
    is_wrong = (numpy.arange(rows) < wrong).astype(numpy.int8)
    generator = numpy.random.default_rng(1)
    draw = lambda: is_wrong[generator.integers(0, rows, rows)].mean()
    print(numpy.std([draw() for _ in range(DRAWS)], ddof=1))


if __name__ == "__main__":
    if sys.argv[1] == "centroid":
        centroid(*sys.argv[2:])
    else:
        bootstrap(*map(int, sys.argv[2:]))
