"""Writes no space between Bearer and the token."""

import json
import sys

from support import call

call("GET", "/me", {"Authorization": "Bearer tok-1"})
_, _, body = call("POST", "/auth/refresh", body={"refreshToken": "rt-1"})
token = json.loads(body)["result"]["accessToken"]
status, _, _ = call("GET", "/me", {"Authorization": f"Bearer{token}"})  # the bug
sys.exit(0 if status == 200 else 1)
