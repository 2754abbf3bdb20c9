"""Reads chess games, plays them, and gives them as Arrow tables.

    import descant, duckdb
    g = descant.games("games.pgn.zst", where="white_elo >= 2400", columns=["white", "eco", "clocks"])
    duckdb.sql("select eco, count(*) from g group by 1")

A table is an Arrow stream: DuckDB, polars, pandas and pyarrow take it without a copy, once.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import IO, Any, Literal, Union

from . import _descant
from ._descant import Game, Stream, __version__

__all__ = [
    "Game",
    "Split",
    "Stream",
    "Summary",
    "__version__",
    "check",
    "convert",
    "findings",
    "games",
    "moves",
    "positions",
    "read_descriptive",
    "splits",
]

Source = Union[str, "os.PathLike[str]", bytes, IO[bytes]]
"""A path, the bytes themselves, or an object with ``read`` and ``seek`` (without ``seek`` it is read into memory)."""

Bad = Literal["keep", "drop", "fail"]
BadFiles = Literal["fail", "report"]

SPLIT = 128 << 20
"""The usual size of a part, in bytes of the file as it stands on disk."""

_USUAL = {
    "games": ("*", "frame", "codes"),
    "moves": ("*", "byte", "frame"),
    "positions": ("*",),
    "findings": ("*",),
}


@dataclass(frozen=True)
class Split:
    """A part of a file that can be read apart: from the byte ``start`` up to ``end``."""

    start: int
    end: int
    size: int
    """The size of the whole file when it was cut, in bytes."""


@dataclass(frozen=True)
class Summary:
    """What :func:`check` counted."""

    games: int
    """Games, those with errors too."""
    bad: int
    """Games with an error."""
    codes: dict[str, int] = field(default_factory=dict)
    """Findings, by code; ``descant explain CODE`` tells what one means."""

    @property
    def ok(self) -> bool:
        """Nothing is wrong with any game."""
        return self.bad == 0


def _table(
    table: str,
    source: Source,
    *,
    columns: Iterable[str] | None,
    tags: Iterable[str] = (),
    every: int = 0,
    name: str | None = None,
    **reading: Any,
) -> Stream:
    if isinstance(columns, str) or isinstance(tags, str):
        raise TypeError("columns and tags are lists of names: ['white', 'black']")
    chosen = [*(_USUAL[table] if columns is None else columns), *(f"tag.{tag}" for tag in tags)]
    if table in ("positions", "findings") and len(chosen) > len(_USUAL[table]) and columns is None:
        raise ValueError(f"the table of {table} has no tags")
    return _descant.table(table, source, columns=",".join(chosen), every=every, name=name, **reading)


def games(
    source: Source,
    *,
    where: str | None = None,
    columns: Sequence[str] | None = None,
    tags: Sequence[str] = (),
    start: int | None = None,
    end: int | None = None,
    jobs: int | None = None,
    encoding: str = "auto",
    on_bad_games: Bad = "keep",
    on_bad_files: BadFiles = "fail",
) -> Stream:
    """The table of games: a row a game.

    :param source: a path, bytes, or an object with ``read`` and ``seek``; .gz, .bz2 and .zst are unpacked.
    :param where: which games, such as ``white_elo >= 2400 and eco = C42``.
    :param columns: their names; ``*`` stands for the usual ones. ``descant explain columns`` lists all, among them the
        lists ``moves``, ``uci``, ``clocks``, ``evals`` and ``mates``, one value a half-move.
    :param tags: further tags as columns, ``tag.NAME``.
    :param start: the part from this byte of the file as it stands on disk (see :func:`splits`). In a part that does not
        begin with the file ``game`` and ``line`` are null; ``frame`` and ``byte`` are the key of a game.
    :param end: the part up to this byte.
    :param jobs: how many threads read; all cores if not said. The rows are the same.
    :param encoding: that of the text, such as ``utf-8`` or ``latin1``.
    :param on_bad_games: what becomes of a game with an error: ``keep`` gives what could be played of it, with its
        ``problems`` and ``codes``; ``drop`` leaves it out; ``fail`` ends the reading.
    :param on_bad_files: what becomes of a damaged file: ``fail`` ends the reading with an error that names the place;
        ``report`` gives a row of the table of findings and goes on behind it.
    :raises OSError: when the source cannot be read; of a file that is not there a ``FileNotFoundError``.
    :raises TypeError: when a file was opened as text.
    :raises ValueError: when there is no such column, or the expression cannot be read.

    >>> import descant, pyarrow
    >>> pyarrow.table(descant.games(b"1. e4 e5 *", columns=["plies", "moves"])).to_pylist()
    [{'plies': 2, 'moves': ['e4', 'e5']}]
    """
    return _table("games", **locals())


def moves(
    source: Source,
    *,
    where: str | None = None,
    columns: Sequence[str] | None = None,
    tags: Sequence[str] = (),
    start: int | None = None,
    end: int | None = None,
    jobs: int | None = None,
    encoding: str = "auto",
    on_bad_games: Bad = "keep",
    on_bad_files: BadFiles = "fail",
) -> Stream:
    """The table of half-moves: a row a half-move; columns of the games may be asked for, too.

    The parameters are those of :func:`games`; ``where`` asks about half-moves: ``check and clock < 60``.

    >>> import descant, pyarrow
    >>> pyarrow.table(descant.moves(b"1. e4 e5 *", columns=["ply", "uci"])).to_pylist()
    [{'ply': 1, 'uci': 'e2e4'}, {'ply': 2, 'uci': 'e7e5'}]
    """
    return _table("moves", **locals())


def positions(
    source: Source,
    *,
    every: int = 0,
    where: str | None = None,
    columns: Sequence[str] | None = None,
    start: int | None = None,
    end: int | None = None,
    jobs: int | None = None,
    encoding: str = "auto",
    on_bad_games: Bad = "keep",
    on_bad_files: BadFiles = "fail",
) -> Stream:
    """The table of positions: those after every so many half-moves; the last one of each game where ``every`` is 0.

    The other parameters are those of :func:`games`; ``where`` asks about games.

    >>> import descant, pyarrow
    >>> pyarrow.table(descant.positions(b"1. e4 e5 *", columns=["ply", "fen"])).to_pylist()
    [{'ply': 2, 'fen': 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2'}]
    """
    return _table("positions", **locals())


def findings(
    source: Source,
    *,
    where: str | None = None,
    columns: Sequence[str] | None = None,
    start: int | None = None,
    end: int | None = None,
    jobs: int | None = None,
    encoding: str = "auto",
    on_bad_games: Bad = "keep",
    on_bad_files: BadFiles = "fail",
) -> Stream:
    """The table of findings: a row for each thing that is wrong, or worth a note, with its place. Those outside games have
    no ``game``; that an input has no game is told where all of it is read.

    The parameters are those of :func:`games`.

    >>> import descant, pyarrow
    >>> pyarrow.table(descant.findings(b"1. e4 e5 2. Ke3 *", columns=["code", "text"])).to_pylist()
    [{'code': 'illegal-move', 'text': 'Ke3'}]
    """
    return _table("findings", **locals())


def splits(source: Source, size: int = SPLIT, *, encoding: str = "auto") -> list[Split]:
    """Parts of about ``size`` bytes that hold every game once, together: for engines that read them side by side.

    Plain PGN can be cut, and archives of ``pzstd`` (in bytes of the packed file). Everything else is one part: ordinary
    .zst, .gz, .bz2, UTF-16, books; ``zstdcat games.pgn.zst | pzstd -19 > cut.pgn.zst`` makes an archive that can be cut.

    >>> import descant
    >>> descant.splits(b"[Event \\"a\\"]\\n\\n1. e4 *\\n" * 10, 100)
    [Split(start=0, end=70, size=210), Split(start=70, end=140, size=210), Split(start=140, end=210, size=210)]
    """
    parts, length = _descant.splits(source, size, encoding)
    return [Split(start, end, length) for start, end in parts]


def check(source: Source, *, jobs: int | None = None, encoding: str = "auto") -> Summary:
    """Plays every game of a source and counts what is wrong.

    >>> import descant
    >>> descant.check(b"1. e4 e5 2. Ke3 *")
    Summary(games=1, bad=1, codes={'illegal-move': 1})
    """
    games, bad, codes = _descant.check(source, jobs=jobs, encoding=encoding)
    return Summary(games, bad, codes)


def convert(text: str, to: Literal["pgn", "json", "text"] = "pgn") -> str:
    """The games of a text, PGN or descriptive notation, in another form.

    >>> import descant
    >>> print(descant.convert("1. P-K4 P-K4 2. Kt-KB3").strip().splitlines()[-1])
    1. e4 e5 2. Nf3 *
    """
    return _descant.convert(text, to)


def read_descriptive(text: str) -> list[Game]:
    """The games of a text in descriptive notation.

    >>> import descant
    >>> descant.read_descriptive("1. P-K4 P-K4 2. Kt-KB3")[0].moves
    ['e4', 'e5', 'Nf3']
    """
    return _descant.read_descriptive(text)
