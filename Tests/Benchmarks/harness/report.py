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
RESULTS = HERE / "results.json"
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


def markdown(facts):
    """The part of the README between its two marks."""
    machine = facts["machine"]
    line = f"Measured on {facts['date']} by `{facts['command']}` on {machine['processor']}, {machine['processors']} "
    line += f"processors, {machine['kernel']}, {machine['system']}" + ", in short rounds" * facts["quick"]
    if facts["load_before"] > QUIET:
        line += f", while {facts['load_before']:.1f} other processes wanted a processor, so not to be relied on"
    lines = [line + ".", ""]
    lines += ["| " + " | ".join(HEADINGS) + " |", "|" + "---|" * len(HEADINGS)]
    lines += ["| " + " | ".join(cells(row)) + " |" for row in facts["rows"]]
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
    """Writes results.json and the README's table."""
    RESULTS.write_text(json.dumps(facts, indent=2, ensure_ascii=False) + "\n")
    before, rest = README.read_text().split(BEGIN)
    README.write_text(before + BEGIN + markdown(json.loads(RESULTS.read_text())) + END + rest.split(END)[1])
