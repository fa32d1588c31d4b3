"""Options of charts that `display` and `display_project` take."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, Literal, get_args

from .errors import TracklensError
from .experiment_details import Experiment

Palette = Literal["standard", "okabe-ito"]
"""Name of a palette. Okabe-Ito has seven colors that are easier to distinguish."""

_FIELDS = ("step", "epoch", "wall", "duration")
_COLOR = re.compile("#[0-9a-fA-F]{6}")
_MAX_NAME = 1000
_MAX_METRICS = 128
_MAX_COMBINED = 1000


@dataclass(frozen=True)
class ChartOptions:
    """Options of the charts of a view, such as `tracklens.ChartOptions(log_y=True, smoothing=0.6)`.

    `x` is what the charts are drawn over: `step`, `epoch`, `wall` (time), `duration`, or the name of a metric. `log_x` and
    `log_y` make an axis logarithmic. `smoothing` is the weight of an exponential moving average, 0 to 0.999. `group_by` is
    the name of a parameter, or `tag`: the experiments with the same value are one line. `combined` are lists of metrics that
    share a chart. `colors` are colors such as `#d00000` by experiment or its key. `label` is a template of the names of
    experiments, such as `{name} lr={param.lr}`.

    An option that is left out is that of the named view, if one is shown, else automatic. Raises TracklensError for a value
    of another form.
    """

    x: str | None = None
    log_x: bool | None = None
    log_y: bool | None = None
    smoothing: float | None = None
    group_by: str | None = None
    combined: Sequence[Sequence[str]] | None = None
    colors: Mapping[Experiment | str, str] | None = None
    palette: Palette | None = None
    label: str | None = None

    def __post_init__(self) -> None:
        _check(self.x is None or _is_name(self.x), "x", self.x, "Write 'step', 'epoch', 'wall', 'duration' or a metric.")
        for name in ("log_x", "log_y"):
            value = getattr(self, name)
            _check(value is None or isinstance(value, bool), name, value, f"Write {name}=True or {name}=False.")
        smooth = self.smoothing
        is_weight = isinstance(smooth, Real) and not isinstance(smooth, bool) and 0 <= smooth <= 0.999
        _check(smooth is None or is_weight, "smoothing", smooth, "Write a number from 0 to 0.999.")
        _check(self.group_by is None or _is_name(self.group_by), "group_by", self.group_by, "Write a parameter, or 'tag'.")
        combined = self.combined
        _check(
            combined is None or (_is_list(combined) and len(combined) <= _MAX_COMBINED and all(map(_are_metrics, combined))),
            "combined",
            combined,
            f'Write at most {_MAX_COMBINED:,} lists of 2 to {_MAX_METRICS} metrics, such as [["train_loss", "val_loss"]].',
        )
        colors = self.colors
        are_colors = isinstance(colors, Mapping) and all(
            isinstance(one, (str, Experiment)) and _is_color(color) for one, color in colors.items()
        )
        remedy = 'Write colors by experiment of tracklens or by key, such as {run: "#d00000"}.'
        _check(colors is None or are_colors, "colors", colors, remedy)
        palettes = get_args(Palette)
        _check(self.palette is None or self.palette in palettes, "palette", self.palette, f"Write one of {palettes}.")
        is_label = isinstance(self.label, str) and len(self.label) <= 300
        _check(self.label is None or is_label, "label", self.label, 'Write a template such as "{name} lr={param.lr}".')


def chart_state(options: ChartOptions | None) -> dict[str, Any]:
    """Returns the options of charts as part of the state of a view."""
    if options is None:
        return {}
    if not isinstance(options, ChartOptions):
        raise TracklensError(f"charts is {options!r}.", "Write charts=tracklens.ChartOptions(log_y=True).")
    x, group = options.x, options.group_by
    by = group if group in (None, "tag") else f"parameter:{group}"
    colors = {one.key if isinstance(one, Experiment) else one: color for one, color in (options.colors or {}).items()}
    state = {
        "xAxis": x if x is None or x in _FIELDS else {"metric": x},
        "xScale": _scale(options.log_x),
        "yScale": _scale(options.log_y),
        "smoothing": None if options.smoothing is None else {"method": "ema", "amount": float(options.smoothing)},
        "group": None if by is None else {"by": by, "center": "mean", "band": "std", "members": False},
        "combined": None if options.combined is None else [{"metrics": list(metrics)} for metrics in options.combined],
        "colors": colors or None,
        "palette": options.palette,
        "label": options.label,
    }
    return {name: value for name, value in state.items() if value is not None}


def _scale(log: bool | None) -> str | None:
    return None if log is None else "log" if log else "linear"


def _check(valid: bool, name: str, value: object, remedy: str) -> None:
    if not valid:
        raise TracklensError(f"{name} is {reprlib.repr(value)}.", remedy)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= _MAX_NAME


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _are_metrics(names: Sequence[object]) -> bool:
    return _is_list(names) and 2 <= len(names) <= _MAX_METRICS and all(_is_name(name) for name in names)


def _is_color(value: object) -> bool:
    return isinstance(value, str) and _COLOR.fullmatch(value) is not None
