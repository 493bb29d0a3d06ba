"""A mockserver that is checked: the process, its admin API, and what it leaves behind."""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.parse

from client import BOUND, Client

FORMATS = {"text": "txt", "json": "json", "junit": "xml", "sarif": "sarif", "har": "har", "html": "html"}


class Broken(Exception):
    """The program did what no scenario can make it do."""


class Program:
    """A server that plays `scenario.yaml` of a folder of its own."""

    def __init__(self, binary, files, *options, wrapped=False, bare=False):
        self.binary, self.folder = binary, tempfile.mkdtemp(prefix="checker.")
        for name, text in files.items():
            self.write(name, text)
        self.is_wrapped, self.status = wrapped, None
        reports = [f"--report={format}={self.path(f'report.{end}')}" for format, end in FORMATS.items()]
        command = []
        if wrapped:
            # It ends with the status that it is told.
            command = ["--", "sh", "-c", 'echo "$MOCKSERVER_URL $MOCKSERVER_ADMIN_URL" > ready; read -r status < gate; exit "$status"']
            os.mkfifo(self.path("gate"))
        else:
            options = (*options, "--ready-file", self.path("ready"))
        # A server that ends by itself has no admin API.
        admin = [] if "--exit-when-complete" in options else ["--admin-port", "0"]
        scenario = [] if bare else ["--scenario", "scenario.yaml"]
        self.out = open(self.path("out"), "wb")
        self.process = subprocess.Popen(
            [binary, *scenario, *admin, "-v", *options, *reports, *command], cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=self.out, stderr=subprocess.STDOUT, start_new_session=True,
            env={name: value for name, value in os.environ.items() if not name.startswith("MOCKSERVER_")})
        try:
            self.wait_for(lambda: self.read("ready").endswith("\n"), "the server")
            urls = self.read("ready").split()
            if admin and not wrapped:
                urls.append(self.wait_for(lambda: re.search(r"^admin: (http\S+)\n", self.read("out"), re.M),
                                          "the admin port")[1])
            self.port, *others = (urllib.parse.urlsplit(url).port for url in urls)
            if others:
                self.admin_port = others[0]
                self.admin = Client(self.admin_port)
        except BaseException:
            self.remove()
            raise

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name, mode="r"):
        try:
            with open(self.path(name), mode, **({} if "b" in mode else {"errors": "replace"})) as file:
                return file.read()
        except FileNotFoundError:
            return b"" if "b" in mode else ""

    def write(self, name, text):
        # At once, as editors do, so that nobody reads a half.
        with open(self.path(name + ".new"), "wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
        os.rename(self.path(name + ".new"), self.path(name))

    def wait_for(self, condition, what, bound=BOUND):
        deadline = time.monotonic() + bound
        while not (value := condition()):
            if self.process.poll() is not None:
                raise Broken(f"ended with {self.process.returncode} before {what} was there:\n{self.read('out')}")
            if time.monotonic() > deadline:
                raise Broken(f"{what} was not there after {bound} s")
            time.sleep(0.003)
        return value

    def call(self, method, target, body=None, status=200):
        """The JSON of an admin call."""
        got, data = self.admin.ask(method, target, body=body)
        if got is None:
            raise Broken(f"the admin API ended the connection at {method} {target}")
        if status is not None and got != status:
            raise Broken(f"{got} for {method} {target}: {data.decode(errors='replace')}")
        return json.loads(data) if data[:1] in b"{[" else data.decode()

    def metric(self, name):
        found = re.search(rf"^{name} (\S+)$", self.call("GET", "/metrics"), re.M)
        return float(found[1]) if found else None

    def signal(self, number):
        self.process.send_signal(number)

    def release(self, status):
        """Lets the command end."""
        with open(self.path("gate"), "w") as gate:
            gate.write(f"{status}\n")

    def wait(self, bound=BOUND):
        try:
            self.status = self.process.wait(bound)
        except subprocess.TimeoutExpired:
            raise Broken(f"had not ended after {bound} s:\n{self.read('out')[-2000:]}") from None
        return self.status

    def explain(self, scenario):
        """What `explain --har` says of the runs in the archive that played a scenario."""
        made = subprocess.run([self.binary, "explain", scenario, "--har", self.path("report.har"), "--format",
                               "json"], cwd=self.folder, capture_output=True, timeout=BOUND)
        if made.returncode not in (0, 1, 2):
            raise Broken(f"explain --har: status {made.returncode}: {made.stderr.decode(errors='replace')}")
        return json.loads(made.stdout), made.returncode

    def remove(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.out.close()
        self.admin.close() if hasattr(self, "admin") else None
        shutil.rmtree(self.folder, ignore_errors=True)
