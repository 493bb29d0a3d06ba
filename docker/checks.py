#!/usr/bin/env python3
"""Checks that the image, the compose files and the Kubernetes manifest do what their comments say.

Needs the images `mockserver` and `mockserver-example-service` on the Docker daemon of DOCKER_HOST, docker-compose and
Debian's python3-yaml. `.ci/container` sets all of it up.
"""

import datetime
import http.client
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
SCENARIOS = HERE.parent / "Scenarios"
CLIENTS = HERE.parent / "Tests" / "EndToEnd" / "clients"
NETWORK = f"mockserver-checks-{os.getpid()}"
# The restrictions that the container must run with.
HARDENED = ["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--memory", "64m"]
# The admin API listens on every address, so it needs a token.
TOKEN = "of-these-checks-alone"
# Long enough for a busy machine; a passing check never waits this long.
TIMEOUT = 120

TWO_ERRORS = """\
mockserver: 1
name: Two mistakes
steps:
  - request: GET /a
    respond: 200
  - request: GET /b
    response: { status: 2000 }
"""

SLOW = """\
mockserver: 1
name: Responses that take their time
steps:
  - parallel:
      - id: delayed
        request: GET /delayed
        response: { status: 200, delay: 1h }
      - id: begun
        request: GET /begun
        response: { json: {}, delay: { body: 1h } }
"""


def docker(*arguments, check=True):
    done = subprocess.run(["docker", *map(str, arguments)], capture_output=True, text=True, timeout=TIMEOUT)
    if check and done.returncode:
        raise AssertionError(f"docker {' '.join(map(str, arguments))}: {done.stderr}")
    return done


def inspect(name, template):
    return json.loads(docker("inspect", "-f", "{{json %s}}" % template, name).stdout)


def get(url, token=None):
    """The status and the body of a response."""
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"} if token else {})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=TIMEOUT) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as response:
        with response:
            return response.code, response.read().decode()


def instant(text):
    """The seconds of a time in Docker's format, which has nanoseconds."""
    whole, _, fraction = text.rstrip("Z").partition(".")
    start = datetime.datetime.fromisoformat(whole).replace(tzinfo=datetime.timezone.utc).timestamp()
    return start + float("0." + (fraction or "0"))


class Mock:
    """A hardened container of the image that plays a scenario, until the end of a `with` statement."""

    def __init__(self, scenario, *arguments, options=(), environment=()):
        self.folder = None
        if isinstance(scenario, str):
            self.folder = Path(tempfile.mkdtemp())
            # The image's user does not exist on this machine.
            self.folder.chmod(0o755)
            (self.folder / "scenario.yaml").write_text(scenario)
        folder, file = (self.folder, "scenario.yaml") if self.folder else (scenario.parent, scenario.name)
        variables = {"MOCKSERVER_SCENARIO": file, "MOCKSERVER_ADMIN_PORT": 9090,
                     "MOCKSERVER_ADMIN_TOKEN": TOKEN, **dict(environment)}
        self.name = docker(
            "create", *HARDENED, "--network", NETWORK, "-p", "127.0.0.1::8080", "-p", "127.0.0.1::9090",
            "-v", f"{folder}:/scenarios:ro", *(f"-e{name}={value}" for name, value in variables.items()),
            *options, "mockserver", *arguments,
        ).stdout.strip()

    def __enter__(self):
        docker("start", self.name)
        return self

    def __exit__(self, *_):
        docker("rm", "-fv", self.name)
        if self.folder:
            shutil.rmtree(self.folder)

    def wait_until_healthy(self):
        """Waits for the daemon's event, so that the image's own health check decides."""
        events = subprocess.Popen(
            ["docker", "events", "--since", "1", "--filter", f"container={self.name}", "--format", "{{.Status}}"],
            stdout=subprocess.PIPE, text=True)
        timer = threading.Timer(TIMEOUT, events.kill)
        timer.start()
        try:
            for line in events.stdout:
                if line.strip() == "health_status: healthy":
                    return
                if line.strip() == "die":
                    break
            raise AssertionError(f"never healthy:\n{self.log()}")
        finally:
            timer.cancel()
            events.kill()
            events.communicate()

    def url(self, port=8080):
        return "http://" + docker("port", self.name, port).stdout.split()[0]

    def log(self):
        done = docker("logs", self.name)
        return done.stdout + done.stderr

    def wait(self):
        """Waits for the end, and returns the exit status."""
        return int(docker("wait", self.name).stdout)

    def end(self, signal):
        """Sends a signal; returns the exit status and the seconds until the end."""
        start = time.time()
        docker("kill", "-s", signal, self.name)
        status = self.wait()
        return status, instant(inspect(self.name, ".State.FinishedAt")) - start


def setUpModule():
    docker("network", "create", NETWORK)


def tearDownModule():
    docker("network", "rm", NETWORK)


class ImageTests(unittest.TestCase):
    def test_it_has_the_size_that_was_promised(self):
        self.assertLessEqual(inspect("mockserver", ".Size"), 25_000_000)

    def test_it_has_one_program_and_folders_to_mount_at(self):
        name = docker("create", "mockserver").stdout.strip()
        self.addCleanup(docker, "rm", name)
        with tempfile.TemporaryFile() as file:
            subprocess.run(["docker", "export", name], stdout=file, check=True)
            file.seek(0)
            with tarfile.open(fileobj=file) as archive:
                # The daemon adds these files to every container.
                own = [entry for entry in archive if entry.name.split("/")[0] not in
                       (".dockerenv", "dev", "etc", "proc", "sys")]
        self.assertEqual(
            {(entry.name, entry.isdir(), entry.uid, entry.mode & 0o7777) for entry in own},
            {("mockserver", False, 0, 0o755), ("scenarios", True, 0, 0o755), ("ca", True, 65532, 0o755),
             ("reports", True, 65532, 0o755)})

    def test_it_says_who_it_is_and_what_it_runs(self):
        config = inspect("mockserver", ".Config")
        self.assertEqual(config["User"], "65532:65532")
        self.assertEqual(config["Entrypoint"], ["/mockserver"])
        self.assertIsNone(config.get("Cmd"))
        self.assertEqual(config["StopSignal"], "SIGTERM")
        self.assertEqual(config["Healthcheck"]["Test"], ["CMD", "/mockserver", "health"])
        self.assertEqual(config["ExposedPorts"], {"8080/tcp": {}})
        labels = config["Labels"]
        version = docker("run", "--rm", "mockserver", "--version").stdout.strip()
        self.assertEqual(labels["org.opencontainers.image.version"], version)
        for name in ("title", "description", "revision", "created", "source"):
            self.assertIn(f"org.opencontainers.image.{name}", labels)

    def test_its_file_builds_on_any_architecture(self):
        text = (HERE / "Dockerfile").read_text()
        code = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
        for word in ("amd64", "arm64", "x86_64", "aarch64", "--platform"):
            self.assertNotIn(word, code)


class ContainerTests(unittest.TestCase):
    def test_a_client_plays_a_scenario_and_a_signal_ends_it_with_the_verdict(self):
        for signal in ("TERM", "INT"):
            with self.subTest(signal), Mock(SCENARIOS / "token-refresh.yaml") as mock:
                mock.wait_until_healthy()
                subprocess.run(["python3", CLIENTS / "token-refresh_right.py", mock.url()], check=True)
                status, seconds = mock.end(signal)
                self.assertEqual(status, 0, mock.log())
                self.assertLess(seconds, 1)
                self.assertIn("\npassed: An expired token is refreshed once", mock.log())

    def test_a_run_that_failed_ends_with_1(self):
        with Mock(SCENARIOS / "token-refresh.yaml") as mock:
            mock.wait_until_healthy()
            status, seconds = mock.end("TERM")
            self.assertEqual(status, 1)
            self.assertLess(seconds, 1)
            self.assertIn('error: step "rejected"', mock.log())
            self.assertIn("\nfailed: An expired token is refreshed once", mock.log())

    def test_answers_that_are_delayed_keep_nobody_from_ending(self):
        for signal in ("TERM", "INT"):
            with self.subTest(signal), Mock(SLOW) as mock:
                mock.wait_until_healthy()
                asked = [threading.Thread(target=self.ask, args=[f"{mock.url()}/{step}"]) for step in ("delayed", "begun")]
                for thread in asked:
                    thread.start()
                for step in ("delayed", "begun"):
                    status, body = get(f"{mock.url(9090)}/requests?step={step}&wait=1&timeout=60s", TOKEN)
                    self.assertEqual(status, 200, body)
                status, seconds = mock.end(signal)
                for thread in asked:
                    thread.join()
                self.assertEqual(status, 0, mock.log())
                self.assertLess(seconds, 1)
                self.assertIn("\npassed: Responses that take their time", mock.log())

    @staticmethod
    def ask(url):
        try:
            get(url)
        except (OSError, http.client.HTTPException):
            pass  # the server ends before it sends a response

    def test_reports_are_written_at_the_end(self):
        volume = docker("volume", "create").stdout.strip()
        self.addCleanup(docker, "volume", "rm", volume)
        with Mock(
            SCENARIOS / "token-refresh.yaml", "--report", "junit=/reports/run.xml", options=["-v", f"{volume}:/reports"]
        ) as mock:
            mock.wait_until_healthy()
            status, seconds = mock.end("TERM")
            self.assertEqual(status, 1)
            self.assertLess(seconds, 1)
            report = subprocess.run(
                ["docker", "cp", f"{mock.name}:/reports/run.xml", "-"], capture_output=True, check=True).stdout
            self.assertIn(b"<failure", report)

    def test_a_broken_scenario_ends_it_with_65_and_every_error(self):
        with Mock(TWO_ERRORS) as mock:
            self.assertEqual(mock.wait(), 65)
            self.assertIn("scenario.yaml:5:5: error: ", mock.log())
            self.assertIn("scenario.yaml:7:25: error: ", mock.log())
            self.assertEqual(inspect(mock.name, ".State.Health.Status"), "unhealthy")

    def test_no_scenario_ends_it_with_66(self):
        with Mock("", environment={"MOCKSERVER_SCENARIO": "nothing.yaml"}) as mock:
            self.assertEqual(mock.wait(), 66)
            self.assertIn("nothing.yaml: there is no such file", mock.log())

    def test_nobody_is_healthy_where_nothing_listens(self):
        done = docker("run", "--rm", *HARDENED, "--network", "none", "mockserver", "health", check=False)
        self.assertEqual(done.returncode, 1, done.stderr)

    def test_as_process_1_it_reaps_what_others_leave_behind(self):
        orphans = "\n".join([
            "import os, time, urllib.request",
            "assert os.getppid() == 1",
            "for _ in range(5):",
            "    if os.fork() == 0:",
            "        if os.fork() == 0: time.sleep(0.05)",
            "        os._exit(0)",
            "    os.wait()",
            "def state(pid):",
            "    try: return open(f'/proc/{pid}/stat').read().rpartition(')')[2].split()[0]",
            "    except FileNotFoundError: return ''",
            "def others(): return [p for p in os.listdir('/proc') if p.isdigit() and int(p) not in (1, os.getpid())]",
            "end = time.monotonic() + 60",
            "while others():",
            "    assert time.monotonic() < end, [(p, state(p)) for p in others()]",
            "    time.sleep(0.01)",
            "urllib.request.urlopen(os.environ['MOCKSERVER_URL'] + '/done')",
        ])
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        folder.chmod(0o755)
        (folder / "scenario.yaml").write_text("mockserver: 1\nname: Orphans\nsteps:\n  - request: GET /done\n")
        source = docker("create", "mockserver").stdout.strip()
        self.addCleanup(docker, "rm", source)
        docker("cp", f"{source}:/mockserver", folder / "mockserver")
        done = docker(
            "run", "--rm", *HARDENED, "--network", "none", "-v", f"{folder}:/mock:ro", "mockserver-example-service",
            "/mock/mockserver", "--scenario", "/mock/scenario.yaml", "--", "python3", "-c", orphans, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("passed: Orphans", done.stderr)


class ComposeTests(unittest.TestCase):
    def up(self, file, **environment):
        """Runs the suite of a compose file; returns its exit status, its output and the project's name."""
        project = f"checks{os.getpid()}{self._testMethodName[-4:]}".replace("_", "")
        command = ["docker-compose", "--ansi", "never", "-p", project, "-f", HERE / file]
        self.addCleanup(subprocess.run, [*command, "down", "-v", "-t", "5"], capture_output=True, check=True)
        done = subprocess.run(
            [*command, "up", "--no-build", "--exit-code-from", "tests"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, **environment}, timeout=300)
        mock = subprocess.run([*command, "ps", "-q", "mock"], capture_output=True, text=True, check=True).stdout.strip()
        return done.returncode, done.stdout, mock

    def test_a_service_that_refreshes_its_token_passes(self):
        status, output, mock = self.up("compose.yaml")
        self.assertEqual(status, 0, output)
        self.assertEqual(inspect(mock, ".State.ExitCode"), 0, output)
        self.assertIn("\npassed: An expired token is refreshed once", docker("logs", mock).stdout)

    def test_a_service_that_keeps_its_old_token_fails_and_the_verdict_names_the_step(self):
        status, output, mock = self.up("compose.yaml", SERVICE_BUG="old-token")
        self.assertEqual(status, 1, output)
        verdict = 'token-refresh.yaml:23:33: error: step "retried": header Authorization differs'
        self.assertIn(verdict, output)
        self.assertEqual(inspect(mock, ".State.ExitCode"), 1, output)
        self.assertIn(verdict, docker("logs", mock).stdout)

    def test_the_same_passes_over_https_with_the_authority_in_a_volume(self):
        status, output, mock = self.up("compose.tls.yaml")
        self.assertEqual(status, 0, output)
        self.assertEqual(inspect(mock, ".State.ExitCode"), 0, output)
        log = docker("logs", mock).stdout
        self.assertIn("https://127.0.0.1:8443", log)
        self.assertIn("\npassed: An expired token is refreshed once", log)

    def test_a_service_that_fails_does_so_over_https_too(self):
        status, output, _ = self.up("compose.tls.yaml", SERVICE_BUG="old-token")
        self.assertEqual(status, 1, output)
        self.assertIn('step "retried": header Authorization differs', output)


class KubernetesTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        documents = list(yaml.safe_load_all((HERE / "kubernetes.yaml").read_text()))
        cls.objects = {document["kind"]: document for document in documents}
        assert len(cls.objects) == len(documents)
        cls.pod = cls.objects["Deployment"]["spec"]["template"]
        (cls.container,) = cls.pod["spec"]["containers"]

    def test_each_object_says_what_it_is(self):
        versions = {kind: object["apiVersion"] for kind, object in self.objects.items()}
        self.assertEqual(versions, {"ConfigMap": "v1", "Secret": "v1", "Deployment": "apps/v1", "Service": "v1"})
        for object in self.objects.values():
            self.assertRegex(object["metadata"]["name"], r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")

    def test_what_one_object_says_of_another_is_true(self):
        labels = self.pod["metadata"]["labels"]
        self.assertEqual(self.objects["Deployment"]["spec"]["selector"]["matchLabels"], labels)
        self.assertEqual(self.objects["Service"]["spec"]["selector"], labels)
        ports = {port["name"]: port["containerPort"] for port in self.container["ports"]}
        self.assertEqual(ports, {"http": 8080, "admin": 9090})
        for port in self.objects["Service"]["spec"]["ports"]:
            self.assertIn(port["targetPort"], ports)
        volumes = {volume["name"]: volume for volume in self.pod["spec"]["volumes"]}
        self.assertEqual({mount["name"] for mount in self.container["volumeMounts"]}, set(volumes))
        self.assertEqual(volumes["scenarios"]["configMap"]["name"], self.objects["ConfigMap"]["metadata"]["name"])
        for variable in self.container["env"]:
            secret = variable.get("valueFrom", {}).get("secretKeyRef")
            if secret:
                self.assertEqual(secret["name"], self.objects["Secret"]["metadata"]["name"])
                self.assertIn(secret["key"], self.objects["Secret"]["stringData"])
            else:
                self.assertIsInstance(variable["value"], str)

    def test_the_pod_is_as_confined_as_the_image_allows(self):
        pod, container = self.pod["spec"]["securityContext"], self.container["securityContext"]
        self.assertTrue(pod["runAsNonRoot"])
        self.assertEqual(f"{pod['runAsUser']}:{pod['runAsGroup']}", inspect("mockserver", ".Config.User"))
        self.assertTrue(container["readOnlyRootFilesystem"])
        self.assertFalse(container["allowPrivilegeEscalation"])
        self.assertEqual(container["capabilities"], {"drop": ["ALL"]})
        self.assertEqual(self.container["resources"]["limits"]["memory"], "64Mi")

    def test_the_pod_runs_and_its_probes_succeed(self):
        folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, folder)
        folder.chmod(0o755)
        # Like a mounted config map: links into a folder that is replaced as a whole.
        (folder / "..1").mkdir()
        (folder / "..data").symlink_to("..1")
        for name, text in self.objects["ConfigMap"]["data"].items():
            (folder / "..1" / name).write_text(text)
            (folder / name).symlink_to(f"..data/{name}")
        secrets = self.objects["Secret"]["stringData"]
        environment = {
            variable["name"]: variable.get("value") or secrets[variable["valueFrom"]["secretKeyRef"]["key"]]
            for variable in self.container["env"]
        }
        token = environment["MOCKSERVER_ADMIN_TOKEN"]
        with Mock(folder / environment["MOCKSERVER_SCENARIO"], environment=environment) as mock:
            mock.wait_until_healthy()
            docker("exec", mock.name, *self.container["livenessProbe"]["exec"]["command"])
            readiness = self.container["readinessProbe"]["httpGet"]
            self.assertEqual(readiness["port"], "admin")
            self.assertEqual(get(mock.url(9090) + readiness["path"])[0], 200)
            self.assertEqual(get(mock.url(9090) + "/verdict")[0], 401)
            subprocess.run(["python3", CLIENTS / "token-refresh_right.py", mock.url()], check=True)
            status, body = get(mock.url(9090) + "/verdict?wait=10s", token)
            self.assertEqual(status, 200)
            self.assertTrue(json.loads(body)["passed"], body)


if __name__ == "__main__":
    unittest.main(verbosity=2)
