"""Runs the experiment SDK in several processes, as lines of JSON on standard input ask for, and answers each line with one.

A process is forked when it is first named, so that the SDK is imported once. A line names the process, the action and its arguments.
"""

import json
import os
import signal
import sys
import zipfile

import session  # first: it records warnings from the import of the SDK on
import comet_ml

quiet = {
    "auto_output_logging": False,
    "log_code": False,
    "log_env_details": False,
    "log_git_metadata": False,
    "log_git_patch": False,
    "parse_args": False,
}
place = {"workspace": "lab", "project_name": "lifecycle"}


def answer(**fields):
    os.write(1, (json.dumps(fields) + "\n").encode())


class Writer:
    """What one process does; its methods are the actions."""

    experiment = None

    def start(self, key):
        self.experiment = comet_ml.Experiment(**place, **quiet, experiment_key=key)

    def resume(self, key):
        self.experiment = comet_ml.ExistingExperiment(previous_experiment=key, **quiet)

    def get_or_create(self, key):
        config = comet_ml.ExperimentConfig(**quiet)
        self.experiment = comet_ml.start(**place, mode="get_or_create", experiment_key=key, experiment_config=config)

    def heartbeat(self):
        # The request of the SDK's own thread, which would send it only every ten seconds.
        self.experiment.connection.heartbeat()

    def log(self, step):
        self.experiment.log_metric("loss", 1 / (1 + step), step=step)

    def end(self):
        self.experiment.end()

    def fail(self):
        raise RuntimeError("the loss is gone")

    def set_end_time(self, key, millis):
        comet_ml.API(cache=False).get_experiment_by_key(key).set_end_time(millis)

    def set_state(self, key, state):
        comet_ml.API(cache=False).get_experiment_by_key(key).set_state(state)

    def update_status(self, key):
        comet_ml.API(cache=False).get_experiment_by_key(key).update_status()

    def log_offline(self, key, new, folder):
        """Logs without the service, and gives the archive with its times."""
        config = comet_ml.ExperimentConfig(**quiet, offline_directory=folder, name="without a service")
        mode = "create" if new else "get"
        experiment = comet_ml.start(**place, online=False, mode=mode, experiment_key=key, experiment_config=config)
        experiment.log_metric("loss", 0.5, step=0)
        experiment.end()
        [name] = os.listdir(folder)
        archive = os.path.join(folder, name)
        with zipfile.ZipFile(archive) as zipped:
            metadata = json.loads(zipped.read("experiment.json"))
        return {"archive": archive, "start": metadata["start_time"], "stop": metadata["stop_time"]}

    def upload(self, archive):
        comet_ml.offline.main_upload([archive], force_upload=False)


def run_process(lines, environment):
    os.environ.update(environment)
    writer = Writer()
    for line in lines:
        request = json.loads(line)
        if request["action"] == "fail":
            # The exception ends this process as that of a script would.
            writer.fail()
        result = getattr(writer, request["action"])(**request["arguments"])
        answer(id=request["id"], result=result, warnings=session.warnings)


processes = {}
for line in sys.stdin:
    request = json.loads(line)
    name = request["process"]
    if name not in processes:
        reader, writer = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(writer)
            for _, other in processes.values():
                os.close(other)
            run_process(os.fdopen(reader), request["environment"])
            sys.exit()
        os.close(reader)
        processes[name] = (pid, writer)
    pid, writer = processes[name]
    if request["action"] == "kill":
        os.kill(pid, signal.SIGKILL)
    else:
        os.write(writer, line.encode())
    if request["action"] in ("kill", "fail"):
        _, status = os.waitpid(pid, 0)
        answer(id=request["id"], result=os.waitstatus_to_exitcode(status), warnings=[])

for pid, writer in processes.values():
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
os._exit(0)
