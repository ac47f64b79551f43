"""CSV files for spreadsheets: nothing that somebody typed is worked out as a formula."""

from __future__ import annotations

import csv
import io

import pytest

from tabletop_kernel import load
from widgets import overview
from widgets.spreadsheet import as_csv, harmless, records_as_csv


@pytest.mark.parametrize("text", ["=1+1", "+cmd", "-x", "@sum", "\tx", '=HYPERLINK("http://tables.example")', "--1"])
def test_a_formula_stays_a_text(text: str) -> None:
    assert harmless(text) == f"'{text}"
    assert next(csv.reader(io.StringIO(as_csv([text], [])))) == [f"'{text}"]
    assert list(csv.DictReader(io.StringIO(records_as_csv([{"said": text}])))) == [{"said": f"'{text}"}]


@pytest.mark.parametrize("cell", ["-2", "+3", "-0.5", -2, 0.5, None, "", "Ada = 1"])
def test_numbers_and_plain_texts_stay_as_they_are(cell: object) -> None:
    assert harmless(cell) is cell


def test_a_missing_column_is_an_empty_cell() -> None:
    assert records_as_csv([{"a": 1}, {"b": 2}]) == "a,b\n1,\n,2\n"


def test_a_class_file_has_no_formula_either() -> None:
    steps = [step for chapter in load("royal_ascension").teaching.chapters for step in chapter.steps]
    asked = next(step.id for step in steps if step.predict)
    text = overview.class_csv([], [(f"royal_ascension/{asked}", '["x", "=1+1"]', 1)])
    assert "'=1+1" in text and ",=1+1" not in text
