"""Reads the note at a path with a slash at its end."""

import sys
import uuid

from support import call

note = str(uuid.UUID(int=7))
created, _, _ = call("PUT", f"/notes/{note}", body={"title": "Shopping", "lines": ["bread", "milk"]})
status, _, _ = call("GET", f"/notes/{note}/")  # the bug
sys.exit(0 if created == 201 and status == 200 else 1)
