"""The cost of a server in a test, measured by tests: HarnessCost, in a debug build, as users run theirs."""

import re

from .programs import HERE, output

# The first tests of a process pay for its one-time work.
WARM_UP = 50


def test_costs():
    """The milliseconds of each test by its name."""
    costs = {}
    printed = output("swift", "test", "--package-path", HERE, "--filter", "HarnessCost", "--no-parallel")
    for name, nanoseconds in re.findall(r"^cost (\S+) (\d+)$", printed, re.MULTILINE):
        costs.setdefault(name, []).append(int(nanoseconds) / 1e6)
    return {name: values[WARM_UP:] for name, values in costs.items()}
