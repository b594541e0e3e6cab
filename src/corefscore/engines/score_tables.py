"""Score tables of ids of any size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from corefscore.core.problems import check_choice, fail, warn
from corefscore.core.settings import PROFILES
from corefscore.engines.columns import ENTITY, MENTION, Columns
from corefscore.engines.libraries import library
from corefscore.engines.policies import AUTO, DUCKDB, ENGINES, MEMORY, SPARK
from corefscore.engines.sources import FILES, RELATION, TableInput, TableSource, source_of
from corefscore.engines.sql_plan import STEPS as STEPS_OF_A_TALLY
from corefscore.engines.sql_plan import tally_in_sql
from corefscore.engines.table_settings import UNCHECKED, TableSettings
from corefscore.engines.tallies import Tally
from corefscore.formats.memory import KEY, RESPONSE
from corefscore.metrics.base import Metric
from corefscore.metrics.selection import counted, find_metrics
from corefscore.result import Counts, Result, counted_metrics

BYTES_A_MENTION = 280
BYTES_A_LINE = 16
"""The most memory for a mention, and the shortest line of CSV. They show which tables fit into memory."""

STEPS = STEPS_OF_A_TALLY + 1
"""How often `score_tables` reports progress: during the tally, and after the metrics."""


def score_tables(
    key: TableInput,
    response: TableInput,
    metrics: Iterable[str] | None = None,
    *,
    mention: str | Sequence[str] = MENTION,
    entity: str = ENTITY,
    document: str | None = None,
    key_mention: str | Sequence[str] | None = None,
    response_mention: str | Sequence[str] | None = None,
    key_entity: str | None = None,
    response_entity: str | None = None,
    engine: str = AUTO,
    memory: str | None = None,
    temp: str | None = None,
    unique: bool = False,
    unlabelled: str | None = None,
    mentions: str | None = None,
    undefined: str | None = None,
    blanc: str | None = None,
    profile: str | None = None,
    settings: TableSettings | str | None = None,
    master: str | None = None,
    max_bytes: int | None = None,
    step: Callable[[], None] | None = None,
) -> Result:
    """Score a response table against a key table. Both have a row for each mention, with the id of its entity.

    Parameters
    ----------
    key, response : table
        Data frames of pandas, polars, PyArrow or Spark; a pandas Series whose index is the mention; relations of
        DuckDB; or paths and patterns of Parquet and CSV files. Ids may have any type; ids in CSV are texts.
    metrics : iterable of str, optional
        Names of metrics. Metrics that need the text of mentions cannot score tables.
    mention : str or sequence of str
        The column or columns that identify a mention. `record_id`, `unique_id` and similar names are recognised.
    entity : str
        The column of the entity. `cluster_id`, `entity_id` and similar names are recognised.
    document : str, optional
        The column of the document, or block. An id in two documents is two mentions and two entities. Without it, all
        mentions are in one document.
    key_mention, response_mention, key_entity, response_entity : str, optional
        Columns of one side, if the sides have different names.
    engine : str
        `auto`, `memory`, `duckdb` or `spark`. All engines count the same integers.
    memory : str, optional
        The most memory that DuckDB uses, such as `4GB`.
    temp : path, optional
        An existing directory for data that does not fit into memory. Nothing is left in it.
    unique : bool
        Whether to assume that no mention is twice on a side. This saves time, and the signature states it.
    unlabelled : str, optional
        Whether to `drop` rows without an entity (NULL, NaN), which is the default, or to raise an `error`.
    mentions, undefined, blanc : str, optional
        Policies, as for `score`.
    profile : str, optional
        `er-evaluation` scores as that package does: only shared mentions, and pairwise 0 / 0 is 1.
    settings : TableSettings or str, optional
        The settings of another result of tables, or its signature, instead of a profile.
    master : str, optional
        The master of the Spark session that is made for files, such as `local[2]`.
    max_bytes : int, optional
        The most bytes that a compressed file may unpack to, as for `read`.
    step : callable, optional
        A function that is called `STEPS` times during the work.

    Returns
    -------
    Result
        The scores. The result has no mentions, so it has no entities, errors and explanations.

    Raises
    ------
    InputError
        If a table cannot be read, a column is missing, a mention is twice on a side, or a library is not installed.
    ValueError
        If a metric, a policy or an engine does not exist.

    Examples
    --------
    >>> key = {"mention": [1, 2, 3, 4], "entity": ["a", "a", "b", "b"]}
    >>> response = {"mention": [1, 2, 3, 5], "entity": [7, 7, 7, 8]}
    >>> score_tables(key, response, ["b3", "pairwise"])["pairwise"]
    Score(recall=0.5, precision=0.3333, f1=0.4)
    """
    policies = _policies(
        profile, settings, unique, mentions=mentions, undefined=undefined, blanc=blanc, unlabelled=unlabelled
    )
    chosen = table_metrics(metrics, policies, profile)
    columns = both_columns(mention, entity, document, (key_mention, response_mention), (key_entity, response_entity))
    sources = (
        source_of(key, KEY.name, *columns[0][:2], max_bytes),
        source_of(response, RESPONSE.name, *columns[1][:2], max_bytes),
    )
    got_on = step or (lambda: None)
    found = tally(sources, columns, policies, engine, memory, temp, master, got_on)
    for source, side in zip(sources, (found.key, found.response), strict=True):
        if not side.mentions and source.kind == FILES:
            warn(source.name, 0, "this table has no mention, so nothing matches; check its columns")
    rows = {metric.name: metric.count(found.overlap) for metric in counted_metrics(chosen)}
    got_on()
    return Result(chosen, Counts(found.documents, rows), policies, found.key, found.response)


def _policies(
    profile: str | None, settings: TableSettings | str | None, unique: bool, **given: str | None
) -> TableSettings:
    if profile is not None:
        check_choice(
            "profile for tables", profile, [name for name, each in PROFILES.items() if "mentions" in each.policies]
        )
    return TableSettings.of(profile, settings, duplicates=UNCHECKED if unique else None, **given)


def table_metrics(names: Iterable[str] | None, settings: TableSettings, profile: str | None = None) -> list[Metric]:
    """Return the metrics with the given names, all of which can score tables.

    Raises
    ------
    ValueError
        If there is no such metric, or if it needs the text of mentions.
    """
    chosen = find_metrics(names, settings, profile)
    for metric in counted(chosen):
        if metric.needs_text:
            raise ValueError(
                f"the metric {metric.name!r} needs the text of mentions, but tables have only ids; leave it out"
            )
    return chosen


def both_columns(
    mention: str | Sequence[str],
    entity: str,
    document: str | None,
    mentions: tuple[str | Sequence[str] | None, str | Sequence[str] | None] = (None, None),
    entities: tuple[str | None, str | None] = (None, None),
) -> tuple[Columns, Columns]:
    """Return the columns of key and response that the user named.

    Raises
    ------
    ValueError
        If a mention has more columns on one side than on the other.
    """
    sides = [
        Columns(_names(own_mention or mention), own_entity or entity, document)
        for own_mention, own_entity in zip(mentions, entities, strict=True)
    ]
    if len(sides[0].mention) != len(sides[1].mention):
        raise ValueError("a mention needs the same number of columns in key and response; name the columns again")
    return sides[0], sides[1]


def _names(given: str | Sequence[str]) -> tuple[str, ...]:
    names = (given,) if isinstance(given, str) else tuple(given)
    if not names:
        raise ValueError("no mention column is named; name at least one")
    return names


def tally(
    sources: tuple[TableSource, TableSource],
    columns: tuple[Columns, Columns],
    policies: TableSettings,
    engine: str = AUTO,
    memory: str | None = None,
    temp: str | None = None,
    master: str | None = None,
    step: Callable[[], None] = lambda: None,
) -> Tally:
    """Tally two tables with the chosen engine."""
    check_choice("engine", engine, ENGINES)
    used = usual_engine(sources) if engine == AUTO else engine
    if used == MEMORY:
        from corefscore.engines.arrow_engine import tally_in_memory

        found = tally_in_memory(sources, columns, policies)
        for _ in range(STEPS_OF_A_TALLY):
            step()
        return found
    if used == DUCKDB:
        from corefscore.engines.duckdb_engine import duckdb_engine

        with duckdb_engine(memory, temp) as database:
            return tally_in_sql(database, sources, columns, policies, step)
    from corefscore.engines.spark_engine import spark_engine

    with spark_engine(sources, master) as session:
        return tally_in_sql(session, sources, columns, policies, step)


def usual_engine(sources: Sequence[TableSource]) -> str:
    """Return the engine for the tables: Spark for its data frames, memory if they fit into half of the free memory."""
    kinds = {source.kind for source in sources}
    if SPARK in kinds:
        if kinds != {SPARK}:
            raise fail("tables", 0, "one side is a data frame of Spark and the other is not; give both sides to Spark")
        return SPARK
    if RELATION in kinds or any("://" in file for source in sources for file in source.files):
        return DUCKDB
    needed = sum(map(_memory, sources))
    return MEMORY if needed < _free_memory() / 2 else DUCKDB


def _memory(source: TableSource) -> int:
    """Return how much memory the files of a table would need."""
    if source.kind != FILES:
        return 0
    if source.delimiter:
        return sum(Path(file).stat().st_size for file in source.files) // BYTES_A_LINE * BYTES_A_MENTION
    dataset = library("pyarrow.dataset")
    try:
        rows = int(dataset.dataset(source.files, format="parquet").count_rows())
    except (OSError, ValueError):
        return 0  # the error is raised when the files are read
    return rows * BYTES_A_MENTION


def _free_memory() -> int:
    """Return the free memory of this machine, or a careful guess if it is not known."""
    try:
        text = Path("/proc/meminfo").read_text(encoding="ascii")
        lines = dict(line.split(":") for line in text.splitlines())
        return int(lines["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return 4 * 10**9
