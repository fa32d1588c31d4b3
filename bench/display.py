"""
`tracklens.display_project` as in a notebook, once for each line on standard input: payload, HTML, PNG and text. The CPU time is
that of this process and of the Node.js process that makes the output, which the import has started.
"""

import json
import os
import sys
import time

# As in a notebook, where these modules are loaded already.
import ipykernel.kernelapp

import tracklens
from tracklens import calls
from tracklens.node_process import node_process

# As the import does in a kernel.
node_process.prepare()
bundles = []
calls.in_kernel = lambda: True
calls._publish = lambda bundle, clear, wait: bundles.append(bundle)


def node_seconds() -> float:
    if node_process._process is None:
        return 0.0
    with open(f"/proc/{node_process._process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


print(json.dumps({"ready": True}), flush=True)
for _ in sys.stdin:
    cpu, wall = time.process_time() + node_seconds(), time.perf_counter()
    tracklens.display_project(*sys.argv[1:])
    wall, cpu = time.perf_counter() - wall, time.process_time() + node_seconds() - cpu
    assert len(bundles[-1]["image/png"]) > 20_000 and len(bundles[-1]) == 4
    print(json.dumps({"wallMillis": wall * 1000, "cpuMillis": cpu * 1000}), flush=True)
