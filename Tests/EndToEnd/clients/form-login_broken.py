"""Signs in by a form, but keeps no cookies, so that the request for the account is not signed in."""

import re
import sys
import urllib.parse

from support import base_url, browser

opener = browser()  # no cookie jar: the bug
form = opener.open(base_url() + "/login", timeout=600).read().decode()
csrf = re.search(r'name="csrf" value="([^"]+)"', form).group(1)
fields = urllib.parse.urlencode({"csrf": csrf, "user": "ada", "password": "correct horse+1"})
account = opener.open(base_url() + "/login", fields.encode(), timeout=600)
sys.exit(0 if b"Signed in as ada" in account.read() else 1)
