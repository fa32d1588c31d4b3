"""One training run, logged with the `comet_ml` SDK: `python experiment.py CONFIG.json DATA.npz FOLDER`.

`train.py` starts one such process for each member of its sweep, as people do. The service and the key come from the
SDK's own settings (`COMET_URL_OVERRIDE`, `COMET_API_KEY`); nothing here is special to Tracklens.
"""

import json
import sys
from pathlib import Path

import comet_ml
import numpy as np

from network import Network, batches

CLASSES = 10
SHOWN_MISTAKES = 4


def train(config: dict, data_file: Path, folder: Path) -> dict:
    """Trains one network and logs everything worth knowing about it. Gives the experiment's key and final accuracy."""
    data = np.load(data_file)
    rng = np.random.default_rng(config["seed"])
    experiment = comet_ml.Experiment(
        workspace=config["workspace"],
        project_name=config["project"],
        display_summary_level=0,
        auto_metric_logging=False,
        auto_param_logging=False,
        parse_args=False,
        log_git_metadata=False,
        log_git_patch=False,
    )
    experiment.set_name(config["name"])
    experiment.add_tags(["digits", "mlp", *config["tags"]])
    experiment.log_parameters({name: config[name] for name in ("learning_rate", "width", "batch_size", "epochs", "seed")})
    experiment.log_parameters({"optimizer": "sgd", "activation": "leaky relu", "layers": [64, config["width"], CLASSES]})
    experiment.log_others({"dataset": "scikit-learn digits", "train images": len(data["train_y"]), "sweep": config["sweep"]})
    experiment.log_code(file_name=str(Path(__file__).with_name("network.py")))
    if config["log_data"]:
        log_dataset(experiment, data, data_file)

    network = Network.random(64, config["width"], CLASSES, rng)
    step = 0
    val_accuracy = 0.0
    for epoch in range(1, config["epochs"] + 1):
        if epoch == config["restart_at"]:
            network = restart(folder / config["restart_from"])
        norms = []
        for chosen in batches(len(data["train_y"]), config["batch_size"], rng):
            loss, norm = network.descend(data["train_x"][chosen], data["train_y"][chosen], config["learning_rate"])
            norms.append(norm)
            step += 1
            if step % 4 == 1:
                experiment.log_metric("batch_loss", loss, step=step, epoch=epoch)
        train_loss, train_accuracy = network.evaluate(data["train_x"], data["train_y"])
        val_loss, val_accuracy = network.evaluate(data["val_x"], data["val_y"])
        experiment.log_metrics(
            {
                "train_loss": train_loss,
                "train_accuracy": train_accuracy,
                "val_loss": val_loss,
                "val_accuracy": val_accuracy,
                "gradient_norm": float(np.mean(norms)),
            },
            step=step,
            epoch=epoch,
        )
        if (epoch == 1 or epoch % 5 == 0) and np.isfinite(network.w1).all():
            experiment.log_histogram_3d(network.w1, name="hidden weights", step=step, epoch=epoch)
        print(f"epoch {epoch:2d}  train loss {train_loss:.4f}  val loss {val_loss:.4f}  val accuracy {val_accuracy:.4f}")

    log_results(experiment, network, data, step)
    weights = folder / f"{experiment.get_key()}.npz"
    np.savez_compressed(weights, **{name: array.astype(np.float16) for name, array in network.weights.items()})
    experiment.log_model("digits-mlp", str(weights), file_name="weights.npz")
    experiment.end()
    return {"experimentKey": experiment.get_key(), "valAccuracy": val_accuracy}


def log_dataset(experiment: comet_ml.Experiment, data: np.lib.npyio.NpzFile, data_file: Path) -> None:
    """The images as an artifact, so that every run of the sweep can be traced to what it saw."""
    counts = {f"{part} images": len(data[f"{part}_y"]) for part in ("train", "val")}
    artifact = comet_ml.Artifact("digits", "dataset", version_tags=["8x8"], metadata=counts)
    artifact.add(str(data_file), logical_path="digits.npz")
    experiment.log_artifact(artifact)


def log_results(experiment: comet_ml.Experiment, network: Network, data: np.lib.npyio.NpzFile, step: int) -> None:
    """A confusion matrix and the images that the network is most sure of and wrong about."""
    log_probabilities = network.log_probabilities(data["val_x"])
    predicted = log_probabilities.argmax(axis=1)
    actual = data["val_y"]
    labels = [str(digit) for digit in range(CLASSES)]
    experiment.log_confusion_matrix(
        y_true=actual.tolist(), y_predicted=predicted.tolist(), labels=labels, title="Validation images", step=step
    )
    wrong = np.flatnonzero(predicted != actual)
    surest = wrong[np.argsort(-log_probabilities[wrong, predicted[wrong]])][:SHOWN_MISTAKES]
    for index in surest:
        image = np.kron(data["val_x"][index].reshape(8, 8), np.ones((8, 8)))
        name = f"{actual[index]} taken for {predicted[index]}"
        experiment.log_image(
            (image * 255).astype(np.uint8),
            name=name,
            step=step,
            metadata={"actual": int(actual[index]), "predicted": int(predicted[index])},
        )


def restart(checkpoint: Path) -> Network:
    """Goes on from a saved network."""
    return Network(**np.load(checkpoint))


if __name__ == "__main__":
    config_file, data_path, output = map(Path, sys.argv[1:4])
    result = train(json.loads(config_file.read_text()), data_path, output)
    config_file.with_suffix(".result.json").write_text(json.dumps(result))
