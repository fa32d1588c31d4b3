"""Logs a run with something of every kind."""

import math
import sys

import session  # first: it records warnings from the import of the SDK on
import comet_ml

experiment = comet_ml.Experiment(
    workspace="lab",
    project_name="everything",
    log_git_metadata=False,
    log_git_patch=False,
)
key = experiment.get_key()
metrics = {"loss": [], "accuracy": [], "train_inner": [], "odd": [], "by_epoch": []}


def log(name, value, step, epoch=None):
    experiment.log_metric(name, value, step=step, epoch=epoch)
    metrics[name].append([repr(float(value)), step, epoch])


for step in range(3000):
    log("loss", math.exp(-step / 700) + math.sin(step) / 50, step)
    log("accuracy", step / 3000, step)
for step, value in enumerate([float("nan"), float("inf"), -float("inf"), 1e-300, -0.1, 123456789.123]):
    log("odd", value, step)
with experiment.train():
    experiment.log_metric("inner", 0.5, step=7)
metrics["train_inner"].append([repr(0.5), 7, None])
# The SDK carries an epoch on to what is logged after it: last.
for epoch in range(4):
    log("by_epoch", epoch / 4, epoch * 10, epoch)

experiment.log_parameters({"lr": 0.01, "optimizer": "adam", "layers": {"first": 64}})
experiment.add_tags(["alpha", "beta"])
experiment.log_other("note", "kept")
experiment.log_html("<p>hello</p>")
experiment.log_text("some text", metadata={"a": 1})
experiment.log_asset_data('{"rows": 2}', name="data.json")
experiment.log_confusion_matrix([0, 1, 2, 1], [0, 1, 1, 1], labels=["a", "b", "c"])
experiment.log_histogram_3d([1, 2, 2, 3, 3, 3], name="weights")
experiment.log_curve("roc", [0, 0.5, 1], [0, 0.9, 1])
experiment.log_table("table.csv", [[1, 2], [3, 4]], headers=["a", "b"])
experiment.log_image([[0, 64], [128, 255]], name="pixels")
experiment.log_code(__file__)

artifact = comet_ml.Artifact("table", "dataset", version="1.0.0")
artifact.add(__file__)
experiment.log_artifact(artifact)
experiment.log_model("net", __file__)
experiment.register_model("net", version="1.0.0")
experiment.create_symlink("mirror")
print("a line of output")
print("a line of errors", file=sys.stderr)
experiment.set_name("everything at once")
experiment.flush()
experiment.end()

session.report(key=key, metrics=metrics)
