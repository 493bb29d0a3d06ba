"""Refreshes the token twice after two parallel calls are rejected."""

import json
import sys
import threading

from support import call


def refresh(tokens):
    status, _, body = call("POST", "/auth/refresh", body={"refreshToken": "rt-1"})
    if status == 200:
        tokens.append(json.loads(body)["result"]["accessToken"])


call("GET", "/me", {"Authorization": "Bearer tok-1"})
tokens = []
refreshes = [threading.Thread(target=refresh, args=[tokens]) for _ in range(2)]  # no lock round it: the bug
for thread in refreshes:
    thread.start()
for thread in refreshes:
    thread.join()
status, _, _ = call("GET", "/me", {"Authorization": f"Bearer {tokens[-1]}"})
sys.exit(0 if status == 200 else 1)
