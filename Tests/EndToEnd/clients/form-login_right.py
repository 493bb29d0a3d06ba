"""Signs in by a form, with a cookie jar, and follows the redirect to the account."""

import http.cookiejar
import re
import sys
import urllib.parse
import urllib.request

from support import base_url, browser

opener = browser(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
form = opener.open(base_url() + "/login", timeout=600).read().decode()
csrf = re.search(r'name="csrf" value="([^"]+)"', form).group(1)
fields = urllib.parse.urlencode({"csrf": csrf, "user": "ada", "password": "correct horse+1"})
account = opener.open(base_url() + "/login", fields.encode(), timeout=600)
sys.exit(0 if b"Signed in as ada" in account.read() else 1)
