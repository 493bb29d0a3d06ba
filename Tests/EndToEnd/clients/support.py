"""What the clients share: the server's address, and a call that gives any status back as an answer."""

import json
import os
import sys
import urllib.error
import urllib.request


def base_url():
    return (sys.argv[1] if len(sys.argv) > 1 else os.environ["MOCKSERVER_URL"]).rstrip("/")


def browser(*handlers):
    """An opener that asks the server itself, whatever proxy the environment names."""
    return urllib.request.build_opener(urllib.request.ProxyHandler({}), *handlers)


def call(method, path, headers=None, body=None):
    """The status, headers and body of an answer; `body` is sent as JSON."""
    request = urllib.request.Request(base_url() + path, method=method, headers=headers or {})
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    try:
        with browser().open(request, timeout=10) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as answer:
        with answer:
            return answer.code, answer.headers, answer.read()
