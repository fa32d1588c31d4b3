"""Logs texts and numbers other than metrics: parameters, other items, texts, the machine, the repository, messages."""

import math
import subprocess
import sys

import session  # first: it records warnings from the import of the SDK on
import comet_ml

for command in (
    ["init", "--quiet", "--initial-branch=trunk"],
    ["-c", "user.name=Ada", "-c", "user.email=ada@lab.example", "commit", "--quiet", "--allow-empty", "-m", "first"],
):
    subprocess.run(["git", *command], check=True)
with open("train.py", "w", encoding="utf-8") as file:
    file.write("rate = 1\n")
subprocess.run(["git", "add", "train.py"], check=True)

experiment = comet_ml.Experiment(workspace="lab", project_name="texts", auto_output_logging="simple")
experiment.log_parameters({"net": {"layers": {"first": 64, "second": [1, 2]}, "act": "relu"}, "none": None, "flag": True})
experiment.log_parameters({"rate": 0.1}, prefix="opt")
experiment.log_parameter("changed", 1, step=1)
experiment.log_parameter("changed", 5, step=2)
experiment.log_parameter("odd", math.inf)
experiment.log_parameters({"a": {"b": 1}}, nested_support=False)
experiment.log_metrics({"f1": 0.5, "deep": {"er": 0.25}}, prefix="val", step=1, epoch=1)
with experiment.validate():
    experiment.log_metric("loss", 2.0, step=1)
experiment.set_step(40)
experiment.log_metric("at_step", 1.5)
experiment.set_epoch(3)
experiment.log_epoch_end(4, step=41)
experiment.log_others({"n": 1, "text": "täxt", "list": [1, 2]})
experiment.log_optimization(optimization_id="opt-1", metric_name="loss", metric_value=0.1, parameters={"lr": 0.1}, objective="minimize")
experiment.log_dataset_info(name="digits", version="2", path="s3://bucket/digits")
experiment.log_dataset_hash([1, 2, 3])
experiment.add_tag("one")
experiment.add_tags(["two", "three", "one"])
experiment.log_html("<p>first</p>")
experiment.log_html("<p>second</p>")
experiment.log_html_url("https://lab.example/", text="the lab")
experiment.set_model_graph("graph of the net")
experiment.set_filename("renamed.py")
experiment.log_system_info("rack", "b2")
experiment.log_dependency("left-pad", "1.0")
experiment.send_notification("half way", status="running", additional_data={"loss": 0.5})
experiment.create_symlink("mirror")


def halve(experiment, rate: float):
    """Halves the rate."""
    return rate / 2


experiment.register_callback(halve)
print("out ünïcode")
print("err", file=sys.stderr)
sys.stdout.write("no end of line")
experiment.flush()
name = experiment.get_name()
experiment.set_name("texts of all kinds")
experiment.end()
session.report(key=experiment.get_key(), firstName=name, tags=experiment.get_tags())
