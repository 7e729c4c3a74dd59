"""Notifications: what is told once is not told again, and a waiter never sleeps past its time."""

from __future__ import annotations

from pitboss.journal.notify import Notifier


def test_a_number_is_told_once_however_often_it_rings() -> None:
    notifier = Notifier()
    heard: list[tuple[str, int]] = []
    notifier.listen(lambda stream, number: heard.append((stream, number)))

    for number in (1, 1, 3, 2, 3):
        notifier.notify("table/1", number)
    notifier.notify("table/2", 1)

    assert heard == [("table/1", 1), ("table/1", 3), ("table/2", 1)]


def test_a_waiter_looks_for_itself_when_nobody_rings() -> None:
    numbers = iter([1, 1, 2])

    assert Notifier().wait("table/1", 1, 60.0, lambda: next(numbers)) == 2


def test_a_waiter_gives_up_when_its_time_is_over() -> None:
    assert Notifier().wait("table/1", 1, 0.0, lambda: 1) == 1
