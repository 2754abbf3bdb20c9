"""What README.md shows, run as it stands there."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from conftest import games, pack

README = pathlib.Path(__file__).parent.parent / "README.md"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with the files that the examples name."""
    text = games(0, 600)
    (tmp_path / "games.pgn").write_text(text)
    (tmp_path / "games.pgn.zst").write_bytes(pack([text.encode()]))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def blocks():
    return re.findall(r"```python\n(.*?)```", README.read_text(), re.S)


def test_the_first_command_makes_a_table(here):
    command = re.search(r"&& python -c \"(.*)\"", README.read_text())[1]
    fixture = README.parent.parent / "fixtures" / "stats" / "games.pgn"
    if not fixture.exists():
        pytest.skip("the fixtures are not here")
    command = command.replace("../fixtures/stats/games.pgn", str(fixture))
    subprocess.run([sys.executable, "-c", command], check=True)
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(here / "games.parquet")
    assert table.num_rows == 5 and table.column_names[:4] == ["game", "file", "line", "byte"]


def test_the_examples_run(here):
    for library in ("duckdb", "polars", "pandas", "pyarrow"):
        pytest.importorskip(library)
    exec(blocks()[0], {})


@pytest.mark.spark
def test_the_example_of_spark_runs(here):
    pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Java is not installed")
    program = blocks()[1].replace("/data/*.pgn.zst", str(here / "*.pgn.zst"))
    # The workers of Spark run this Python, too.
    own = {**os.environ, "PYSPARK_PYTHON": sys.executable}
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, env=own)
    assert run.returncode == 0, run.stderr
    assert "eco" in run.stdout and "count" in run.stdout
