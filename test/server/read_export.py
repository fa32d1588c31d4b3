"""Prints what pandas, pyarrow and Polars read from the files of an export, as JSON."""

import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow.feather as feather

folders = {name: Path(folder) for name, folder in zip(("parquet", "arrow", "csv"), sys.argv[1:])}
readers = {
    "pandas, Parquet": lambda table: pd.read_parquet(folders["parquet"] / f"{table}.parquet"),
    "pyarrow, Arrow": lambda table: feather.read_feather(folders["arrow"] / f"{table}.arrow"),
    "pandas, CSV": lambda table: pd.read_csv(folders["csv"] / f"{table}.csv", parse_dates=["timestamp"] if table == "metrics" else None),
    "Polars, Parquet": lambda table: pl.read_parquet(folders["parquet"] / f"{table}.parquet").to_pandas(),
    "Polars, Arrow": lambda table: pl.read_ipc(folders["arrow"] / f"{table}.arrow").to_pandas(),
}


def summary(read):
    metrics = read("metrics")
    finite = metrics["value"][np.isfinite(metrics["value"])]
    return {
        "experiments": sorted(read("experiments")["name"]),
        "tags": len(read("tags")),
        "points": len(metrics),
        "finite": len(finite),
        "sum": float(finite.sum()),
        "time": int(metrics["timestamp"].max().timestamp() * 1000),
        "parameters": int(read("parameters")["number"].notna().sum()),
    }


print(json.dumps({name: summary(read) for name, read in readers.items()}))
