"""A small service: GET /profile reads the user's profile from the identity service at IDENTITY_URL.

Its access token may have expired: then it gets another one and asks again. SERVICE_BUG=old-token has it ask again with
the old one, to show how a suite fails.
"""

import json
import os
import signal
import sys
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class IdentityClient:
    """Calls the identity service, and renews its token when it is rejected."""

    def __init__(self, url, forgets_the_new_token=False):
        self.url = url.rstrip("/")
        self.access_token = "tok-1"
        self.refresh_token = "rt-1"
        self.forgets_the_new_token = forgets_the_new_token
        self.lock = threading.Lock()

    def profile(self):
        """The status and the JSON of the profile."""
        with self.lock:
            answer = self.call("/me")
            if answer[0] == 401 and self.refresh():
                answer = self.call("/me")
            return answer

    def refresh(self):
        status, answer = self.call("/auth/refresh", {"refreshToken": self.refresh_token})
        if status != 200:
            return False
        if not self.forgets_the_new_token:
            self.access_token = answer["result"]["accessToken"]
        return True

    def call(self, path, body=None):
        request = urllib.request.Request(self.url + path, headers={"Authorization": f"Bearer {self.access_token}"})
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as answer:
            with answer:
                return answer.code, None


class Handler(BaseHTTPRequestHandler):
    identity = None

    def do_GET(self):
        if self.path == "/health":
            self.answer(200, {"status": "ok"})
        elif self.path == "/profile":
            try:
                status, profile = self.identity.profile()
            except urllib.error.URLError as error:
                self.answer(502, {"error": f"the identity service can't be asked: {error.reason}"})
                return
            if status == 200:
                self.answer(200, profile["result"])
            else:
                self.answer(502, {"error": f"the identity service answered {status}"})
        else:
            self.answer(404, {"error": "there are /profile and /health"})

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, code="-", size="-"):
        if self.path != "/health":
            super().log_request(code, size)


if __name__ == "__main__":
    bug = os.environ.get("SERVICE_BUG", "")
    if bug not in ("", "old-token"):
        sys.exit(f"SERVICE_BUG={bug}: there is old-token alone")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    Handler.identity = IdentityClient(os.environ["IDENTITY_URL"], forgets_the_new_token=bug == "old-token")
    ThreadingHTTPServer(("0.0.0.0", 8000), Handler).serve_forever()
