"""Reads a profile on one connection of the library h2; when its token has expired, gets another and asks again. Prints the
protocol and stream of each answer."""

import json
import sys

from h2_connection import Connection


def main():
    connection = Connection()

    def ask(*request):
        answer = connection.ask(*request)
        print("HTTP/2 stream", answer.stream)
        return answer

    def profile(token):
        return ask("GET", "/me", [("authorization", f"Bearer {token}")])

    answer = profile("tok-1")
    if answer.status == 401:
        refresh = json.dumps({"refreshToken": "rt-1"}).encode()
        answer = ask("POST", "/auth/refresh", [("content-type", "application/json")], refresh)
        answer = profile(json.loads(answer.body)["result"]["accessToken"])
    connection.close()
    return 0 if answer.status == 200 and json.loads(answer.body)["result"]["name"] else 1


if __name__ == "__main__":
    sys.exit(main())
