#!/usr/bin/env python3
"""Counts what a recogniser of characters makes of printed moves.

usage: confusions.py PRINTED RECOGNISED [PRINTED RECOGNISED ...] > src/lexicon/tables/confusions.csv

Each PRINTED is the text of a page as it was set, each RECOGNISED what a recogniser gave for it. Each line of moves that was
recognised is held against the printed row, or half of a row, that it is nearest to, character by character and without blanks.
A row of the table says how often the character `meant` was printed and read as `seen`. What confusions_prior.csv lists was met
in archives whose print is not at hand, or in other typefaces than the one that is counted, or looks like what was: it stands in
the table with no times where nothing was counted.
One character may be seen as two: itself, with a letter, a figure or a `?` before or behind it that was not printed.
"""
import collections
import csv
import difflib
import re
import sys

SHORTEST, NEAREST = 8, 0.75
# So many times, and one time in so many, a character is seen as two where that is more than chance.
FEWEST, ONE_IN = 5, 500
PROSE = re.compile("[a-z]{4,}")
HALVES = re.compile(r"^(.*\S\s{2,})(\d+[.:]?\s{1,3}\S.*)$")


def lines(path):
    for line in open(path, encoding="utf-8"):
        line = re.sub("[\u2010-\u2015\u2212]", "-", line.strip())
        if not PROSE.search(line.replace("takes", "").replace("Castles", "")):
            halves = HALVES.match(line)
            for part in [line, *(halves.groups() if halves else [])]:
                yield re.sub(r"\s+", "", part)


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
    return pairs[::-1]


def doubled(pairs):
    """Characters that were seen as themselves and something beside them."""
    for one, other in zip(pairs, pairs[1:]):
        seen = one[1] + other[1]
        if seen.replace("?", "x").isalnum():
            if one[0] == one[1] and not other[0]:
                yield one[0], seen
            elif other[0] == other[1] and not one[0]:
                yield other[0], seen


def nearest(seen, printed):
    """The line of those printed that is nearest to another, if one is."""
    best, ratio, matcher = None, NEAREST, difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(seen)
    for line in printed:
        matcher.set_seq1(line)
        if matcher.real_quick_ratio() > ratio and matcher.quick_ratio() > ratio and matcher.ratio() > ratio:
            best, ratio = line, matcher.ratio()
    return best


def main(paths):
    counts, twice = collections.Counter(), collections.Counter()
    for printed, recognised in zip(paths[::2], paths[1::2]):
        rows = [line for line in dict.fromkeys(lines(printed)) if len(line) >= SHORTEST]
        for seen in lines(recognised):
            row = nearest(seen, rows) if len(seen) >= SHORTEST else None
            pairs = beside(row, seen) if row else []
            counts.update(pairs)
            twice.update(doubled(pairs))
    printed = collections.Counter()
    for (meant, _), times in counts.items():
        printed[meant] += times
    counts.update({pair: times for pair, times in twice.items() if times >= max(FEWEST, printed[pair[0]] / ONE_IN)})
    prior = csv.DictReader(open(__file__.replace(".py", "_prior.csv"), encoding="utf-8"))
    known = {(row["meant"], row["seen"]) for row in prior}
    for pair in known:
        counts.setdefault(pair, 0)
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["meant", "seen", "times"])
    for (meant, seen), times in sorted(counts.items(), key=lambda item: (item[0][0], -item[1], item[0][1])):
        if meant and seen and meant.isascii() and (times > 1 or (meant, seen) in known):
            out.writerow([meant, seen, times])


if __name__ == "__main__":
    main(sys.argv[1:])
