"""A session on a mock that others use at the same time."""

import json
import os
import urllib.parse
import urllib.request


class MockSession:
    """A scenario that a mock plays to the requests that come by this session's URL.

    A session lives on the mock that began it. If `host` is a name of several, the URL says which one that was, because
    each knows its own name (--advertise-host).
    """

    def __init__(self, host, scenario):
        self.host = host
        made = self.ask("POST", f"/sessions?name={scenario}")
        self.id, self.url = made["session"], made["url"]
        self.host = urllib.parse.urlsplit(self.url).hostname

    def end(self):
        """Ends it, and returns its verdict."""
        return self.ask("DELETE", f"/sessions/{self.id}?settle=2s")

    def ask(self, method, path):
        headers = {"Authorization": f"Bearer {os.environ['MOCKSERVER_ADMIN_TOKEN']}"}
        request = urllib.request.Request(f"http://{self.host}:9090{path}", method=method, headers=headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.load(answer)
