"""Puts what `ect compare --json` measured beside the paper's Table 1, as Markdown.

Usage: table1_page.py PAPER.csv MEASURED.json TEXT.md ECT
TEXT.md is the page; `{{build}}`, the build of the program ECT, `{{c45}}`, `{{logistic-batch}}` and
`{{summary}}` in it are replaced.
"""

import csv
import json
import sys

from measure import build_of, wrapped

LEARNERS = {"c45": "j48", "logistic-batch": "logistic"}  # ours: the paper's
IN_PAPER = {
    "tree": "tree",
    "filter-tree": "filter_tree",
    "all-pairs": "all_pairs",
    "all-pairs-filter-tree": "all_pairs_filter_tree",
}
HEADS = {
    "tree": "Tree",
    "filter-tree": "FT",
    "all-pairs": "AP",
    "all-pairs-filter-tree": "APFT",
    "ect": "ect",
    "one-vs-all": "1-v-all",
    "pecoc": "pecoc",
}


def read_measured(path):
    """{learner: {dataset: {reduction: error in percent}}}, {dataset: number of its classes}"""
    measured, classes = {}, {}
    with open(path, encoding="utf-8") as file:
        for row in json.load(file)["rows"]:
            if row["error"] is None:
                continue
            name = row["dataset"].removesuffix("-train")
            classes[name] = row["classes"]
            learner = measured.setdefault(row["learner"], {})
            learner.setdefault(name, {})[row["reduction"]] = 100 * row["error"]
    return measured, classes


def read_paper(path):
    with open(path, encoding="utf-8") as file:
        return {row["dataset"]: row for row in csv.DictReader(file)}


def paper_error(paper, learner, dataset, reduction):
    if reduction not in IN_PAPER:
        return None
    return float(paper[dataset][f"{LEARNERS[learner]}_{IN_PAPER[reduction]}"])


def table(paper, learner, measured, classes):
    reductions = list(HEADS)
    lines = ["| data | k | " + " | ".join(HEADS.values()) + " |", "|---" * (len(HEADS) + 2) + "|"]
    for dataset in paper:
        errors = measured[dataset]
        best = min(errors.values())
        cells = []
        for reduction in reductions:
            if reduction not in errors:
                cells.append("")
                continue
            error = errors[reduction]
            cell = f"**{error:.1f}**" if error == best else f"{error:.1f}"
            theirs = paper_error(paper, learner, dataset, reduction)
            cells.append(cell if theirs is None else f"{cell} ({theirs:.1f})")
        lines.append(f"| {dataset} | {classes[dataset]} | " + " | ".join(cells) + " |")
    means = []
    for reduction in reductions:
        ours = mean(measured[d][reduction] for d in paper)
        theirs = [paper_error(paper, learner, d, reduction) for d in paper]
        means.append(f"{ours:.1f}" + (f" ({mean(theirs):.1f})" if None not in theirs else ""))
    lines.append("| *mean* | | " + " | ".join(means) + " |")
    return "\n".join(lines)


def mean(numbers):
    numbers = list(numbers)
    return sum(numbers) / len(numbers)


def summary(paper, measured):
    lines = []
    for learner in LEARNERS:
        errors = measured[learner]
        wins = [d for d in paper if errors[d]["filter-tree"] <= errors[d]["tree"]]
        losses = [d for d in paper if d not in wins]
        gap = mean(errors[d]["all-pairs-filter-tree"] - errors[d]["all-pairs"] for d in paper)
        far = [
            f"{d} {HEADS[r]} ({errors[d][r] - paper_error(paper, learner, d, r):+.1f})"
            for d in paper
            for r in IN_PAPER
            if abs(errors[d][r] - paper_error(paper, learner, d, r)) > 5
        ]
        lines.append(
            f"- `{learner}`: the Filter Tree is at or below the Tree on {len(wins)} of {len(paper)}"
            + (f" (not on {', '.join(losses)})" if losses else "")
            + f"; APFT is {gap:+.2f} points from AP on average."
        )
        lines.append(
            "  More than 5 points from the paper: " + (", ".join(far) if far else "none") + "."
        )
    return "\n".join(lines)


def main():
    paper = read_paper(sys.argv[1])
    measured, classes = read_measured(sys.argv[2])
    with open(sys.argv[3], encoding="utf-8") as file:
        text = file.read()
    for learner in LEARNERS:
        text = text.replace("{{" + learner + "}}", table(paper, learner, measured[learner], classes))
    text = text.replace("{{build}}", build_of(sys.argv[4]))
    print(wrapped(text.replace("{{summary}}", summary(paper, measured))), end="")


if __name__ == "__main__":
    main()
