"""The experiments of bench/seed-store.ts, for the peers."""

METRICS = ["loss", "accuracy", "val_loss", "val_accuracy", "grad_norm"]
POINTS = 10
NUMBERS = ["lr", "momentum", "dropout", "weight_decay", "epochs"]
TEXTS = {
    "optimizer": ["adam", "sgd", "lamb", "lion"],
    "model": ["mlp", "cnn", "vit"],
    "data": ["digits"],
    "user": ["ada"],
    "criterion": ["mse"],
}
START = 1_780_000_000_000


def draw(experiment, column):
    bits = (experiment * 1000 + column + 1) * 2_654_435_761 & 0xFFFFFFFF
    bits = (bits ^ bits >> 15) * 2_246_822_519 & 0xFFFFFFFF
    return (bits ^ bits >> 13) / 2**32
