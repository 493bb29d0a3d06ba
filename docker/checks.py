#!/usr/bin/env python3
"""Checks that the image, the compose files and the Kubernetes manifest do what their comments say.

Needs the images `mockserver` and `mockserver-example-service` on the Docker daemon of DOCKER_HOST, docker-compose and
Debian's python3-yaml. `.ci/container` sets all of it up.
"""

import datetime
import http.client
import json
import os
import re
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

    def test_its_program_runs_without_a_container_too(self):
        name = docker("create", "mockserver").stdout.strip()
        self.addCleanup(docker, "rm", name)
        with tempfile.TemporaryDirectory() as folder:
            docker("cp", f"{name}:/mockserver", folder)
            done = subprocess.run(
                [f"{folder}/mockserver", "--scenario", SCENARIOS / "token-refresh.yaml", "--", "python3",
                 CLIENTS / "token-refresh_right.py", "{url}"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)

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

    def test_two_suites_at_once_on_one_mock_have_their_own_verdicts(self):
        project = f"checks{os.getpid()}sessions"
        command = ["docker-compose", "--ansi", "never", "-p", project, "-f", HERE / "compose.sessions.yaml"]
        self.addCleanup(subprocess.run, [*command, "down", "-v", "-t", "5"], capture_output=True, check=True)
        subprocess.run([*command, "up", "-d", "--no-build", "mock"], capture_output=True, check=True)
        suites = {
            bug: subprocess.Popen(
                [*command, "run", "--rm", "-T", "-e", f"SERVICE_BUG={bug}", "tests", "python3", "-c", TOGETHER],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            for bug in ("", "old-token")
        }
        outputs = {bug: suite.communicate(timeout=TIMEOUT)[0] for bug, suite in suites.items()}
        right, failing = outputs[""], outputs["old-token"]
        self.assertEqual(suites[""].returncode, 0, right)
        self.assertEqual(suites["old-token"].returncode, 1, failing)
        verdict = 'token-refresh.yaml:23:33: error: step "retried": header Authorization differs'
        self.assertIn(verdict, failing)
        self.assertNotIn("error: step", right)
        ids = [re.search("session ([a-z2-7]{26}) on mock", output)[1] for output in (right, failing)]
        self.assertNotIn(ids[1], right)
        self.assertNotIn(ids[0], failing)
        # What a session was asked is shown without the prefix of its path.
        self.assertRegex(failing, r"  GET /me +connection ")
        self.assertNotIn(f"/s/{ids[1]}", failing)
        mock = subprocess.run([*command, "ps", "-q", "mock"], capture_output=True, text=True, check=True).stdout.strip()
        docker("stop", mock)
        self.assertEqual(inspect(mock, ".State.ExitCode"), 1)
        self.assertIn(f"\nfailed: 1 of 2 sessions\n   session {ids[1]}  failed: ", docker("logs", mock).stdout)


# The example's suite. Its test goes on only when another suite has begun a session, too.
TOGETHER = """
import sys
import time
import session_suite

class Together(session_suite.MockSession):
    def __init__(self, host, scenario):
        super().__init__(host, scenario)
        while True:
            seen = self.ask("GET", "/sessions")
            if len(seen["sessions"]) + sum(seen["ended"][result] for result in ("passed", "failed")) == 2:
                break
            time.sleep(0.05)

session_suite.MockSession = Together
session_suite.unittest.main(session_suite, argv=sys.argv[:1])
"""


class Workload:
    """A workload in the manifest, by its kind."""

    documents = list(yaml.safe_load_all((HERE / "kubernetes.yaml").read_text()))

    def __init__(self, kind):
        (self.object,) = self.all(kind)
        self.name = self.object["metadata"]["name"]
        self.pod = self.object["spec"]["template"]
        (self.container,) = self.pod["spec"]["containers"]
        (self.service,) = [service for service in self.all("Service") if service["metadata"]["name"] == self.name]
        (self.config_map,), (self.secret,) = self.all("ConfigMap"), self.all("Secret")

    @classmethod
    def all(cls, kind):
        return [document for document in cls.documents if document["kind"] == kind]

    @property
    def environment(self):
        return self.environment_of(self.name)

    def environment_of(self, pod):
        """The variables of a pod with that name."""
        variables = {}
        for variable in self.container["env"]:
            source = variable.get("valueFrom", {})
            if "secretKeyRef" in source:
                value = self.secret["stringData"][source["secretKeyRef"]["key"]]
            elif source:
                assert source == {"fieldRef": {"fieldPath": "metadata.name"}}, source
                value = pod
            else:
                value = re.sub(r"\$\((\w+)\)", lambda match: variables[match[1]], variable.get("value", ""))
            variables[variable["name"]] = value
        return variables

    def mount(self):
        """A folder like a mounted config map: links into a folder that is replaced as a whole."""
        folder = Path(tempfile.mkdtemp())
        folder.chmod(0o755)
        (folder / "..1").mkdir()
        (folder / "..data").symlink_to("..1")
        for name, text in self.config_map["data"].items():
            (folder / "..1" / name).write_text(text)
            (folder / name).symlink_to(f"..data/{name}")
        return folder


class KubernetesTests(unittest.TestCase):
    def test_each_object_says_what_it_is(self):
        seen = [(document["kind"], document["apiVersion"]) for document in Workload.documents]
        self.assertEqual(sorted(seen), [
            ("ConfigMap", "v1"), ("Deployment", "apps/v1"), ("Secret", "v1"), ("Service", "v1"), ("Service", "v1"),
            ("StatefulSet", "apps/v1")])
        names = [(document["kind"], document["metadata"]["name"]) for document in Workload.documents]
        self.assertEqual(len(set(names)), len(names))
        for _, name in names:
            self.assertRegex(name, r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")

    def test_each_service_has_pods_of_its_own(self):
        selectors = [str(service["spec"]["selector"]) for service in Workload.all("Service")]
        self.assertEqual(len(set(selectors)), len(selectors))


class PodTests:
    """Of the pods of a workload."""

    workload = None

    def test_what_one_object_says_of_another_is_true(self):
        labels = self.workload.pod["metadata"]["labels"]
        self.assertEqual(self.workload.object["spec"]["selector"]["matchLabels"], labels)
        self.assertEqual(self.workload.service["spec"]["selector"], labels)
        ports = {port["name"]: port["containerPort"] for port in self.workload.container["ports"]}
        self.assertEqual(ports, {"http": 8080, "admin": 9090})
        for port in self.workload.service["spec"]["ports"]:
            self.assertIn(port["targetPort"], ports)
        volumes = {volume["name"]: volume for volume in self.workload.pod["spec"]["volumes"]}
        self.assertEqual({mount["name"] for mount in self.workload.container["volumeMounts"]}, set(volumes))
        self.assertEqual(volumes["scenarios"]["configMap"]["name"], self.workload.config_map["metadata"]["name"])
        for variable in self.workload.container["env"]:
            source = variable.get("valueFrom", {})
            secret = source.get("secretKeyRef")
            if "fieldRef" in source:
                self.assertEqual(source, {"fieldRef": {"fieldPath": "metadata.name"}})
            elif secret:
                self.assertEqual(secret["name"], self.workload.secret["metadata"]["name"])
                self.assertIn(secret["key"], self.workload.secret["stringData"])
            else:
                self.assertIsInstance(variable["value"], str)

    def test_the_pod_is_as_confined_as_the_image_allows(self):
        pod = self.workload.pod["spec"]["securityContext"]
        container = self.workload.container["securityContext"]
        self.assertTrue(pod["runAsNonRoot"])
        self.assertEqual(f"{pod['runAsUser']}:{pod['runAsGroup']}", inspect("mockserver", ".Config.User"))
        self.assertTrue(container["readOnlyRootFilesystem"])
        self.assertFalse(container["allowPrivilegeEscalation"])
        self.assertEqual(container["capabilities"], {"drop": ["ALL"]})
        self.assertEqual(self.workload.container["resources"]["limits"]["memory"], "64Mi")

    def test_the_pod_runs_and_its_probes_succeed(self):
        folder = self.workload.mount()
        self.addCleanup(shutil.rmtree, folder)
        with Mock(folder / "scenario.yaml", environment=self.workload.environment) as mock:
            mock.wait_until_healthy()
            docker("exec", mock.name, *self.workload.container["livenessProbe"]["exec"]["command"])
            readiness = self.workload.container["readinessProbe"]["httpGet"]
            self.assertEqual(readiness["port"], "admin")
            self.assertEqual(get(mock.url(9090) + readiness["path"])[0], 200)
            self.assertEqual(get(mock.url(9090) + "/verdict")[0], 401)
            self.play(mock, self.workload.environment["MOCKSERVER_ADMIN_TOKEN"])


class DeploymentTests(PodTests, unittest.TestCase):
    workload = Workload("Deployment")

    def play(self, mock, token):
        subprocess.run(["python3", CLIENTS / "token-refresh_right.py", mock.url()], check=True)
        status, body = get(mock.url(9090) + "/verdict?wait=10s", token)
        self.assertEqual(status, 200)
        self.assertTrue(json.loads(body)["passed"], body)


class StatefulSetTests(PodTests, unittest.TestCase):
    workload = Workload("StatefulSet")

    def play(self, mock, token):
        status, body = get(mock.url(9090) + "/sessions", token)
        self.assertEqual(status, 200)
        self.assertEqual(json.loads(body)["sessions"], [])
        self.assertEqual(get(mock.url() + "/me")[0], 421)


class ReplicaTests(unittest.TestCase):
    """Three containers with the names that the replicas of the manifest have."""

    @classmethod
    def setUpClass(cls):
        workload = Workload("StatefulSet")
        spec = workload.object["spec"]
        assert spec["serviceName"] == workload.service["metadata"]["name"]
        assert workload.service["spec"]["clusterIP"] == "None"
        cls.token = workload.environment["MOCKSERVER_ADMIN_TOKEN"]
        cls.hosts, cls.mocks = [], []
        folder = workload.mount()
        cls.addClassCleanup(shutil.rmtree, folder)
        for number in range(spec["replicas"]):
            pod = f"{workload.name}-{number}"
            host = f"{pod}.{spec['serviceName']}.default.svc"
            names = ["--network-alias", host, "--network-alias", spec["serviceName"]]
            cls.hosts.append(host)
            cls.mocks.append(
                cls.enterClassContext(
                    Mock(folder / "scenario.yaml", options=names, environment=workload.environment_of(pod))))
        for mock in cls.mocks:
            mock.wait_until_healthy()

    def inside(self, *command, **environment):
        """Runs a command of the suite's image where the names of the replicas resolve."""
        variables = {"MOCK_HOST": "mockserver-sessions", "HOSTS": ",".join(self.hosts),
                     "MOCKSERVER_ADMIN_TOKEN": self.token, **environment}
        return docker(
            "run", "--rm", "--network", NETWORK, *(f"-e{name}={value}" for name, value in variables.items()),
            "mockserver-example-service", *command, check=False)

    def test_each_request_of_a_session_reaches_its_replica(self):
        self.assertEqual(len(self.hosts), 3)
        done = self.inside("python3", "-c", SPREAD)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_example_suite_runs_on_any_of_the_replicas(self):
        for host in self.hosts:
            done = self.inside("python3", "session_suite.py", MOCK_HOST=host, SCENARIO="scenario.yaml")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertIn(f" on {host}\n", done.stdout)
            done = self.inside(
                "python3", "session_suite.py", MOCK_HOST=host, SCENARIO="scenario.yaml", SERVICE_BUG="old-token")
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn('error: step "retried": header Authorization differs', done.stderr)


# Begins sessions on all replicas, plays them at the same time, some with a bug, and sends requests to wrong replicas.
SPREAD = """
import os
import threading
import urllib.error
import urllib.request
from mock_session import MockSession
from profile_service import IdentityClient

hosts = os.environ["HOSTS"].split(",")
sessions = [MockSession(host, "scenario.yaml") for host in hosts for _ in range(4)]
# Some by the name that all replicas have.
sessions += [MockSession(os.environ["MOCK_HOST"], "scenario.yaml") for _ in range(8)]
assert len({session.id for session in sessions}) == 20
assert {session.host for session in sessions} == set(hosts)
broken = sessions[1::4]

def play(session):
    IdentityClient(session.url, forgets_the_new_token=session in broken).profile()

def misroute(session, **headers):
    other = hosts[(hosts.index(session.host) + 1) % len(hosts)]
    path = "/me" if headers else f"/s/{session.id}/me"
    try:
        urllib.request.urlopen(urllib.request.Request(f"http://{other}:8080{path}", headers=headers), timeout=10)
        raise AssertionError("a replica played another's session")
    except urllib.error.HTTPError as error:
        text = error.read().decode()
        assert error.code == 410, (error.code, text)
        assert text.startswith(f"there is no session {session.id}: "), text

players = [threading.Thread(target=play, args=[session]) for session in sessions]
for player in players:
    player.start()
for session in sessions:
    misroute(session)
    misroute(session, **{"Mockserver-Session": session.id})
for player in players:
    player.join()
for host in hosts:
    listed = next(session for session in sessions if session.host == host).ask("GET", "/sessions")
    own = {session.id for session in sessions if session.host == host}
    assert {session["session"] for session in listed["sessions"]} == own, listed
    assert all(session["requests"] == 3 for session in listed["sessions"]), listed
    strays = {unknown["session"] for unknown in listed["unknown"]}
    previous = hosts[hosts.index(host) - 1]
    assert strays == {session.id for session in sessions if session.host == previous}, listed
for session in sessions:
    verdict = session.end()
    titles = [failure["title"] for failure in verdict["failures"]]
    expected = ['step "retried": header Authorization differs'] if session in broken else []
    assert titles == expected, (session.host, titles)
"""


if __name__ == "__main__":
    unittest.main(verbosity=2)
