"""Rounds read back from a journal: moments, narration, results, replay, export, figures, index."""
