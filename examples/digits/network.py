"""A classifier with one hidden layer, written out in numpy: small enough to read, fast enough for a sweep."""

from dataclasses import dataclass
from typing import Iterator

import numpy as np

LEAK = np.float32(0.1)


@dataclass
class Network:
    """Weights of `softmax(leaky(x @ w1 + b1) @ w2 + b2)`, in single precision: large learning rates overflow it."""

    w1: np.ndarray
    b1: np.ndarray
    w2: np.ndarray
    b2: np.ndarray

    @classmethod
    def random(cls, inputs: int, width: int, classes: int, rng: np.random.Generator) -> "Network":
        """Weights scaled by He's rule."""
        return cls(
            w1=(rng.standard_normal((inputs, width)) * np.sqrt(2 / inputs)).astype(np.float32),
            b1=np.zeros(width, dtype=np.float32),
            w2=(rng.standard_normal((width, classes)) * np.sqrt(2 / width)).astype(np.float32),
            b2=np.zeros(classes, dtype=np.float32),
        )

    @property
    def weights(self) -> dict[str, np.ndarray]:
        return {"w1": self.w1, "b1": self.b1, "w2": self.w2, "b2": self.b2}

    def log_probabilities(self, x: np.ndarray) -> np.ndarray:
        hidden = leaky(x @ self.w1 + self.b1)
        scores = hidden @ self.w2 + self.b2
        shifted = scores - scores.max(axis=1, keepdims=True)
        return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))

    def predict(self, x: np.ndarray) -> np.ndarray:
        return self.log_probabilities(x).argmax(axis=1)

    def evaluate(self, x: np.ndarray, y: np.ndarray) -> tuple[float, float]:
        """Mean cross-entropy and the share of right answers."""
        log_probabilities = self.log_probabilities(x)
        loss = -log_probabilities[np.arange(len(y)), y].mean()
        return float(loss), float((log_probabilities.argmax(axis=1) == y).mean())

    def descend(self, x: np.ndarray, y: np.ndarray, learning_rate: float) -> tuple[float, float]:
        """One step of gradient descent on a batch; gives the batch's loss and the length of the gradient."""
        before = x @ self.w1 + self.b1
        hidden = leaky(before)
        scores = hidden @ self.w2 + self.b2
        shifted = scores - scores.max(axis=1, keepdims=True)
        probabilities = np.exp(shifted)
        probabilities /= probabilities.sum(axis=1, keepdims=True)
        rows = np.arange(len(y))
        loss = -np.log(probabilities[rows, y]).mean()
        error = probabilities
        error[rows, y] -= 1
        error /= len(y)
        back = (error @ self.w2.T) * np.where(before > 0, np.float32(1), LEAK)
        gradients = {
            "w1": x.T @ back,
            "b1": back.sum(axis=0),
            "w2": hidden.T @ error,
            "b2": error.sum(axis=0),
        }
        for name, gradient in gradients.items():
            self.weights[name] -= np.float32(learning_rate) * gradient
        return float(loss), float(np.sqrt(sum((gradient**2).sum() for gradient in gradients.values())))


def batches(count: int, size: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """The indices of one epoch in random order, cut into batches."""
    order = rng.permutation(count)
    for start in range(0, count, size):
        yield order[start : start + size]


def leaky(x: np.ndarray) -> np.ndarray:
    """A rectifier that lets a tenth of the negative side through, so that no unit dies."""
    return np.maximum(x, LEAK * x)
