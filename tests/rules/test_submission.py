"""A submission is read whole: shape, records and options; everything wrong is told at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.rules import SET_NAMES, Code, Wager, check, clause, read_submission, reading
from pitboss.rules.submission import SIZE_MAX
from tests.rules.filings import (
    APPROVED,
    CLEAN,
    PROGRESSIVE,
    SIX_CARD,
    errors,
    notes,
    text_of,
    the,
    told,
)

EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"


@pytest.mark.parametrize("place", SET_NAMES)
def test_a_clean_submission_is_accepted_without_a_word(place: str) -> None:
    submission = read_submission(text_of(place))

    assert submission.problems == ()
    assert submission.status == "accepted"
    assert submission.operator == "Example"


@pytest.mark.parametrize("place", SET_NAMES)
def test_the_example_of_each_place_has_no_errors(place: str) -> None:
    submission = read_submission((EXAMPLES / f"{place}.toml").read_text("utf-8"))

    assert [problem for problem in submission.problems if problem.is_error] == []
    assert submission.status == "accepted"


BROKEN = """
    approval-incomplete cut-bounds cut-bounds dealer-packet deck-change decks device-contradiction
    edition feeds-shoe increment-fraction layout-box-missing layout-spot-missing limits-missing
    limits-missing locked-option operator-missing option-not-open payout-limit-low
    paytable-not-one progressive-wager rate-missing seed-below-minimum shuffle-not-allowed
    shuffler-missing shuffler-missing six-card-method unknown-key unknown-option unknown-paytable
    wrong-type
"""


def test_the_broken_example_is_told_all_its_mistakes_at_once() -> None:
    problems = check((EXAMPLES / "broken-maryland.toml").read_text("utf-8"))

    assert sorted(str(p.code) for p in problems if p.is_error) == BROKEN.split()
    assert sorted(str(p.code) for p in problems if not p.is_error) == [
        "restored-line",
        "several-wagers",
    ]


def test_every_line_of_the_broken_example_with_a_remark_is_told() -> None:
    text = (EXAMPLES / "broken-maryland.toml").read_text("utf-8")
    remarked = {
        number
        for number, line in enumerate(text.splitlines(), 1)
        if "#" in line and not line.startswith("#")
    }
    needed = {13, 15, 17}  # the choices that other lines contradict: told there

    told_lines = {problem.line for problem in check(text)}

    assert remarked - needed - told_lines == set()


def test_problems_come_in_the_order_of_the_file() -> None:
    problems = check((EXAMPLES / "broken-maryland.toml").read_text("utf-8"))

    lines = [problem.line or 0 for problem in problems]

    assert lines == sorted(lines)


def test_every_source_that_a_problem_names_exists() -> None:
    for path in EXAMPLES.glob("*.toml"):
        for problem in check(path.read_text("utf-8")):
            assert [clause(one).id for one in problem.clauses] == list(problem.clauses)
            assert [reading(one).id for one in problem.readings] == list(problem.readings)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "rules-missing"),
        ("rules = 5", "rules-missing"),
        ('operator = "x"', "rules-missing"),
        ('rules = "ohio"', "unknown-rules"),
        ("rules = ", "not-toml"),
        ('rules = "maryland"\nrules = "maryland"', "not-toml"),
        ("a = " + "[" * 10_000, "not-toml"),
        ("a = " + "9" * 10_000, "not-toml"),
        ("\x00", "not-toml"),
        ("#" * (SIZE_MAX + 1), "too-large"),
    ],
    ids=lambda value: value[:20],
)
def test_a_file_that_cannot_be_read_is_one_problem(text: str, code: str) -> None:
    submission = read_submission(text)

    assert [problem.code for problem in submission.problems] == [code]
    assert submission.status == "unreadable"
    assert submission.rules is None


def test_a_syntax_error_names_its_line() -> None:
    assert check('rules = "maryland"\n[options\n')[0].line == 2


@pytest.mark.parametrize(
    ("changes", "code", "key", "line"),
    [
        ({"edition": "2"}, "edition", "edition", 3),
        ({"edition": '"1"'}, "wrong-type", "edition", 3),
        ({"opeartor": '"x"'}, "unknown-key", "opeartor", 3),
        ({"operator": '""'}, "wrong-type", "operator", 2),
        ({"operator": '"' + "x" * 501 + '"'}, "wrong-type", "operator", 2),
        ({"devices.shufler": "true"}, "unknown-key", "devices.shufler", 12),
        ({"devices.shuffler": '"yes"'}, "wrong-type", "devices.shuffler", 11),
        ({"layout.spots": '["antes"]'}, "wrong-type", "layout.spots", 13),
        ({"layout.tip_box": '"away"'}, "wrong-type", "layout.tip_box", 14),
        ({"approvals.bureau": APPROVED}, "unknown-key", "approvals.bureau", 5),
        ({"approvals.layout": "true"}, "wrong-type", "approvals.layout", 4),
        ({"posted.tips": '"few"'}, "wrong-type", "posted.tips", 15),
        ({"posted.tips": "5"}, "option-not-open", "posted.tips", 15),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_does_not_fit_is_told_with_key_and_line(
    changes: dict[str, str], code: str, key: str, line: int
) -> None:
    problem = the(code, "maryland", changes)

    assert (problem.key, problem.line) == (key, line)
    assert problem.right


@pytest.mark.parametrize("table", ["approvals", "options", "devices", "layout", "posted", "stop"])
def test_a_table_that_is_none_is_told(table: str) -> None:
    codes = {problem.code for problem in check(f'rules = "maryland"\n{table} = 5\n')}

    assert Code.WRONG_TYPE in codes


REQUIRED = [
    ("maryland", "operator", {}, "operator-missing", "MD-2.B.1"),
    ("maryland", "approvals.layout", {}, "approval-missing", "MD-2.B"),
    ("maryland", "layout.spots", {}, "layout-missing", "MD-2.B"),
    ("maryland", "options.blind", {}, "paytable-missing", "MD-12.B"),
    ("maryland", "options.trips", {}, "paytable-missing", "MD-12.C"),
    ("maryland", "options.limits.ante", {}, "limits-missing", "MD-12.F.1"),
    ("maryland", "options.limits.trips", {}, "limits-missing", "MD-12.F.1"),
    ("maryland", "options.meter.rate", PROGRESSIVE["maryland"], "rate-missing", "MD-12.D.3.a"),
    ("maryland", "options.meter.seed", PROGRESSIVE["maryland"], "seed-missing", "MD-12.D.3.b.i"),
    ("maryland", "options.limits.six_card", SIX_CARD, "limits-missing", "MD-12.F.1"),
    ("south-dakota", "operator", {}, "operator-missing", "SD-1.s1"),
    ("south-dakota", "approvals.table", {}, "approval-missing", "SD-1.s1"),
    ("south-dakota", "options.trips", {}, "paytable-missing", "SD-17.UTH-01"),
    ("south-dakota", "options.limits.ante", {}, "limits-missing", "SD-1.s3"),
    ("south-dakota", "options.meter.rate", PROGRESSIVE["south-dakota"], "rate-missing", "SD-18.s5"),
    ("south-dakota", "options.meter.seed", PROGRESSIVE["south-dakota"], "seed-missing", "SD-18.s5"),
    (
        "south-dakota",
        "options.meter.reserve",
        PROGRESSIVE["south-dakota"],
        "reserve-missing",
        "SD-18.a.vi",
    ),
    (
        "south-dakota",
        "options.progressive.simultaneous",
        PROGRESSIVE["south-dakota"],
        "policy-missing",
        "SD-18.a.v",
    ),
    ("california", "approvals.licence", {}, "approval-missing", "CA-NOTE.1"),
    ("california", "approvals.bureau", {}, "approval-missing", "CA-FEE.1"),
    ("california", "options.fees", {}, "fee-option", "CA-FEE.T1"),
    ("catfish-bend", "approvals.commission", {}, "unsigned", "IA-SIGN.1"),
    ("catfish-bend", "options.limits.ante", {}, "limits-missing", "IA-PROT.2"),
    ("royal-caribbean", "options.pd.selection", {}, "selection-missing", "RC-STD.2"),
    ("royal-caribbean", "options.dealing", {}, "dealing-method", "RC-DEAL.4"),
    ("royal-caribbean", "options.limits.ante", {}, "limits-missing", "RC-BET.1"),
]


@pytest.mark.parametrize(("place", "key", "with_", "code", "source"), REQUIRED)
def test_what_a_place_asks_for_must_be_filed(
    place: str, key: str, with_: dict[str, str], code: str, source: str
) -> None:
    assert code not in errors(place, with_)

    problem = the(code, place, with_, {key: None})

    assert problem.key == key
    assert source in problem.clauses


@pytest.mark.parametrize("missing", ["reference", "date", "by"])
def test_an_approval_has_a_reference_a_date_and_who_gave_it(missing: str) -> None:
    parts = {"reference": '"R"', "date": "2026-01-31", "by": '"S"'}
    record = ", ".join(f"{key} = {value}" for key, value in parts.items() if key != missing)

    problem = the("approval-incomplete", "maryland", {"approvals.layout": f"{{ {record} }}"})

    assert missing in problem.what


@pytest.mark.parametrize("date", ['"2026-01-31"', "2026-01-31T10:00:00", "20260131"])
def test_the_date_of_an_approval_is_a_date(date: str) -> None:
    record = f'{{ reference = "R", date = {date}, by = "S" }}'

    assert errors("maryland", {"approvals.layout": record}) == ["wrong-type"]


def test_unsigned_rules_have_a_status_of_their_own() -> None:
    text = text_of("catfish-bend", {"approvals.commission": None})

    assert read_submission(text).status == "unsigned"
    assert read_submission(text + "nonsense = 1\n").status == "rejected"


def test_a_stopped_game_says_why() -> None:
    stopped = {"options.game.enabled": "false"}

    assert errors("california", stopped) == ["stop-reason-missing"]
    assert errors("california", stopped, {"stop.reason": '"order 12"'}) == []
    assert notes("california", stopped, {"stop.reason": '"order 12"'}) == ["game-stopped"]


@pytest.mark.parametrize("place", ["california", "maryland"])
def test_a_reason_without_the_switch_is_told(place: str) -> None:
    assert errors(place, {"stop.reason": '"order 12"'}) == ["stop-without-switch"]


def test_the_excluded_sections_are_recorded_in_south_dakota() -> None:
    assert notes("south-dakota", {"excluded_rules": None}) == ["excluded-rules"]
    assert errors("south-dakota", {"excluded_rules": '["20:18:16:21"]'}) == ["excluded-rules"]
    assert errors("california", {"excluded_rules": '["20:18:16:21"]'}) == ["excluded-rules"]


def test_a_glossary_of_one_s_own_defines_the_borrowed_words() -> None:
    whole = '"Flop: …. Stub: …. Burn: …. Community card: …."'

    assert errors("maryland", {"options.glossary": whole}) == []
    problem = the("glossary", "maryland", {"options.glossary": '"Flop: three cards."'})
    assert "stub, burn, community card" in problem.what


def test_options_may_be_written_nested_dotted_or_quoted() -> None:
    text = 'rules = "maryland"\n[options]\n"limits.ante" = { min = 5, max = 10 }\nblind = "B"\n'
    nested = 'rules = "maryland"\n[options]\nblind = "B"\n[options.limits]\nante = "5 to 10"\n'

    one, other = read_submission(text).rules, read_submission(nested).rules

    assert one == other
    assert one is not None
    assert one.limits[Wager.ANTE].most == 1_000


@given(place=st.sampled_from(SET_NAMES), data=st.data())
def test_whatever_is_taken_out_or_spoilt_is_told_and_breaks_nothing(
    place: str, data: st.DataObject
) -> None:
    key = data.draw(st.sampled_from(sorted(CLEAN[place])))
    value = data.draw(st.sampled_from([None, "0", "[]", '""', "{}", "true", "nan", "2026-01-31"]))

    problems = told(place, {key: value})

    assert all(problem.what and problem.right for problem in problems)
