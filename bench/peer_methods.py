"""How bench/peers runs each system: files made ready, learning, prediction, what it took.

measure(bench, name, method, threads) is a result:
  error     a fraction of the test file
  cpu wall  seconds of learning, of the whole program where it is one: reading the file included;
            of the call alone where the system is a Python library
  peak      bytes of memory of the process that learnt
  bytes     of the model file
  program   microseconds of CPU an example of the program that predicts, reading and parsing too,
            but not its start: the test file several times over, less the test file once
  alone     microseconds an example of the prediction alone, by the system's own call: of CPU, but
            by the clock for ect
  program_wall, alone_wall: the same by the clock
What a system does not have is not there. {"over": S}: ended after S CPU seconds of learning.
"""

import json
import multiprocessing
import os
import shutil

from measure import OverLimit, open_text, program, ran
from peer_data import SETS, fasttext_options, files_of, python_with, threads_of_verb
from peer_data import write_for_fasttext, wrong

LIMIT = 120  # CPU seconds of learning
LIMIT_OF_TREES = 60  # XGBoost's, where that is already several times what ect takes
LONG_SETS = ["mnist", "udhr-langid"]  # where it is not
ROWS = 60000  # of the test file several times over: 3 to 16 times, 3 where once takes LONG seconds
LONG = 2.0

OURS = {"ect": [], "ect --fast": ["--fast"]}
PYTHONS = {"XGBoost": "xgboost", "SGDClassifier": "sgd"}
METHODS = [*OURS, "fastText softmax", "fastText hs", "LIBLINEAR -s 4", "LIBLINEAR -s 7", *PYTHONS]
# LIBLINEAR -s 7 solves the same problem as -s 0 of peers.csv: its C, and 1 where there is none. The
# alphas were picked on a tenth of the training part, of 1e-3 to 1e-6 (quickdraw345: to 1e-4); of
# those that are not here the default, 1e-4, was best, but udhr-langid was not tried.
C_OF_7 = {"clinc150": "100", "20newsgroups-bydate": "100"}
ALPHAS = {"clinc150": 1e-5, "mnist": 1e-3, "quickdraw345": 1e-3}
TREES = {"rounds": 100, "max_depth": 6, "eta": 0.3, "tree_method": "hist"}  # its defaults, and hist


def limit_of(name, method):
    return LIMIT_OF_TREES if method == "XGBoost" and name not in LONG_SETS else LIMIT


def cannot(name, method, threads):
    """Why there will be no figure, or None."""
    if method.startswith("fastText") and SETS[name][3] is None:
        return "reads only text"
    if method.startswith("LIBLINEAR") and threads > 1:
        return "has no threads"
    return None


def missing(method):
    """What would have to be installed, or None."""
    if method.startswith("fastText"):
        return None if program("fasttext") else "fasttext"
    if method.startswith("LIBLINEAR") and not program("liblinear-train"):
        return "liblinear-tools"
    if method not in OURS and not python_with("sklearn"):
        return "python3-sklearn"
    return "python3-xgboost" if method == "XGBoost" and not python_with("xgboost") else None


def settings_of(name, method, threads):
    """The arguments that say what it does."""
    if method in OURS:
        return ["train", *OURS[method], "--threads", str(threads)]
    if method.startswith("fastText"):
        return fasttext_options(name, method.split()[1], threads)
    if method in PYTHONS:
        alpha = {"alpha": ALPHAS.get(name, 1e-4)}
        settings = json.dumps(TREES if method == "XGBoost" else alpha)
        return [PYTHONS[method], settings, str(threads)]
    solver = method.split()[2]
    c = SETS[name][2] if solver == "4" else C_OF_7.get(name, "1")
    return ["-c", c, "-s", solver, "-B", "1"]


def apart(work, *arguments):
    """Calls it in a process of its own, so that ours stays small (see Ran.peak)."""
    process = multiprocessing.get_context("fork").Process(target=work, args=arguments)
    process.start()
    process.join()
    if process.exitcode != 0:
        raise RuntimeError(f"{work.__name__}: exit {process.exitcode}")


def unpack(sources, paths):
    for source, path in zip(sources, paths):
        with open_text(source) as file, open(path, "w", encoding="utf-8") as out:
            shutil.copyfileobj(file, out)


def ready(bench, name, ending, make):
    """The train and the test file of build/bench/data with that ending; made where they are not."""
    os.makedirs("build/bench/data", exist_ok=True)
    paths = [f"build/bench/data/{name}-{part}.{ending}" for part in ("train", "test")]
    if not all(os.path.exists(path) for path in paths):
        bench.say(f"{name}: making {ending}")
        new = [f"{path}.new" for path in paths]
        make(new)
        for path in paths:
            for more in ("", ".npz"):
                if os.path.exists(f"{path}.new{more}"):
                    os.replace(f"{path}.new{more}", path + more)
    return paths


def plain_files(bench, name):
    sources = files_of(bench, name)
    if name == "letter":
        return sources
    return ready(bench, name, SETS[name][0], lambda paths: apart(unpack, sources, paths))


def fasttext_files(bench, name):
    sources = files_of(bench, name)
    make = lambda paths: apart(write_for_fasttext, sources, paths)
    return ready(bench, name, "fasttext", make)


def feature_files(bench, name):
    kind = SETS[name][1]
    maker = [python_with("sklearn"), "bench/peer_features.py", "--npz", kind]

    def make(paths):
        result = ran([*maker, *files_of(bench, name), *paths])
        with open(f"build/bench/data/{name}.features.json", "w", encoding="utf-8") as file:
            json.dump({"kind": kind, "cpu": result.cpu}, file)

    return ready(bench, name, f"{kind}.svm", make)


def several(bench, test, seconds):
    """(the test file several times over, how often, examples of the test file)"""
    header = test.endswith(".csv")
    with open(test, "rb") as file:
        count = sum(1 for _ in file) - header
    times = 3 if seconds > LONG else max(3, min(16, -(-ROWS // count)))
    path = bench.temporary("several" + os.path.splitext(test)[1])
    with open(path, "wb") as out:
        for number in range(times):
            with open(test, "rb") as file:
                if header and number > 0:
                    file.readline()
                shutil.copyfileobj(file, out)
    return path, times, count


def program_times(bench, test, command_of):
    """Of the program that predicts, per example, without its start."""
    once = ran(command_of(test), quiet=True, output=False)
    path, times, count = several(bench, test, once.cpu)
    often = ran(command_of(path), quiet=True, output=False)
    os.remove(path)
    of_one = lambda more, less: 1e6 * max(0.0, more - less) / (count * (times - 1))
    return {
        "program": of_one(often.cpu, once.cpu),
        "program_wall": of_one(often.wall, once.wall),
    }


def learnt(result, model):
    return {
        "cpu": result.cpu,
        "wall": result.wall,
        "peak": result.peak,
        "bytes": os.path.getsize(model),
    }


def of_ect(bench, name, threads, settings):
    train, test = plain_files(bench, name)
    model = bench.temporary("model")
    learn = [bench.ect, settings[0], train, "-o", model, "--quiet", *settings[1:]]
    result = learnt(ran(learn, quiet=True), model)
    ask = [bench.ect, "test", model, test, "--json", "--quiet"]
    tested = json.loads(ran(ask + threads_of_verb(bench, "test", threads)).output)
    result |= {"error": tested["error"], "alone": tested["microseconds_per_example"]}
    result["alone_wall"] = result["alone"]
    more = threads_of_verb(bench, "predict", threads)
    command_of = lambda file: [bench.ect, "predict", model, file, "--quiet", *more]
    return result | program_times(bench, test, command_of)


def of_fasttext(bench, name, threads, settings):
    train, test = fasttext_files(bench, name)
    model = bench.temporary("model")
    learn = ["fasttext", "supervised", "-input", train, "-output", model, *settings]
    result = learnt(ran(learn, quiet=True, limit=LIMIT), model + ".bin")
    command_of = lambda file: ["fasttext", "predict", model + ".bin", file]
    answers = ran(command_of(test), quiet=True).output
    result["error"], _ = wrong(answers, test, lambda line: line.split(" ", 1)[0])
    # It predicts on one thread whatever it is told.
    return result | (program_times(bench, test, command_of) if threads == 1 else {})


def of_liblinear(bench, name, _, settings):
    train, test = feature_files(bench, name)
    model, answers = bench.temporary("model"), bench.temporary("answers")
    learn = ["liblinear-train", "-q", *settings, train, model]
    result = learnt(ran(learn, quiet=True, limit=LIMIT), model)
    command_of = lambda file: ["liblinear-predict", file, model, answers]
    ran(command_of(test), output=False)
    with open(answers, encoding="utf-8") as file:
        result["error"], _ = wrong(file.read(), test, lambda line: line.split(" ", 1)[0])
    return result | program_times(bench, test, command_of)


def of_python(bench, name, threads, settings):
    files = [f"{path}.npz" for path in feature_files(bench, name)]
    python = python_with("xgboost" if settings[0] == "xgboost" else "sklearn")
    limit = limit_of(name, "XGBoost" if settings[0] == "xgboost" else "SGDClassifier")
    model = bench.temporary("model.bin")
    pools = {"OMP_NUM_THREADS": str(threads), "OPENBLAS_NUM_THREADS": str(threads)}
    pools["OMP_WAIT_POLICY"] = "passive"  # else threads that wait take the core from one that works
    command = [python, "bench/peer_python.py", *settings, str(limit), *files, model]
    result = ran(command, quiet=True, environment=pools)
    return {**learnt(result, model), **json.loads(result.output)}


def measure(bench, name, method, threads):
    of_it = of_python
    if method in OURS:
        of_it = of_ect
    elif method.startswith("fastText"):
        of_it = of_fasttext
    elif method.startswith("LIBLINEAR"):
        of_it = of_liblinear
    try:
        return of_it(bench, name, threads, settings_of(name, method, threads))
    except OverLimit:
        return {"over": limit_of(name, method)}
