"""Headless Chromium, driven over the pipes of its DevTools protocol; no library is needed."""

import base64
import contextlib
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import tempfile


# What is tried in turn to start it. Containers differ in what they allow: a small or missing /dev/shm, no new
# processes from a zygote. The second program is Debian's package chromium-headless-shell.
ATTEMPTS = (
    ["chromium", "--headless=new", "--disable-dev-shm-usage"],
    ["chromium", "--headless=new"],
    ["chromium", "--headless=new", "--no-zygote", "--disable-dev-shm-usage"],
    ["/usr/lib/chromium/chromium", "--headless=new", "--disable-dev-shm-usage"],
    ["chromium-headless-shell", "--disable-dev-shm-usage"],
    ["chromium-headless-shell", "--no-zygote"],
)


class CannotStart(Exception):
    """No way of starting Chromium works on this machine; the text has what each printed."""


class Chromium:
    """A browser with one page, which notes every message of the page's console, log and errors."""

    def __init__(self):
        printed = []
        for attempt in ATTEMPTS:
            if not shutil.which(attempt[0]):
                continue
            try:
                self.start(attempt)
                return
            except (RuntimeError, OSError, KeyError, StopIteration) as problem:
                self.end()
                lines = self.printed.strip().splitlines()[-12:]
                printed.append("\n    ".join([f"{' '.join(attempt)}: {problem!r}", *lines]))
                print(printed[-1], file=sys.stderr)
        raise CannotStart("\n".join(printed) or "neither chromium nor chromium-headless-shell is installed")

    def start(self, command):
        """Starts it with a profile and a home of its own in a folder with a short path, as its sockets need."""
        self.profile = tempfile.mkdtemp(prefix="chromium-", dir="/tmp")
        self.errors = open(os.path.join(self.profile, "stderr"), "w+b")
        # The browser reads commands from descriptor 3 and writes to descriptor 4.
        commands, self.write = os.pipe()
        self.read, events = os.pipe()

        def connect():
            # Neither pipe may be overwritten before it is duplicated.
            spare = [os.dup(commands), os.dup(events)]
            high = [os.dup2(spare[0], 10), os.dup2(spare[1], 11)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        home = {"HOME": self.profile, "TMPDIR": self.profile, "XDG_CONFIG_HOME": self.profile,
                "XDG_CACHE_HOME": self.profile, "XDG_RUNTIME_DIR": self.profile}
        self.process = None
        self.buffer = b""
        self.number = 0
        self.session = None
        self.messages = []
        self.events = []
        try:
            self.process = subprocess.Popen(
                [*command, "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run",
                 "--disable-crash-reporter", "--disable-breakpad", "--hide-scrollbars",
                 f"--user-data-dir={self.profile}/data", "about:blank"],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.errors, preexec_fn=connect,
                close_fds=False, start_new_session=True, env={**os.environ, **home})
        finally:
            os.close(commands)
            os.close(events)
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Audits"):
            self.call(f"{domain}.enable")

    def end(self):
        """Ends it and keeps in `printed` what it wrote to its standard error."""
        if self.process:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(timeout=20)
            # Its helpers, too, and before they write to the profile again.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        os.close(self.write)
        os.close(self.read)
        self.errors.seek(0)
        self.printed = self.errors.read().decode(errors="replace")
        if self.process:
            self.printed += f"\nstatus {self.process.returncode}"
        self.errors.close()
        shutil.rmtree(self.profile, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def receive(self):
        """The next message of the browser."""
        while b"\0" not in self.buffer:
            if not select.select([self.read], [], [], 60)[0]:
                raise RuntimeError("Chromium said nothing for 60 s")
            piece = os.read(self.read, 1 << 20)
            if not piece:
                raise RuntimeError("Chromium ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        """The result of a command."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.write, json.dumps(command).encode() + b"\0")
        while True:
            message = self.receive()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.note(message)

    def note(self, event):
        method, parameters = event.get("method", ""), event.get("params", {})
        self.events.append(method)
        if method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded", "Audits.issueAdded",
                      "Page.javascriptDialogOpening"):
            self.messages.append(f"{method}: {json.dumps(parameters)}")
        if method == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith(("file:", "data:")):
            self.messages.append(f"request of {parameters['request']['url']}")

    def wait(self, method):
        """Waits for an event."""
        while method not in self.events:
            self.note(self.receive())
        self.events.clear()

    def open(self, path):
        """Opens a file and waits until it is loaded."""
        self.events.clear()
        self.call("Page.navigate", url="about:blank")
        self.wait("Page.loadEventFired")
        self.call("Page.navigate", url="file://" + path)
        self.wait("Page.loadEventFired")

    def value(self, expression):
        """The value of an expression in the page. The tool's own code may run there although the page's can't."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def resize(self, width, height=900):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def scheme(self, name):
        """Sets what the page learns of the person's wish for light or dark."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def press(self, key, code):
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, **text)
            text = {}

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def screenshot(self, path, whole=False):
        """Saves what the window shows; or the whole page, up to a limit."""
        options = {}
        if whole:
            size = self.call("Page.getLayoutMetrics")["cssContentSize"]
            options = {"captureBeyondViewport": True,
                       "clip": {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 3000), "scale": 1}}
        data = self.call("Page.captureScreenshot", format="png", **options)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
