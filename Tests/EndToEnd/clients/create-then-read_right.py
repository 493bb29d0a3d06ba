"""Creates a note with an id that it makes, then reads the note."""

import json
import sys
import uuid

from support import call

note = str(uuid.uuid4())
created, _, _ = call("PUT", f"/notes/{note}", body={"title": "Shopping", "lines": ["bread", "milk"]})
status, _, body = call("GET", f"/notes/{note}")
sys.exit(0 if created == 201 and status == 200 and json.loads(body)["lines"] == ["bread", "milk"] else 1)
