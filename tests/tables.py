#!/usr/bin/env python3
"""Reads every table with DuckDB, polars and pandas, strictly and without a cast: the types are those that are meant.

usage: tests/tables.py DESCANT-BINARY FILE.pgn [FILE.pgn]
Needs duckdb, polars, pandas. Joins by (file, game, ply) are unique over all files.
"""
import io
import json
import subprocess
import sys
import tempfile

import duckdb
import pandas
import polars

KINDS = {  # of `explain columns`: what DuckDB, polars and pandas take them for, where anything stands in them
    "integer": ({"BIGINT"}, {"Int64"}, {"int64", "float64"}),
    "decimal": ({"DOUBLE"}, {"Float64"}, {"float64"}),
    "date": ({"DATE"}, {"Date"}, {"datetime64[s]", "datetime64[us]", "datetime64[ns]"}),
    "boolean": ({"BOOLEAN"}, {"Boolean"}, {"bool", "object"}),
}
LISTS = {"integers": "BIGINT[]", "texts": "VARCHAR[]"}
A_PLY = {"moves", "uci", "clocks", "evals", "mates"}  # lists of games with one value for each half-move


def run(*args):
    return subprocess.run(args, stdout=subprocess.PIPE, check=False).stdout


def kinds(descant):
    """The kind of each column of each table."""
    tables, table = {}, None
    for line in run(descant, "explain", "columns").decode().splitlines():
        if ": a row is " in line:
            table = tables.setdefault(line.split(":")[0], {})
        elif line:
            name, rest = line.split(None, 1)
            table[name] = rest.split(None, 1)[0]
    return tables


def main():
    descant, files = sys.argv[1], sys.argv[2:]
    wrong = []
    whole = tempfile.NamedTemporaryFile(suffix=".csv")
    for table, columns in kinds(descant).items():
        if table == "positions":
            csv = run(descant, "fen", "--all", "--format", "csv", "--quiet", *files)
        else:
            csv = run(descant, "stats", "--table", table, "--columns", ",".join(columns), "--quiet", *files)
        whole.seek(0)
        whole.truncate()
        whole.write(csv)
        whole.flush()
        lists = {name: LISTS[kind] for name, kind in columns.items() if kind in LISTS}
        duck = duckdb.sql(
            "select * from read_csv('" + whole.name + "', strict_mode=true, sample_size=-1, header=true"
            + (f", types={lists}" if lists else "") + ")"
        )
        ducks = dict(zip(duck.columns, map(str, duck.types)))
        polar = polars.read_csv(io.BytesIO(csv), try_parse_dates=True, infer_schema_length=None)
        dates = [name for name, kind in columns.items() if kind == "date"]
        panda = pandas.read_csv(io.BytesIO(csv), parse_dates=dates, low_memory=False)
        assert list(columns) == duck.columns == polar.columns == list(panda.columns), table
        rows = duckdb.sql("select count(*) from duck").fetchall()[0][0]
        assert rows == len(polar) == len(panda), (table, rows, len(polar), len(panda))
        for name, kind in columns.items():
            values = polar[name].drop_nulls()
            if not len(values):
                continue
            if kind in KINDS:
                for is_meant, found in zip(KINDS[kind], (ducks[name], str(polar[name].dtype), str(panda[name].dtype))):
                    if found not in is_meant:
                        wrong.append((table, name, kind, found))
            if kind in LISTS:
                for value in values:
                    assert isinstance(json.loads(value), list), (table, name, value)
                if table == "games" and name in A_PLY:
                    short = duckdb.sql(f"select count(*) from duck where len({name}) <> plies").fetchall()[0][0]
                    assert short == 0, (table, name, short)
        key = {"games": "file, game", "moves": "file, game, ply", "positions": "file, game, ply"}.get(table)
        if key:
            many = duckdb.sql(f"select {key}, count(*) n from duck group by all having n > 1").fetchall()
            if many:
                wrong.append((table, "not unique", key, many[:3]))
        print(f"{table}: {rows} rows, {len(columns)} columns")
    for line in wrong:
        print("WRONG", *line)
    sys.exit(bool(wrong))


main()
