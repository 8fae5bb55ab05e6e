#!/usr/bin/env python3
"""A binary learner for ect in plain Python, by the protocol of docs/reference/command_learner.md.

    ect train fruit.csv -o fruit.model --learner 'command:python3 examples/command_learner.py'
    ect predict fruit.model new.csv --program 'python3 examples/command_learner.py'

Nearest centroid: an example belongs to the side whose weighted mean is nearer. With means l and r
the margin is (r - l).x - (r.r - l.l) / 2, a direction and a bias, which is all that it keeps.
"""
import json
import sys

problems = {}  # number of a problem -> (direction, bias)


def fit(count):
    sums = {"left": {}, "right": {}}
    weights = {"left": 0.0, "right": 0.0}
    for _ in range(count):
        example = json.loads(sys.stdin.readline())
        side, weight = example["side"], example["weight"]
        weights[side] += weight
        for index, value in example["features"]:
            sums[side][index] = sums[side].get(index, 0.0) + weight * value
    direction, bias = {}, 0.0
    for side, sign in (("left", -1), ("right", 1)):
        for index, total in sums[side].items():
            mean = total / weights[side]
            direction[index] = direction.get(index, 0.0) + sign * mean
            bias -= sign * mean * mean / 2
    return direction, bias


def main():
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request.get("id")}
        if request["do"] == "bye":
            return
        if request["do"] == "hello":
            reply.update(name="nearest centroid 1", weights=True)
        elif request["do"] == "fit":
            learnt = problems[request["problem"]] = fit(request["examples"])
            reply["model"] = json.dumps(learnt)
        elif request["do"] == "load":
            direction, bias = json.loads(request["model"])
            problems[request["problem"]] = {int(key): value for key, value in direction.items()}, bias
        elif request["do"] == "ask":
            direction, bias = problems[request["problem"]]
            reply["margin"] = bias + sum(direction.get(i, 0.0) * x for i, x in request["features"])
        print(json.dumps(reply), flush=True)


main()
