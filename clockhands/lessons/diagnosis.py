"""From an error of the SDK to the mistake behind it and the block at fault."""

from __future__ import annotations

from dataclasses import dataclass

from .misconceptions import Misconception

__all__ = ["Diagnosis", "diagnose"]


@dataclass(frozen=True)
class Diagnosis:
    misconception: Misconception | None = None


def diagnose(error: BaseException) -> Diagnosis:
    return Diagnosis()
