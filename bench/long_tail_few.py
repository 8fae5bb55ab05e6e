"""The tables of docs/measured/long_tail.md about few examples a class."""

from long_tail_methods import OURS, is_ours
from long_tail_results import DASH, SYSTEMS, best_of, bold_where_least, error_of_mean
from long_tail_results import has_error, plus_minus, signed, title
from measure import MISSING, mean, table


def cell_name(key):
    return f"{key[0]}, {key[1]} a class"


def few_table(cells):
    """Features differ by set, and a column is a system: for text with each kind of features."""
    columns = [*OURS, "LIBLINEAR", "LIBLINEAR both", "centroid", "centroid both", "fastText"]
    heads = ["data", *map(title, columns[:3]), "LIBLINEAR", "LIBLINEAR, characters too"]
    heads += ["nearest centroid", "nearest centroid, characters too", "fastText"]
    rows = []
    for key, results in cells.items():
        by_column = {}
        for method, result in results.items():
            system, _, kind = method.partition(" ")
            plain = not is_ours(method) and kind != "both"
            by_column[system if plain else method] = result
        row = [cell_name(key)]
        for column in columns:
            result = by_column.get(column)
            if column not in by_column:
                row.append("")
            elif not has_error(result):
                row.append(MISSING if result is None else DASH)
            else:
                points = [100 * one for one in result["errors"]]
                text = plus_minus(mean(points), error_of_mean(points))
                row.append(bold_where_least(text, result, results))
        rows.append(row)
    return table(heads, rows)


def difference_of_draws(one, other):
    apart = [100 * (a - b) for a, b in zip(one["errors"], other["errors"])]
    return mean(apart), error_of_mean(apart)


def differences(cells):
    """{cell: (best of the others, ect less it, ect less ect --fast)}; None for what is not there."""
    found = {}
    for key, results in cells.items():
        ect, best = results.get("ect"), best_of(results)
        less = lambda to: (
            difference_of_draws(ect, results[to])
            if has_error(ect) and has_error(results.get(to))
            else None
        )
        found[key] = (best, less(best), less("ect --fast"))
    return found


def differences_table(apart):
    rows = []
    for key, (best, to_best, to_fast) in apart.items():
        rows.append([cell_name(key), title(best) if best else MISSING])
        rows[-1] += [signed(pair) if pair else MISSING for pair in (to_best, to_fast)]
    return table(["data", "best of the others", "`ect` less it", "`ect` less `ect --fast`"], rows)


def against_each(cells):
    """A row a method: the mean over the cells of what ect has more errors than it."""
    methods = sorted({m for results in cells.values() for m in results} - {"ect"})
    methods.sort(key=lambda method: not is_ours(method))
    rows = []
    for system in dict.fromkeys(m if is_ours(m) or " both" in m else m.split()[0] for m in methods):
        means, worse = [], 0
        for results in cells.values():
            own = {m: r for m, r in results.items() if m == system or m.split()[0] == system}
            own = {m: r for m, r in own.items() if m == system or not (is_ours(m) or "both" in m)}
            for result in own.values():
                if has_error(result) and has_error(results.get("ect")):
                    pair = difference_of_draws(results["ect"], result)
                    means.append(pair[0])
                    worse += pair[0] > 2 * pair[1]
        figures = [MISSING, ""]
        if means:
            figures = [signed((mean(means), error_of_mean(means))), str(worse)]
        name = SYSTEMS.get(system, title(system))
        rows.append([name, str(len(means)), *figures])
    heads = ["`ect` less", "cells", "mean of the differences", "`ect` worse by two standard errors"]
    return table(heads, rows)


def mean_difference(apart):
    there = [to_best[0] for _, to_best, _ in apart.values() if to_best]
    fast = [to_fast[0] for _, _, to_fast in apart.values() if to_fast]
    if not there or not fast:
        return MISSING
    return (
        f"{signed((mean(there), error_of_mean(there)))} points to the best other method of each cell"
        f" ({len(there)} cells), {signed((mean(fast), error_of_mean(fast)))} to `ect --fast`"
        f" ({len(fast)} cells)"
    )


def worse_cells(apart):
    measured = [key for key, (_, to_best, _) in apart.items() if to_best]
    if not measured:
        return MISSING
    worse = [
        f"{cell_name(key)} ({signed(to_best)}, {title(best)})"
        for key, (best, to_best, _) in apart.items()
        if to_best and to_best[0] > 2 * to_best[1]
    ]
    return f"{len(worse)} of {len(measured)} cells: {'; '.join(worse)}" if worse else "none"
