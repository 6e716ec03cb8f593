"""Metrics for Prometheus. No label names a person, a table or a move."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from malecon.tables.table import Table

REGISTRY = CollectorRegistry()
"""Of this process."""

QUICK_S = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
SLOW_S = (0.01, 0.05, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0)

REQUESTS = Histogram(
    "malecon_request_seconds",
    "Seconds to the end of an answer.",
    ("method", "route", "status"),
    registry=REGISTRY,
    buckets=QUICK_S,
)
REFUSALS = Counter(
    "malecon_refusals", "Requests, handshakes and connections that were refused.", ("limit",), registry=REGISTRY
)
CONNECTIONS = Gauge("malecon_connections", "Connections that are open.", registry=REGISTRY)
SOCKETS = Gauge("malecon_sockets", "Pages that are open.", registry=REGISTRY)
FRAMES = Counter("malecon_frames", "Frames that were sent to open pages.", registry=REGISTRY)
MOVES = Counter("malecon_moves", "Moves that were stored.", ("game", "who"), registry=REGISTRY)
SAVING = Histogram(
    "malecon_saving_seconds", "Seconds until an action is stored for good.", registry=REGISTRY, buckets=QUICK_S
)
THINKING = Histogram(
    "malecon_thinking_seconds",
    "Seconds that a computer player takes, with its waiting for a free process.",
    ("game", "level", "verb"),
    registry=REGISTRY,
    buckets=SLOW_S,
)
QUESTIONS = Gauge("malecon_questions", "Questions to computer players that are not answered yet.", registry=REGISTRY)
PLAYER_PROCESSES = Gauge(
    "malecon_player_processes", "Processes of computer players that are ready.", ("kind",), registry=REGISTRY
)
SWEPT = Counter(
    "malecon_swept", "Things that the sweep has removed, by rule of retention.", ("rule",), registry=REGISTRY
)
CACHED_TABLES = Gauge("malecon_tables_at_hand", "Tables that are kept rebuilt.", registry=REGISTRY)


def count_moves(before: Table, after: Table) -> None:
    """Count the moves by which a table has grown."""
    for move in after.log[before.move_count :]:
        who = "person" if before.occupants[move.seat].active_level is None else "computer"
        MOVES.labels(after.header.game, who).inc()
