"""Builds and finds the measured and the measuring programs, and pins them to processors."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
SCENARIO = HERE / "scenario.yaml"
RESPONSE = HERE / "response.json"
STATIC = HERE.parent.parent / "docker" / "static.json"
# Those in Swift.
PRODUCTS = ("mockserver", "StartServeStop", "StartStop", "LoadScenario", "Sessions")
# The programs needed besides Swift and a C compiler, and their Debian packages.
TOOLS = {
    "wrk": "wrk",
    "h2load": "nghttp2-client",
    "nghttpd": "nghttp2-server",
    "nginx": "nginx",
    "openssl": "openssl",
    "taskset": "util-linux",
}
# Debian's programs for administrators are not in every user's PATH.
PATH = os.environ.get("PATH", "/usr/bin:/bin") + ":/usr/sbin:/sbin"


def tool(name):
    return shutil.which(name, path=PATH) or sys.exit(f"there is no {name}")


def check_tools():
    """Ends with the packages to install if a program is missing."""
    missing = sorted({package for name, package in TOOLS.items() if not shutil.which(name, path=PATH)})
    if missing:
        sys.exit("error: first apt-get install -y --no-install-recommends " + " ".join(missing))
    if len(os.sched_getaffinity(0)) < 2:
        sys.exit("error: two processors are needed, one for the server and one for its load")


def pinned(index):
    """The prefix that runs a command on one processor: 0 is the server's, 1 the load's."""
    return ["taskset", "-c", str(sorted(os.sched_getaffinity(0))[index])]


def output(*command, errors=None):
    """The output of a program; if it fails, ends with that output. `errors` is the destination of standard error."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=errors, text=True)
    if done.returncode:
        sys.exit(f"{done.stdout}error: {command[0]} ended with {done.returncode}")
    return done.stdout


def cost(*command):
    """The seconds that a program takes, and the bytes of memory that it has at most; if it fails, ends with its output."""
    begin = time.monotonic()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{text}error: {command[0]} ended with {process.returncode}")
    return seconds, usage.ru_maxrss * 1024


def build(*products, toolset=STATIC):
    """Builds these Swift programs as the guide *Run and report* says, or all of them and those in C; returns their folder.

    The toolset names its files in docker/ from the main package's folder; here is a link to them.
    """
    # SwiftPM does not notice new files in a package that it depends on by path while it has a build plan.
    (HERE / ".build" / "release.yaml").unlink(missing_ok=True)
    command = ["swift", "build", "--package-path", str(HERE), "-c", "release", "--toolset", str(toolset)]
    for product in products or PRODUCTS:
        output(*command, "--product", product)
    folder = Path(output(*command, "--show-bin-path").strip())
    if products:
        return folder
    compiler = shutil.which("cc") or shutil.which("clang") or sys.exit("error: there is no C compiler")
    for name, libraries in {"limit": [], "exec": [], "latency": [], "read_yaml": ["-lyaml"]}.items():
        output(compiler, "-O2", "-Wall", "-Wextra", "-o", folder / name, HERE / f"{name}.c", *libraries)
    return folder
