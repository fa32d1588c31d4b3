"""Two hundred small reads of the Python SDK one after the other, once for each line on standard input."""

import json
import os
import sys
import time

os.environ["COMET_ERROR_TRACKING_ENABLE"] = "false"

from comet_ml.api import API  # noqa: E402

key, count = sys.argv[1], int(sys.argv[2])
experiment = API(cache=False).get_experiment_by_key(key)
print(json.dumps({"ready": True}), flush=True)
for _ in sys.stdin:
    cpu, wall = time.process_time(), time.perf_counter()
    for _ in range(count):
        assert experiment.get_metadata()["experimentKey"] == key
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    print(json.dumps({"wallMillis": wall * 1000, "cpuMillis": cpu * 1000}), flush=True)
