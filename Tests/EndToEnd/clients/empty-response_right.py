"""Reads its configuration in at most three attempts, and reports if it has none."""

import http.client
import sys

from support import call


def config(attempts):
    """The number of attempts that failed."""
    for attempt in range(attempts):
        try:
            call("GET", "/config")
            return attempt
        except http.client.RemoteDisconnected:
            pass
    return attempts


failed = config(attempts=3)
status, _, _ = call("POST", "/problems", body={"path": "/config", "attempts": failed})
sys.exit(0 if status == 202 else 1)
