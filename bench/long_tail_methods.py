"""How bench/long_tail runs each method, on a full set and on draws of a few examples a class.

A Case is a training file and a test file. answers_of(case, method) trains and tests, and returns
  wrong     of each test row, whether the answer was wrong
  cpu       seconds of training, of all programs it takes: features and the choice of settings too
  last      of them those of the last training
  peak      bytes of memory of the largest of these programs
and, where the case is timed,
  predict   microseconds of CPU an example of the program that predicts: reading, features and answer,
            without the loading of the model
  bytes     of the model file
A training that takes more than LIMIT CPU seconds is ended: OverLimit.
"""

import collections
import json
import os
import random
import re

from measure import OverLimit, open_text, program, ran
from peer_data import python_with, write_for_fasttext

LIMIT = 600  # CPU seconds of one training
OURS = {
    "ect": [],
    "ect --fast": ["--fast"],
    "ect one-vs-all": ["--fast", "--reduction", "one-vs-all"],
}
CHOICES = {
    "words": ("0.3", "1", "3"),
    "chars": ("0.3", "1", "3"),
    "both": ("0.3", "1", "3"),
    "pixels": ("0.01", "0.1", "1"),
    "scaled": ("0.01", "0.1", "1"),
}
EPOCHS = ("25", "100", "200")  # fastText's, chosen where examples are few
FOLDS = "4"
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def is_ours(method):
    return method in OURS


def missing(method):
    """What would have to be installed, or None."""
    if method.startswith("fastText"):
        return None if program("fasttext") else "fasttext"
    if method.startswith("LIBLINEAR") and not program("liblinear-train"):
        return "liblinear-tools"
    return None if is_ours(method) or python_with("sklearn") else "python3-sklearn"


def settings_of(method, case):
    """What is said to the programs, and so when a kept result is still of the same run."""
    if is_ours(method):
        return ["train", *OURS[method], "--threads", "1", "limit", LIMIT]
    name, kind = method.split(" ", 1) if " " in method else (method, "")
    if name == "fastText":
        chosen = [] if case.timed else ["-epoch of", *EPOCHS]
        return [*case.fasttext, *chosen, "limit", LIMIT]
    if name == "LIBLINEAR":
        by = {None: f"-v {FOLDS}", 0.1: "by a tenth", 0.25: "by a quarter"}[case.held_out]
        how = ["-C of", *CHOICES[kind], by]
        return ["-s", "4", "-B", "1", *how, kind, "limit", LIMIT]
    return [name, metric_of(kind), kind]


def metric_of(kind):
    return "euclid" if kind in ("pixels", "scaled") else "cosine"


def lines_of(path):
    if path.endswith(".gz"):
        with open_text(path) as file:
            return file.read().split("\n")
    with open(path, encoding="utf-8", newline="\n") as file:
        return file.read().split("\n")


def rows_of(path):
    """The header of a csv file, or none; the lines; a label for each."""
    ending = path.removesuffix(".gz").rsplit(".", 1)[1]
    lines = lines_of(path)
    while lines and not lines[-1]:
        lines.pop()
    head = [lines.pop(0)] if ending == "csv" else []
    cut = {
        "csv": lambda line: line.rsplit(",", 1)[1],
        "svm": lambda line: line.split(" ", 1)[0],
        "tsv": lambda line: line.split("\t", 1)[0],
    }[ending]
    return head, lines, [cut(line) for line in lines]


class Case:
    """folder: where what is made of the files is put; timed: also measure prediction; held_out:
    the share of the training rows by which C is chosen, or None: by cross-validation."""

    def __init__(self, bench, files, folder, fasttext=(), timed=True, held_out=0.1):
        self.bench, self.timed, self.held_out = bench, timed, held_out
        self.fasttext, self.svm = list(fasttext), True  # svm: write the features for LIBLINEAR too
        self.train, self.test = files
        self.folder = folder
        os.makedirs(folder, exist_ok=True)

    def made(self, what):
        """The paths of a train and a test file of that kind, and of what is known of them."""
        return [f"{self.folder}/{part}.{what}" for part in ("train", "test", "about")]

    def features(self, kind):
        """(train file, test file, seconds and memory that they took)"""
        train, test, about = self.made(kind)
        if not os.path.exists(about):
            flag = "--npz" if self.svm else "--only-npz"
            maker = [python_with("sklearn"), "bench/peer_features.py", flag, kind]
            result = ran([*maker, self.train, self.test, train, test], environment=ONE_THREAD)
            with open(about, "w", encoding="utf-8") as file:
                json.dump({**json.loads(result.output), "peak": result.peak}, file)
        with open(about, encoding="utf-8") as file:
            return train, test, json.load(file)

    def for_fasttext(self):
        train, test, _ = self.made("fasttext")
        if not os.path.exists(test):
            write_for_fasttext((self.train, self.test), (train, test))
        return train, test

    def first_of_test(self):
        """A file with one test row."""
        ending = self.test.removesuffix(".gz").rsplit(".", 1)[1]
        path = self.bench.temporary(f"first.{ending}")
        head, lines, _ = rows_of(self.test)
        write_lines(path, head + lines[:1])
        return path


def write_lines(path, lines):
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.writelines(line + "\n" for line in lines)


def compared(answers, truth):
    answers = answers[: len(truth)]
    if len(answers) != len(truth):
        raise RuntimeError(f"{len(answers)} answers for {len(truth)} examples")
    return [answer != label for answer, label in zip(answers, truth)]


def less_start(often, once, count):
    return 1e6 * max(0.0, often.cpu - once.cpu) / count


def of_ect(bench, case, method):
    model, answers = bench.temporary("model"), bench.temporary("answers")
    learn = [bench.ect, "train", case.train, "-o", model, "--quiet", *OURS[method]]
    learned = ran([*learn, "--threads", "1"], quiet=True, limit=LIMIT)
    ask = [bench.ect, "predict", model, "--quiet", "--threads", "1", "-o", answers]
    asked = ran([*ask, case.test], quiet=True)
    wrong = compared(lines_of(answers), rows_of(case.test)[2])
    result = {"wrong": wrong, "cpu": learned.cpu, "last": learned.cpu, "peak": learned.peak}
    if not case.timed:
        return result
    loading = ran([*ask, case.first_of_test()], quiet=True)
    result |= {"predict": less_start(asked, loading, len(wrong)), "bytes": os.path.getsize(model)}
    tested = [bench.ect, "test", model, case.test, "--json", "--quiet", "--threads", "1"]
    tested = json.loads(ran(tested, quiet=True).output)
    if "contenders_by_examples" in tested:
        result["contenders"] = tested["contenders_by_examples"]
    return result


def first_words(path):
    with open(path, encoding="utf-8") as file:
        return [line.split(" ", 1)[0].rstrip("\n") for line in file]


def error_held_out(bench, train, c, share):
    """LIBLINEAR's wrong answers with that C on a share of the file, and CPU seconds."""
    parts = [bench.temporary(name) for name in ("most.svm", "held_out.svm")]
    generator = random.Random(1)
    with open(train, encoding="utf-8") as file, open(parts[0], "w", encoding="utf-8") as most:
        with open(parts[1], "w", encoding="utf-8") as held_out:
            for line in file:
                (held_out if generator.random() < share else most).write(line)
    learned, answers = liblinear(bench, parts[0], parts[1], c)
    return sum(compared(answers, first_words(parts[1]))), learned.cpu


def error_by_folds(train, c):
    command = ["liblinear-train", "-q", "-s", "4", "-B", "1", "-c", c, "-v", FOLDS, train]
    result = ran(command, limit=LIMIT)
    right = re.search(r"Accuracy = ([\d.]+)%", result.output)
    return 100 - float(right.group(1)), result.cpu


def liblinear(bench, train, test, c):
    model, answers = bench.temporary("model"), bench.temporary("answers")
    command = ["liblinear-train", "-q", "-s", "4", "-B", "1", "-c", c, train, model]
    learned = ran(command, limit=LIMIT)
    ran(["liblinear-predict", test, model, answers], output=False)
    return learned, first_words(answers)


def of_liblinear(bench, case, method):
    kind = method.split(" ", 1)[1]
    train, test, about = case.features(kind)
    share = case.held_out
    tried, spent = [], 0.0
    for c in CHOICES[kind]:
        try:
            by_folds = share is None
            error, cpu = error_by_folds(train, c) if by_folds else error_held_out(bench, train, c, share)
            tried.append((error, float(c), c))
            spent += cpu
        except OverLimit:
            spent += LIMIT
    if not tried:
        raise OverLimit("no C was tried within the limit")
    c = min(tried)[2]
    learned, answers = liblinear(bench, train, test, c)
    wrong = compared(answers, first_words(test))
    result = {"wrong": wrong, "cpu": about["train"] + spent + learned.cpu, "chosen": f"C {c}"}
    result |= {"last": about["train"] + learned.cpu, "peak": max(about["peak"], learned.peak)}
    if case.timed:
        model, first = bench.temporary("model"), bench.temporary("first.svm")
        with open(test, encoding="utf-8") as file:
            write_lines(first, [file.readline().rstrip("\n")])
        ask = lambda file: ran(["liblinear-predict", file, model, first + ".answers"], output=False)
        predict = less_start(ask(test), ask(first), len(wrong))
        result["predict"] = predict + 1e6 * about["test"] / len(wrong)
        result["bytes"] = os.path.getsize(model)
    return result


def of_centroid(bench, case, method):
    kind = method.split(" ", 1)[1]
    train, test, about = case.features(kind)
    model, answers = bench.temporary("model"), bench.temporary("answers")
    learn = [python_with("sklearn"), "bench/long_tail_python.py", "centroid", metric_of(kind)]
    learned = ran([*learn, f"{train}.npz", f"{test}.npz", model, answers], environment=ONE_THREAD)
    took = json.loads(learned.output)
    _, _, labels = rows_of(case.train)
    names = sorted(set(labels))
    found = [names[int(number)] for number in first_words(answers)]
    wrong = compared(found, rows_of(case.test)[2])
    cpu = about["train"] + took["cpu"]
    result = {"wrong": wrong, "cpu": cpu, "last": cpu, "peak": max(about["peak"], learned.peak)}
    if case.timed:
        result["predict"] = took["predict"] + 1e6 * about["test"] / len(wrong)
        result["bytes"] = os.path.getsize(model)
    return result


def fasttext(bench, train, test, options):
    model = bench.temporary("fasttext")
    command = ["fasttext", "supervised", "-input", train, "-output", model, *options]
    learned = ran(command, quiet=True, limit=LIMIT)
    asked = ran(["fasttext", "predict", f"{model}.bin", test], quiet=True)
    return learned, asked, asked.output.split("\n")


def epochs_of(bench, case, train):
    """Those that are best on a quarter of each class (at least one example), and CPU seconds."""
    seen, most, held_out = collections.Counter(), [], []
    lines = lines_of(train)[:-1]
    counts = collections.Counter(line.split(" ", 1)[0] for line in lines)
    for line in lines:
        label = line.split(" ", 1)[0]
        seen[label] += 1
        (held_out if seen[label] <= max(1, counts[label] // 4) else most).append(line)
    parts = [bench.temporary(name) for name in ("most.fasttext", "held_out.fasttext")]
    for path, part in zip(parts, (most, held_out)):
        write_lines(path, part)
    tried, spent = [], 0.0
    for epochs in EPOCHS:
        options = [*case.fasttext, "-epoch", epochs, "-thread", "1"]
        learned, _, answers = fasttext(bench, *parts, options)
        tried.append((sum(compared(answers, first_words(parts[1]))), int(epochs)))
        spent += learned.cpu
    return str(min(tried)[1]), spent


def of_fasttext(bench, case, _):
    train, test = case.for_fasttext()
    options, spent, chosen = [*case.fasttext, "-thread", "1"], 0.0, {}
    if not case.timed:
        epochs, spent = epochs_of(bench, case, train)
        options += ["-epoch", epochs]
        chosen = {"chosen": f"{epochs} epochs"}
    learned, asked, answers = fasttext(bench, train, test, options)
    wrong = compared(answers, first_words(test))
    result = {"wrong": wrong, "cpu": spent + learned.cpu, "last": learned.cpu, **chosen}
    result["peak"] = learned.peak
    if case.timed:
        empty, model = bench.temporary("empty"), bench.temporary("fasttext.bin")
        write_lines(empty, [])
        loading = ran(["fasttext", "predict", model, empty], quiet=True)
        result["predict"] = less_start(asked, loading, len(wrong))
        result["bytes"] = os.path.getsize(model)
    return result


def answers_of(bench, case, method):
    """What it returns stands at the top; {"over": LIMIT} where a training took too long."""
    of_it = of_centroid
    if is_ours(method):
        of_it = of_ect
    elif method.startswith("LIBLINEAR"):
        of_it = of_liblinear
    elif method.startswith("fastText"):
        of_it = of_fasttext
    try:
        return of_it(bench, case, method)
    except OverLimit:
        return {"over": LIMIT}
