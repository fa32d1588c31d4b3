"""Logs each kind of content with the unchanged SDK, then reads back what the SDK and the client for TypeScript logged."""

import base64
import collections
import io
import json
import os
import re
import sys
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "server"))
import session  # first: it records warnings from the import of the SDK on
import comet_ml
import numpy
import pandas
from PIL import Image

folder = os.environ["KINDS_FOLDER"]
key_of_client = os.environ["KINDS_EXPERIMENT"]


def at(name):
    return os.path.join(folder, name)


experiment = comet_ml.Experiment(
    workspace="lab",
    project_name="kinds",
    log_code=False,
    log_git_metadata=False,
    log_git_patch=False,
    log_env_details=False,
    auto_output_logging=False,
)

annotations = [
    {
        "name": "found",
        "data": [{"label": "cat", "score": 0.9, "boxes": [[1, 2, 3, 4]], "points": [[0, 0, 4, 0, 4, 4]]}],
    }
]
box = {"segments": [[[0, 0, 0], [4, 0, 0], [4, 2, 0]], [[0, 0, 3], [4, 2, 3]]], "color": [255, 0, 0], "name": "door"}
cloud = [[x, x * x / 4, 3 - x] for x in range(5)] + [[1, 2, 3, 200, 100, 0], [2, 2, 2, 0, 40.25, 255]]
sprites = numpy.array([[[0, 255], [128, 64]], [[10, 20], [30, 40]], [[1, 2], [3, 4]]], dtype="uint8")
examples = [
    "a word",
    "another word",
    {"sample": "shown.png", "assetId": "an-asset"},
    {"sample": "shown.png", "assetId": "an-asset"},
]


def within(context, log):
    with experiment.context_manager(context):
        log()


def log_artifact():
    artifact = comet_ml.Artifact(
        "kinds-by-sdk", "dataset", version="1.2.0", aliases=["best", "raw"], metadata={"rows": 2}, version_tags=["small"]
    )
    artifact.add(at("project"), logical_path="project", metadata={"part": 1})
    artifact.add(at("clip.mp4"))
    artifact.add(io.StringIO("in memory"), logical_path="memory.txt", metadata={"part": 2})
    artifact.add_remote("https://files.example/far.parquet", logical_path="far.parquet", metadata={"rows": 10})
    artifact.add_remote("https://files.example/unnamed.parquet")
    experiment.log_artifact(artifact)


# A step that was given applies to what is logged after it without one, so kinds without a step come first.
kinds = {
    "code": lambda: experiment.log_code(code="x = 1\n", code_name="cell.py"),
    "code of a file": lambda: experiment.log_code(file_name=at("train.py"), code_name="train.py", metadata={"by": "us"}),
    "code of a folder": lambda: experiment.log_code(folder=at("project")),
    "table": lambda: experiment.log_table("rows.csv", [[1, "a"], [2.5, "b, c"], [None, 'd "e"\nf']], headers=["n", "text"]),
    "table without names": lambda: experiment.log_table("rows.tsv", [[1, 2], [3, 4]]),
    "table with generated names": lambda: experiment.log_table("named.csv", [[1, 2], [3, 4]], headers=True),
    "table of a typed array": lambda: experiment.log_table("typed.csv", numpy.array([[1.5, 2.25], [-3.5, 4.125]])),
    "table of records": lambda: experiment.log_table("records.json", pandas.DataFrame({"label": ["cat", "dog"], "score": [0.5, 2]})),
    "table of records as CSV": lambda: experiment.log_table(
        "records.csv", pandas.DataFrame({"label": ["cat", "dog"], "score": [0.5, 2]}), index=False
    ),
    "embedding": lambda: experiment.log_embedding([[1, 2, 3], [4, 5, 6.5]], ["one", "two"], title="plain"),
    "embedding with a table": lambda: experiment.log_embedding(
        numpy.array([[1.5, 2.5], [3.5, 4.5]], dtype="float32"), [["name", "n"], ["a", 1], ["b", 2]], title="columns"
    ),
    "embedding with images": lambda: experiment.log_embedding(
        [[1, 2], [3, 4], [5, 6]], ["a", "b", "c"], image_data=sprites, image_size=(2, 2), title="images"
    ),
    "model": lambda: experiment.log_model("net", at("net.bin"), metadata={"depth": 2}),
    "model of a folder": lambda: experiment.log_model("parts", at("project"), metadata={"depth": 3}),
    "model in memory": lambda: experiment.log_model("small", io.BytesIO(b"weights"), file_name="small.bin"),
    "model elsewhere": lambda: experiment.log_remote_model(
        "far", "https://files.example/net.onnx", metadata={"depth": 4}, sync_mode=False
    ),
    "folder": lambda: experiment.log_asset_folder(at("project"), log_file_name=True, recursive=True),
    "artifact": log_artifact,
    "others": lambda: experiment.log_others({"text": "ü", "number": 2.5, "flag": True, "list": [1, 2], "map": {"a": 1}}),
    "parameters": lambda: experiment.log_parameters({"rate": 0.5, "deep": {"a": 1, "b": {"c": "d"}}, "list": [1, 2]}),
    "asset": lambda: within(
        "train",
        lambda: experiment.log_asset(at("net.bin"), file_name="named/ü & ☃.bin", step=1, metadata={"a": {"b": 1}, "c": "ü"}),
    ),
    "JSON": lambda: experiment.log_asset_data({"a": 1, "b": [1, 2.5], "c": {"d": None}}, name="settings.json", step=2),
    "JSON of a map": lambda: experiment.log_asset_data(
        collections.OrderedDict([("x", 1), ("y", [1, 2])]), name="map.json", step=2
    ),
    "file elsewhere": lambda: experiment.log_remote_asset(
        "s3://bucket/deep/far.csv", remote_file_name="far.csv", step=3, metadata={"rows": 2}
    ),
    "unnamed file elsewhere": lambda: experiment.log_remote_asset("https://files.example/path/last.txt", step=3),
    "image": lambda: experiment.log_image(at("cat.png"), name="cat.png", step=4, metadata={"split": "test"}, annotations=annotations),
    "sound of a file": lambda: experiment.log_audio(at("tone.wav"), file_name="tone.wav", step=5, metadata={"hz": 440}),
    "sound": lambda: experiment.log_audio(
        numpy.array([0, 0.25, -0.5, 0.125]), sample_rate=8000, file_name="samples.wav", step=5, metadata={"hz": 440}
    ),
    "stereo": lambda: experiment.log_audio(
        numpy.array([[0.5, -1], [0.25, 1], [0, 0.1]], dtype="float32"), sample_rate=44100, file_name="stereo.wav", step=5
    ),
    "integers as sound": lambda: experiment.log_audio(
        numpy.array([0, 12000, -32768, 7], dtype="int16"),
        sample_rate=8000,
        file_name="pcm16.wav",
        step=5,
        normalize_data="OFF",
    ),
    "32-bit integers as sound": lambda: experiment.log_audio(
        numpy.array([0, 2**30, -(2**31)], dtype="int32"), sample_rate=8000, file_name="pcm32.wav", step=5, normalize_data="OFF"
    ),
    "floats as sound": lambda: experiment.log_audio(
        numpy.array([0, 0.5, -1], dtype="float32"), sample_rate=8000, file_name="float32.wav", step=5, normalize_data="OFF"
    ),
    "doubles as sound": lambda: experiment.log_audio(
        numpy.array([0, 0.1, -1.5]), sample_rate=8000, file_name="float64.wav", step=5, normalize_data="OFF"
    ),
    "video": lambda: experiment.log_video(at("clip.mp4"), name="clip.mp4", step=6, epoch=2),
    "text": lambda: experiment.log_text("some ü text", step=7, metadata={"a": 1}),
    "curve": lambda: experiment.log_curve("roc", [0, 0.5, 1], [0, 0.9, 1], step=8),
    "matrix of categories": lambda: experiment.log_confusion_matrix(
        [0, 1, 2, 1], [0, 1, 1, 1], labels=["a", "b", "c"], step=9, file_name="matrix.json"
    ),
    "matrix of vectors": lambda: experiment.log_confusion_matrix(
        [[1, 0], [0, 1], [0.2, 0.8]], [[0.6, 0.4], [0.7, 0.3], [0, 1]], title="Vectors", step=9, file_name="vectors.json"
    ),
    "matrix of counts": lambda: experiment.log_confusion_matrix(
        matrix=[[8, 2, 0], [1, 9, 0], [0, 3, 7]],
        row_label="true",
        column_label="seen",
        step=9,
        epoch=3,
        file_name="counts.json",
        metadata={"fold": 1},
    ),
    "matrix of a selection": lambda: experiment.log_confusion_matrix(
        [0, 1, 2, 2], [0, 1, 1, 2], selected=[1, 2], labels=["a", "b", "c"], step=9, file_name="selected.json"
    ),
    "matrix with texts": lambda: experiment.log_confusion_matrix(
        [0, 1], [0, 1], index_to_example_function=lambda index: examples[index], step=9, file_name="texts.json"
    ),
    "matrix with links": lambda: experiment.log_confusion_matrix(
        [0, 1], [0, 1], index_to_example_function=lambda index: "https://files.example/%s" % index, step=9, file_name="links.json"
    ),
    "matrix with assets": lambda: experiment.log_confusion_matrix(
        [0, 1], [0, 0], index_to_example_function=lambda index: examples[index + 2], step=9, file_name="assets.json"
    ),
    "histogram": lambda: experiment.log_histogram_3d([0, 1e-21, 0.5, -0.5, 3, 3, 1e19, -7e15], name="weights", step=10, epoch=1),
    "histogram of nested arrays": lambda: experiment.log_histogram_3d(
        [numpy.array([0.1, 0.2], dtype="float32"), [numpy.array([-1.5])]], step=10, metadata={"prefix": "p"}
    ),
    "histogram around an offset": lambda: experiment.log_histogram_3d([4, 5, 5.5, 6.25], name="around", step=10, offset=5),
    "points": lambda: experiment.log_points_3d("cloud", points=cloud, step=11, metadata={"of": "points"}),
    "boxes": lambda: experiment.log_points_3d("houses", boxes=[box], step=11),
    "points and boxes": lambda: experiment.log_points_3d(
        "both", points=[[0, 0, 0], [4, 2, 3]], boxes=[{"segments": box["segments"]}, box], step=12
    ),
}

said = session.warnings_during(lambda: [log() for name, log in kinds.items() if name.startswith("embedding")])
for name, log in kinds.items():
    if not name.startswith("embedding"):
        log()
experiment.end()


def content_of(reader, asset):
    """The content for comparison: JSON values, pixels, the files of a scene, or else bytes."""
    content = reader.get_asset(asset["assetId"], return_type="binary")
    if asset["type"] == "3d-image":
        archive = zipfile.ZipFile(io.BytesIO(content))
        return {name: file_of_scene(archive, name) for name in sorted(archive.namelist())}
    if asset["fileName"].startswith("embedding-image"):
        return pixels(content)
    if asset["type"] == "embeddings":
        return template(reader, content)
    if asset["type"] == "dataframe":
        read_table = pandas.read_json if asset["fileName"].endswith(".json") else pandas.read_csv
        return read_table(io.BytesIO(content)).to_dict("records")
    if asset["type"] in ["confusion-matrix", "histogram3d", "curve"] or asset["fileName"].endswith(".json"):
        return json.loads(content)
    return base64.b64encode(content).decode()


def template(reader, content):
    """A template of embeddings, with the files in place of their addresses."""

    def file_at(path):
        asset_id = re.fullmatch(r"/api/asset/download\?assetId=(\w+)&experimentKey=%s" % reader.id, path).group(1)
        file = reader.get_asset(asset_id, return_type="binary")
        return pixels(file) if file.startswith(b"\x89PNG") else file.decode()

    def resolved(value):
        if isinstance(value, dict):
            return {name: file_at(inner) if name.endswith("Path") else resolved(inner) for name, inner in value.items()}
        return [resolved(inner) for inner in value] if isinstance(value, list) else value

    return resolved(json.loads(content))


def file_of_scene(archive, name):
    if name == "thumbnail.png":
        return pixels(archive.read(name))
    # The SDK shuffles the points.
    return sorted(json.loads(line) for line in archive.read(name).splitlines()) if name == "points.jsonl" else [
        json.loads(line) for line in archive.read(name).splitlines()
    ]


def pixels(content):
    image = Image.open(io.BytesIO(content)).convert("RGBA")
    return {"size": image.size, "pixels": base64.b64encode(image.tobytes()).decode()}


def as_json(text):
    try:
        return json.dumps(json.loads(text))
    except ValueError:
        return text


def files_below(path):
    return sorted(
        [os.path.relpath(os.path.join(root, name), path), open(os.path.join(root, name), "rb").read().hex()]
        for root, _, names in os.walk(path)
        for name in names
    )


api = comet_ml.API()


def read(key, artifact_name):
    reader = api.get_experiment_by_key(key)
    assets = []
    for asset in reader.get_asset_list("all"):
        metadata = asset["metadata"]
        assets.append(
            {
                **{name: asset[name] for name in ["fileName", "type", "step", "runContext", "remote", "dir", "canView"]},
                **{name: asset[name] for name in ["image", "audio", "video", "histogram"]},
                "link": asset["link"] if asset["remote"] else None,
                "metadata": json.loads(metadata) if isinstance(metadata, str) else metadata,
                "content": None if asset["remote"] else content_of(reader, asset),
            }
        )
    models = {}
    for name in reader.get_model_names():
        target = "model-%s-%s" % (key, name)
        listed = reader.get_model_asset_list(name)
        if not any(file["remote"] for file in listed):
            reader.download_model(name, target)
        models[name] = {
            "files": sorted([file["fileName"], file["remote"], file["metadata"]] for file in listed),
            "downloaded": files_below(target),
        }
    consumer = comet_ml.ExistingExperiment(previous_experiment=key, log_code=False, log_env_details=False)
    artifact = consumer.get_artifact(artifact_name)
    artifact.download("artifact-%s" % key, sync_mode=False)
    logged = {
        "type": artifact.artifact_type,
        "version": str(artifact.version),
        "aliases": sorted(artifact.aliases),
        "metadata": artifact.metadata,
        "tags": sorted(artifact.version_tags),
        "isSource": artifact.source_experiment_key == key,
        "size": artifact.size,
        "assets": sorted(
            [asset.logical_path, asset.size, asset.remote, asset.metadata, asset.asset_type, asset.link if asset.remote else None]
            for asset in artifact.assets
        ),
        "downloaded": files_below("artifact-%s" % key),
    }
    consumer.end()
    reader.register_model("net", version="1.0.0", registry_name="net-of-" + key)
    api.get_model("lab", "net-of-" + key).download("1.0.0", "registered-" + key)
    return {
        "assets": assets,
        "models": models,
        "artifact": logged,
        "named": reader.get_assets_by_name("settings.json", return_type="json"),
        "registered": files_below("registered-" + key),
        "others": sorted([item["name"], as_json(item["valueCurrent"])] for item in reader.get_others_summary() if item["name"] in wanted),
        "parameters": sorted(
            [item["name"], item["valueCurrent"]]
            for item in reader.get_parameters_summary()
            if not item["name"].startswith("curr_")  # which the SDK logs by itself
        ),
    }


wanted = ["text", "number", "flag", "list", "map"]
session.report(
    kinds=list(kinds),
    said=said,
    sdk=read(experiment.get_key(), "kinds-by-sdk"),
    client=read(key_of_client, "kinds-by-client"),
)
