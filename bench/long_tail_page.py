"""The tables of docs/measured/long_tail.md, out of what bench/long_tail measured."""

import csv
import math
import os

from long_tail_few import against_each, cell_name, differences, differences_table, few_table
from long_tail_few import mean_difference, worse_cells
from long_tail_methods import CHOICES, EPOCHS, FOLDS, LIMIT, OURS, is_ours
from long_tail_results import DASH, best_of, bold_where_least, error, error_of_mean, has_error
from long_tail_results import plus_minus, signed, title
from measure import MISSING, listed, mean, short, table
from peer_data import references

LEAST_ROWS = 500  # of a band that is shown


def wrong_rows(result):
    return [digit == "1" for digit in bin(int(result["wrong"], 16))[3:]]


def difference_of_rows(one, other):
    """Points that the first has more errors, and the standard error, from the same test rows."""
    pairs = zip(wrong_rows(one), wrong_rows(other))
    apart = [100 * (a - b) for a, b in pairs]
    return mean(apart), error_of_mean(apart)


def full_summary(full):
    rows = []
    for name, results in full.items():
        cells = [name]
        for method in OURS:
            result = results.get(method)
            cells.append(error_cell(result, results))
        best = best_of({m: r for m, r in results.items() if not is_ours(m)})
        cells.append(f"{error(results[best]):.2f}, {title(best)}" if best else MISSING)
        for to in (best_of(results), "ect --fast"):
            both = has_error(results.get("ect")) and has_error(results.get(to))
            cells.append(signed(difference_of_rows(results["ect"], results[to])) if both else MISSING)
        rows.append(cells)
    heads = ["data", *map(title, OURS), "best of the others", "`ect` less the best", "less `--fast`"]
    return table(heads, rows)


def error_cell(result, results):
    if result is None:
        return MISSING
    if not has_error(result):
        return DASH
    text = plus_minus(error(result), 100 * result["se"])
    return bold_where_least(text, result, results)


def full_rows(results):
    for method, result in results.items():
        cells = [title(method), error_cell(result, results)]
        if has_error(result):
            chosen = result.get("chosen", "")
            cells += [short(result["cpu"]), short(result["last"]), short(result["predict"])]
            cells += [short(result[key] / 1e6) for key in ("bytes", "peak")] + [chosen]
        else:
            cells += [""] * 6
        yield cells


def quoted(bench):
    """{set: rows of napkinXC from the reference figures}: error, train CPU s, µs or none, MB."""
    path = os.path.join(bench.data, "../reference/long-tail.csv")
    path = os.environ.get("ECT_LONG_TAIL", path)
    rows = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row["system"].startswith("napkinXC"):
                    figures = [row["error_percent"], row["train_cpu_s"], "", row["model_mb"]]
                    rows.setdefault(row["set"], []).append([row["system"], *figures])
    for name, peers in references(bench).items():
        for peer in peers:
            if peer["method"].startswith("nxc-"):
                figures = [peer["test_error_percent"], peer["train_cpu_seconds"]]
                figures += [peer["predict_microseconds_per_example_cpu"]]
                megabytes = float(peer["model_bytes"]) / 1e6
                system = f"napkinXC {peer['method'][len('nxc-'):]}"
                rows.setdefault(name, []).append([system, *figures, str(megabytes)])
    return rows


def full_sections(bench, full):
    heads = ["method", "error %", "train CPU s", "last training", "predict µs", "model MB"]
    heads += ["peak MB", "chosen"]
    from_others = quoted(bench)
    sections = []
    for name, results in full.items():
        rows = list(full_rows(results))
        for system, wrong, cpu, predict, megabytes in from_others.get(name, []):
            figures = [f"{float(wrong):.1f}"] + [
                short(float(text)) if text else "" for text in (cpu, "", predict, megabytes)
            ]
            rows.append([f"† {system}", *(f"({text})" if text else "" for text in figures), "", ""])
        sections.append(f"### {name}\n\n{table(heads, rows)}")
    return "\n\n".join(sections)


# By the number of training examples.


def band_name(least, most):
    if most is None:
        return f"{least}+"
    return str(least) if least == most else f"{least} to {most}"


def bands_tables(full):
    parts = []
    for name, results in full.items():
        some = next((r for r in results.values() if has_error(r) and "bands" in r), None)
        if some is None:
            continue
        shown = [i for i, band in enumerate(some["bands"]) if band[2] >= LEAST_ROWS]
        heads = ["method"]
        for index in shown:
            least, most, rows, _ = some["bands"][index]
            heads.append(f"{band_name(least, most)} ({rows:,} rows)")
        lines = []
        for method, result in results.items():
            cells = [title(method)]
            for index in shown:
                if not has_error(result):
                    cells.append(MISSING if result is None else DASH)
                    continue
                _, _, rows, wrong = result["bands"][index]
                share = wrong / rows
                points = 100 * math.sqrt(share * (1 - share) / rows)
                cells.append(plus_minus(100 * share, points))
            lines.append(cells)
        parts.append(f"### {name}, by training examples of the label\n\n{table(heads, lines)}")
    return "\n\n".join(parts) or MISSING


def contenders_table(full):
    rows = []
    for name, results in full.items():
        for method in ("ect", "ect --fast"):
            for band in (results.get(method) or {}).get("contenders", []):
                least, most = band["from"], band.get("to")
                share = lambda key: "" if band.get(key) is None else f"{100 * band[key]:.2f}"
                if band["rows"] >= LEAST_ROWS:
                    figures = [f"{band['rows']:,}", share("recall"), share("error")]
                    rows.append([name, title(method), band_name(least, most), *figures])
    heads = ["data", "method", "training examples", "test rows", "label among the contenders %"]
    return table([*heads, "error %"], rows) if rows else MISSING + "."


def unmeasured(full, cells, made, script):
    gaps = [
        f"{name} {title(method)}"
        for name, results in full.items()
        for method, result in results.items()
        if result is None
    ]
    for key, results in cells.items():
        gaps += [f"{cell_name(key)} {title(m)}" for m, result in results.items() if result is None]
    gaps += [f"{script.NAME} {method}" for method, result in made[1].items() if result is None]
    return listed(gaps)


def parts_of(bench, full, cells, script, made):
    apart = differences(cells)
    ten_heads = ["method", "error %", "regret", "train CPU s", "of one-vs-all's", "predict µs"]
    return {
        "full_summary": full_summary(full),
        "full_sections": full_sections(bench, full),
        "few": few_table(cells),
        "differences": differences_table(apart),
        "against_each": against_each(cells),
        "mean_difference": mean_difference(apart),
        "worse": worse_cells(apart),
        "bands": bands_tables(full),
        "contenders": contenders_table(full),
        "ten_thousand": table(ten_heads + ["questions", "MB"], script.rows_of(*made)),
        "ten_verdict": script.verdict(*made),
        "limit": str(LIMIT),
        "least_rows": str(LEAST_ROWS),
        "folds": FOLDS,
        "epochs": listed(EPOCHS),
        "c_of_words": listed(CHOICES["words"]),
        "c_of_numbers": listed(CHOICES["pixels"]),
        "unmeasured": unmeasured(full, cells, made, script),
    }
