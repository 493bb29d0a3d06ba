"""The suites of the copy's tests: which mutants each reaches, and what notices a mutant."""
import concurrent.futures
import os
import re
import subprocess
import tempfile
import threading
import time

from copied_package import bundle, package
from mutants import one_line

ANSI = re.compile(r"\x1b\[[0-9;]*m")
# An issue of Swift Testing, or a failure of XCTest, with its test, file and line.
FAILURE = re.compile(
    r"Test (\"[^\n]*?\"|\w+\(\))(?: with [^\n]*?)? recorded an issue[^\n]*? at (\w+\.swift):(\d+)"
    r"|^/\S*?(\w+\.swift):(\d+): error: (\S+)", re.M)


def run(arguments, timeout=600, ends_at_failure=False, **environment):
    """Runs the built tests. Returns the status, None after a time-out, and the output.

    The first failure can end them: what a mutant leaves undone, other tests may await for ever.
    """
    environment = dict(
        os.environ, URL_SESSION_TESTS="1", PARALLEL_REFRESH_RUNS="5", SWIFT_BACKTRACE="enable=no", **environment)
    process = subprocess.Popen(
        [str(bundle), *arguments], cwd=package, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace")
    late = threading.Event()

    def end():
        late.set()
        process.kill()

    timer = threading.Timer(timeout, end)
    timer.start()
    output = ""
    for line in process.stdout:
        output += ANSI.sub("", line)
        if ends_at_failure and FAILURE.search(output, len(output) - len(line)):
            process.kill()
            break
    timer.cancel()
    process.stdout.close()
    status = process.wait()
    if FAILURE.search(output) and ends_at_failure:
        return 1, output
    return None if late.is_set() else status, output


class Suite:
    """A suite of Swift Testing, or a class of XCTest."""

    def __init__(self, name, is_xctest):
        self.name, self.is_xctest = name, is_xctest
        self.reached, self.duration = set(), 0.0

    def measure(self):
        """Runs it without a mutant, to see which it reaches and how long it takes. Returns the output if it fails."""
        with tempfile.NamedTemporaryFile() as log:
            began = time.monotonic()
            status, output = run(arguments([self]), REACHED=log.name)
            self.duration = time.monotonic() - began
            self.reached = {int(line) for line in log.read().split()}
        return output if status or FAILURE.search(output) else None


def arguments(suites):
    """The arguments of the built tests that run suites, all of one library."""
    if suites[0].is_xctest:
        return [",".join(suite.name for suite in suites)]
    names = "|".join(re.escape(suite.name) for suite in suites)
    return ["--testing-library", "swift-testing", "--filter", f"^({names})/"]


def listed():
    """All suites of the built tests."""
    found = []
    for is_xctest, listing in [(False, ["--testing-library", "swift-testing", "--list-tests"]), (True, ["--list-tests"])]:
        _, output = run(listing)
        names = sorted(set(re.findall(r"^(\w+\.\w+)/\w", output, re.M)))
        found += [Suite(name, is_xctest) for name in names]
    return found


def measured(jobs):
    """All suites after a run without a mutant, and the outputs of those that fail though they reach one."""
    suites = listed()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        outputs = list(pool.map(Suite.measure, suites))
    return suites, [output for suite, output in zip(suites, outputs) if output and suite.reached]


def noticed(mutant, suites):
    """What notices a mutant among the suites: the first test that fails, a crash, a time-out, or None."""
    for is_xctest in [False, True]:
        reaching = [suite for suite in suites if suite.is_xctest == is_xctest and mutant.number in suite.reached]
        if not reaching:
            continue
        timeout = 20 + 4 * sum(suite.duration for suite in reaching)
        status, output = run(arguments(reaching), timeout, ends_at_failure=True, MUTANT=str(mutant.number))
        if status is None:
            return f"no end within {timeout:.0f} s: {unfinished(output)}"
        if status < 0:
            return f"crash by signal {-status}: {unfinished(output)}"
        if status > 0:
            return failed(output)
    return None


def failed(output):
    """The first test that failed, with its file."""
    failure = FAILURE.search(output)
    if not failure:
        return f"failed: {one_line(output[-200:])}"
    return f"{failure[2]}:{failure[3]} {failure[1]}" if failure[1] else f"{failure[4]}:{failure[5]} {failure[6]}"


def unfinished(output):
    """The tests that had started and did not end."""
    started = re.findall(r"Test (\"[^\n]*\"|\w+\(\)) started\.|Test Case '(\S+)' started", output)
    ended = re.findall(
        r"Test (\"[^\n]*\"|\w+\(\))(?: with [^\n]*?)? (?:passed|failed) after|Test Case '(\S+)' (?:passed|failed)", output)
    left = [one or other for one, other in started if (one, other) not in ended]
    return (", ".join(left[:2]) + (f" and {len(left) - 2} more" if len(left) > 2 else "")) or "before any test"
