"""Proof after the fact: what was dealt and paid is derived again, and chance is put to the test."""
