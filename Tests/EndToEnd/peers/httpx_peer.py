"""Reads a profile with httpx. If the token has expired, gets a new one and retries. Prints the protocol of each response.

    httpx_peer.py http1|http2|automatic
"""

import os
import sys

import httpx

VERSIONS = {
    "http1": {"http1": True, "http2": False},
    "http2": {"http1": False, "http2": True},
    "automatic": {"http1": True, "http2": True},
}


def main():
    with httpx.Client(
        base_url=os.environ["MOCKSERVER_URL"],
        verify=os.environ.get("MOCKSERVER_CA_FILE", True),
        event_hooks={"response": [lambda response: print(response.http_version)]},
        timeout=600,
        trust_env=False,
        **VERSIONS[sys.argv[1]],
    ) as client:

        def profile(token):
            return client.get("/me", headers={"Authorization": f"Bearer {token}"})

        response = profile("tok-1")
        if response.status_code == 401:
            response = client.post("/auth/refresh", json={"refreshToken": "rt-1"})
            response = profile(response.json()["result"]["accessToken"])
        return 0 if response.status_code == 200 and response.json()["result"]["name"] else 1


if __name__ == "__main__":
    sys.exit(main())
