"""Refreshes its token, but retries with the old one."""

import json
import sys

from support import call

token = "tok-1"


def profile():
    return call("GET", "/me", {"Authorization": f"Bearer {token}"})


def refresh():
    _, _, body = call("POST", "/auth/refresh", body={"refreshToken": "rt-1"})
    token = json.loads(body)["result"]["accessToken"]  # a local name: the bug
    return token


status, _, body = profile()
if status == 401:
    refresh()
    status, _, body = profile()
sys.exit(0 if status == 200 and json.loads(body)["result"]["name"] else 1)
