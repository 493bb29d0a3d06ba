"""Makes a new key for each attempt, so that a message may be sent twice."""

import datetime
import email.utils
import sys
import time
import uuid

from support import call


def wait(retry_after):
    """Sleeps for the seconds or until the date that Retry-After states."""
    if retry_after.isdigit():
        time.sleep(int(retry_after))
    else:
        left = email.utils.parsedate_to_datetime(retry_after) - datetime.datetime.now(datetime.timezone.utc)
        time.sleep(max(0, left.total_seconds()))


for _ in range(3):
    headers = {"Idempotency-Key": str(uuid.uuid4())}  # inside the loop: the bug
    status, response, _ = call("POST", "/messages", headers, body={"text": "Hello"})
    if status != 429:
        break
    wait(response["Retry-After"])
sys.exit(0 if status == 201 else 1)
