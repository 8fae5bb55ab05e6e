"""What the tables of docs/measured/long_tail.md share: names of methods, errors, differences."""

import math

from long_tail_methods import is_ours
from measure import mean

DASH = "–"
FEATURES = {"words": "words", "both": "words and characters", "chars": "characters"}
SYSTEMS = {"LIBLINEAR": "LIBLINEAR", "centroid": "nearest centroid"}


def title(method):
    if method == "ect one-vs-all":
        return "one-vs-all, features of `ect`"
    if is_ours(method):
        return f"`{method}`"
    system, _, kind = method.partition(" ")
    system = SYSTEMS.get(system, system)
    return f"{system}, {FEATURES[kind]}" if kind in FEATURES else system


def plus_minus(number, error):
    return f"{number:.2f} ± {error:.2f}"


def signed(pair):
    """A difference in points and its standard error."""
    return f"{pair[0]:+.2f} ± {pair[1]:.2f}"


def error_of_mean(numbers):
    numbers = list(numbers)
    if len(numbers) < 2:
        return 0.0
    middle = mean(numbers)
    spread = sum((number - middle) ** 2 for number in numbers) / (len(numbers) - 1)
    return math.sqrt(spread / len(numbers))


def has_error(result):
    return result is not None and ("error" in result or "errors" in result)


def error(result):
    """In percent."""
    return 100 * (result["error"] if "error" in result else mean(result["errors"]))


def best_of(results):
    """The method with the least error that is not `ect` with its tournament, or None."""
    others = [m for m, r in results.items() if m not in ("ect", "ect --fast") and has_error(r)]
    return min(others, key=lambda method: error(results[method]), default=None)


def bold_where_least(text, result, results):
    least = min(error(other) for other in results.values() if has_error(other))
    return f"**{text}**" if error(result) == least else text
