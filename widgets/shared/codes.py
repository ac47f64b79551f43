"""Secrets that give somebody a seat, and short codes that can be read out and typed."""

from __future__ import annotations

import re
from hashlib import sha256
from secrets import choice, token_urlsafe

LETTERS = "CDFHJKMNPRTWXY3479"  # none of them is taken for another, and they spell no words
LENGTH = 7  # 612 million codes, of which a handful are open at a time
SLIP = 2  # signs that somebody forgets or types twice
GAP = 3  # where a code is parted, to be read out
SECRET = re.compile(r"[A-Za-z0-9_-]{16,40}")


def new_id() -> str:
    """A name that nobody has to keep secret, and that no other table has."""
    return token_urlsafe(9)


def new_secret() -> str:
    """What proves that a seat is somebody's: 128 bits."""
    return token_urlsafe(16)


def digest(secret: str) -> str:
    """What is kept of a secret: enough to know it again, too little to find it."""
    return sha256(secret.encode()).hexdigest()


def public_part(digested: str) -> str:
    """A key made from the digest of a secret: it opens less, and does not lead back to the secret."""
    return digest(f"public {digested}")[:24]


def is_secret(text: str) -> bool:
    return SECRET.fullmatch(text) is not None


def new_code() -> str:
    return "".join(choice(LETTERS) for _ in range(LENGTH))


def shown(code: str) -> str:
    """A code as people read it: KDX-4RTM."""
    return f"{code[:GAP]}-{code[GAP:]}"


def read_code(text: str) -> str | None:
    """The code that somebody typed, however they wrote it; None if it cannot be one."""
    code = _bare(text)
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else None


def _bare(text: str) -> str:
    return re.sub(r"[\s.–-]", "", text).upper()


def is_meant_as_code(text: str) -> bool:
    """Whether somebody has probably mistyped a short code: it is about as long, and has nothing but such signs."""
    code = _bare(text)
    return abs(len(code) - LENGTH) <= SLIP and code.isascii() and code.isalnum()


def why_no_code(text: str) -> str:
    """What is wrong with a code that somebody typed."""
    code = _bare(text)
    wrong = "".join(dict.fromkeys(sign for sign in code if sign not in LETTERS))
    said = f"A code has {LENGTH} characters, like {shown('KDX4RTM')}"
    if len(code) == LENGTH and wrong.isascii() and wrong.isalnum():
        return f"{said}. It never contains {' or '.join(wrong)}. Check it again."
    return f"{said}; this one has {len(code)}." if 0 < abs(len(code) - LENGTH) <= SLIP else f"{said}."
