"""Sends a message, and retries with the same key each time the server asks it to wait."""

import sys
import uuid

from support import call, wait

headers = {"Idempotency-Key": str(uuid.uuid4())}
for _ in range(3):
    status, response, _ = call("POST", "/messages", headers, body={"text": "Hello"})
    if status != 429:
        break
    wait(response["Retry-After"])
sys.exit(0 if status == 201 else 1)
