"""Takes experiments up again by their key: ExistingExperiment, and `comet_ml.start` in its modes."""

import session  # first: it records warnings from the import of the SDK on
import comet_ml

quiet = {"log_git_metadata": False, "log_git_patch": False}
place = {"workspace": "lab", "project_name": "resumed"}


def points(experiment, steps):
    for step in steps:
        experiment.log_metric("loss", 1 / (1 + step), step=step)


first = comet_ml.Experiment(**place, **quiet)
key = first.get_key()
points(first, range(5))
first.log_parameter("lr", 0.1)
first.add_tag("first")
first.log_other("note", "from the first")
print("a line of the first")
first.set_name("twice begun")
first.end()

again = comet_ml.ExistingExperiment(previous_experiment=key, **quiet)
tags_read = again.get_tags()
name_read = again.get_name()
points(again, range(5, 9))
again.log_parameter("lr", 0.05)
again.add_tag("second")
print("a line of the second")
url = again.url
again.end()

config = comet_ml.ExperimentConfig(log_git_metadata=False, log_git_patch=False, name="started", tags=["by start"])
started = comet_ml.start(**place, mode="create", experiment_config=config)
created_key = started.get_key()
started.log_metric("loss", 1.0, step=0)
started.end()

config = comet_ml.ExperimentConfig(log_git_metadata=False, log_git_patch=False)
started = comet_ml.start(**place, mode="get", experiment_key=created_key, experiment_config=config)
got_key = started.get_key()
started.log_metric("loss", 0.5, step=1)
started.end()

started = comet_ml.start(**place, mode="get_or_create", experiment_key=created_key, experiment_config=config)
got_or_created_key = started.get_key()
started.log_metric("loss", 0.25, step=2)
# The same process asking again gets what runs.
same = comet_ml.start(**place, mode="get_or_create", experiment_key=created_key, experiment_config=config) is started
started.end()

chosen_key = "c" * 32
started = comet_ml.start(**place, mode="get_or_create", experiment_key=chosen_key, experiment_config=config)
started.log_metric("loss", 4.0, step=0)
started.end()



def refusal(**arguments):
    """The error of a start; the other output of the SDK is expected."""
    errors = []

    def begin():
        try:
            comet_ml.start(**place, experiment_config=config, **arguments).end()
        except Exception as error:
            errors.append(type(error).__name__)

    session.warnings_during(begin)
    return errors


refusals = {
    "create what is there": refusal(mode="create", experiment_key=chosen_key),
    "get what is absent": refusal(mode="get", experiment_key="d" * 32),
}

session.report(
    key=key,
    createdKey=created_key,
    gotKeys=[got_key, got_or_created_key],
    same=same,
    chosenKey=chosen_key,
    tagsRead=tags_read,
    nameRead=name_read,
    url=url,
    refusals=refusals,
)
