"""The tables, as the libraries take them."""

import doctest
import errno
import io
import threading

import pyarrow as pa
import pytest

import descant

ROWS = 3030


def rows(stream):
    return pa.table(stream).to_pylist()


def test_the_examples_of_the_docstrings_hold():
    assert doctest.testmod(descant).failed == 0


def test_types_are_those_promised(collection):
    columns = ["file", "byte", "frame", "date", "year", "white_elo", "white_points", "position_key", "moves_key"]
    lists = ["moves", "uci", "clocks", "evals", "mates", "codes"]
    table = pa.table(descant.games(collection / "plain.pgn", columns=[*columns, *lists], tags=["TimeControl"]))
    integers = pa.list_(pa.field("item", pa.int32(), nullable=True))
    texts = pa.list_(pa.field("item", pa.utf8(), nullable=True))
    types = [pa.utf8(), pa.int64(), pa.int64(), pa.date32(), pa.int32(), pa.int32(), pa.float32(), pa.int64(), pa.utf8()]
    types += [texts, texts, integers, integers, integers, texts, pa.utf8()]
    assert table.schema.types == types
    assert table.num_rows == ROWS
    first = table.slice(0, 1).to_pylist()[0]
    assert first["clocks"] == [180, 179, None, None, None, None]
    assert first["evals"] == [31, None, None, None, None, None]
    assert first["mates"] == [None, None, None, None, 4, None]
    assert first["uci"] == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]
    assert first["tag.TimeControl"] == "180+2" and first["frame"] is None


def test_duckdb_polars_pandas_and_pyarrow_take_a_table(collection):
    duckdb = pytest.importorskip("duckdb")
    polars = pytest.importorskip("polars")
    pandas = pytest.importorskip("pandas")
    path = collection / "plain.pgn"

    def g():
        return descant.games(path, where="white_elo >= 2400", columns=["white", "white_elo", "clocks"])

    stream = g()
    assert duckdb.sql("select count(*), sum(white_elo) from stream").fetchall() == [(2600, sum(range(2400, 5000)))]
    assert polars.DataFrame(g())["white_elo"].sum() == sum(range(2400, 5000))
    assert pandas.DataFrame.from_arrow(g())["white_elo"].sum() == sum(range(2400, 5000))
    assert pa.table(g()).num_rows == 2600


def test_a_stream_is_read_once(collection):
    stream = descant.games(collection / "plain.pgn", columns=["white"])
    assert pa.table(stream).num_rows == ROWS
    with pytest.raises(RuntimeError, match="read already"):
        pa.table(stream)


def test_every_source_gives_the_same_rows(collection, packed):
    path = collection / "plain.pgn"
    columns = ["event", "white", "moves_key", "codes"]
    expected = rows(descant.games(path, columns=columns))
    data = path.read_bytes()

    class NoSeek:
        def __init__(self):
            self.inner = io.BytesIO(data)

        def read(self, size=-1):
            return self.inner.read(size)

    for source in (str(path), data, io.BytesIO(data), open(path, "rb"), NoSeek(), packed, collection / "games.pgn.gz"):
        for jobs in (1, 3):
            if hasattr(source, "seek"):
                source.seek(0)
            if isinstance(source, NoSeek):
                source = NoSeek()
            assert rows(descant.games(source, columns=columns, jobs=jobs)) == expected


def test_parts_are_the_whole_together(collection, packed):
    columns = ["frame", "byte", "event", "moves_key"]
    for path in (collection / "plain.pgn", packed):
        whole = rows(descant.games(path, columns=columns))
        for size in (50_000, 11_111):
            splits = descant.splits(path, size)
            assert splits[0].start == 0 and splits[-1].end == splits[0].size == path.stat().st_size
            parts = [row for s in splits for row in rows(descant.games(path, columns=columns, start=s.start, end=s.end))]
            assert parts == whole
        assert len({(row["frame"], row["byte"]) for row in whole}) == len(whole)
    assert len(descant.splits(collection / "games.pgn.gz", 1000)) == 1


def test_numbers_and_lines_are_null_behind_the_first_part(collection):
    path = collection / "plain.pgn"
    half = path.stat().st_size // 2
    first = rows(descant.games(path, columns=["game", "line"], end=half))
    rest = rows(descant.games(path, columns=["game", "line"], start=half))
    assert [row["game"] for row in first] == list(range(1, len(first) + 1)) and first[1]["line"] == 14
    assert {(row["game"], row["line"]) for row in rest} == {(None, None)}


def test_moves_positions_and_findings(collection):
    path = collection / "plain.pgn"
    assert pa.table(descant.moves(path, where="ply = 5", columns=["san", "white"])).num_rows == 3000
    assert pa.table(descant.positions(path, every=2)).num_rows == 9030
    codes = pa.table(descant.findings(path))["code"].to_pylist()
    assert codes.count("illegal-move") == 30


BOOK = b"""GAME THE FIRST

1. P. to K's 4th.   1. P. to K's 4th.
2. K. Kt. to B's 3d.   2. Q. Kt. to B's 3d.
3. B. to Q. Kt's 5th.   3. P. to Q. R's 3d.
4. B. to R's 4th.   4. K. Kt. to B's 3d.
5. Castles.   5. B. to K's 2d.
6. R. to K's sq.   6. P. to Q. Kt's 4th.

Some text.

14. Kt. to Kt. 5th. 14. P. to K. R. 3d.
15. Q. to R. 5th. 15. P. takes Kt.
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_findings_outside_games_have_rows(jobs):
    latin1 = '[White "M\xfcller"]\n\n1. e4 *\n'.encode("latin1")
    for source, code, line in (
        (latin1, "mixed-encoding", 1),
        (BOOK, "unused-moves", 12),
        (b"", "no-game", 1),
        (b"1 2 3 4 5\n", "no-game", 1),
        (b"Nobody plays here.\n", "no-game", 1),
    ):
        found = rows(descant.findings(source, jobs=jobs))
        told = [(row["game"], row["line"]) for row in found if row["code"] == code]
        assert told == [(None, line)], found
        assert descant.check(source, jobs=jobs).codes[code] == 1
    assert descant.check(b"1 2 3 4 5\n", jobs=jobs).games == 0
    # A part of a file tells nothing of the whole.
    assert "no-game" not in [row["code"] for row in rows(descant.findings(latin1, start=0, end=0, jobs=jobs))]


def test_games_with_errors_are_kept_dropped_or_the_end(collection):
    path = collection / "plain.pgn"
    kept = rows(descant.games(path, columns=["event", "plies", "codes", "problems"]))
    bad = [row for row in kept if row["event"] == "Bad"]
    assert len(bad) == 30 and bad[0] == {"event": "Bad", "plies": 2, "codes": ["illegal-move"], "problems": 1}
    assert len(rows(descant.games(path, columns=["event"], on_bad_games="drop"))) == 3000
    with pytest.raises(Exception, match="illegal-move"):
        rows(descant.games(path, columns=["event"], on_bad_games="fail"))


def test_a_damaged_frame_fails_or_is_reported(packed, tmp_path):
    data = bytearray(packed.read_bytes())
    second = data.index(bytes.fromhex("502a4d1804000000"), 100)
    third = data.index(bytes.fromhex("502a4d1804000000"), second + 1)
    data[second + 100] ^= 1
    path = tmp_path / "damaged.pgn.zst"
    path.write_bytes(data)
    with pytest.raises(Exception, match=f"packed bytes {second} to {third} are damaged"):
        rows(descant.games(path, columns=["event"]))
    found = rows(descant.findings(path, on_bad_files="report", columns=["code", "message", "frame"]))
    assert [row["code"] for row in found].count("damaged") == 1
    events = [row["event"] for row in rows(descant.games(path, columns=["event"], on_bad_files="report"))]
    assert events[0] == "Test 0" and events[-1] == "Test 2999" and 1500 < len(events) < ROWS


def test_a_file_that_is_cut_off_raises_after_its_rows(packed, tmp_path):
    path = tmp_path / "cut.pgn.zst"
    path.write_bytes(packed.read_bytes()[:-20])
    reader = pa.RecordBatchReader.from_stream(descant.games(path, columns=["event"]))
    count = 0
    with pytest.raises(Exception, match="ends too early"):
        for batch in reader:
            count += batch.num_rows
    assert count > 2000
    events = rows(descant.games(path, columns=["event"], on_bad_files="report"))
    assert len(events) == count
    found = rows(descant.findings(path, columns=["code", "message"], on_bad_files="report"))
    assert found[-1]["code"] == "damaged" and "ends too early" in found[-1]["message"]
    assert [row["code"] for row in found].count("damaged") == 1


def test_a_source_that_raises_is_an_error_not_an_end(collection):
    data = (collection / "plain.pgn").read_bytes()

    class Breaks(io.BytesIO):
        def read(self, size=-1):
            if self.tell() > 300_000:
                raise RuntimeError("the line is dead")
            return super().read(size)

    with pytest.raises(Exception, match="the line is dead"):
        rows(descant.games(Breaks(data), columns=["event"]))


def test_wrong_requests_are_value_errors(collection):
    path = collection / "plain.pgn"
    for wrong in (
        {"columns": ["whit"]},
        {"where": "whit = 3"},
        {"columns": ["white", "white"]},
        {"encoding": "klingon"},
        {"on_bad_games": "eat"},
        {"on_bad_files": "eat"},
    ):
        with pytest.raises(ValueError):
            descant.games(path, **wrong)
    with pytest.raises(TypeError):
        descant.games(path, columns="white")


def test_a_file_that_is_not_there_and_a_file_of_text_are_told_as_python_does(collection):
    missing = str(collection / "none.pgn")
    for ask in (descant.games, descant.check, descant.splits):
        with pytest.raises(FileNotFoundError) as told:
            ask(missing)
        assert told.value.errno == errno.ENOENT and told.value.filename == missing
    for text in (io.StringIO("1. e4 *"), open(collection / "plain.pgn", encoding="utf-8")):
        with text, pytest.raises(TypeError, match="text, not bytes"):
            descant.games(text)
    with open(collection / "plain.pgn", "rb") as file:
        assert pa.table(descant.games(file)).num_rows == ROWS


def test_others_run_while_a_table_is_read(collection):
    """The lock of the interpreter is not held: a thread that counts goes on."""
    data = (collection / "plain.pgn").read_bytes() * 10
    count, over = [0], threading.Event()

    def work():
        while not over.wait(0.001):
            count[0] += 1

    thread = threading.Thread(target=work)
    thread.start()
    try:
        before = count[0]
        assert pa.table(descant.games(data, columns=["moves_key", "eco", "clocks", "evals"])).num_rows == 10 * ROWS
        assert count[0] > before
    finally:
        over.set()
        thread.join()


def test_what_is_not_taken_is_not_read(collection):
    """A reader that is dropped ends the reading."""
    reader = pa.RecordBatchReader.from_stream(descant.moves(collection / "plain.pgn", jobs=2))
    assert next(reader).num_rows > 0
    before = threading.active_count()
    del reader
    assert threading.active_count() <= before


def test_check_convert_and_descriptive(collection, packed):
    for path in (collection / "plain.pgn", packed):
        summary = descant.check(path)
        assert (summary.games, summary.bad, summary.ok) == (ROWS, 30, False)
        assert summary.codes["illegal-move"] == 30
    assert descant.check(b"1. e4 *").ok
    assert "1. e4 e5 2. Nf3 *" in descant.convert("1. P-K4 P-K4 2. Kt-KB3")
    assert '"san":"e4"' in descant.convert("1. e4 *", "json").replace(" ", "")
    with pytest.raises(ValueError, match="pgn, json, text"):
        descant.convert("1. e4 *", "svg")
    game = descant.read_descriptive("1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5")[0]
    assert game.uci == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"] and game.reading == "certain"
