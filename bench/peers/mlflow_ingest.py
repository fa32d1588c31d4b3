"""Logs steps of metrics to an MLflow server with its asynchronous client, once for each line on standard input."""

import json
import math
import sys
import time

import mlflow

metrics, steps = int(sys.argv[1]), int(sys.argv[2])
mlflow.set_experiment("bench")
print(json.dumps({"ready": True}), flush=True)
for _ in sys.stdin:
    with mlflow.start_run() as run:
        cpu, wall = time.process_time(), time.perf_counter()
        for step in range(steps):
            values = {f"metric_{index}": math.exp(-step / 300) + 0.01 * math.sin(step * 12.9898 + index) for index in range(metrics)}
            mlflow.log_metrics(values, step=step, synchronous=False)
        mlflow.flush_async_logging()
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        stored = mlflow.MlflowClient().get_metric_history(run.info.run_id, "metric_0")
        assert len(stored) == steps, f"{len(stored)} points instead of {steps}"
    print(json.dumps({"wallMillis": wall * 1000, "cpuMillis": cpu * 1000}), flush=True)
