"""A binder on disk: nothing half written, every change found, signatures by openssl's keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from pypdf import PdfReader

from pitboss.cli import run
from pitboss.reports.binder.manifest import MANIFEST, SIGNATURE, check_binder
from pitboss.reports.binder.write import CannotWrite, write_binder
from tests.reports.binder.binders import SAMPLES, put
from tests.reports.par.pdf_marks import check_marks

SAMPLE = str(SAMPLES / "catfish-bend.toml")
PAR = {"01-par.html", "01-par.json", "01-par.pdf", "01-par.xlsx"}
PEM = serialization.Encoding.PEM


@pytest.fixture
def binder(tmp_path: Path) -> Path:
    return put(tmp_path / "binder", "catfish-bend")


def test_a_binder_as_it_was_made_is_fine(binder: Path) -> None:
    assert check_binder(binder).fine


def flipped(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


CHANGES: dict[str, Callable[[Path], object]] = {
    "was changed": flipped,
    "is missing": Path.unlink,
}


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("name", ["08-payout-schedule.html", "06-layout.svg", "submission.toml"])
def test_the_first_file_that_differs_is_named(binder: Path, name: str, what: str) -> None:
    CHANGES[what](binder / name)

    found = check_binder(binder)

    assert (found.fine, found.first) == (False, name)
    assert found.what.startswith(what)


def test_a_file_that_is_not_listed_is_named(binder: Path) -> None:
    (binder / "examples" / "99-extra.toml").write_text("x")

    assert check_binder(binder).first == "examples/99-extra.toml"


def test_verify_tells_by_its_exit_code(binder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["file", "verify", str(binder)]) == 0
    flipped(binder / "02-rules.html")
    assert run(["file", "verify", str(binder)]) == 1
    assert "02-rules.html: was changed" in capsys.readouterr().out
    (binder / MANIFEST).write_text('{"files": [{"path": "../x", "sha256": ""}]}')
    assert run(["file", "verify", str(binder)]) == 2
    (binder / MANIFEST).unlink()
    assert run(["file", "verify", str(binder)]) == 2


# -- signatures -----------------------------------------------------------------------------------


def keys(folder: Path, name: str) -> tuple[Path, Path]:
    """Write a private and a public key as openssl does."""
    secret = Ed25519PrivateKey.generate()
    private, public = folder / f"{name}.pem", folder / f"{name}.pub"
    plain = serialization.NoEncryption()
    private.write_bytes(secret.private_bytes(PEM, serialization.PrivateFormat.PKCS8, plain))
    shape = serialization.PublicFormat.SubjectPublicKeyInfo
    public.write_bytes(secret.public_key().public_bytes(PEM, shape))
    return private, public


def test_a_signature_fits_its_key_and_no_other(tmp_path: Path) -> None:
    private, public = keys(tmp_path, "ours")
    _, theirs = keys(tmp_path, "theirs")
    folder = tmp_path / "out"

    assert run(["file", SAMPLE, "-o", str(folder), "--sign", str(private)]) == 0

    assert {path.name for path in folder.glob("01-par.*")} == PAR
    check_marks((folder / "binder.pdf").read_bytes(), "Filing binder, Example Bend Casino")
    check_par_references(folder)
    assert run(["file", "verify", str(folder), "--key", str(public)]) == 0
    assert run(["file", "verify", str(folder), "--key", str(theirs)]) == 1
    flipped(folder / SIGNATURE)
    assert run(["file", "verify", str(folder), "--key", str(public)]) == 1
    assert run(["file", "verify", str(folder), "--key", str(private)]) == 2


def check_par_references(folder: Path) -> None:
    """The checklist leads to sections of the sheet: by links on the page, by pages in the PDF."""
    checklist = (folder / "10-checklist.html").read_text("utf-8")
    sheet = (folder / "01-par.html").read_text("utf-8")
    links = re.findall(r'href="01-par.html#([a-z-]+)"', checklist)
    assert "wagers" in links
    assert all(f'<section id="{key}">' in sheet for key in links)
    pages = [page.extract_text() for page in PdfReader(folder / "01-par.pdf").pages]
    text = " ".join(
        " ".join(page.extract_text().split()) for page in PdfReader(folder / "binder.pdf").pages
    )
    cited = re.search(r"1\.3 PAR sheet: True odds.*?, p\. (\d+) of the PAR sheet", text)
    assert cited is not None
    assert "3 True odds, payout odds" in " ".join(pages[int(cited[1]) - 1].split())


def test_a_key_that_cannot_sign_leaves_nothing_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = X25519PrivateKey.generate()
    plain = serialization.NoEncryption()
    shape = serialization.PrivateFormat.PKCS8
    (tmp_path / "other.pem").write_bytes(other.private_bytes(PEM, shape, plain))
    (tmp_path / "text.pem").write_text("no key")

    for name in ("other.pem", "text.pem", "absent.pem"):
        words = ["file", SAMPLE, "-o", str(tmp_path / "out"), "--sign", str(tmp_path / name)]
        assert run(words) == 2
        assert name in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.pem", "text.pem"]


# -- writing --------------------------------------------------------------------------------------


def test_a_folder_that_exists_is_refused_unless_forced(
    binder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (binder / "old.txt").write_text("old")

    assert run(["file", SAMPLE, "-o", str(binder)]) == 2
    assert "--force" in capsys.readouterr().err
    assert run(["file", SAMPLE, "-o", str(binder), "--force"]) == 0

    assert not (binder / "old.txt").exists()
    assert check_binder(binder).fine
    assert [path.name for path in binder.parent.iterdir()] == ["binder"]


def test_a_rejected_submission_lists_its_problems_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = str(SAMPLES / "broken-maryland.toml")

    assert run(["file", broken, "-o", str(tmp_path / "out")]) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert "line 11, options.blind: A, B is a list" in said.err
    assert said.err.endswith("30 errors; no binder made\n")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fails_leaves_the_old_binder(binder: Path) -> None:
    before = sorted(path.name for path in binder.iterdir())

    with pytest.raises(CannotWrite, match="cannot be written"):
        write_binder(binder, {"a": b"1", "a/b": b"2"}, force=True)

    assert sorted(path.name for path in binder.iterdir()) == before
    assert [path.name for path in binder.parent.iterdir()] == ["binder"]


def test_no_force_replaces_a_folder_that_is_no_binder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("mine")

    for name in (tmp_path / "mine", Path("/")):
        assert run(["file", SAMPLE, "-o", str(name), "--force"]) == 2
        assert "name" in capsys.readouterr().err
    assert (tmp_path / "mine" / "letter.txt").read_text() == "mine"


@pytest.mark.parametrize("name", ["no/such/folder", "file.txt"])
def test_a_place_where_no_folder_can_be_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file.txt").write_text("")

    assert run(["file", SAMPLE, "-o", str(tmp_path / name), "--force"]) == 2
