"""Fetches as a script of a page does, by the steps of the Fetch standard: preflight, CORS check, exposed headers.

    fetch_peer.py http1|http2 ORIGIN METHOD PATH [NAME=VALUE ...]

Credentials are included. Prints the status and the headers that the script may read, except `Date`; or `TypeError` and
why the script gets no response.
"""

import os
import sys

import httpx

VERSIONS = {"http1": {"http1": True, "http2": False}, "http2": {"http1": False, "http2": True}}
SAFELISTED_METHODS = ["GET", "HEAD", "POST"]
SAFELISTED_REQUEST_HEADERS = ["accept", "accept-language", "content-language"]
SAFELISTED_RESPONSE_HEADERS = [
    "cache-control", "content-language", "content-length", "content-type", "expires", "last-modified", "pragma",
]
FORBIDDEN_RESPONSE_HEADERS = ["set-cookie", "set-cookie2"]


class NetworkError(Exception):
    """What a script sees as TypeError."""


def elements(response, name):
    """Section "Extracting header list values": the elements of all lines of that name."""
    return [text.strip() for line in response.headers.get_list(name) for text in line.split(",") if text.strip()]


def check(response, origin):
    """Section "CORS check", where credentials are included."""
    allowed = response.headers.get_list("Access-Control-Allow-Origin")
    if allowed != [origin]:
        raise NetworkError(f"the origin {origin} is not allowed: {allowed}")
    if response.headers.get_list("Access-Control-Allow-Credentials") != ["true"]:
        raise NetworkError("credentials are not allowed")
    if not {"origin", "*"} & {element.lower() for element in elements(response, "Vary")}:
        raise NetworkError("a cache would give the response to another origin")


def preflight(client, origin, method, path, unsafe):
    """Section "CORS-preflight fetch"."""
    asked = {"Origin": origin, "Access-Control-Request-Method": method}
    if unsafe:
        asked["Access-Control-Request-Headers"] = ",".join(unsafe)
    response = client.options(path, headers=asked)
    check(response, origin)
    if not 200 <= response.status_code <= 299:
        raise NetworkError(f"the preflight got {response.status_code}")
    if method not in SAFELISTED_METHODS + elements(response, "Access-Control-Allow-Methods"):
        raise NetworkError(f"the method {method} is not allowed")
    allowed = [name.lower() for name in elements(response, "Access-Control-Allow-Headers")]
    for name in unsafe:
        if name not in allowed:
            raise NetworkError(f"the header {name} is not allowed")


def fetch(client, origin, method, path, headers):
    unsafe = sorted(name.lower() for name in headers if name.lower() not in SAFELISTED_REQUEST_HEADERS)
    if unsafe or method not in SAFELISTED_METHODS:
        preflight(client, origin, method, path, unsafe)
    response = client.request(method, path, headers={**headers, "Origin": origin})
    check(response, origin)
    # Section "CORS filtered response"; with credentials, `*` is only a name.
    exposed = [name.lower() for name in elements(response, "Access-Control-Expose-Headers")]
    readable = [name for name in SAFELISTED_RESPONSE_HEADERS + exposed if name not in FORBIDDEN_RESPONSE_HEADERS]
    return response.status_code, {name: response.headers[name] for name in response.headers if name in readable}


def main():
    version, origin, method, path, *pairs = sys.argv[1:]
    with httpx.Client(
        base_url=os.environ["MOCKSERVER_URL"], timeout=600, trust_env=False, **VERSIONS[version]
    ) as client:
        try:
            status, headers = fetch(client, origin, method, path, dict(pair.split("=", 1) for pair in pairs))
        except NetworkError as error:
            return print(f"TypeError: {error}")
    print(status)
    for name, value in headers.items():
        if name != "date":
            print(f"{name}: {value}")


if __name__ == "__main__":
    main()
