"""What a binder is about: one accepted submission, its rules, and the software that reads it."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.reports.software import Software, this_software
from pitboss.rules import Rules, Submission
from pitboss.rules.checks.filing import Filing


class NotAccepted(ValueError):
    """A submission that no binder is made of: it was rejected, or could not be read."""


@dataclass(frozen=True, slots=True)
class Subject:
    """An accepted submission; `text` is its file, character by character."""

    operator: str
    status: str
    rules: Rules
    filing: Filing
    text: str
    software: Software

    @property
    def edition(self) -> str:
        """Name the rules and their edition."""
        return f"{self.rules.set.title} rules, edition {self.rules.set.edition}"

    @property
    def footer(self) -> str:
        """Return what stands at the foot of every page."""
        made = self.software
        return f"Made by {made.name} {made.version}, software checksum SHA-256 {made.checksum}"


def subject_of(submission: Submission, text: str) -> Subject:
    """Take a submission that is accepted, or lacks no more than a signature; else `NotAccepted`."""
    if submission.rules is None or submission.filing is None:
        raise NotAccepted("the submission cannot be read")
    if submission.status not in ("accepted", "unsigned"):
        raise NotAccepted("the submission is rejected")
    return Subject(
        submission.operator,
        submission.status,
        submission.rules,
        submission.filing,
        text,
        this_software(),
    )
