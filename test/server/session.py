"""Shared by the logging scripts: they log with the unchanged SDK, and print what they logged and the SDK's output as JSON."""

import json
import logging
import sys

complaints = []


class Complaints(logging.Handler):
    def emit(self, record):
        complaints.append(f"{record.levelname} {record.getMessage()}")


logging.getLogger("comet_ml").addHandler(Complaints(level=logging.WARNING))


def said_during(work):
    """What the SDK complained of while it did something it was to refuse; no complaint of the session."""
    before = len(complaints)
    work()
    said = complaints[before:]
    del complaints[before:]
    return said


def report(**logged):
    """Writes what was logged to the file that the caller named."""
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        json.dump({"complaints": complaints, **logged}, file)
