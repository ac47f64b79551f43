"""Check that every sentence people read is plain English: `python tests/plain_english.py [FILE ...]`.

Reads the sentences of rulebooks, courses and cards (TOML), of messages in Python and JavaScript, of notebooks, of
templates and guides. Prints each that has a turn of phrase from `plain_english.toml`, more than 20 words, or, for a
refusal, neither a “you” nor a fact of the table. A sentence that must stay has a line in that file, with the reason.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
LONGEST = 20  # words in a sentence
READ = ("*.toml", "*.py", "*.js", "*.ipynb", "*.md", "*.html", "*.j2")
IGNORED = ("tests/", "pyproject.toml", "LICENSE", "NOTES.md")
DATA = {
    "source",
    "asked",
    "verbs",
    "zones",
    "teaches",
    "shows",
    "way",
    "position",
    "grid",
    "script",
    "rule",
    "opens",
    "equals",
}
WORDS = tomllib.loads((ROOT / "tests/plain_english.toml").read_text(encoding="utf-8"))
PATTERNS = {name: re.compile(pattern) for name, pattern in WORDS["patterns"].items()}


class Sentence(NamedTuple):
    """A text that people read, with its file, its line and the key that holds it."""

    path: str
    line: int
    key: str
    text: str


# -- where sentences are found -----------------------------------------------------------------------------------------


def read_file(path: Path) -> Iterator[Sentence]:
    """Yield the sentences of a file."""
    name = str(path.relative_to(ROOT))
    text = path.read_text(encoding="utf-8")
    readers = {".toml": in_toml, ".py": in_python, ".js": in_javascript, ".ipynb": in_notebook}
    for line, key, said in readers.get(path.suffix, in_prose)(text):
        if len(re.findall(r"[a-z]{2,}", said)) >= 2:
            yield Sentence(name, line, key, said)


def in_toml(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the values of a TOML file that are sentences."""

    def walk(key: str, value: Any) -> Iterator[tuple[str, str]]:
        if isinstance(value, dict):
            for inner, held in value.items():
                if inner not in DATA:
                    yield from walk(f"{key}.{inner}" if key else inner, held)
        elif isinstance(value, list):
            for held in value:
                yield from walk(key, held)
        elif isinstance(value, str) and " " in value.strip():
            yield key, value

    ends = [found.start() for found in re.finditer("\n", text)]
    for key, said in walk("", tomllib.loads(text)):
        yield bisect_left(ends, text.find(said[:60].replace('"', '\\"'))) + 1, key, said


def in_python(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the strings of a Python file that are sentences: no docstrings, patterns or SQL."""
    found: deque[ast.AST] = deque([ast.parse(text)])
    while found:
        node = found.popleft()
        if is_unread(node):
            continue
        said, parts = "", inside(node)
        if isinstance(node, ast.JoinedStr):
            said = "".join(str(part.value) if isinstance(part, ast.Constant) else "{x}" for part in node.values)
            parts = [part for part in parts if not isinstance(part, ast.Constant)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = node.value
        found.extend(parts)
        if said and is_prose(said):
            yield node.lineno, "", said


def inside(node: ast.AST) -> list[ast.AST]:
    """Return the parts of a piece of code that may hold strings, sooner than `ast.iter_child_nodes` does."""
    parts: list[ast.AST] = []
    for field in node._fields:
        held = getattr(node, field, None)
        if isinstance(held, list):
            parts.extend(part for part in held if isinstance(part, ast.AST))
        elif isinstance(held, ast.AST) and not isinstance(held, (ast.Name, ast.expr_context, ast.operator)):
            parts.append(held)
    return parts


def is_unread(node: ast.AST) -> bool:
    """Return whether only Python reads the strings in a piece of code: a docstring, a pattern, a type's name."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    called = node if isinstance(node, ast.Call) else None
    while isinstance(called, (ast.Attribute, ast.Call, ast.Subscript)):
        called = called.func if isinstance(called, ast.Call) else called.value
    return isinstance(called, ast.Name) and called.id in ("re", "TypeVar", "NewType")


def in_javascript(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the strings of a JavaScript file that are sentences."""
    bare = re.sub(
        r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.DOTALL
    )
    for found in re.finditer(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', bare):
        said = re.sub(r"\$\{[^}]*\}", "{x}", found[1] or found[2] or "")
        if is_prose(said) and "<" not in said:
            yield text.count("\n", 0, found.start()) + 1, "", said


def in_notebook(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the paragraphs of a notebook's markdown cells."""
    for number, cell in enumerate(json.loads(text)["cells"], 1):
        if cell["cell_type"] == "markdown":
            for _, _, said in in_prose("".join(cell["source"])):
                yield number, "cell", said


def in_prose(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the paragraphs, points and table cells of markdown or HTML, without code and tags."""
    text = re.sub(
        r"```.*?```|\{#.*?#\}|<(script|style)\b.*?</\1>|\{%.*?%\}",
        lambda found: "\n" * found[0].count("\n"),
        text,
        flags=re.DOTALL,
    )
    line = 1
    for block in re.split(r"(\n\s*\n|\n(?=\s*(?:[-*|#>]|\d+\.) ?))", text):
        said = re.sub(r"`[^`]*`", "X", re.sub(r"<[^>]*>", " ", block))
        said = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", said)
        for part in said.split("|"):
            if bare := " ".join(re.sub(r"^\s*(?:[-*#>]+|\d+\.)\s*|[*_]{1,2}", "", part).split()):
                yield line, "", bare
        line += block.count("\n")


def is_prose(said: str) -> bool:
    """Return whether a string in code is something people read: words with spaces, and no query or selector."""
    if said.startswith("\n") or re.match(r"\s*<[a-z!]", said):  # a block of code, or a page
        return False
    if not re.search(r"[A-Za-z]{2,}[,:]? [a-z{]", said) or re.search(r"^[a-z-]+=|[;{}]\s*\n|=>|\\[bdsw]|\(\?", said):
        return False
    query = r"^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|PRAGMA|ALTER|DROP)\b"
    return not re.search(rf"{query}|^[.#]?[a-z-]+( [.#]?[a-z-]+)* *[>{{.]|--[a-z]+-", said)


# -- what is wrong with them -------------------------------------------------------------------------------------------


def filled(text: str) -> str:
    """Return a sentence as people may read it, with a name for each seat and a word for each other slot."""

    def slot(found: re.Match[str]) -> str:
        name, _, form = found[1].partition(":")
        if not form:
            return "Ada" if name in ("seat", "who", "by", "player", "other") else "X"
        third = form.removeprefix("?").split("/")[0]
        if "~" in third:
            return third.replace("~", "Ada")
        return third if form.startswith("?") else f"Ada {third}"

    return re.sub(r"\{([^{}]*)\}", slot, text)


def faults(sentence: Sentence) -> Iterator[str]:
    """Yield what is wrong with a text."""
    text = filled(sentence.text)
    for name, pattern in PATTERNS.items():
        if found := pattern.search(text):
            yield f"{name}: “{found[0].strip()[:50]}”"
    for part in re.split(r"(?<=[.!?:;])[”)]? +(?=[“(]?[A-Z0-9])|\n", text):
        words = re.findall(r"[\w'’%/+.-]*\w[\w'’%/+.-]*", part)
        if len(words) > LONGEST:
            yield f"{len(words)} words: “{' '.join(words[:4])} …”"
    if sentence.key.endswith(".why") and not re.search(r"\b[Yy]ou(?:r|rs)?\b", text) and "{" not in sentence.text:
        yield "a refusal with neither a “you” nor a fact"


# -- the command -------------------------------------------------------------------------------------------------------


def files(named: list[str]) -> list[Path]:
    """Return the files to read: those named, or all that people read from."""
    if named:
        return [Path(name).resolve() for name in named]
    listed = subprocess.run(["git", "ls-files", *READ], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.splitlines() if not name.startswith(IGNORED) and not name.endswith(IGNORED)]


def main(named: list[str]) -> int:
    """Print each sentence with a fault, and a count by kind; return 1 if there is any."""
    kinds: Counter[str] = Counter()
    read = 0
    for path in files(named):
        for sentence in read_file(path):
            read += 1
            for fault in faults(sentence):
                if sentence.text not in WORDS["allowed"]:
                    kinds[re.sub(r"^\d+ words", "too long", fault).split(":")[0]] += 1
                    print(f"{sentence.path}:{sentence.line}: {sentence.key} {fault}\n    {sentence.text[:300]}")
    for kind, count in kinds.most_common():
        print(f"{count:6} {kind}")
    print(f"{read} sentences read, {sum(kinds.values())} faults.")
    return int(bool(kinds))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
