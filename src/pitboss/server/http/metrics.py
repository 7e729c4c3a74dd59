"""What a server counts, for Prometheus; others count here by `NAME.labels(...).inc()`."""

from __future__ import annotations

from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)

REGISTRY: Final = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)

SOCKETS: Final = Gauge("pitboss_sockets", "Sockets open now.", ["kind"], registry=REGISTRY)
COMMANDS: Final = Counter(
    "pitboss_commands", "Commands by their word and how they ended.", ["word", "result"],
    registry=REGISTRY,
)  # fmt: skip
COMMAND_SECONDS: Final = Histogram(
    "pitboss_command_seconds",
    "From a command's arrival to its answer.",
    registry=REGISTRY,
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
TABLES: Final = Gauge("pitboss_tables", "Tables here: running, stopped.", ["state"],
                      registry=REGISTRY)  # fmt: skip
VIEWS: Final = Counter("pitboss_views", "Views sent to clients, or dropped for a newer one.",
                       ["fate"], registry=REGISTRY)  # fmt: skip
DROPPED: Final = Counter("pitboss_clients_dropped", "Sockets ended by the server.", ["reason"],
                         registry=REGISTRY)  # fmt: skip
TURNED_AWAY: Final = Counter("pitboss_turned_away", "Requests refused at the door.", ["reason"],
                             registry=REGISTRY)  # fmt: skip
ANSWERS: Final = Counter("pitboss_answers", "Answers to requests.", ["method", "status"],
                         registry=REGISTRY)  # fmt: skip
ODDS_QUESTIONS: Final = Counter(
    "pitboss_odds_questions",
    "Questions asked of the odds service; of them cached, joined to an equal one, refused, failed.",
    ["priority", "how"],
    registry=REGISTRY,
)
ODDS_WAITING: Final = Gauge(
    "pitboss_odds_waiting", "Questions that wait for a worker process.", ["priority"],
    registry=REGISTRY,
)  # fmt: skip
ODDS_RESTARTS: Final = Counter(
    "pitboss_odds_restarts", "Worker processes that died or took too long, and were replaced.",
    ["priority"], registry=REGISTRY,
)  # fmt: skip
ODDS_SECONDS: Final = Histogram(
    "pitboss_odds_seconds",
    "Seconds that a worker process took for an answer.",
    ["priority"],
    registry=REGISTRY,
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 600),
)
