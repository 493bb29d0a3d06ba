"""The suite: calls the service at SERVICE_URL, then gets the verdict on the service's requests from the mock at MOCK_ADMIN_URL."""

import json
import os
import unittest
import urllib.request


def get(url, token=None):
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


class ProfileTests(unittest.TestCase):
    def test_a_profile_is_read_with_an_expired_token(self):
        profile = get(os.environ["SERVICE_URL"] + "/profile")
        self.assertEqual(profile["name"], "Ada Lovelace")
        verdict = get(os.environ["MOCK_ADMIN_URL"] + "/verdict?wait=2s", os.environ["MOCKSERVER_ADMIN_TOKEN"])
        failures = "\n\n".join(failure["text"] for failure in verdict["failures"])
        self.assertTrue(verdict["passed"], f"the mock has seen what the scenario does not allow\n\n{failures}\n")


if __name__ == "__main__":
    unittest.main(verbosity=2)
