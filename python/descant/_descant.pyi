"""The compiled half of descant; its words are those of the package."""

from typing import Any

__version__: str

class Stream:
    """A table that is read as it is taken, once."""

    columns: list[str]
    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...

class Game:
    """A game that was read."""

    tags: dict[str, str]
    result: str
    moves: list[str]
    uci: list[str]
    start_fen: str
    final_fen: str
    reading: str | None
    findings: list[tuple[str, str, str]]
    pgn: str

def table(
    table: str,
    source: Any,
    *,
    where: str | None,
    columns: str | None,
    every: int,
    start: int | None,
    end: int | None,
    jobs: int | None,
    encoding: str,
    on_bad_games: str,
    on_bad_files: str,
    name: str | None = None,
) -> Stream: ...
def splits(source: Any, size: int, encoding: str, name: str | None = None) -> tuple[list[tuple[int, int]], int]: ...
def convert(text: str, to: str) -> str: ...
def read_descriptive(text: str) -> list[Game]: ...
def check(
    source: Any, *, jobs: int | None, encoding: str, name: str | None = None
) -> tuple[int, int, dict[str, int]]: ...
