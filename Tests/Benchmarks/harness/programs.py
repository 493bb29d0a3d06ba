"""The programs that are measured and those that measure: built, found, pinned."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
SCENARIO = HERE / "scenario.yaml"
ANSWER = HERE / "answer.json"
STATIC = HERE.parent.parent / "docker" / "static.json"
# What runs besides Swift and a C compiler, by the Debian package that has it.
TOOLS = {
    "wrk": "wrk",
    "h2load": "nghttp2-client",
    "nghttpd": "nghttp2-server",
    "nginx": "nginx",
    "openssl": "openssl",
    "taskset": "util-linux",
}
# What Debian keeps for the administrator isn't in everybody's PATH.
PATH = os.environ.get("PATH", "/usr/bin:/bin") + ":/usr/sbin:/sbin"


def tool(name):
    return shutil.which(name, path=PATH) or sys.exit(f"there is no {name}")


def check_tools():
    """Ends with what to install, if anything is missing."""
    missing = sorted({package for name, package in TOOLS.items() if not shutil.which(name, path=PATH)})
    if missing:
        sys.exit("error: first apt-get install -y --no-install-recommends " + " ".join(missing))
    if len(os.sched_getaffinity(0)) < 2:
        sys.exit("error: two processors are needed, one for the server and one for its load")


def pinned(place):
    """What a command begins with so that it runs on one processor: 0 for the server's, 1 for the load's."""
    return ["taskset", "-c", str(sorted(os.sched_getaffinity(0))[place])]


def output(*command, errors=None):
    """What a program prints; ends with what it said where it fails. `errors` has where standard error goes."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=errors, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}error: {command[0]} ended with {done.returncode}")
    return done.stdout


def build():
    """The folder of the Swift programs, built as the README says, with those in C beside them."""
    # SwiftPM doesn't see that a package it depends on by path has a new file, as long as there is a plan.
    (HERE / ".build" / "release.yaml").unlink(missing_ok=True)
    command = ["swift", "build", "--package-path", str(HERE), "-c", "release", "--toolset", str(STATIC)]
    for product in ("mockserver", "StartServeStop", "LoadScenario"):
        output(*command, "--product", product)
    folder = Path(output(*command, "--show-bin-path").strip())
    compiler = shutil.which("cc") or shutil.which("clang") or sys.exit("error: there is no C compiler")
    for name, libraries in {"limit": [], "exec": [], "latency": [], "read_yaml": ["-lyaml"]}.items():
        output(compiler, "-O2", "-Wall", "-Wextra", "-o", folder / name, HERE / f"{name}.c", *libraries)
    return folder
