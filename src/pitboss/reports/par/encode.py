"""A typed document as plain JSON values: exact numbers carry their fraction and a decimal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from pitboss.reports.exact import exact


def encoded(value: object) -> Any:  # Any: JSON values
    """Write a value of the document; None stays None, which says "not known" or "not there"."""
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: encoded(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, Enum):
        return str(value)
    if isinstance(value, Mapping):
        return {str(key): encoded(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [encoded(one) for one in value]
    return value
