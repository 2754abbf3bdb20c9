"""descant as a data source of Spark 4.

    import descant.spark
    spark.dataSource.register(descant.spark.DataSource)
    df = spark.read.format("descant").option("table", "games").load("/data/*.pgn.zst")

Options, in any case of letters:

``table``       games (the usual one), moves, positions, findings
``where``       which rows: ``white_elo >= 2400``
``columns``     names, parted by commas; ``*`` stands for the usual ones
``tags``        further tags as columns, parted by commas
``every``       of positions: those after every so many half-moves
``onBadGames``  keep (the usual one), drop, fail
``onBadFiles``  fail (the usual one), or report: a row of the table of findings, and reading goes on
``splitSize``   the size of a part, in bytes of the file as it stands on disk; if not said, at most 128 MiB, and
                so that the cores of the machine that plans have parts of one size, each at least 16 MiB
``encoding``    that of the text
``pushFilters`` true: filters on ratings, players, results and openings reach the reader. Spark wants
                ``spark.sql.python.filterPushdown.enabled`` for it

Paths are local ones, patterns, folders, and everything fsspec opens (``s3://…``, ``hdfs://…``).
"""

from __future__ import annotations

import glob
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from pyspark.sql import datasource
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

import descant

_OPTIONS = {
    "table",
    "where",
    "columns",
    "tags",
    "every",
    "onbadgames",
    "onbadfiles",
    "splitsize",
    "encoding",
    "pushfilters",
    "path",
    "paths",
}
_LEAST = 16 << 20
_ENDINGS = (".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst")


@dataclass
class Part(datasource.InputPartition):
    """A part of a file, and what the file was when it was cut."""

    path: str
    start: int
    end: int
    size: int
    modified: str
    failure: str | None = None

    def __str__(self) -> str:
        return f"{self.path}, bytes {self.start} to {self.end}"


class _Files:
    """Files, wherever they are."""

    def __init__(self, path: str) -> None:
        self.is_local = "://" not in path
        if not self.is_local:
            import fsspec

            self.system, _ = fsspec.core.url_to_fs(path)

    def found(self, path: str) -> list[str]:
        """The files that a path means: itself, those of a pattern, those in a folder."""
        if self.is_local:
            if os.path.isdir(path):
                inside = [os.path.join(at, name) for at, _, names in os.walk(path) for name in names]
                return sorted(name for name in inside if name.endswith(_ENDINGS))
            if os.path.exists(path) or not glob.has_magic(path):
                return [path]
            return sorted(glob.glob(path))
        bare = self.system._strip_protocol(path)
        if self.system.isdir(bare):
            names = sorted(name for name in self.system.find(bare) if name.endswith(_ENDINGS))
        elif glob.has_magic(bare):
            names = sorted(self.system.glob(bare))
        else:
            return [path]
        return [self.system.unstrip_protocol(name) for name in names]

    def state(self, path: str) -> tuple[int, str]:
        """The size of a file, and what changes when it does: its time, or the mark of its version."""
        if self.is_local:
            stat = os.stat(path)
            return stat.st_size, str(stat.st_mtime_ns)
        info = self.system.info(path)
        marks = (info.get(key) for key in ("ETag", "etag", "mtime", "LastModified", "last_modified", "created"))
        return info["size"], str(next((mark for mark in marks if mark is not None), ""))

    def open(self, path: str) -> Any:
        """What descant reads."""
        return path if self.is_local else self.system.open(path, "rb")


def _cores() -> int:
    """The cores of this machine that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _part_size(files: list[int], cores: int) -> int:
    """The size of a part of files of these sizes: as many parts as come in full turns of the cores, none larger than
    what `splits` takes if nothing is said. Spark starts each part anew, so small ones cost more than they gain."""
    whole = sum(files)
    turns = -(-whole // (cores * descant.SPLIT)) or 1
    return max(-(-whole // (turns * cores)), _LEAST)


def _names(text: str | None) -> list[str]:
    return [name.strip() for name in (text or "").split(",") if name.strip()]


class _Request:
    """The options, checked."""

    def __init__(self, options: Any) -> None:
        given = {key.lower(): options[key] for key in options.keys()}
        unknown = sorted(set(given) - _OPTIONS)
        if unknown:
            raise ValueError(f"no such option: {', '.join(unknown)}; there are {', '.join(sorted(_OPTIONS))}")
        self.table = given.get("table", "games")
        if self.table not in descant._USUAL:
            raise ValueError(f"table={self.table!r}: {', '.join(descant._USUAL)} would be accepted")
        self.where = given.get("where") or None
        self.columns = _names(given.get("columns")) or None
        self.tags = _names(given.get("tags"))
        self.every = int(given.get("every", 0))
        self.on_bad_games = given.get("onbadgames", "keep").lower()
        self.on_bad_files = given.get("onbadfiles", "fail").lower()
        self.split_size = int(given["splitsize"]) if "splitsize" in given else None
        self.encoding = given.get("encoding", "auto")
        self.pushes = given.get("pushfilters", "false").lower() == "true"
        self.paths = json.loads(given["paths"]) if "paths" in given else _names(given.get("path"))

    def table_of(self, source: Any, name: str, start: int | None = None, end: int | None = None) -> descant.Stream:
        """The rows of a part."""
        return descant._table(
            self.table,
            source,
            where=self.where,
            columns=self.columns,
            tags=self.tags,
            start=start,
            end=end,
            jobs=1,
            encoding=self.encoding,
            on_bad_games=self.on_bad_games,
            on_bad_files=self.on_bad_files,
            every=self.every,
            name=name,
        )

    def schema(self) -> pa.Schema:
        """The columns."""
        return pa.schema(self.table_of(b"", ""))


class DataSource(datasource.DataSource):
    """The data source ``descant``."""

    @classmethod
    def name(cls) -> str:
        return "descant"

    def schema(self) -> StructType:
        return from_arrow_schema(_Request(self.options).schema())

    def reader(self, schema: StructType) -> Reader:
        request = _Request(self.options)
        return PushingReader(request) if request.pushes else Reader(request)


class Reader(datasource.DataSourceReader):
    """Plans the parts of the files and reads them."""

    def __init__(self, request: _Request) -> None:
        self.request = request
        if not request.paths:
            raise ValueError("no path is given: load('games.pgn') would be accepted")

    def partitions(self) -> list[Part]:
        parts: list[Part] = []
        whole: list[tuple[_Files, Part]] = []
        for given in self.request.paths:
            files = _Files(given)
            found = files.found(given)
            if not found:
                raise FileNotFoundError(f"no file matches {given}")
            for path in found:
                try:
                    size, modified = files.state(path)
                except Exception as error:
                    parts.append(self._unread(path, error))
                else:
                    whole.append((files, Part(path, 0, size, size, modified)))
        part_size = self.request.split_size or _part_size([file.size for _, file in whole], _cores())
        for files, file in whole:
            try:
                source = files.open(file.path)
                cut = descant._descant.splits(source, part_size, self.request.encoding, file.path)[0]
            except Exception as error:
                parts.append(self._unread(file.path, error))
            else:
                parts.extend(Part(file.path, start, end, file.size, file.modified) for start, end in cut)
        return parts

    def _unread(self, path: str, error: Exception) -> Part:
        """The part that tells of a file which cannot be opened, where that does not fail."""
        if self.request.on_bad_files == "fail":
            raise OSError(f"{path}: {error}") from error
        return Part(path, 0, 0, 0, "", str(error))

    def read(self, partition: Part) -> Iterator[pa.RecordBatch]:
        files = _Files(partition.path)
        try:
            if partition.failure is not None:
                raise OSError(partition.failure)
            if files.state(partition.path) != (partition.size, partition.modified):
                raise OSError("the file has changed since it was cut into parts")
            source = files.open(partition.path)
            stream = self.request.table_of(source, partition.path, partition.start, partition.end)
            yield from pa.RecordBatchReader.from_stream(stream)
        except Exception as error:
            if self.request.on_bad_files == "report" and isinstance(error, OSError):
                yield from self._reported(partition, error)
                return
            raise type(error)(f"{partition}: {error}") from error

    def _reported(self, partition: Part, error: Exception) -> Iterator[pa.RecordBatch]:
        """A row of the table of findings for a file that cannot be read; no row of others."""
        if self.request.table != "findings":
            return
        schema = self.request.schema()
        row = {"file": partition.path, "byte": partition.start, "end": partition.end}
        row |= {"severity": "error", "code": "damaged", "message": str(error)}
        row = {name: row.get(name) for name in schema.names}
        yield pa.RecordBatch.from_pylist([row], schema=schema)


class PushingReader(Reader):
    """Takes filters as well: a class of its own, since Spark refuses it where they are not pushed down."""

    def pushFilters(self, filters: list[datasource.Filter]) -> Iterable[datasource.Filter]:
        """Takes what the expression can say as well; Spark looks at all rows that are left once more."""
        if self.request.table == "games":
            said = [words for one in filters if (words := _words(one)) is not None]
            own = [f"({self.request.where})"] if self.request.where else []
            self.request.where = " and ".join(own + said) or None
        yield from filters


_COMPARED = {
    "EqualTo": "=",
    "GreaterThan": ">",
    "GreaterThanOrEqual": ">=",
    "LessThan": "<",
    "LessThanOrEqual": "<=",
}
_NUMBERS = {
    "white_elo",
    "black_elo",
    "white_rating_diff",
    "black_rating_diff",
    "year",
    "utc_time",
    "time_base",
    "time_increment",
    "plies",
}
_TEXTS = {"event", "site", "white", "black", "result", "eco", "opening", "termination", "white_title", "black_title"}


def _words(given: datasource.Filter) -> str | None:
    """A filter of Spark's as an expression that holds wherever it does; none where that is not sure."""
    column = getattr(given, "attribute", None)
    if column is None or len(column) != 1:
        return None
    name = column[0]
    if isinstance(given, datasource.In):
        each = [_value(name, value) for value in given.value]
        if not each or None in each:
            return None
        return f"{name} in ({', '.join(map(str, each))})"
    sign = _COMPARED.get(type(given).__name__)
    if sign is None or (name in _TEXTS and sign != "="):
        return None
    value = _value(name, given.value)
    return None if value is None else f"{name} {sign} {value}"


def _value(name: str, value: Any) -> str | None:
    if name in _NUMBERS and isinstance(value, int) and not isinstance(value, bool):
        return str(value) if value >= 0 else None
    if name in _TEXTS and isinstance(value, str) and value and not set(value) & set("'\"\\"):
        return f"'{value}'"
    return None
