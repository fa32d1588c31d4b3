"""
The runs of a Trackio project with the last, least and greatest value of every metric, once for each line on standard input: through its
storage in this process, all runs in one call. Trackio keeps no summaries and no states, so the values are read and looked through.
"""

import json
import sys
import time

from seeded import METRICS, NUMBERS, POINTS, TEXTS, draw
from trackio.sqlite_storage import SQLiteStorage

count = int(sys.argv[1])
project = "bench"
for index in range(count):
    config = {name: choices[index % len(choices)] for name, choices in TEXTS.items()}
    config |= {name: draw(index, 100 + column) for column, name in enumerate(NUMBERS)}
    rows = [
        {name: draw(index, column) + (POINTS - 1 - step) for column, name in enumerate(METRICS)}
        for step in range(POINTS)
    ]
    SQLiteStorage.bulk_log(project, f"run {index}", rows, steps=list(range(POINTS)), config=config, run_id=f"run{index}")
print(json.dumps({"ready": True}), flush=True)
for _ in sys.stdin:
    cpu, wall = time.process_time(), time.perf_counter()
    records = SQLiteStorage.get_run_records(project)
    logs = SQLiteStorage.get_logs_batch(
        project, [{"run": record["name"], "run_id": record["id"]} for record in records], scalar_only=True
    )
    listed = []
    for record, entry in zip(records, logs):
        columns = [[row[name] for row in entry["logs"]] for name in METRICS]
        summaries = {
            name: (column[-1], min(column), max(column)) for name, column in zip(METRICS, columns)
        }
        listed.append((record["name"], summaries))
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    assert len(listed) == count and all(len(summaries) == len(METRICS) for _, summaries in listed)
    assert sum(summaries["loss"][0] < 0.2 for _, summaries in listed) == sum(draw(index, 0) < 0.2 for index in range(count))
    print(json.dumps({"wallMillis": wall * 1000, "cpuMillis": cpu * 1000}), flush=True)
