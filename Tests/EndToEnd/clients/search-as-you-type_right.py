"""Searches for each text that is typed, and shows the results of the last one, with a preview of the first result."""

import json
import sys
import threading

from support import call

typed = []
shown = []
showing = threading.Lock()


def search(text):
    status, _, body = call("GET", f"/search?q={text}")
    with showing:
        if text == typed[-1]:
            shown[:] = [result["id"] for result in json.loads(body)["results"]]
            call("GET", f"/previews/{shown[0]}")


searches = []
for text in ["sw", "swift"]:
    typed.append(text)
    searches.append(threading.Thread(target=search, args=[text]))
for thread in searches:
    thread.start()
for thread in searches:
    thread.join()
sys.exit(0 if shown else 1)
