"""Carries out operations of the experiment SDK: reads one a line as JSON, answers each with a line of JSON.

An operation is {"on", "operation", "arguments", "rest", "keep"}. What it gives is kept under a name when one is asked for, so that later
operations can be carried out on it.
"""

import base64
import inspect
import json
import logging
import sys
import webbrowser

import requests

import comet_ml.api as sdk
from comet_ml.api_objects.model.model import Model
from comet_ml.api_objects.model.status_configuration import ModelStatusConfiguration
from comet_ml.artifacts import LoggedArtifact

# The answers have standard output to themselves: what the SDK prints goes to standard error.
answers, sys.stdout = sys.stdout, sys.stderr
warnings = []


class WarningRecorder(logging.Handler):
    def emit(self, record):
        warnings.append(f"{record.levelname} {record.getMessage()}")


logging.getLogger("comet_ml").addHandler(WarningRecorder(level=logging.WARNING))
logging.getLogger("comet_ml").propagate = False

opened = []
webbrowser.open = lambda url, **_: opened.append(url)
kept = {}
# The variables of a query by the word that the wire has for where their values come from.
sources = {
    "metrics": sdk.Metric,
    "params": sdk.Parameter,
    "log_other": sdk.Other,
    "metadata": sdk.Metadata,
    "env_details": sdk.Environment,
    "tag": sdk.Tag,
}
query_names = {variable.__name__: variable for variable in sources.values()}


def given(value):
    """A value of the table as the SDK takes it."""
    if isinstance(value, list):
        return [given(one) for one in value]
    if not isinstance(value, dict):
        return value
    if "$number" in value:
        return float(value["$number"])
    if "$bytes" in value:
        return base64.b64decode(value["$bytes"])
    if "$query" in value:
        return eval(value["$query"], {"__builtins__": {}}, query_names)
    if "$status" in value:
        return ModelStatusConfiguration.from_parameters_dict(value["$status"])
    if "$kept" in value:
        return kept[value["$kept"]]
    return {name: given(one) for name, one in value.items()}


def json_of(value):
    """An answer of the SDK as JSON."""
    if isinstance(value, sdk.APIExperiment):
        return {"experiment": value.id}
    if isinstance(value, Model):
        return {"model": value.name}
    if isinstance(value, LoggedArtifact):
        files = sorted(asset.logical_path for asset in value.assets)
        return {"artifact": value.name, "version": str(value.version), "files": files}
    if isinstance(value, ModelStatusConfiguration):
        return value.to_payload_dict()
    for source, variable in sources.items():
        if isinstance(value, variable):
            column = value.lhs if source == "tag" else value
            return {"name": column.name, "source": source, "type": column.qtype}
    if isinstance(value, bytes):
        return {"bytes": base64.b64encode(value).decode()}
    if isinstance(value, requests.Response):
        try:
            return value.json()
        except ValueError:
            return json_of(value.content)
    if isinstance(value, dict):
        return {str(name): json_of(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)) or inspect.isgenerator(value):
        return [json_of(one) for one in value]
    return value


def failure(error):
    """An error as what the service answered, or that the SDK rejected by itself; with its own words for a person who reads the report."""
    response = getattr(error, "response", None)
    return {"error": "refused" if response is None else response.status_code, "message": f"{type(error).__name__}: {error}"}


def carry_out(step):
    operation, arguments = step["operation"], given(step["arguments"])
    if operation == "names":
        return [f"{one.__name__}.{name}" for one in (sdk.API, sdk.APIExperiment, Model) for name in dir(one) if name[0] != "_"]
    if operation == "warnings":
        return warnings
    if operation == "API":
        result = sdk.API(**arguments)
    elif operation == "APIExperiment":
        result = sdk.APIExperiment(**arguments)
    else:
        member = getattr(kept[step["on"]], operation)
        result = member(*step["rest"], **arguments) if callable(member) else member
        if step["assign"] is not None:
            setattr(kept[step["on"]], operation, step["assign"])
            result = None
        if operation.startswith("display"):
            result = opened.pop()
    if step["keep"]:
        kept[step["keep"]] = result
    return None if operation == "API" else json_of(result)


for line in sys.stdin:
    try:
        reply = {"answer": carry_out(json.loads(line))}
    except Exception as error:
        reply = failure(error)
    answers.write(json.dumps(reply) + "\n")
    answers.flush()
