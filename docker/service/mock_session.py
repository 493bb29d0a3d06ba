"""A session on a mock that others use at the same time."""

import json
import os
import urllib.request


class MockSession:
    """A scenario that the mock at `host` plays to the requests that come by this session's URL.

    A session lives on the mock that made it, so its clients use the host whose admin API began it.
    """

    def __init__(self, host, scenario):
        self.host = host
        self.id = self.ask("POST", f"/sessions?name={scenario}")["session"]
        # The URL in the response has the address that the mock listens on, which is valid only on its own machine.
        self.url = f"http://{host}:8080/s/{self.id}"

    def end(self):
        """Ends it, and returns its verdict."""
        return self.ask("DELETE", f"/sessions/{self.id}?settle=2s")

    def ask(self, method, path):
        headers = {"Authorization": f"Bearer {os.environ['MOCKSERVER_ADMIN_TOKEN']}"}
        request = urllib.request.Request(f"http://{self.host}:9090{path}", method=method, headers=headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)
