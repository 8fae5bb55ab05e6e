"""What the benches of accuracy share: programs run and timed, results kept, pages written.

A result is kept as JSON in build/bench/NAME/, with the command that made it, and is not measured
again while the command stays the same (--again does). So a bench can be stopped and resumed, or run
for some data sets only; what has not been measured is said to be so in the page. Results of other
systems, which change less often than the program, may also be kept in the repository, all in
bench/kept/NAME.json (Bench.store).
"""

import argparse
import gzip
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MISSING = "not measured"


class Bench:
    def __init__(self, name, what, sets, quick, keeps=True, flags=None):
        """sets: all names of data sets; quick: those of a run of a minute; keeps: results; flags:
        more options, and what they do."""
        self.name = name
        parser = argparse.ArgumentParser(prog=f"bench/{name}", description=what)
        parser.add_argument("sets", nargs="*", metavar="DATA", help="of: " + ", ".join(sets))
        parser.add_argument("--quick", action="store_true", help="only " + ", ".join(quick))
        parser.add_argument("--only", default="", metavar="TEXT", help="methods named like that")
        parser.set_defaults(again=False, page=False)
        if keeps:
            parser.add_argument("--again", action="store_true", help="measure what is there, too")
            parser.add_argument("--page", action="store_true", help="only write the page")
        for flag, does in (flags or {}).items():
            parser.add_argument(f"--{flag}", action="store_true", help=does)
        self.options = parser.parse_args()
        unknown = [name for name in self.options.sets if name not in sets]
        if unknown:
            parser.error(f"no data set {unknown[0]}")
        os.chdir(ROOT)
        self.sets = self.options.sets or (quick if self.options.quick else sets)
        self.ect = os.environ.get("ECT", "build/release/ect")
        self.data = os.environ.get("ECT_DATA", "../shared/data")
        self.kept_in = f"build/bench/{name}"
        self.builds = set()  # of the programs that made what the page shows
        self.stored = {}  # results in the repository, by the name of their file
        if keeps:
            os.makedirs(self.kept_in, exist_ok=True)
            if os.path.exists(self.stored_in()):
                with open(self.stored_in(), encoding="utf-8") as file:
                    self.stored = json.load(file)
        if not self.options.page:
            for needed in [self.ect, self.data]:
                if not os.path.exists(needed):
                    sys.exit(f"bench/{name}: no {needed}")
        self.work = tempfile.TemporaryDirectory(prefix="ect_bench_")

    def temporary(self, name):
        return os.path.join(self.work.name, name)

    def stored_in(self):
        return f"bench/kept/{self.name}.json"

    def store(self, is_wanted):
        """Puts the results of these methods into the repository, a line each."""
        for name in sorted(os.listdir(self.kept_in)):
            method = name.removesuffix(".json").split(",", 1)[1].replace("_", " ")
            if is_wanted(method):
                with open(os.path.join(self.kept_in, name), encoding="utf-8") as file:
                    self.stored[name] = json.load(file)
        lines = [f"{json.dumps(name)}: {json.dumps(self.stored[name])}" for name in sorted(self.stored)]
        os.makedirs(os.path.dirname(self.stored_in()), exist_ok=True)
        with open(self.stored_in(), "w", encoding="utf-8") as file:
            file.write("{\n" + ",\n".join(lines) + "\n}\n")

    def kept(self, data_set, method, command, measure):
        """What measure() returned, now or at an earlier run of the same command; None if neither."""
        path = os.path.join(self.kept_in, f"{data_set},{method}.json".replace(" ", "_"))
        wanted = data_set in self.sets and self.options.only in method and not self.options.page
        if not (wanted and self.options.again):
            old = self.stored.get(os.path.basename(path))
            if os.path.exists(path):
                with open(path, encoding="utf-8") as file:
                    old = json.load(file)
            if old is not None and old["command"] == command:
                self.builds.add(old.get("build", "an older build that was not noted"))
                return old["result"]
        if not wanted:
            return None
        self.say(f"{data_set}: {method}")
        result = measure()
        build = build_of(self.ect)
        self.builds.add(build)
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump({"command": command, "build": build, "result": result}, file, indent=1)
        os.replace(path + ".new", path)
        return result

    def say(self, text):
        print(f"bench/{self.name}: {time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)

    def compare(self, data_set, method, options):
        """The rows of `ect compare`, on one thread."""
        command = ["compare", *options, "--threads", "1"]
        measure = lambda: json.loads(run([self.ect, *command, "--json", "--quiet"])[0])["rows"]
        return self.kept(data_set, method, command, measure)

    def write_page(self, page, parts):
        """docs/measured/PAGE.md out of bench/pages/PAGE.md, with {{NAME}} replaced by parts[NAME], and
        {{build}} by the builds that made the figures."""
        with open(f"bench/pages/{page}.md", encoding="utf-8") as file:
            text = file.read()
        builds = " and ".join(sorted(self.builds)) or build_of(self.ect)
        for name, part in {**parts, "build": builds}.items():
            text = text.replace("{{" + name + "}}", part)
        left = re.search(r"{{[a-z_0-9]+}}", text)
        if left:
            sys.exit(f"bench/{self.name}: nothing for {left.group()} in bench/pages/{page}.md")
        with open(f"docs/measured/{page}.md", "w", encoding="utf-8") as file:
            file.write(wrapped(text))


class OverLimit(RuntimeError):
    """A program was ended because it had used up its CPU seconds."""


class Ran(NamedTuple):
    output: str
    cpu: float  # seconds of it and its children, all threads together
    wall: float
    peak: int  # bytes; never less than what this Python had when it started the program


def ran(command, text=None, quiet=False, limit=None, environment=None, output=True):
    """Runs a program and waits for it; limit: CPU seconds, or else OverLimit. output: keep it."""
    start = time.monotonic()
    most = (limit, resource.RLIM_INFINITY)
    limited = limit and (lambda: resource.setrlimit(resource.RLIMIT_CPU, most))
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as given:
        given.write((text or "").encode())
        given.seek(0)
        process = subprocess.Popen(
            command,
            stdin=given,
            stdout=out if output else subprocess.DEVNULL,
            stderr=subprocess.DEVNULL if quiet else None,
            env={**os.environ, **(environment or {})},
            preexec_fn=limited,
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode == -signal.SIGXCPU:
            raise OverLimit(f"{' '.join(command)}: ended after {used.ru_utime:.0f} CPU seconds")
        if process.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: exit {process.returncode}")
        out.seek(0)
        said = out.read().decode() if output else ""
    cpu, wall = used.ru_utime + used.ru_stime, time.monotonic() - start
    return Ran(said, cpu, wall, 1024 * used.ru_maxrss)


def run(command, text=None, quiet=False):
    """(standard output, CPU seconds of it and its children, seconds on the clock)"""
    return ran(command, text, quiet)[:3]


def open_text(path):
    return gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(
        path, encoding="utf-8"
    )


def letter_files(bench):
    """letter's first 16000 rows to learn from and its last 4000 for tests, as others do."""
    folder = "build/bench/data"
    paths = [f"{folder}/letter-{part}.csv" for part in ("train", "test")]
    if not all(os.path.exists(path) for path in paths) and not bench.options.page:
        os.makedirs(folder, exist_ok=True)
        with open_text(f"{bench.data}/table1/letter.csv.gz") as file:
            lines = file.readlines()
        for path, rows in zip(paths, (lines[1:16001], lines[16001:])):
            with open(path, "w", encoding="utf-8") as file:
                file.writelines([lines[0], *rows])
    return paths


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def build_of(ect):
    """The version of a program, and the day it was built."""
    version = subprocess.run([ect, "--version"], check=True, capture_output=True, text=True).stdout
    return f"{version.strip()} of {time.strftime('%Y-%m-%d', time.localtime(os.path.getmtime(ect)))}"


MAX_COLUMNS = 120
# What stays on one line where it is not too long: a link, code.
WHOLE = re.compile(r"!?\[[^\]`]*\]\([^)]*\)|`[^`]*`")
# What would begin another kind of block, were it the first of a line.
BEGINS_BLOCK = re.compile(r"(?:[-+*>]|#+|\d+[.)]|=+|-+)$|\|")


def wrapped(text):
    """The same page, with paragraphs that have too long a line filled anew. Tables and code stay."""
    done, paragraph, in_code = [], [], False

    def finish():
        if any(len(line) > MAX_COLUMNS for line in paragraph):
            done.extend(filled(paragraph))
        else:
            done.extend(paragraph)
        paragraph.clear()

    for line in text.split("\n"):
        fence = line.lstrip().startswith("```")
        item = re.match(r"\s*(?:[-*]|\d+\.) ", line)
        alone = fence or in_code or not line.strip() or line.startswith(("|", "#", "!["))
        if alone or item or (not paragraph and line.startswith("    ")):
            finish()
        if alone or (not item and not paragraph and line.startswith("    ")):
            done.append(line)
        else:
            paragraph.append(line)
        in_code ^= fence
    finish()
    return "\n".join(done)


def filled(paragraph):
    first = re.match(r"\s*(?:[-*] |\d+\. )?", paragraph[0]).group()
    text = " ".join(line.strip() for line in paragraph)[len(first.strip()) :].strip()
    glue = lambda match: match.group().replace(" ", "\0") if len(match.group()) < 80 else match.group()
    lines, line, indent = [], first, " " * len(first)
    for piece in WHOLE.sub(glue, text).split():
        piece = piece.replace("\0", " ")
        longer = line + piece if line in (first, indent) else f"{line} {piece}"
        if len(longer) > MAX_COLUMNS and line not in (first, indent) and not BEGINS_BLOCK.match(piece):
            lines.append(line)
            longer = indent + piece
        line = longer
    return lines + [line]


def mean(numbers):
    numbers = list(numbers)
    return sum(numbers) / len(numbers)


def listed(names):
    names = list(names)
    return ", ".join(names) if names else "none"


def short(number):
    """Three digits that count."""
    if number >= 100:
        return f"{number:.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def program(name):
    return shutil.which(name)
