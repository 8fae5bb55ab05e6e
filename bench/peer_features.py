"""Features for LIBLINEAR, as svmlight files. Needs scikit-learn.

Usage: peer_features.py [--npz] KIND TRAIN TEST OUT_TRAIN OUT_TEST
KIND is how TRAIN and TEST (label<TAB>text, svmlight or csv) are made into features; what is
learnt for that is learnt from TRAIN.
  words   sublinear tf-idf of words and pairs of words
  chars   sublinear tf-idf of the 50000 most frequent runs of 1 to 4 characters
  both    words, and all runs of 1 to 4 characters, each of length 1: what ect makes of short texts
  pixels  numbers divided by the largest one in TRAIN: 255, or 1 where that was done before
  scaled  numbers less their mean, by their deviation
--npz also writes OUT_TRAIN.npz and OUT_TEST.npz, the same for numpy, with classes from 0.
"""

import csv
import gzip
import re
import sys

import numpy
from scipy import sparse
from sklearn.datasets import dump_svmlight_file, load_svmlight_file
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.pipeline import FeatureUnion
from sklearn.preprocessing import StandardScaler

BLANKS = {"n": " ", "r": " ", "t": " ", "\\": "\\"}


def read_text(path):
    labels, texts = [], []
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        for line in file:
            label, text = line.rstrip("\n").split("\t", 1)
            labels.append(label)
            texts.append(re.sub(r"\\([nrt\\])", lambda match: BLANKS[match.group(1)], text))
    return labels, texts


def read_numbers(path, features=None):
    if path.endswith(".csv"):
        with open(path, encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        numbers = [[float(v) for name, v in row.items() if name != "class"] for row in rows]
        return [row["class"] for row in rows], sparse.csr_matrix(numpy.array(numbers))
    matrix, labels = load_svmlight_file(path, n_features=features)
    return [str(int(label)) for label in labels], matrix


def vectorizer(kind):
    words = TfidfVectorizer(sublinear_tf=True, ngram_range=(1, 2), token_pattern=r"(?u)\b\w+\b")
    if kind == "words":
        return words
    limit = 50000 if kind == "chars" else None
    chars = TfidfVectorizer(
        sublinear_tf=True, analyzer="char", ngram_range=(1, 4), max_features=limit
    )
    return chars if kind == "chars" else FeatureUnion([("words", words), ("chars", chars)])


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--npz"]
    kind, train, test, *outs = arguments
    if kind in ("words", "chars", "both"):
        labels, texts = read_text(train)
        test_labels, test_texts = read_text(test)
        maker = vectorizer(kind)
        matrices = [maker.fit_transform(texts), maker.transform(test_texts)]
    else:
        labels, matrix = read_numbers(train)
        test_labels, test_matrix = read_numbers(test, matrix.shape[1])
        matrices = [matrix, test_matrix]
        if kind == "pixels":
            matrices = [pixels / matrix.max() for pixels in matrices]
        else:
            scaler = StandardScaler().fit(matrix.toarray())
            matrices = [sparse.csr_matrix(scaler.transform(m.toarray())) for m in matrices]
    numbers = {label: number + 1 for number, label in enumerate(sorted(set(labels)))}
    for matrix, names, out in zip(matrices, (labels, test_labels), outs):
        classes = numpy.array([numbers[name] for name in names])
        dump_svmlight_file(matrix, classes, out, zero_based=False)
        if "--npz" in sys.argv[1:]:
            matrix = sparse.csr_matrix(matrix)
            parts = {"data": matrix.data, "indices": matrix.indices, "indptr": matrix.indptr}
            numpy.savez(out + ".npz", **parts, shape=matrix.shape, labels=classes - 1)


if __name__ == "__main__":
    main()
