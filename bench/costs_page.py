"""The gap closed on each scenario, from what `ect compare --costs --json` measured, as Markdown.

Usage: costs_page.py TEXT.md ECT MEASURED.json...
TEXT.md is the page; `{{build}}`, the build of the program ECT, `{{best}}` and `{{all}}` in it are
replaced.
"""

import json
import sys

from measure import build_of, wrapped


def read(paths):
    """{scenario: {"single": .., "perfect": .., "choices": .., "gaps": {method: gap}}}"""
    scenarios = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for row in json.load(file)["rows"]:
                if row.get("gap_closed") is None:
                    continue
                scenario = scenarios.setdefault(
                    row["dataset"].removeprefix("aslib-"),
                    {
                        "choices": row["classes"],
                        "examples": row["examples"],
                        "single": row["cost_single_best"],
                        "perfect": row["cost_perfect"],
                        "gaps": {},
                    },
                )
                scenario["gaps"][row["method"]] = 100 * row["gap_closed"]
    return scenarios


def best_table(scenarios):
    lines = [
        "| scenario | instances | choices | single best | perfect | gap closed | by |",
        "|---|---|---|---|---|---|---|",
    ]
    over_half = 0
    for name, scenario in scenarios.items():
        method, gap = max(scenario["gaps"].items(), key=lambda item: item[1])
        over_half += gap > 50
        lines.append(
            f"| {name} | {scenario['examples']} | {scenario['choices']} | {scenario['single']:.4g} | "
            f"{scenario['perfect']:.4g} | {gap:.1f} | {method} |"
        )
    lines.append("")
    lines.append(f"More than half of the gap is closed on {over_half} of {len(scenarios)}.")
    return "\n".join(lines)


def mean_of_best(scenarios, keys):
    """By how much each method closes the gap on average, a scenario counting at least -100."""
    means = {}
    for key in keys:
        gaps = [max(s["gaps"].get(key, -100), -100) for s in scenarios.values()]
        means[key] = sum(gaps) / len(gaps)
    return means


def all_table(scenarios):
    keys = sorted({key for scenario in scenarios.values() for key in scenario["gaps"]})
    means = mean_of_best(scenarios, keys)
    keys.sort(key=lambda key: -means[key])
    heads = [name.replace("-20", " 20") for name in scenarios]
    lines = ["| method | mean | " + " | ".join(heads) + " |", "|---" * (len(heads) + 2) + "|"]
    for key in keys:
        cells = [
            f"{s['gaps'][key]:.0f}" if key in s["gaps"] else "" for s in scenarios.values()
        ]
        lines.append(f"| {key} | {means[key]:.0f} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    scenarios = read(sys.argv[3:])
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    text = text.replace("{{best}}", best_table(scenarios))
    text = text.replace("{{build}}", build_of(sys.argv[2]))
    print(wrapped(text.replace("{{all}}", all_table(scenarios))), end="")


if __name__ == "__main__":
    main()
