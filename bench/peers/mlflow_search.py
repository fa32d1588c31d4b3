"""MLflow's search over REST, once for each line on standard input."""

import json
import os
import sys
import time

import requests

root = os.environ["MLFLOW_TRACKING_URI"]
filter_, found = sys.argv[1], int(sys.argv[2])
session = requests.Session()
# Its workers begin to response some time after the server has said that it runs.
for _ in range(600):
    try:
        if session.get(f"{root}/health", timeout=5).ok:
            break
    except requests.RequestException:
        time.sleep(0.1)
named = session.get(f"{root}/api/2.0/mlflow/experiments/get-by-name", params={"experiment_name": "bench"}).json()
body = {
    "experiment_ids": [named["experiment"]["experiment_id"]],
    "filter": filter_,
    "order_by": ["attributes.start_time DESC"],
    "max_results": 1000,
}
print(json.dumps({"ready": True}), flush=True)
for _ in sys.stdin:
    cpu, wall = time.process_time(), time.perf_counter()
    response = session.post(f"{root}/api/2.0/mlflow/runs/search", json=body)
    response.raise_for_status()
    runs = response.json().get("runs", [])
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    starts = [run["info"]["start_time"] for run in runs]
    assert len(runs) == found, f"{len(runs)} runs instead of {found}"
    assert starts == sorted(starts, reverse=True)
    print(json.dumps({"wallMillis": wall * 1000, "cpuMillis": cpu * 1000}), flush=True)
