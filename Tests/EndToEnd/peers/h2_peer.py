"""Reads a profile on one connection of the library h2. If the token has expired, gets a new one and retries. Prints the
protocol and stream of each response."""

import json
import sys

from h2_connection import Connection


def main():
    connection = Connection()

    def ask(*request):
        response = connection.ask(*request)
        print("HTTP/2 stream", response.stream)
        return response

    def profile(token):
        return ask("GET", "/me", [("authorization", f"Bearer {token}")])

    response = profile("tok-1")
    if response.status == 401:
        refresh = json.dumps({"refreshToken": "rt-1"}).encode()
        response = ask("POST", "/auth/refresh", [("content-type", "application/json")], refresh)
        response = profile(json.loads(response.body)["result"]["accessToken"])
    connection.close()
    return 0 if response.status == 200 and json.loads(response.body)["result"]["name"] else 1


if __name__ == "__main__":
    sys.exit(main())
