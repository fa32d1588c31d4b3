"""Logs 3D scenes: points, boxes."""

import session  # first: it records warnings from the import of the SDK on
import comet_ml

experiment = comet_ml.Experiment(workspace="lab", project_name="scenes", log_git_metadata=False, log_git_patch=False)
experiment.log_points_3d("cloud", points=[[0, 0, 0], [1, 1, 1]], step=1, metadata={"of": "points"})
experiment.log_points_3d(
    "houses",
    points=[[0, 0, 0]],
    boxes=[
        {
            "segments": [[[0, 0, 0], [1, 0, 0], [1, 1, 0]], [[0, 0, 1], [1, 0, 1]]],
            "label": "door",
            "probability": 0.5,
            "class": "door",
        }
    ],
    step=2,
)
experiment.end()
session.report(key=experiment.get_key())
