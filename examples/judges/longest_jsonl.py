#!/usr/bin/env python3
"""A judge for `ect select` in Python that is started once: the longer text is the better one.

    ect select lines.txt --judge-jsonl 'python3 examples/judges/longest_jsonl.py' --jobs 1000

ect writes a question a line to our standard input,

    {"v":1,"id":"12.1.1","first":{"id":"x","text":"x"},"second":{"id":"y","text":"y"},"seed":7}

and reads an answer a line from our standard output, in any order:

    {"id":"12.1.1","winner":"first","note":"3 characters more","cost":0}

`first` and `second` are the items as they were read: of a file of lines {"id":...,"text":...}, of
JSONL and csv the record itself. `winner` is first, second, tie or abstain; `note` and `cost` may be
left out. Up to --jobs questions may be waiting, so answers are flushed when no more of them is at
hand. Standard error is for people. When standard input ends, so do we; a status of 126 or above
would stop the whole tournament, any other end makes ect start us again.
"""
import json
import os
import sys


def text_of(item):
    text = item.get("text")
    return text if isinstance(text, str) else json.dumps(item)


def answer(question):
    more = len(text_of(question["first"])) - len(text_of(question["second"]))
    winner = "first" if more > 0 else "second" if more < 0 else "tie"
    return {"id": question["id"], "winner": winner, "note": f"{abs(more)} characters more"}


def main():
    rest = b""
    while True:
        # All lines that are at hand, together: one write for many answers.
        read = os.read(0, 1 << 16)
        if not read:
            return
        *lines, rest = (rest + read).split(b"\n")
        for line in lines:
            sys.stdout.write(json.dumps(answer(json.loads(line))) + "\n")
        sys.stdout.flush()


main()
