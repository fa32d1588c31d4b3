"""Logs without a service into archives, then sends them with the SDK's own upload."""

import glob
import os
import subprocess
import sys
import time

import session  # first: it records warnings from the import of the SDK on
import comet_ml

quiet = {"log_git_metadata": False, "log_git_patch": False}
place = {"workspace": "lab", "project_name": "offline"}
folder = os.path.join(os.getcwd(), "archives")


def fill(experiment, steps):
    for step in steps:
        experiment.log_metric("loss", 1 / (1 + step), step=step)
    experiment.log_metric("odd", float("nan"), step=0)
    experiment.log_parameters({"lr": 0.1, "net": {"width": 3}})
    experiment.log_asset_data('{"a": 1}', name="data.json", step=2)
    experiment.log_html("<b>offline</b>")
    experiment.log_other("note", "kept")
    experiment.log_image([[0, 64], [128, 255]], name="pixels", step=1)
    experiment.log_model("net", __file__)
    experiment.log_remote_asset("https://files.example/data.csv", remote_file_name="data.csv")
    print("a line of output")


before = time.time()
experiment = comet_ml.OfflineExperiment(**place, offline_directory=folder, **quiet)
start_millis = [before * 1000 - 1, time.time() * 1000 + 1]
key = experiment.get_key()
experiment.add_tag("offline")
fill(experiment, range(3000))
experiment.set_name("without a service")
experiment.end()
[archive] = glob.glob(os.path.join(folder, "*.zip"))


def upload(*arguments):
    """Runs the SDK's command; gives its status and what it printed."""
    command = [os.path.join(os.path.dirname(sys.executable), "comet"), "upload", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return {"status": done.returncode, "output": done.stdout + done.stderr}


uploads = {"first": upload(archive), "again": upload(archive), "forced": upload("--force-reupload", archive)}

# What goes on with an experiment that is there, without a service meanwhile.
config = comet_ml.ExperimentConfig(
    log_git_metadata=False, log_git_patch=False, offline_directory=folder, name="without a service"
)
started = comet_ml.start(**place, online=False, mode="get", experiment_key=key, experiment_config=config)
for step in range(3000, 3010):
    started.log_metric("loss", 1 / (1 + step), step=step)
started.end()
[more] = set(glob.glob(os.path.join(folder, "*.zip"))) - {archive}
uploads["more"] = upload(more)

# Through the function that the command calls, with another place.
started = comet_ml.start(**place, online=False, mode="create", experiment_config=config)
moved_key = started.get_key()
started.log_metric("loss", 0.5, step=0)
started.end()
[other] = set(glob.glob(os.path.join(folder, "*.zip"))) - {archive, more}
comet_ml.offline.main_upload([other], force_upload=False, override_project_name="offline-moved")

session.report(key=key, movedKey=moved_key, startMillis=start_millis, uploads=uploads)
