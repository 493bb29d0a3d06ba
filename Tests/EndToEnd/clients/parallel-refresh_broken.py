"""Makes three calls at once. Each that gets 401 refreshes the token, although another has just done so."""

import json
import sys
import threading

from support import call, parallel

token = "tok-1"
refreshing = threading.Lock()


def renewed(rejected):
    """The token after the rejected one: the first caller gets it from the server, the others wait for that."""
    global token
    with refreshing:
        if token:  # whoever refreshed it: the bug
            status, _, body = call("POST", "/auth/refresh", body={"refreshToken": "rt-1"})
            if status == 200:
                token = json.loads(body)["result"]["accessToken"]
        return token


def profile(_):
    used = token
    status, _, body = call("GET", "/me", {"Authorization": f"Bearer {used}"})
    if status == 401:
        status, _, body = call("GET", "/me", {"Authorization": f"Bearer {renewed(used)}"})
    return status == 200 and json.loads(body)["result"]["name"]


sys.exit(0 if all(parallel(profile, range(3))) else 1)
