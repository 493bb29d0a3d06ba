"""Sends a message, and retries with the same key each time the server asks it to wait."""

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


headers = {"Idempotency-Key": str(uuid.uuid4())}
for _ in range(3):
    status, response, _ = call("POST", "/messages", headers, body={"text": "Hello"})
    if status != 429:
        break
    wait(response["Retry-After"])
sys.exit(0 if status == 201 else 1)
