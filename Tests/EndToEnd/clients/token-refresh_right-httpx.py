"""Reads a profile with httpx, whose auth flow gets another token when the first has expired."""

import sys

import httpx

from support import base_url


class Bearer(httpx.Auth):
    requires_response_body = True

    def __init__(self, token):
        self.token = token

    def auth_flow(self, request):
        request.headers["Authorization"] = f"Bearer {self.token}"
        answer = yield request
        if answer.status_code == 401:
            answer = yield httpx.Request("POST", base_url() + "/auth/refresh", json={"refreshToken": "rt-1"})
            self.token = answer.json()["result"]["accessToken"]
            request.headers["Authorization"] = f"Bearer {self.token}"
            yield request


with httpx.Client(base_url=base_url(), auth=Bearer("tok-1"), timeout=10, trust_env=False) as client:
    answer = client.get("/me")
sys.exit(0 if answer.status_code == 200 and answer.json()["result"]["name"] else 1)
