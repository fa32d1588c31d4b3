"""Reads every point of all runs of a Trackio project into lists, once for each line on standard input, as its dashboard does."""

import json
import sys
import time

from trackio.sqlite_storage import SQLiteStorage

experiments, metrics, points = (int(text) for text in sys.argv[1:4])
project = "bench"
runs = [f"run_{index}" for index in range(experiments)]
names = [f"metric_{index}" for index in range(metrics)]


def value_at(step, metric, run):
    state = (step * 2654435761 + metric * 40503 + run * 69069) % 4294967296
    return (2 + metric) * 0.9995**step + 0.2 * state / 4294967296


for number, run in enumerate(runs):
    SQLiteStorage.bulk_log(
        project,
        run,
        [{name: value_at(step, metric, number) for metric, name in enumerate(names)} for step in range(points)],
        steps=list(range(points)),
        run_id=run,
    )
print(json.dumps({"ready": True}), flush=True)
for round_, _ in enumerate(sys.stdin):
    # One step more a run, so that neither side reads from memory.
    for number, run in enumerate(runs):
        step = points + round_
        row = {name: value_at(step, metric, number) for metric, name in enumerate(names)}
        SQLiteStorage.bulk_log(project, run, [row], steps=[step], run_id=run)
    cpu, wall = time.process_time(), time.perf_counter()
    response = SQLiteStorage.get_logs_batch(project, [{"run": run, "run_id": run} for run in runs])
    curves = [[row[name] for row in entry["logs"]] for entry in response for name in names]
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    got = sum(len(curve) for curve in curves)
    assert got == experiments * metrics * (points + round_ + 1), f"{got} points"
    print(json.dumps({"wallMillis": wall * 1000, "cpuMillis": cpu * 1000}), flush=True)
