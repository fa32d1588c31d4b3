"""The chart read of the Python SDK, once for each line on standard input."""

import json
import os
import sys
import time

os.environ["COMET_ERROR_TRACKING_ENABLE"] = "false"

from comet_ml.api import API  # noqa: E402

keys, metrics, points = json.loads(sys.argv[1])
api = API(cache=False)
print(json.dumps({"ready": True}), flush=True)
for _ in sys.stdin:
    cpu, wall = time.process_time(), time.perf_counter()
    response = api.get_metrics_for_chart(keys, metrics, full=True)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    got = sum(len(metric["values"]) for entry in response.values() for metric in entry["metrics"])
    assert got == points, f"{got} points instead of {points}"
    print(json.dumps({"wallMillis": wall * 1000, "cpuMillis": cpu * 1000}), flush=True)
