"""Encodes its JSON twice, so that the body is a string that holds JSON."""

import json
import sys

from support import call

call("GET", "/me", {"Authorization": "Bearer tok-1"})
_, _, body = call("POST", "/auth/refresh", body=json.dumps({"refreshToken": "rt-1"}))  # call encodes it, too: the bug
token = json.loads(body)["result"]["accessToken"]
status, _, _ = call("GET", "/me", {"Authorization": f"Bearer {token}"})
sys.exit(0 if status == 200 else 1)
