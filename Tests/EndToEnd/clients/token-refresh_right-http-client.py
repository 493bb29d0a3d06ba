"""Reads a profile on one connection of http.client. If the token has expired, gets a new one and retries."""

import http.client
import json
import sys
import urllib.parse

from support import base_url

connection = http.client.HTTPConnection(urllib.parse.urlsplit(base_url()).netloc, timeout=600)


def call(method, path, headers, body=None):
    connection.request(method, path, body, headers)
    response = connection.getresponse()
    return response.status, response.read()


def profile(token):
    return call("GET", "/me", {"Authorization": f"Bearer {token}"})


status, body = profile("tok-1")
if status == 401:
    refresh = json.dumps({"refreshToken": "rt-1"})
    status, body = call("POST", "/auth/refresh", {"Content-Type": "application/json"}, refresh)
    status, body = profile(json.loads(body)["result"]["accessToken"])
sys.exit(0 if status == 200 and json.loads(body)["result"]["name"] else 1)
