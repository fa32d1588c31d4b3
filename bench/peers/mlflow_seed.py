"""Fills MLflow's database with the experiments of bench/seed-store.ts, through MLflow's store, since REST would take minutes."""

import sys

from mlflow.entities import Metric, Param, RunStatus, RunTag
from mlflow.store.tracking.sqlalchemy_store import SqlAlchemyStore
from seeded import METRICS, NUMBERS, POINTS, START, TEXTS, draw

folder, count = sys.argv[1], int(sys.argv[2])
store = SqlAlchemyStore(f"sqlite:///{folder}/mlflow.db", f"{folder}/artifacts")
project = store.create_experiment("bench")
for index in range(count):
    start = START + index * 1000
    run = store.create_run(project, "ada", start, [], f"run {index}").info.run_id
    store.log_batch(
        run,
        metrics=[
            Metric(name, draw(index, column) + (POINTS - 1 - step), start + step * 1000, step)
            for column, name in enumerate(METRICS)
            for step in range(POINTS)
        ],
        params=[Param(name, choices[index % len(choices)]) for name, choices in TEXTS.items()]
        + [Param(name, repr(draw(index, 100 + column))) for column, name in enumerate(NUMBERS)],
        tags=[RunTag("kept", str(index % 10 == 0))],
    )
    store.update_run_info(run, RunStatus.FINISHED, start + 60_000, None)
