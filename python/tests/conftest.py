"""Games for the tests; no file of another place is needed.

DESCANT_GAMES may name a file of many games: `pytest -k "command_line or executor"` has these tests read it.
"""

import gzip
import os
import pathlib
import shutil
import subprocess

import pytest

GAME = """[Event "Test {n}"]
[Site "?"]
[Date "2024.02.{day:02}"]
[Round "{n}"]
[White "White {w}"]
[Black "Black"]
[Result "1-0"]
[WhiteElo "{elo}"]
[TimeControl "180+2"]

1. e4 {{[%clk 0:03:00] [%eval 0.31]}} 1... e5 {{[%clk 0:02:59]}} 2. Nf3 Nc6
3. Bb5 {{[%eval #4]}} a6 1-0

"""

BAD = """[Event "Bad"]
[Result "1-0"]

1. e4 e5 2. Ke3 1-0

"""


def games(first, last):
    """Games by number."""
    return "".join(
        GAME.format(n=n, day=1 + n % 28, w=n % 7, elo=2000 + n) + (BAD if n % 100 == 50 else "")
        for n in range(first, last)
    )


def pack(texts):
    """An archive like those of pzstd: each text in a frame behind a skippable one with its packed size."""
    zstd = shutil.which("zstd")
    if zstd is None:
        pytest.skip("zstd is not installed")
    packed = b""
    for text in texts:
        frame = subprocess.run([zstd, "-qc"], input=text, capture_output=True, check=True).stdout
        packed += bytes.fromhex("502a4d1804000000") + len(frame).to_bytes(4, "little") + frame
    return packed


@pytest.fixture(scope="session")
def collection(tmp_path_factory):
    """The same games as a plain file, as gzip, as frames, and as two files."""
    folder = tmp_path_factory.mktemp("games")
    own = os.environ.get("DESCANT_GAMES")
    text = pathlib.Path(own).read_bytes() if own else games(0, 3000).encode()
    (folder / "plain.pgn").write_bytes(text)
    (folder / "games.pgn.gz").write_bytes(gzip.compress(text))
    half = text.index(b"[Event", len(text) // 2)
    (folder / "two").mkdir()
    (folder / "two" / "a.pgn").write_bytes(text[:half])
    (folder / "two" / "b.pgn").write_bytes(text[half:])
    return folder


@pytest.fixture(scope="session")
def packed(collection):
    """The games as frames."""
    path = collection / "frames.pgn.zst"
    text = (collection / "plain.pgn").read_bytes()
    size = max(200_000, len(text) // 30)
    path.write_bytes(pack([text[at : at + size] for at in range(0, len(text), size)]))
    return path
