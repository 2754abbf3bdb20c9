#!/usr/bin/env python3
"""Counts what a recogniser of characters makes of printed moves.

usage: confusions.py PRINTED RECOGNISED [PRINTED RECOGNISED ...] > src/lexicon/tables/confusions.csv

Each PRINTED is the text of a page as it was set, each RECOGNISED what a recogniser gave for it. The words of both are
brought beside one another, those of moves character by character. A row of the table says how often the character
`meant` was printed and read as `seen`. What confusions_prior.csv lists was met in archives whose print is not at hand: it stands in the
table with no times where nothing was counted.
"""
import collections
import csv
import difflib
import re
import sys

MOVE = re.compile(r"^[\d.,;:()]*(?:O-O|0-0|Castles|(?:[KQRBNP]|Kt)[-.\u2014\u2013x(toakes)]*)[KQRBNPt\d.\u2014\u2013x-]*(?:sq|ch)?[.,;:)]*$")
FARTHEST = 24


def words(path):
    return re.sub("[\u2012-\u2015\u2212]", "-", open(path, encoding="utf-8").read()).split()


def beside(printed, seen):
    """The cheapest alignment of two short strings: pairs of characters, one of them empty perhaps."""
    rows, columns = len(printed) + 1, len(seen) + 1
    cost = [[i + j for j in range(columns)] for i in range(rows)]
    for i in range(1, rows):
        for j in range(1, columns):
            swap = cost[i - 1][j - 1] + (0 if printed[i - 1] == seen[j - 1] else 1)
            cost[i][j] = min(swap, cost[i - 1][j] + 1, cost[i][j - 1] + 1)
    i, j, pairs = rows - 1, columns - 1, []
    while i or j:
        if i and j and cost[i][j] == cost[i - 1][j - 1] + (0 if printed[i - 1] == seen[j - 1] else 1):
            i, j = i - 1, j - 1
            pairs.append((printed[i], seen[j]))
        elif i and cost[i][j] == cost[i - 1][j] + 1:
            i -= 1
            pairs.append((printed[i], ""))
        else:
            j -= 1
            pairs.append(("", seen[j]))
    return pairs


def main(paths):
    counts = collections.Counter()
    for printed, recognised in zip(paths[::2], paths[1::2]):
        ours, theirs = words(printed), words(recognised)
        for tag, a, b, c, d in difflib.SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
            set_words, read_words = "".join(ours[a:b]), "".join(theirs[c:d])
            if not any(MOVE.match(word) for word in ours[a:b]) or not read_words:
                continue
            if tag == "equal":
                for word in ours[a:b]:
                    if MOVE.match(word):
                        counts.update((character, character) for character in word)
            elif max(len(set_words), len(read_words)) <= FARTHEST and all(MOVE.match(word) for word in ours[a:b]):
                likeness = difflib.SequenceMatcher(None, set_words, read_words, autojunk=False).ratio()
                if likeness >= 0.5:
                    counts.update(beside(set_words, read_words))
    for row in csv.DictReader(open(__file__.replace("confusions.py", "confusions_prior.csv"), encoding="utf-8")):
        counts.setdefault((row["meant"], row["seen"]), 0)
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["meant", "seen", "times"])
    for (meant, seen), times in sorted(counts.items(), key=lambda item: (item[0][0], -item[1], item[0][1])):
        if meant and seen and meant.isascii():
            out.writerow([meant, seen, times])


if __name__ == "__main__":
    main(sys.argv[1:])
