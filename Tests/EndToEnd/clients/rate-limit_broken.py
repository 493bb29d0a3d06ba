"""Makes a new key for each attempt, so that a message may be sent twice."""

import sys
import uuid

from support import call, wait

for _ in range(3):
    headers = {"Idempotency-Key": str(uuid.uuid4())}  # inside the loop: the bug
    status, response, _ = call("POST", "/messages", headers, body={"text": "Hello"})
    if status != 429:
        break
    wait(response["Retry-After"])
sys.exit(0 if status == 201 else 1)
