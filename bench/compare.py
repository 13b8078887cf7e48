#!/usr/bin/env python3
"""Draws what a page of exactile compare leaves out, from its CSV.

    exactile compare testdata/small -b native,gini --results r.jsonl
    exactile compare --from-results --results r.jsonl -f csv | bench/compare.py FOLDER

It needs pandas and matplotlib, and writes into the folder: bars.png (the median times, with the
least and the greatest), heat.png (each puzzle by each backend), grid.png (engines by encodings,
where several have both) and factors.csv (how many times as fast the row is as the column, by the
median over the puzzles that both solve).
"""

import pathlib
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd


def read(source):
    """Returns the runs; without a puzzle's name, they are of a comparison of one puzzle."""
    runs = pd.read_csv(source)
    if "puzzle" not in runs:
        runs = runs.assign(puzzle="", solved=runs.agrees.isin(["yes", "alone"]))
        runs[["engine", "encoding"]] = runs.backend.str.extract(r"^(.*?)(?:/([a-z]+))?$")
    return runs[runs["same formula as"].isna()]


def bars(runs, path):
    runs = runs.dropna(subset=["seconds"]).sort_values(["puzzle", "seconds"])
    names = runs.puzzle.astype(str) + "  " + runs.backend
    spread = [runs.seconds - runs["seconds min"], runs["seconds max"] - runs.seconds]
    _, axes = plt.subplots(figsize=(9, 1 + 0.25 * len(runs)))
    axes.barh(names, runs.seconds, xerr=np.clip(spread, 0, None))
    axes.set(xscale="log", xlabel="seconds")
    plt.savefig(path, bbox_inches="tight")


def heat(table, path):
    _, axes = plt.subplots(figsize=(2 + 0.9 * len(table.columns), 1 + 0.3 * len(table)))
    image = axes.imshow(np.log10(table.clip(lower=1e-6)), aspect="auto", cmap="Blues")
    axes.set_xticks(range(len(table.columns)), table.columns, rotation=60, ha="right")
    axes.set_yticks(range(len(table)), table.index)
    plt.colorbar(image, label="log10 of seconds")
    plt.savefig(path, bbox_inches="tight")


def factors(times):
    return pd.DataFrame({b: {a: (times[b] / times[a]).median() for a in times} for b in times})


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    runs = read(sys.stdin)
    bars(runs, folder / "bars.png")
    solved = runs[runs.solved]
    times = solved.pivot_table(index="puzzle", columns="backend", values="seconds")
    heat(times, folder / "heat.png")
    grid = solved.pivot_table(index="encoding", columns="engine", values="seconds",
                              aggfunc="median")
    if min(grid.shape) > 1:
        heat(grid, folder / "grid.png")
    factors(times).to_csv(folder / "factors.csv", float_format="%.3g")


if __name__ == "__main__":
    main()
