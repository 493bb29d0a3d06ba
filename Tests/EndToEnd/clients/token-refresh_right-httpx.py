"""Reads a profile with httpx, whose auth flow gets a new token if the first has expired."""

import sys

import httpx

from support import base_url


class Bearer(httpx.Auth):
    requires_response_body = True

    def __init__(self, token):
        self.token = token

    def auth_flow(self, request):
        request.headers["Authorization"] = f"Bearer {self.token}"
        response = yield request
        if response.status_code == 401:
            response = yield httpx.Request("POST", base_url() + "/auth/refresh", json={"refreshToken": "rt-1"})
            self.token = response.json()["result"]["accessToken"]
            request.headers["Authorization"] = f"Bearer {self.token}"
            yield request


with httpx.Client(base_url=base_url(), auth=Bearer("tok-1"), timeout=600, trust_env=False) as client:
    response = client.get("/me")
sys.exit(0 if response.status_code == 200 and response.json()["result"]["name"] else 1)
