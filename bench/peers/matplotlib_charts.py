"""Four charts of 14 lines as one PNG of 840 x 756 pixels by matplotlib, once for each line on standard input."""

import io
import json
import math
import sys
import time

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

steps = list(range(100))
lines = [[math.exp(-step / (10 + 5 * line)) + math.sin(step + line) / 20 for step in steps] for line in range(14)]
print(json.dumps({"ready": True}), flush=True)
for _ in sys.stdin:
    cpu, wall = time.process_time(), time.perf_counter()
    figure, axes = plt.subplots(2, 2, figsize=(8.4, 7.56), dpi=100)
    for chart in axes.flat:
        for line, values in enumerate(lines):
            chart.plot(steps, values, label=f"experiment {line}")
        chart.set_xlabel("step")
        chart.legend(fontsize=6)
    image = io.BytesIO()
    figure.savefig(image, format="png")
    plt.close(figure)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    assert len(image.getvalue()) > 20_000
    print(json.dumps({"wallMillis": wall * 1000, "cpuMillis": cpu * 1000}), flush=True)
