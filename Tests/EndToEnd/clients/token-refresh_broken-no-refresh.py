"""Tries a call again that was rejected, with the same token."""

import json
import sys

from support import call

for _ in range(2):  # without a refresh: the bug
    status, _, body = call("GET", "/me", {"Authorization": "Bearer tok-1"})
    if status == 200:
        break
sys.exit(0 if status == 200 and json.loads(body)["result"]["name"] else 1)
