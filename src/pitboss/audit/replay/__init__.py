"""Any round of a journal again: step by step as one viewer saw it, or in full as it was."""

from pitboss.audit.replay.document import replay_document
from pitboss.audit.replay.eyes import Eyes, EyesError, read_eyes
from pitboss.audit.replay.replay import Replay, ReplayError, find_round, replay_round

__all__ = [
    "Eyes",
    "EyesError",
    "Replay",
    "ReplayError",
    "find_round",
    "read_eyes",
    "replay_document",
    "replay_round",
]
