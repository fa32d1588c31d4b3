"""Describes what a static form omits from a view (`core/src/snapshots/left-out.ts` in Python)."""

from __future__ import annotations

from typing import Any


def left_out(
    target: dict[str, Any], snapshot: dict[str, Any], state: dict[str, Any], *, rows: int, metrics: int, experiments: int
) -> list[str]:
    """Returns phrases such as `20 of 412 experiments`.

    `rows` counts the table rows of the form, `metrics` and `experiments` those of its images.
    """
    whole = snapshot.get("whole")
    view_id = target.get("viewId")
    absent = [f"there is no named view {view_id}"] if view_id is not None and view_id != state.get("view") else []
    if whole is None:
        return absent
    charted = [*_part(experiments, whole["drawn"], "experiments"), *_part(metrics, whole["metrics"], "metrics")]
    return [
        *absent,
        *_part(rows, whole["experiments"], "experiments"),
        *([f"charts of {' and '.join(charted)}"] if metrics > 0 and charted else []),
        *(["without the view's query"] if state.get("project", {}).get("query") else []),
    ]


def _part(some: int, total: int, what: str) -> list[str]:
    return [f"{some:,} of {total:,} {what}"] if some < total else []
