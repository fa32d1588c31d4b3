"""
Seven series of a real training of the digits classifier (examples/digits), 65,536 steps, written as doubles into the
folder of the first argument. Prints one JSON line: the file, and the bytes that pcodec needs for it in chunks of 1,024, by kind.
"""

import json
import sys
import time
from collections import deque
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "digits"))

import numpy as np
from network import Network
from pcodec import ChunkConfig, standalone
from sklearn.datasets import load_digits

STEPS = 65_536
CHUNK = 1024
BATCH = 16
COUNTED = 10_000

digits = load_digits()
rng = np.random.default_rng(7)
images, labels = (digits.data / 16).astype(np.float32), digits.target
# A tenth of the labels is wrong, so that the loss stays above zero.
wrong = rng.random(len(labels)) < 0.1
labels = np.where(wrong, rng.integers(0, 10, len(labels)), labels)
network = Network.random(64, 12, 10, rng)
correct: deque[bool] = deque(maxlen=COUNTED)
correct_count = 0
rows = []
average = None
for step in range(STEPS):
    rate = 0.05 * (1 + np.cos(np.pi * step / STEPS)) / 2
    chosen = rng.integers(0, len(labels), BATCH)
    started = time.perf_counter()
    predicted = network.predict(images[chosen])
    loss, norm = network.descend(images[chosen], labels[chosen], rate)
    duration = time.perf_counter() - started
    for right in predicted == labels[chosen]:
        if len(correct) == COUNTED:
            correct_count -= correct[0]
        correct.append(right)
        correct_count += right
    average = loss if average is None else 0.99 * average + 0.01 * loss
    rows.append((correct_count / COUNTED, round(loss, 4), rate, loss, norm, average, duration))

columns = [np.array(column, dtype=np.float64) for column in zip(*rows)]
# Gradient norms as a training in bfloat16 logs them.
bits = columns[4].astype(np.float32).view(np.uint32)
columns[4] = ((bits + 0x8000) & 0xFFFF0000).astype(np.uint32).view(np.float32).astype(np.float64)
kinds = ["accuracy of 10,000 samples", "loss of four decimals", "cosine learning rate", "loss in float32",
         "gradient norm in bfloat16", "moving average in float64", "seconds of a step"]  # fmt: skip
result = {}
for number, (kind, column) in enumerate(zip(kinds, columns)):
    file = Path(sys.argv[1]) / f"{number}.f64"
    column.astype("<f8").tofile(file)
    pieces = (column[start : start + CHUNK] for start in range(0, STEPS, CHUNK))
    size = sum(len(standalone.simple_compress(piece, ChunkConfig())) for piece in pieces)
    result[kind] = {"file": str(file), "bytes": size}
print(json.dumps(result))
