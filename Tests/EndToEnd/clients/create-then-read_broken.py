"""Makes a new id for each request, and so reads another note than it created."""

import json
import sys
import uuid

from support import call


class Note:
    @property
    def path(self):
        return f"/notes/{uuid.uuid4()}"  # the bug


note = Note()
created, _, _ = call("PUT", note.path, body={"title": "Shopping", "lines": ["bread", "milk"]})
status, _, body = call("GET", note.path)
sys.exit(0 if created == 201 and status == 200 and json.loads(body)["lines"] == ["bread", "milk"] else 1)
