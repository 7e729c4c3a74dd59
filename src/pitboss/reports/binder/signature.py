"""Ed25519 signatures of a manifest; keys are the PEM files that openssl writes."""

from __future__ import annotations

from base64 import b64decode, b64encode
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import ModuleType

MISSING: Final = "signatures need the extra reports: pip install 'pitboss[reports]'"


class SignatureError(ValueError):
    """A key or signature that cannot be used; one line says why."""


def sign(data: bytes, key_file: Path) -> bytes:
    """Sign bytes with a private key; returns one line of base64."""
    serialization = _serialization()
    try:
        key = serialization.load_pem_private_key(_read(key_file), password=None)
    except (ValueError, TypeError) as error:
        raise SignatureError(f"{key_file}: is no private key: {error}") from None
    if not _is_ed25519(key, "Ed25519PrivateKey"):
        raise SignatureError(f"{key_file}: is no Ed25519 key; openssl genpkey -algorithm ed25519")
    return b64encode(key.sign(data)) + b"\n"


def signed_by(data: bytes, signature: bytes, key_file: Path) -> bool:
    """Return whether a signature of these bytes was made by the owner of a public key."""
    serialization = _serialization()
    from cryptography.exceptions import InvalidSignature  # of the extra, as above

    try:
        key = serialization.load_pem_public_key(_read(key_file))
    except (ValueError, TypeError) as error:
        raise SignatureError(f"{key_file}: is no public key: {error}") from None
    if not _is_ed25519(key, "Ed25519PublicKey"):
        raise SignatureError(f"{key_file}: is no Ed25519 key; openssl pkey -pubout")
    try:
        key.verify(b64decode(signature.strip(), validate=True), data)
    except (InvalidSignature, ValueError):
        return False
    return True


def _serialization() -> ModuleType:
    try:
        from cryptography.hazmat.primitives import serialization
    except ImportError:
        raise SignatureError(MISSING) from None
    return serialization


def _is_ed25519(key: object, kind: str) -> bool:
    from cryptography.hazmat.primitives.asymmetric import ed25519  # of the extra, as above

    return isinstance(key, getattr(ed25519, kind))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SignatureError(f"{path}: cannot be read: {error.strerror}") from None
