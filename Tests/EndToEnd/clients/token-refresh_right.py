"""Reads a profile. If the token has expired, gets a new one and retries."""

import json
import sys

from support import call


def profile(token):
    return call("GET", "/me", {"Authorization": f"Bearer {token}"})


status, _, body = profile("tok-1")
if status == 401:
    status, _, body = call("POST", "/auth/refresh", body={"refreshToken": "rt-1"})
    token = json.loads(body)["result"]["accessToken"]
    status, _, body = profile(token)
sys.exit(0 if status == 200 and json.loads(body)["result"]["name"] else 1)
