"""Names of the tabs of an experiment."""

from __future__ import annotations

from typing import Literal

Tab = Literal[
    "artifacts",
    "assets",
    "audio",
    "charts",
    "code",
    "confusion-matrices",
    "histograms",
    "images",
    "installed-packages",
    "metrics",
    "notes",
    "parameters",
    "system-metrics",
    "text",
]
"""Name of a tab of an experiment."""
