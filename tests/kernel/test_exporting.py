"""Figures as text or as a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_kernel import SetupError, simulate
from tabletop_kernel.study.compare import compare
from tabletop_kernel.study.reports import Report


@pytest.fixture(scope="module")
def report() -> Report:
    return simulate("royal_ascension", games=2, seats=3, bots=["random"])


def test_a_report_is_text_or_a_file(report: Report, tmp_path: Path) -> None:
    path = tmp_path / "figures.csv"
    said = report.to_csv(path)
    assert path.read_text("utf-8") == report.to_csv()
    assert said == f"{path}: {len(report.to_csv().splitlines())} lines written."
    report.to_json(str(tmp_path / "figures.json"))
    assert (tmp_path / "figures.json").read_text("utf-8") == report.to_json()


def test_a_comparison_is_too(report: Report, tmp_path: Path) -> None:
    both = compare(report, report)
    both.to_csv(tmp_path / "both.csv")
    assert (tmp_path / "both.csv").read_text("utf-8") == both.to_csv()


def test_what_cannot_be_written_is_a_sentence(report: Report, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="Choose another folder or name"):
        report.to_csv(tmp_path / "nowhere" / "figures.csv")
    with pytest.raises(SetupError, match="Give the file name as text"):
        report.to_csv(5)  # type: ignore[arg-type]
