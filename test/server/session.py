"""Shared by the logging scripts: they log with the unchanged SDK, and write what they logged and the warnings of the SDK as JSON."""

import json
import logging
import sys

warnings = []


class WarningRecorder(logging.Handler):
    def emit(self, record):
        warnings.append(f"{record.levelname} {record.getMessage()}")


logging.getLogger("comet_ml").addHandler(WarningRecorder(level=logging.WARNING))


def warnings_during(work):
    """Returns the warnings of the SDK during work that it must reject; they are no warnings of the session."""
    before = len(warnings)
    work()
    new = warnings[before:]
    del warnings[before:]
    return new


def report(**logged):
    """Writes what was logged to the file that the caller named."""
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        json.dump({"warnings": warnings, **logged}, file)
