"""What the benches that run other systems share: sets, their files, features, reference figures."""

import csv
import functools
import os
import random
import re
import subprocess
import sys

from measure import letter_files, open_text, ran

# (set, name of its files, LIBLINEAR's features and settings, fastText's settings): those of
# peers.csv, which were picked on a tenth of the training part.
SETS = {
    "letter": ("", "scaled", "1", None),
    "covtype-kaggle15k": ("svm", "scaled", "1", None),
    "banking77": ("tsv", "words", "1", "-lr 0.5 -epoch 25 -wordNgrams 2"),
    "clinc150": ("tsv", "words", "1", "-lr 1.0 -epoch 25 -wordNgrams 2"),
    "20newsgroups-bydate": ("tsv", "words", "1", "-lr 1.0 -epoch 25 -wordNgrams 2"),
    "mnist": ("svm", "pixels", "0.01", None),
    "udhr-langid": ("tsv", "chars", "1", "-lr 0.5 -epoch 10 -minn 1 -maxn 4"),
    "quickdraw345": ("svm", "pixels", "0.01", None),
}


def files_of(bench, name):
    if name == "letter":
        return letter_files(bench)
    ending = SETS[name][0]
    return [f"{bench.data}/many-class/{name}-{part}.{ending}.gz" for part in ("train", "test")]


def wrong(predicted, path, label_of):
    """(error, examples) of answers, a line each, against the labels of a file."""
    with open_text(path) as file:
        truth = [label_of(line) for line in file]
    answers = predicted.split("\n")[: len(truth)]
    if len(answers) != len(truth):
        raise RuntimeError(f"{len(answers)} answers for {len(truth)} examples")
    return sum(a != t for a, t in zip(answers, truth)) / len(truth), len(truth)


def fasttext_line(line):
    """Lower case, and marks apart from words, as its authors advise."""
    label, text = line.rstrip("\n").split("\t", 1)
    words = re.sub(r"([^\w\s])", r" \1 ", re.sub(r"\\[nrt]", " ", text).lower())
    return f"__label__{label.replace(' ', '_')} {' '.join(words.split())}\n"


def write_for_fasttext(sources, paths):
    """A train and a test file; the first is shuffled, as it learns in the order of the file."""
    for source, path in zip(sources, paths):
        with open_text(source) as file:
            lines = [fasttext_line(line) for line in file]
        if path == paths[0]:  # files go by label
            random.Random(1).shuffle(lines)
        with open(path, "w", encoding="utf-8") as out:
            out.writelines(lines)


def fasttext_options(name, loss, threads):
    settings = SETS[name][3].split()
    return [*settings, "-loss", loss, "-bucket", "200000", "-thread", str(threads)]


@functools.lru_cache(maxsize=None)
def python_with(module):
    """A Python that has it: ours, or the system's; None if neither."""
    for python in (sys.executable, "/usr/bin/python3"):
        found = subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False)
        if found.returncode == 0:
            return python
    return None


def threads_of_verb(bench, verb, threads):
    """--threads where this verb of ect knows it."""
    known = "--threads" in ran([bench.ect, verb, "--help"]).output
    return ["--threads", str(threads)] if known else []


def references(bench):
    """{set: rows of peers.csv, the least error first}"""
    path = os.environ.get("ECT_PEERS", os.path.join(bench.data, "../reference/peers.csv"))
    rows = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for row in csv.DictReader(file):
                rows.setdefault(row["dataset"], []).append(row)
    for peers in rows.values():
        peers.sort(key=lambda row: float(row["test_error_percent"]))
    return rows
