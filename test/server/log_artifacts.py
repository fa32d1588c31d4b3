"""Logs artifacts in versions, with aliases, remote files and references, reads them back, and registers models."""

import io
import os

import session  # first: it records warnings from the import of the SDK on
import comet_ml
from comet_ml import API

quiet = {"log_git_metadata": False, "log_git_patch": False}
experiment = comet_ml.Experiment(workspace="lab", project_name="artifacts", **quiet)

os.makedirs("data/deep", exist_ok=True)
for path, content in {"data/a.csv": "x,y\n1,2\n", "data/deep/b.bin": "\x00\x01binary"}.items():
    with open(path, "w", encoding="utf-8") as file:
        file.write(content)

first = comet_ml.Artifact("my table (1)", "dataset", aliases=["raw"], metadata={"rows": 1}, version_tags=["small"])
first.add("data/a.csv", logical_path="a.csv", metadata={"columns": 2})
logged_first = experiment.log_artifact(first)
logged_first_version = str(logged_first.version)

second = comet_ml.Artifact("my table (1)", "dataset", version="2.5.0", aliases=["clean", "best"])
second.add("data")
second.add(io.StringIO("text in memory"), logical_path="memory.txt")
second.add_remote("https://files.example/big.parquet", logical_path="big.parquet", metadata={"rows": 10})
second.add_remote("https://files.example/other.parquet")
experiment.log_artifact(second)
slash = comet_ml.Artifact("raw/tables", "dataset")
slash.add("data/a.csv")
experiment.log_artifact(slash)
experiment.flush()

third = comet_ml.Artifact("my table (1)", "dataset")
third.add("data/a.csv")
experiment.log_artifact(third)
experiment.end()
key = experiment.get_key()

reader = comet_ml.Experiment(workspace="lab", project_name="artifacts", **quiet)
read = {}
for name in ["1.0.0", "2.5.0", "raw", "best", "Latest", None]:
    artifact = reader.get_artifact("my table (1)", version_or_alias=name)
    read[str(name)] = {
        "version": str(artifact.version),
        "aliases": sorted(artifact.aliases),
        "metadata": artifact.metadata,
        "tags": sorted(artifact.version_tags),
        "source": artifact.source_experiment_key,
        "size": artifact.size,
        "assets": sorted(
            [asset.logical_path, asset.size, asset.remote, asset.metadata, asset.link if asset.remote else None]
            for asset in artifact.assets
        ),
    }
full = reader.get_artifact("lab/my table (1):2.5.0")
with_slash = [reader.get_artifact(name).name for name in ["raw/tables", "raw/tables:1.0.0", "lab/raw%2Ftables:latest"]]
local = full.download("downloaded")
downloaded = sorted(
    [os.path.relpath(os.path.join(folder, name), "downloaded"), open(os.path.join(folder, name), encoding="utf-8").read()]
    for folder, _, names in os.walk("downloaded")
    for name in names
)
one = reader.get_artifact("my table (1)", version_or_alias="raw").get_asset("a.csv").download("one")
full.update_aliases(["gold"])
full.update_version_tags(["checked"])
full.update_artifact_tags(["tables"])
relabelled = reader.get_artifact("my table (1)", version_or_alias="gold")

# A downloaded artifact, changed, is the next version of itself.
local.add(io.StringIO("more"), logical_path="more.txt")
local.version = "4.0.0"
reader.log_artifact(local)

absent = []


def ask_for_absent():
    for name in ["9.9.9", "no-such-alias"]:
        try:
            reader.get_artifact("my table (1)", version_or_alias=name)
        except Exception as error:
            absent.append(type(error).__name__)


session.warnings_during(ask_for_absent)

reader.log_model("net", "data", metadata={"depth": 2})
reader.log_model("net", "data/a.csv", file_name="extra.csv")
reader.log_remote_model("far", "https://files.example/net.onnx", sync_mode=False)
reader.register_model("net", version="1.2.3", registry_name="my-net", tags=["good"], status="None", comment="first")
reader.end()

api = API()
model = api.get_model("lab", "my-net")
model.download("1.2.3", "model")
model_files = sorted(
    os.path.relpath(os.path.join(folder, name), "model") for folder, _, names in os.walk("model") for name in names
)
lineage = comet_ml.APIExperiment(previous_experiment=reader.get_key()).get_artifact_lineage("input")
session.report(
    key=key,
    readerKey=reader.get_key(),
    loggedVersion=logged_first_version,
    read=read,
    downloaded=downloaded,
    oneAsset=open(one.local_path_or_data, encoding="utf-8").read(),
    relabelled={"aliases": list(relabelled.aliases), "tags": list(relabelled.version_tags), "all": list(relabelled.artifact_tags)},
    absent=absent,
    withSlash=with_slash,
    inputs=sorted(one["version"] for one in lineage["artifacts"]),
    modelNames=api.get_registry_model_names("lab"),
    modelVersions=model.find_versions(),
    modelTags=model.tags("1.2.3"),
    modelFiles=model_files,
)
