"""Logs every kind of file and image that the SDK knows, except 3D scenes."""

import io
import os
import wave

import session  # first: it records warnings from the import of the SDK on
import comet_ml
import numpy
from matplotlib import pyplot

experiment = comet_ml.Experiment(workspace="lab", project_name="media", log_git_metadata=False, log_git_patch=False)


def write(path, content):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)
    return path


sound = io.BytesIO()
with wave.open(sound, "wb") as file:
    file.setnchannels(1)
    file.setsampwidth(2)
    file.setframerate(8000)
    file.writeframes(b"\x00\x01" * 800)

logged = {}
logged["asset"] = experiment.log_asset(
    write("folder/plain.bin", bytes(range(256))), file_name="named.bin", step=3, metadata={"a": {"b": 1}, "c": "ü"}
)
experiment.log_asset_folder("folder", step=4, log_file_name=True, recursive=True)
logged["data"] = experiment.log_asset_data({"rows": [1, 2]}, name="data.json", step=5)
logged["remote"] = experiment.log_remote_asset(
    "s3://bucket/key/far.csv", remote_file_name="far.csv", step=6, metadata={"kept": "elsewhere"}
)
logged["unnamed remote"] = experiment.log_remote_asset("https://files.example/path/last.txt?sig=1")
logged["image"] = experiment.log_image(
    numpy.arange(64, dtype="uint8").reshape(8, 8),
    name="pixels.png",
    step=7,
    metadata={"split": "test"},
    annotations=[
        {"name": "boxes", "data": [{"boxes": [[1, 1, 4, 4]], "label": "digit", "score": 0.9, "points": None}]}
    ],
)
figure = pyplot.figure()
pyplot.plot([1, 2, 3])
logged["figure"] = experiment.log_figure("curve of losses", figure, step=8)
logged["audio"] = experiment.log_audio(write("tone.wav", sound.getvalue()), file_name="tone.wav", metadata={"hz": 8000}, step=9)
logged["video"] = experiment.log_video(write("clip.mp4", b"\x00\x00\x00\x18ftypmp42" + b"v" * 100), name="clip.mp4", step=10, epoch=2)
logged["table"] = experiment.log_table("table.csv", [[1, "a"], [2, "b"]], headers=["n", "letter"])
logged["curve"] = experiment.log_curve("roc", [0, 0.5, 1], [0, 0.9, 1], step=11)
logged["matrix"] = experiment.log_confusion_matrix([0, 1, 2, 1], [0, 1, 1, 1], labels=["a", "b", "c"], step=12, file_name="matrix.json")
for step in range(2):
    experiment.log_histogram_3d(numpy.linspace(-1, 1, 100) * (step + 1), name="weights", step=step)
logged["text"] = experiment.log_text("some text", step=13, metadata={"a": 1})
experiment.log_code(code="print('hello')\n", code_name="hello.py")
write("module/one.py", b"one = 1\n")
experiment.log_code(folder="module")
logged["notebook"] = experiment.log_notebook(write("notes.ipynb", b'{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'))
experimental = session.warnings_during(
    lambda: experiment.log_embedding(
        [[1, 2, 3], [4, 5, 6]], ["one", "two"], image_data=numpy.zeros((2, 4, 4)), image_size=(4, 4), title="digits"
    )
)
experiment.log_tensorflow_folder(os.path.dirname(write("tf/train/events.out", b"events")))
experiment.log_model("net", "folder", metadata={"depth": 2})
experiment.log_asset(write("twice.txt", b"before"), file_name="twice.txt")
experiment.flush()
experiment.log_asset(write("twice.txt", b"after"), file_name="twice.txt", overwrite=True)
experiment.flush()
experiment.end()

session.report(key=experiment.get_key(), experimental=experimental, logged=logged)
