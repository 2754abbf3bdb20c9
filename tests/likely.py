#!/usr/bin/env python3
"""Fits how likely the moves of games are among all that were legal.

usage: likely.py ROWS.csv > src/replay/tables/likely.csv

ROWS.csv has a row for each legal move of some positions, as `LIKELY_GAMES=GAMES LIKELY_ROWS=ROWS.csv cargo test --release --lib
-- --ignored legal_moves_of_games` writes it; GAMES has a game a line, its moves in the notation of UCI, with blanks between.
A conditional logit over what a move does: what the board wins or loses by it, what takes what, check, castling, promotion, the
square that a man leaves and the one it goes to. The table holds tenths of a cost; a move ten times as rare costs three. What the
fit gives to a held-out tenth of the positions, in nats a move, is told on stderr, beside that of any legal move.
Needs PyPI numpy.
"""
import sys

import numpy as np

MEN, BOARD = "PNBRQK", ["wins", "keeps", "loses", "loses more"]
COST = np.log(10) / 3
STEPS, RATE, DECAY = 180, 0.15, 2e-6


def main(path):
    rows = np.loadtxt(path, delimiter=",", dtype=np.int32)
    group, chosen, man, start, goal, board, taken, castles, promotes, check = rows.T
    group = group - 1
    held = group % 10 == 0
    columns = [board, man * 7 + taken, check, castles, promotes, man * 64 + start, man * 64 + goal]
    sizes = [4, 42, 2, 2, 6, 384, 384]
    offsets = np.cumsum([0] + sizes)
    places = [column.astype(np.int64) + offset for column, offset in zip(columns, offsets)]
    groups = group.max() + 1

    def likelihood(score, mask):
        total = np.bincount(group, np.exp(score), groups)
        return (score - np.log(total[group]))[mask & (chosen == 1)].mean()

    known = ~held
    seen, group_of, is_chosen = [place[known] for place in places], group[known], chosen[known]
    weights = np.zeros(offsets[-1])
    first, second = weights * 0, weights * 0
    for step in range(1, STEPS + 1):
        score = np.exp(sum(weights[place] for place in seen))
        share = score / np.bincount(group_of, score, groups)[group_of]
        residue = (share - is_chosen) / is_chosen.sum()
        slope = DECAY * weights + sum(np.bincount(place, residue, len(weights)) for place in seen)
        first, second = 0.9 * first + 0.1 * slope, 0.99 * second + 0.01 * slope * slope
        rate = RATE * (1 - step / (STEPS + 20))
        weights -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-9)
    fitted = sum(weights[place] for place in places)
    print(f"held out: {likelihood(fitted, held):.3f}; any: {likelihood(fitted * 0, held):.3f}", file=sys.stderr)
    costs = np.round(-weights / COST * 10).astype(int)
    of = [costs[offset:offset + size] for offset, size in zip(offsets, sizes)]
    print(f"mean of chosen moves: {round((-fitted / COST * 10)[chosen == 1].mean())}", file=sys.stderr)
    print(f"of all but check, castling and promotion: {of[2][0] + of[3][0] + of[4][0]}", file=sys.stderr)
    print("what,man,on,cost")
    for name, cost in zip(BOARD, of[0]):
        print(f"board,,{name},{cost}")
    for number, letter in enumerate(MEN):
        for victim, other in enumerate("PNBRQ--"):
            if victim != 5:
                print(f"takes,{letter},{other},{of[1][number * 7 + victim]}")
    print(f"check,,,{of[2][1] - of[2][0]}")
    print(f"castles,,,{of[3][1] - of[3][0]}")
    for number in range(1, 5):
        print(f"promotes,,{MEN[number]},{of[4][number] - of[4][0]}")
    for name, table in (("from", of[5]), ("to", of[6])):
        for number, letter in enumerate(MEN):
            for square in range(64):
                if letter != "P" or 8 <= square < (64 if name == "to" else 56):
                    print(f"{name},{letter},{'abcdefgh'[square % 8]}{square // 8 + 1},{table[number * 64 + square]}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
