"""Trains a small classifier of handwritten digits in a sweep and logs every run with the `comet_ml` SDK.

    export COMET_URL_OVERRIDE=http://127.0.0.1:PORT/clientlib/   # the local service: npm run serve
    export COMET_API_KEY="$(cat FILE)"                           # `npm run serve` prints which file
    python train.py --runs 14 --workspace demo --project digits

Each run is a process of its own. One has a learning rate so high that its loss becomes NaN; one wants to go on from a
checkpoint that is not there and crashes. The two best runs become versions 1.0.0 and 1.1.0 of the registered model
`digits-mlp`. The same seed gives the same metrics.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

MODEL = "digits-mlp"
LEARNING_RATES = [0.3, 0.1, 0.03]
WIDTHS = [64, 16]
BATCH_SIZES = [32, 128]


def sweep(runs: int, seed: int, epochs: int) -> list[dict]:
    """The configurations: the grid of learning rate, width and batch size, then one that diverges and one that crashes."""
    healthy = {"epochs": epochs, "restart_at": None, "restart_from": None, "tags": []}
    grid = [
        {"learning_rate": rate, "width": width, "batch_size": size, "seed": seed, **healthy}
        for rate, width, size in product(LEARNING_RATES, WIDTHS, BATCH_SIZES)
    ]
    while len(grid) < runs - 2:  # longer sweeps repeat the grid with other seeds
        grid += [{**config, "seed": config["seed"] + len(grid) // 12} for config in grid[:12]]
    diverging = {**grid[0], "learning_rate": 8.0, "tags": ["too-fast"]}
    crashing = {**grid[1], "restart_at": epochs // 2, "restart_from": "checkpoint.npz", "tags": ["warm-restart"]}
    configs = [*grid[: max(runs - 2, 0)], diverging, crashing][:runs]
    for config in configs:
        config["name"] = "lr={learning_rate:g} width={width} batch={batch_size}".format(**config)
        if config["seed"] != seed:
            config["name"] += f" seed={config['seed']}"
        if config["tags"]:
            config["name"] += f" {config['tags'][0]}"
    return configs


def save_digits(file: Path, seed: int) -> None:
    """1797 images of 8x8 pixels, scaled to 0..1 (multiples of 1/16), a quarter of them kept for validation."""
    digits = load_digits()
    images = (digits.data / 16).astype(np.float16)
    train_x, val_x, train_y, val_y = train_test_split(
        images, digits.target, test_size=0.25, stratify=digits.target, random_state=seed
    )
    np.savez_compressed(file, train_x=train_x, train_y=train_y, val_x=val_x, val_y=val_y)


def start(config: dict, number: int, data_file: Path, folder: Path) -> dict | None:
    """Runs one configuration in its own process; gives its result, or None when it crashed."""
    config_file = folder / f"run-{number:02d}.json"
    config_file.write_text(json.dumps(config))
    script = Path(__file__).with_name("experiment.py")
    started = time.monotonic()
    # One thread each: several runs share the machine, and the sums come out the same every time.
    env = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "COMET_ERROR_TRACKING_ENABLE": "false"}
    process = subprocess.run(
        [sys.executable, str(script), str(config_file), str(data_file), str(folder)],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    (folder / f"run-{number:02d}.log").write_text(process.stdout)
    result_file = config_file.with_suffix(".result.json")
    result = json.loads(result_file.read_text()) if process.returncode == 0 else None
    meant = config["restart_at"] is not None
    crashed = f"crashed (exit code {process.returncode}){', as it is meant to' if meant else ''}"
    outcome = f"val accuracy {result['valAccuracy']:.4f}" if result else crashed
    print(f"run {number:2d}  {config['name']:<48} {outcome}  {time.monotonic() - started:.1f} s", flush=True)
    if result is None and not meant:
        print(process.stdout, file=sys.stderr, flush=True)
        raise SystemExit(f"run {number} was not meant to crash")
    return result


def register(results: list[dict], workspace: str) -> None:
    """Makes the two best runs the next versions of one registered model, the best last."""
    from comet_ml import API, APIExperiment

    api = API()
    known = MODEL in api.get_registry_model_names(workspace)
    # An earlier sweep in this workspace has taken the first ones.
    first = len(api.get_registry_model_versions(workspace, MODEL)) if known else 0
    best = sorted(results, key=lambda result: result["valAccuracy"])[-2:]
    for minor, (status, result) in enumerate(zip(["Staging", "Production"], best), first):
        version = f"1.{minor}.0"
        APIExperiment(previous_experiment=result["experimentKey"]).register_model(
            MODEL,
            version=version,
            description="Handwritten digits, 8x8 pixels",
            comment=f"validation accuracy {result['valAccuracy']:.4f}",
            tags=["digits"],
            status=status,
        )
        print(f"registered {MODEL} {version} from {result['experimentKey']}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=14, help="how many runs, 3 at least (default: %(default)s)")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--workspace", default=os.environ.get("COMET_WORKSPACE", "demo"))
    parser.add_argument("--project", default=os.environ.get("COMET_PROJECT_NAME", "digits"))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--parallel", type=int, default=(os.cpu_count() or 1) + 1, help="runs at a time")
    parser.add_argument("--output", type=Path, help="keep data, logs and weights in this folder")
    options = parser.parse_args()
    if options.runs < 3:
        parser.error("--runs: a sweep needs 3 runs at least")

    with tempfile.TemporaryDirectory(prefix="digits-") as temporary:
        folder = options.output or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        data_file = folder / "digits.npz"
        save_digits(data_file, options.seed)
        configs = sweep(options.runs, options.seed, options.epochs)
        for config in configs:
            config.update(workspace=options.workspace, project=options.project, sweep=f"seed {options.seed}")
            config["log_data"] = config is configs[0]
        with ThreadPoolExecutor(options.parallel) as pool:
            jobs = [pool.submit(start, config, number, data_file, folder) for number, config in enumerate(configs, 1)]
            results = [result for job in jobs if (result := job.result())]
        register([result for result in results if np.isfinite(result["valAccuracy"])], options.workspace)


if __name__ == "__main__":
    main()
