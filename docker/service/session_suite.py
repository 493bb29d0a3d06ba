"""A suite with a session for each test, so that it can share its mock with other suites.

A test begins its session on the mock with the name in MOCK_HOST, or one of those with it, and starts the service with the session's URL.
"""

import json
import os
import subprocess
import sys
import time
import unittest
import urllib.error
import urllib.request

from mock_session import MockSession

SERVICE = "http://127.0.0.1:8000"


def get(url):
    with urllib.request.urlopen(url, timeout=10) as answer:
        return json.load(answer)


class ProfileTests(unittest.TestCase):
    def setUp(self):
        self.session = MockSession(os.environ["MOCK_HOST"], os.environ.get("SCENARIO", "token-refresh.yaml"))
        print(f"session {self.session.id} on {self.session.host}")
        self.addCleanup(self.end_session)
        self.service = subprocess.Popen(
            [sys.executable, "profile_service.py"], env={**os.environ, "IDENTITY_URL": self.session.url})
        self.addCleanup(self.stop_service)
        while self.service.poll() is None:
            try:
                get(SERVICE + "/health")
                break
            except urllib.error.URLError:
                time.sleep(0.05)

    def stop_service(self):
        self.service.terminate()
        self.service.wait(10)

    def end_session(self):
        verdict = self.session.end()
        failures = "\n\n".join(failure["text"] for failure in verdict["failures"])
        self.assertTrue(verdict["passed"], f"the mock has seen what the scenario does not allow\n\n{failures}\n")

    def test_a_profile_is_read_with_an_expired_token(self):
        self.assertEqual(get(SERVICE + "/profile")["name"], "Ada Lovelace")


if __name__ == "__main__":
    unittest.main(verbosity=2)
