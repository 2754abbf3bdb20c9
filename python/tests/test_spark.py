"""descant as a data source of Spark, on this machine."""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

pyspark = pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("Java is not installed", allow_module_level=True)

import descant
import descant.spark
import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import SparkSession

pytestmark = pytest.mark.spark


def session(master):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    return (
        SparkSession.builder.master(master)
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.python.filterPushdown.enabled", "true")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.task.maxFailures", "4")
        .config("spark.driver.memory", "1g")
        .getOrCreate()
    )


@pytest.fixture(scope="module")
def spark():
    spark = session("local[2]")
    spark.dataSource.register(descant.spark.DataSource)
    yield spark
    spark.stop()


def checksum(keys):
    """Of rows in any order."""
    return hashlib.sha256("\n".join(sorted(keys)).encode()).hexdigest()


def expected(path):
    """The keys of the games, from the command line where it is there, else from the package."""
    program = os.environ.get("DESCANT")
    if program is None:
        return checksum(pa.table(descant.games(path, columns=["moves_key"]))["moves_key"].to_pylist())
    run = [program, "stats", "--quiet", "--columns", "moves_key", str(path)]
    lines = subprocess.run(run, capture_output=True, text=True, check=False).stdout.splitlines()
    return checksum(lines[1:])


def load(spark, path, **options):
    return spark.read.format("descant").options(**options).load(str(path))


def keys(frame):
    return checksum(row.moves_key for row in frame.select("moves_key").collect())


def test_rows_are_those_of_the_command_line(spark, collection, packed):
    wanted = expected(collection / "plain.pgn")
    for path, parts in (("plain.pgn", 20), (packed.name, 20), ("two", 20), ("games.pgn.gz", 1)):
        path = collection / path
        size = sum(file.stat().st_size for file in path.iterdir()) if path.is_dir() else path.stat().st_size
        frame = load(spark, path, columns="moves_key,event", splitSize=size // 20)
        assert frame.rdd.getNumPartitions() >= parts if parts > 1 else frame.rdd.getNumPartitions() == 1
        assert keys(frame) == wanted, path


def test_the_schema_is_that_of_the_table(spark, collection):
    frame = load(spark, collection / "plain.pgn", columns="date,white_elo,white_points,clocks,codes,byte", TAGS="TimeControl")
    types = [column.dataType.simpleString() for column in frame.schema]
    assert types == ["date", "int", "float", "array<int>", "array<string>", "bigint", "string"]
    assert frame.first()["tag.TimeControl"] == "180+2"


def test_options_are_taken_in_any_case_and_wrong_ones_are_told(spark, collection):
    path = collection / "plain.pgn"
    assert load(spark, path, TABLE="moves", Columns="san", WHERE="ply = 1").count() == 3030
    assert load(spark, path, table="positions", EVERY="2").count() == 9030
    assert load(spark, path, onbadgames="drop", columns="event").count() == 3000
    for wrong in ({"colums": "white"}, {"table": "kings"}, {"columns": "whit"}, {"where": "whit = 3"}):
        with pytest.raises(Exception, match="colums|kings|white"):
            load(spark, path, **wrong).count()


def test_filters_are_pushed_down_and_change_no_row(spark, collection):
    path = collection / "plain.pgn"
    frame = load(spark, path, columns="white,white_elo,event", pushFilters="true")
    assert frame.filter("white_elo >= 4900 and white = 'White 0'").count() == sum(n % 7 == 0 for n in range(2900, 3000))
    assert frame.filter("white_elo in (2000, 2001, 9999)").count() == 2
    assert frame.filter("white_elo is null").count() == 30
    assert load(spark, path, columns="white", where="white_elo < 2100").filter("white = 'White 1'").count() == 15

    request = descant.spark._Request({"path": str(path)})
    reader = descant.spark.PushingReader(request)
    filters = [
        pyspark.sql.datasource.GreaterThanOrEqual(("white_elo",), 2400),
        pyspark.sql.datasource.EqualTo(("white",), "White 0"),
        pyspark.sql.datasource.EqualTo(("white",), "O'Kelly"),
    ]
    assert list(reader.pushFilters(filters)) == filters
    assert request.where == "white_elo >= 2400 and white = 'White 0'"


def test_writing_twice_gives_the_same_rows(spark, collection, tmp_path):
    frame = load(spark, collection / "plain.pgn", columns="moves_key,white_elo,clocks", splitSize="50000")
    sums = []
    for _ in range(2):
        frame.write.mode("overwrite").parquet(str(tmp_path / "out"))
        back = spark.read.parquet(str(tmp_path / "out"))
        sums.append((back.count(), keys(back)))
    assert sums[0] == sums[1] == (3030, expected(collection / "plain.pgn"))


def test_a_bad_game_ends_the_job_where_that_is_asked_for(spark, collection):
    with pytest.raises(Exception, match="illegal-move"):
        load(spark, collection / "plain.pgn", onBadGames="fail", columns="event").count()


def test_a_damaged_file_is_told_with_its_path_and_place(spark, packed, tmp_path):
    data = bytearray(packed.read_bytes())
    second = data.index(bytes.fromhex("502a4d1804000000"), 100)
    data[second + 100] ^= 1
    path = tmp_path / "damaged.pgn.zst"
    path.write_bytes(data)
    with pytest.raises(Exception, match=rf"damaged\.pgn\.zst, bytes \d+ to \d+: .*packed bytes {second} to"):
        load(spark, path, columns="event", splitSize="3000").count()
    found = load(spark, path, table="findings", onBadFiles="report", splitSize="3000")
    assert found.filter("code = 'damaged'").count() == 1
    games = load(spark, path, columns="event", onBadFiles="report", splitSize="3000")
    assert 1500 < games.count() < 3030


def test_a_file_that_cannot_be_read_is_told_or_reported(spark, collection, tmp_path):
    missing = tmp_path / "none.pgn"
    with pytest.raises(Exception, match=r"none\.pgn"):
        load(spark, missing).count()
    assert load(spark, missing, onBadFiles="report").count() == 0
    row = load(spark, missing, table="findings", onBadFiles="report").first()
    assert row.code == "damaged" and row.file == str(missing)


def test_a_file_that_changes_between_planning_and_reading_is_an_error(tmp_path, collection):
    path = tmp_path / "changes.pgn"
    shutil.copy(collection / "plain.pgn", path)
    reader = descant.spark.Reader(descant.spark._Request({"path": str(path), "columns": "event"}))
    parts = reader.partitions()
    assert sum(batch.num_rows for part in parts for batch in reader.read(part)) == 3030
    with open(path, "a") as file:
        file.write("\n")
    with pytest.raises(OSError, match=r"changes\.pgn, bytes 0 to \d+: the file has changed"):
        list(reader.read(parts[0]))


def test_paths_of_fsspec_are_read(spark, collection):
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    memory.pipe("/games/a.pgn", (collection / "two" / "a.pgn").read_bytes())
    memory.pipe("/games/b.pgn", (collection / "two" / "b.pgn").read_bytes())
    # The workers of Spark have a memory of their own: the reader is asked here.
    for path in ("memory://games/*.pgn", "memory://games"):
        request = descant.spark._Request({"path": path, "columns": "moves_key", "splitSize": "50000"})
        reader = descant.spark.Reader(request)
        parts = reader.partitions()
        assert len(parts) > 4
        found = [key for part in parts for batch in reader.read(part) for key in batch["moves_key"].to_pylist()]
        assert checksum(found) == expected(collection / "plain.pgn")
    here = load(spark, f"file://{collection / 'plain.pgn'}", columns="moves_key")
    assert keys(here) == expected(collection / "plain.pgn")


def test_parts_come_in_full_turns_of_the_cores():
    mebi = 1 << 20
    size = descant.spark._part_size
    assert size([662 * mebi], 2) == -(-662 * mebi // 6)  # four would be larger than a part may be
    assert size([221 * mebi], 2) == -(-221 * mebi // 2)
    assert size([100 * mebi, 100 * mebi], 8) == 25 * mebi
    assert size([256 * mebi], 2) == 128 * mebi
    assert size([20 * mebi], 8) == size([0], 8) == size([], 8) == 16 * mebi


@pytest.mark.slow
def test_an_executor_that_ends_costs_no_row(collection, tmp_path):
    """Two executors; one is killed while its task is under way, and that task is done again elsewhere."""
    if SparkSession.getActiveSession() is not None:
        SparkSession.getActiveSession().stop()
    spark = session("local-cluster[2,1,1024]")
    try:
        spark.dataSource.register(descant.spark.DataSource)
        plain = collection / "plain.pgn"
        frame = load(spark, plain, columns="moves_key", splitSize=plain.stat().st_size // 20)
        notes, over = tmp_path / "notes", tmp_path / "over"
        notes.mkdir()

        def held_up(rows):
            # The worker of Python is a child of its daemon, and that one of the executor.
            daemon = os.getppid()
            parent = subprocess.run(["ps", "-o", "ppid=", "-p", str(daemon)], capture_output=True, text=True, check=True)
            task = TaskContext.get()
            (notes / f"{int(parent.stdout)}-{task.partitionId()}-{task.attemptNumber()}").touch()
            yield next(rows)
            patience = time.monotonic() + 120
            while not over.exists() and time.monotonic() < patience:
                time.sleep(0.05)
            yield from rows

        def begun():
            """The executor, the part and the attempt of each task."""
            return [tuple(map(int, note.name.split("-"))) for note in notes.iterdir()]

        found = []
        job = threading.Thread(target=lambda: found.extend(frame.rdd.mapPartitions(held_up).collect()))
        job.start()
        while job.is_alive() and len({executor for executor, *_ in begun()}) < 2:
            time.sleep(0.05)
        ended, part, _ = max(begun(), key=lambda task: task[1])
        assert job.is_alive(), "the job was over before an executor could be ended"
        os.kill(ended, signal.SIGKILL)
        over.touch()
        job.join()
        again = {executor for executor, task, attempt in begun() if task == part and attempt > 0}
        assert again and ended not in again, begun()
        assert checksum(row.moves_key for row in found) == expected(plain)
    finally:
        spark.stop()
