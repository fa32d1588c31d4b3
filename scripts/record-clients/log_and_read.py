"""Logs with a version of the Python SDK whatever they all log, reads it back and prints what it read."""

import os
import sys

import comet_ml

folder = sys.argv[1]
workspace = os.environ["COMET_WORKSPACE"]


def file_with(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


quiet = {
    "log_code": False,
    "log_git_metadata": False,
    "log_git_patch": False,
    "log_env_details": False,
    "parse_args": False,
    "auto_output_logging": False,
}
run = comet_ml.Experiment(**quiet)
run.set_name("python run")
run.add_tag("python")
run.log_parameters({"lr": 0.1, "net": {"depth": 2}})
with run.train():
    run.log_metric("loss", 0.5, step=0)
for step in range(5):
    run.log_metric("accuracy", step / 8, step=step)
run.log_other("note", "from Python")
run.log_html("<p>report</p>")
run.set_model_graph("layers: 2")
run.log_text("a text")
run.log_asset(file_with("table.csv", "a,b\n1,2\n"), file_name="table.csv")
run.log_asset_data({"rows": 2}, name="data.json")
run.log_remote_asset("s3://bucket/far.bin", remote_file_name="far.bin")
run.log_confusion_matrix(matrix=[[3, 1], [0, 4]], labels=["a", "b"])
run.log_curve("roc", x=[0, 1], y=[0, 1])
run.log_model("net", file_with("weights.npz", "weights"))

for version in ["1.0.0", "2.0.0"]:
    artifact = comet_ml.Artifact(
        "table", "dataset", version=version, aliases=["v" + version[0]], version_tags=["checked"], metadata={"rows": 2}
    )
    artifact.add(file_with("rows-%s.txt" % version, "rows of " + version), logical_path="rows.txt")
    artifact.add_remote("s3://bucket/rows.parquet", logical_path="rows.parquet", sync_mode=False)
    run.log_artifact(artifact)
run.end()

reader = comet_ml.ExistingExperiment(previous_experiment=run.get_key(), **quiet)
# The alias that the SDK documents for the newest version.
for wanted in ["1.0.0", "v2", "latest", "Latest", None]:
    found = reader.get_artifact("table", workspace=workspace, version_or_alias=wanted)
    print("artifact", wanted, "is", str(found.version), sorted(found.aliases))
    if wanted is None:
        target = os.path.join(folder, "downloaded")
        found.download(target, overwrite_strategy=True, sync_mode=False)
        print("downloaded", open(os.path.join(target, "rows.txt")).read())
        print("remote files", [asset.logical_path for asset in found.remote_assets])
reader.end()

api = comet_ml.API(cache=False)
logged = api.get_experiment_by_key(run.get_key())
logged.register_model("net", version="1.0.0", registry_name="python-net")
try:
    logged.register_model("net", version="1.0.0", registry_name="python-net")
except Exception as error:
    print("registered twice:", type(error).__name__)
print("registry", api.get_registry_model_names(workspace), api.get_registry_model_versions(workspace, "python-net"))
print("parameters", sorted((one["name"], one["valueCurrent"]) for one in logged.get_parameters_summary()))
print("metrics", sorted((one["name"], one["valueCurrent"]) for one in logged.get_metrics_summary()))
print("points", len(logged.get_metrics("accuracy")))
print("tags", logged.get_tags(), "html", logged.get_html())
assets = logged.get_asset_list()
print("assets", sorted(asset["type"] for asset in assets))
table = [asset for asset in assets if asset["fileName"] == "table.csv"][0]
print("table", logged.get_asset(table["assetId"]))
print("files", sorted(file["fileName"] for file in api.get_artifact_files(workspace, "table", alias="latest")["files"]))
if hasattr(api, "get_artifact"):
    print("api artifact", str(api.get_artifact(workspace, "table").version))
print("absent", api.get_experiment_by_key("0" * 32))
