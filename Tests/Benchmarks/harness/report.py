"""The figures as a table and as JSON."""

import json
import os
import platform
import re
from datetime import date

from .counted import BUDGET
from .figures import Goal
from .programs import HERE

# The highest load average of an idle machine.
QUIET = 0.5
README = HERE.parent.parent / "README.md"
GUIDE = HERE.parent.parent / "Sources/Guides/Guides.docc/WhatItCosts.md"
RESULTS = HERE / "results.json"
# The rows that README.md has, too.
MAIN = [
    "HTTP/1.1, 32 connections kept, 1 kB of JSON",
    "start, one request, stop, in process",
    "an empty Swift Testing test with .mockServer, debug build",
    "exec to first response",
    "memory after 100,000 requests",
]
BEGIN, END = "<!-- Tests/Benchmarks/run --record -->\n", "<!-- end of the benchmarks -->\n"


def machine():
    """The machine that the figures were measured on."""
    processor = re.search(r"model name\s*:\s*(.*)", open("/proc/cpuinfo").read())
    system = re.search(r'PRETTY_NAME="(.*)"', open("/etc/os-release").read())
    return {
        "processor": processor.group(1) if processor else platform.machine(),
        "processors": os.cpu_count(),
        "kernel": "Linux " + ".".join(re.findall(r"\d+", platform.release())[:2]),
        "system": system.group(1) if system else "",
    }


def results(rows, command, effort, load_before):
    return {
        "command": command,
        "date": date.today().isoformat(),
        "quick": effort.quick,
        # The load average when the run began.
        "load_before": round(load_before, 2),
        "machine": machine(),
        # The instructions that the measured state is held to: where they have moved, the figures are of another state.
        "budget": json.loads(BUDGET.read_text())["rows"],
        "rows": rows,
    }


def number(value):
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


def cells(row):
    """A row's cells: what is measured, mockserver, the others with mockserver's ratio to each, the goal, whether it is met."""
    others = "; ".join(
        f"{name}: {number(other['median'])} (×{number(other['ratio'])})" for name, other in row["others"].items())
    goal = ", ".join(Goal.text(facts, row["unit"]) for facts in row["goals"])
    ours = f"{number(row['mockserver']['median'])} {row['unit']}"
    return [row["what"], ours, others, goal, "yes" if row["met"] else "no"]


HEADINGS = ["what", "mockserver", "beside it", "goal", "met"]


def markdown(facts, only=None):
    """The part of a page between its two marks, with all rows or with those of these names."""
    machine = facts["machine"]
    line = f"Measured on {facts['date']} by `{facts['command']}` on {machine['processor']}, {machine['processors']} "
    line += f"processors, {machine['kernel']}, {machine['system']}" + ", in short rounds" * facts["quick"]
    if facts["load_before"] > QUIET:
        line += f", while {facts['load_before']:.1f} other processes wanted a processor, so not to be relied on"
    lines = [line + ".", ""]
    lines += ["| " + " | ".join(HEADINGS) + " |", "|" + "---|" * len(HEADINGS)]
    rows = [row for row in facts["rows"] if only is None or row["what"] in only]
    assert only is None or len(rows) == len(only), f"not all of {only} are rows"
    lines += ["| " + " | ".join(cells(row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def line(row):
    """A row for a terminal."""
    what, ours, others, goal, met = cells(row)
    low, high = (number(row["mockserver"][key]) for key in ("low", "high"))
    lines = [what, f"{ours} ({low} to {high})" + f"; {others}" * bool(others), f"{goal}: {met}"]
    times = {"mockserver": row["mockserver"], **row["others"]}
    times = [f"{name} {facts['processor_us']:g} µs" for name, facts in times.items() if "processor_us" in facts]
    if times:
        lines.append("processor time a request: " + ", ".join(times))
    return f"{row['row']:<11}" + f"\n{'':<11}".join(lines)


def record(facts):
    """Writes results.json, the guide's table and the rows of README.md."""
    RESULTS.write_text(json.dumps(facts, indent=2, ensure_ascii=False) + "\n")
    show(json.loads(RESULTS.read_text()))


def show(facts):
    """Writes the tables of the guide and of README.md."""
    for page, only in [(GUIDE, None), (README, MAIN)]:
        before, rest = page.read_text().split(BEGIN)
        page.write_text(before + BEGIN + markdown(facts, only) + END + rest.split(END)[1])
