"""Features for LIBLINEAR, as svmlight files. Needs scikit-learn.

Usage: peer_features.py [--npz | --only-npz] KIND TRAIN TEST OUT_TRAIN OUT_TEST
KIND is how TRAIN and TEST (label<TAB>text, svmlight or csv) are made into features; what is
learnt for that is learnt from TRAIN.
  words   sublinear tf-idf of words and pairs of words
  chars   sublinear tf-idf of the 50000 most frequent runs of 1 to 4 characters
  both    words, and all runs of 1 to 4 characters, each of length 1: what ect makes of short texts
  pixels  numbers divided by the largest one in TRAIN: 255, or 1 where that was done before
  scaled  numbers less their mean, by their deviation
--npz also writes OUT_TRAIN.npz and OUT_TEST.npz, the same for numpy, with classes from 0; --only-npz
writes nothing else. A test row whose label is not in TRAIN has class 0, for numpy -1. Prints one
JSON object: CPU seconds for TRAIN and for TEST, without the start of Python; number of features.
"""

import csv
import gzip
import json
import re
import sys
import time

import numpy
from scipy import sparse
from sklearn.datasets import dump_svmlight_file, load_svmlight_files
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.pipeline import FeatureUnion
from sklearn.preprocessing import StandardScaler

BLANKS = {"n": " ", "r": " ", "t": " ", "\\": "\\"}


def opened(path):
    open_it = gzip.open if path.endswith(".gz") else open
    return open_it(path, "rt", encoding="utf-8", newline="\n")


def read_text(path):
    labels, texts = [], []
    with opened(path) as file:
        for line in file:
            label, text = line.rstrip("\n").split("\t", 1)
            labels.append(label)
            texts.append(re.sub(r"\\([nrt\\])", lambda match: BLANKS[match.group(1)], text))
    return labels, texts


def read_csv(path):
    with opened(path) as file:
        rows = list(csv.DictReader(file))
    numbers = [[float(v) for name, v in row.items() if name != "class"] for row in rows]
    return [row["class"] for row in rows], sparse.csr_matrix(numpy.array(numbers))


def read_numbers(paths):
    """[(labels, matrix)]: few rows need not have the greatest feature that the others have."""
    if ".csv" in paths[0]:
        return [read_csv(path) for path in paths]
    parts = load_svmlight_files(paths)
    return [([str(int(label)) for label in parts[i + 1]], parts[i]) for i in (0, 2)]


def vectorizer(kind):
    words = TfidfVectorizer(sublinear_tf=True, ngram_range=(1, 2), token_pattern=r"(?u)\b\w+\b")
    if kind == "words":
        return words
    limit = 50000 if kind == "chars" else None
    chars = TfidfVectorizer(
        sublinear_tf=True, analyzer="char", ngram_range=(1, 4), max_features=limit
    )
    return chars if kind == "chars" else FeatureUnion([("words", words), ("chars", chars)])


def scaled(kind, train, test):
    if kind == "pixels":
        return train / train.max(), test / train.max()
    scaler = StandardScaler().fit(train.toarray())
    return [sparse.csr_matrix(scaler.transform(matrix.toarray())) for matrix in (train, test)]


def write(matrix, classes, out, kinds):
    if "--only-npz" not in kinds:
        dump_svmlight_file(matrix, classes, out, zero_based=False)
    if kinds:
        matrix = sparse.csr_matrix(matrix)
        parts = {"data": matrix.data, "indices": matrix.indices, "indptr": matrix.indptr}
        numpy.savez(out + ".npz", **parts, shape=matrix.shape, labels=classes - 1)


def main():
    kinds = [argument for argument in sys.argv[1:] if argument.startswith("--")]
    kind, train, test, *outs = [part for part in sys.argv[1:] if part not in kinds]
    times = [time.process_time()]
    if kind in ("words", "chars", "both"):
        labels, texts = read_text(train)
        maker = vectorizer(kind)
        matrix = maker.fit_transform(texts)
    else:
        (labels, matrix), (test_labels, test_matrix) = read_numbers([train, test])
        matrix, test_matrix = scaled(kind, matrix, test_matrix)
    numbers = {label: number + 1 for number, label in enumerate(sorted(set(labels)))}
    classes_of = lambda names: numpy.array([numbers.get(name, 0) for name in names])
    write(matrix, classes_of(labels), outs[0], kinds)
    times.append(time.process_time())
    if kind in ("words", "chars", "both"):
        test_labels, texts = read_text(test)
        test_matrix = maker.transform(texts)
    write(test_matrix, classes_of(test_labels), outs[1], kinds)
    times.append(time.process_time())
    cpu = {"train": times[1] - times[0], "test": times[2] - times[1]}
    print(json.dumps({**cpu, "features": matrix.shape[1]}))


if __name__ == "__main__":
    main()
