"""Writes the files of this folder with the real tools: pip install tensorboardX tensorboard mlflow numpy.

MLflow stores absolute paths. They are replaced by those of a made-up folder.
"""

import glob
import os
import shutil
import sqlite3
import sys
import tempfile

import numpy as np

FOLDER = os.path.dirname(os.path.abspath(__file__))
START = 1_700_000_000
HOME = "/home/user/training"
TABLES = ("experiments", "runs", "metrics", "params", "tags")


def fresh(name: str) -> str:
    folder = os.path.join(FOLDER, name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    return folder


def tensorboard() -> None:
    from tensorboard.summary import Writer
    from tensorboardX import SummaryWriter

    folder = fresh("tensorboard")
    writer = SummaryWriter(f"{folder}/lr=0.1")
    for step in range(20):
        writer.add_scalar("train/loss", 0.9 / (step + 1), step, walltime=START + step)
    writer.add_scalar("train/loss", float("nan"), 20, walltime=START + 20)
    writer.add_image("sample", np.full((3, 8, 8), 128, dtype=np.uint8), 5, walltime=START + 5)
    writer.add_text("note", "**hello** world", 2, walltime=START + 2)
    writer.add_histogram("weights", np.linspace(-1, 1, 20), 2, walltime=START + 2)
    writer.add_hparams({"lr": 0.1, "optimizer": "adam", "flag": True}, {"accuracy": 0.9}, name="final", global_step=1)
    writer.close()
    writer = Writer(f"{folder}/second")
    for step in range(5):
        writer.add_scalar("loss", 0.1 * step, step, wall_time=START + step)
    writer.close()
    for path in glob.glob(f"{folder}/**/*.tfevents.*", recursive=True):
        os.rename(path, os.path.join(os.path.dirname(path), "events.out.tfevents.1700000000.host"))


def log_to_mlflow(uri: str) -> None:
    import mlflow

    mlflow.set_tracking_uri(uri)
    mlflow.set_experiment("digits")
    with mlflow.start_run(run_name="first"):
        mlflow.log_params({"lr": 0.1, "optimizer": "adam"})
        for step in range(3):
            mlflow.log_metric("train/loss", 1 / (step + 1), step=step)
        mlflow.log_metric("unstable", float("nan"), step=1)
        mlflow.log_metric("unstable", float("inf"), step=2)
        mlflow.set_tag("team", "vision")
        mlflow.log_text("hello", "notes/a.txt")
    try:
        with mlflow.start_run(run_name="broken"):
            mlflow.log_metric("loss", 1)
            raise ValueError("no memory")
    except ValueError:
        pass


def mlflow_files() -> None:
    os.environ["MLFLOW_ALLOW_FILE_STORE"] = "true"
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        log_to_mlflow(f"file://{work}/mlruns")
        for path in glob.glob("mlruns/**/meta.yaml", recursive=True):
            with open(path) as file:
                text = file.read().replace(work, HOME)
            with open(path, "w") as file:
                file.write(text)
        shutil.copytree("mlruns", fresh("mlruns"), dirs_exist_ok=True)


def mlflow_database() -> None:
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        log_to_mlflow("sqlite:///mlflow.db")
        # The tables that are imported, as SQL: the database has a megabyte of empty ones.
        with sqlite3.connect("mlflow.db") as db, open(f"{FOLDER}/mlflow.sql", "w") as out:
            for line in db.iterdump():
                if any(f'"{table}"' in line.split("(")[0] for table in TABLES):
                    out.write(f"{line}\n".replace(work, HOME))


if __name__ == "__main__":
    for record in (tensorboard, mlflow_files, mlflow_database):
        if len(sys.argv) == 1 or record.__name__ in sys.argv:
            record()
