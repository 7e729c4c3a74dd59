"""The line of a key is found however TOML lets it be written."""

from __future__ import annotations

import pytest

from pitboss.rules.checks.locate import Lines

TEXT = '''rules = "maryland"            # 1
note = """
fake = 1
[not.a.table]
"""
list = [                      # 6
  "one = 1",
  ["[nested]"],
]
"quoted.key" = 1              # 10
a . b = { c = 1 }             # 11

[options]                     # 13
blind = "A"  # blind = "B"
meter.rate = 5                # 15
'single' = '# no remark'      # 16
  [ options . limits ]        # 17
ante = { min = 5, max = 10 }
[[rows]]                      # 19
x = 1
[[rows]]
x = 2
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("rules", 1),
        ("note", 2),
        ("fake", None),
        ("not", None),
        ("list", 6),
        ("quoted.key", 10),
        ("a.b", 11),
        ("a.b.c", 11),
        ("options", 13),
        ("options.blind", 14),
        ("options.meter.rate", 15),
        ("options.single", 16),
        ("options.limits.ante", 18),
        ("options.limits.ante.max", 18),
        ("options.limits.trips", 17),
        ("options.missing", 13),
        ("rows", 19),
        ("rows.x", 20),
        ("missing", None),
        ("", None),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_key_is_found_or_the_table_around_it(path: str, line: int | None, newline: str) -> None:
    assert Lines(TEXT.replace("\n", newline)).of(path) == line


@pytest.mark.parametrize("text", ["", "\n\n", "# only a remark", "a = 1", "a = '''x'''"])
def test_short_texts_are_no_trouble(text: str) -> None:
    Lines(text)
