"""Logs until it is killed."""

import sys
import time

import comet_ml

experiment = comet_ml.Experiment(workspace="lab", project_name="crashes", log_git_metadata=False, log_git_patch=False)
experiment.log_metric("loss", 0.5, step=0)
experiment.flush()
print(f"key {experiment.get_key()}", file=sys.__stdout__, flush=True)
while True:
    time.sleep(60)
