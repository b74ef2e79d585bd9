"""Answers as a Parquet file (extra `cluster`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from cubesolve.errors import MissingExtraError
from cubesolve.notation import Metric
from cubesolve.whole_file import written_whole

_ROWS = 10_000  # in memory at once


def check_parquet() -> None:
    """Raise `MissingExtraError` if Parquet files cannot be written."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ModuleNotFoundError as error:
        raise MissingExtraError("Parquet files", "cluster") from error


def write_parquet(answers: Iterable[dict[str, Any]], path: Path) -> None:
    """Write answers into a file, which is there only when it is whole."""
    import pyarrow
    from pyarrow import parquet

    texts = [(name, pyarrow.string()) for name in ("input", "facelets", "method", "metric", "alg")]
    counts = [(metric.value, pyarrow.int64()) for metric in Metric]
    schema = pyarrow.schema(
        [
            ("line", pyarrow.int64()), ("size", pyarrow.int64()), *texts, *counts,
            ("seconds", pyarrow.float64()), ("error", pyarrow.string()),
        ]
    )  # fmt: skip
    with written_whole(path) as draft, parquet.ParquetWriter(draft, schema) as writer:
        for rows in _batches(answers):
            writer.write_table(pyarrow.Table.from_pylist(rows, schema))


def _batches(answers: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    rows = []
    for answer in answers:
        rows.append({**answer, **answer.get("counts", {})})
        if len(rows) == _ROWS:
            yield rows
            rows = []
    yield rows
