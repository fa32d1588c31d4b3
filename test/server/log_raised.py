"""Ends by an exception of its own, as a training script that fails."""

import session  # first: it records warnings from the import of the SDK on
import comet_ml

experiment = comet_ml.Experiment(workspace="lab", project_name="crashes", log_git_metadata=False, log_git_patch=False)
experiment.log_metric("loss", 0.5, step=0)
session.report(key=experiment.get_key())
raise RuntimeError("the loss is gone")
