"""Signs in by a form, but keeps no cookies, so that the account is asked for by a stranger."""

import re
import sys
import urllib.parse
import urllib.request

from support import base_url

browser = urllib.request.build_opener()  # no cookie jar: the bug
form = browser.open(base_url() + "/login", timeout=10).read().decode()
csrf = re.search(r'name="csrf" value="([^"]+)"', form).group(1)
fields = urllib.parse.urlencode({"csrf": csrf, "user": "ada", "password": "correct horse+1"})
account = browser.open(base_url() + "/login", fields.encode(), timeout=10)
sys.exit(0 if b"Signed in as ada" in account.read() else 1)
