"""Shared by the clients: the server's address, and a call that returns any response, whatever its status."""

import concurrent.futures
import json
import os
import sys
import urllib.error
import urllib.request


def base_url():
    return (sys.argv[1] if len(sys.argv) > 1 else os.environ["MOCKSERVER_URL"]).rstrip("/")


def browser(*handlers):
    """An opener that ignores the proxies of the environment."""
    return urllib.request.build_opener(urllib.request.ProxyHandler({}), *handlers)


def parallel(function, arguments):
    """The results of calls of `function`, one for each argument, each in a thread of its own at the same time."""
    arguments = list(arguments)
    with concurrent.futures.ThreadPoolExecutor(len(arguments)) as pool:
        return list(pool.map(function, arguments))


def call(method, path, headers=None, body=None):
    """The status, headers and body of the response; `body` is sent as JSON."""
    request = urllib.request.Request(base_url() + path, method=method, headers=headers or {})
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    try:
        with browser().open(request, timeout=600) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as response:
        with response:
            return response.code, response.headers, response.read()
