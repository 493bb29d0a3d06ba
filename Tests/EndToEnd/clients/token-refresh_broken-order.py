"""Refreshes its token before it is told that the token has expired."""

import json
import sys

from support import call

status, _, body = call("POST", "/auth/refresh", body={"refreshToken": "rt-1"})  # too early: the bug
token = json.loads(body)["result"]["accessToken"] if status == 200 else "tok-1"
status, _, _ = call("GET", "/me", {"Authorization": f"Bearer {token}"})
sys.exit(0 if status == 200 else 1)
