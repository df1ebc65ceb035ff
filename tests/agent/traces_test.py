#!/usr/bin/env python3
"""Where the time of a run went: `vow run --trace`, `--slowest` and `--otlp`, in each language.

usage: traces_test.py VOW
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from one_file import MODEL, PLAN
from tally import run_unittests, skip_without

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
SDK = TESTS.parent / "modules" / "sdk" / "python" / "vow_module.py"
LIMIT = 60  # seconds that a run may take
HOLD = 60  # seconds that a server keeps a request without an answer
PASSES = """bundle agent main {
  files: "%s" create => "true";
  methods: "m" usebundle => sub;
}
bundle agent sub {
  commands: "/bin/true";
}
"""
SCRIPT = """foreach $name in @(one) { Ensure-File %s (Text: made); }
if true { call inner; }
module inner { for directory /usr { Exec /bin/true; } }
# In the background
with async { set $x = 1; }
await;
"""
# Two processes meet: each waits until the other has begun.
MEETING = '''#!/usr/bin/python3 -SE
import time
from pathlib import Path
from vow_module import Module, serve

class Meet(Module):
    name, parallel = "meet", True

    def evaluate(self, promise):
        (Path(__file__).parent / promise.promiser).touch()
        other = Path(__file__).parent / {"one": "two", "two": "one"}[promise.promiser]
        end = time.monotonic() + 30
        while not other.exists() and time.monotonic() < end:
            time.sleep(0.002)
        if not other.exists():
            return self.not_kept("the other did not come")
        self.kept()

serve(Meet())
'''


class Collector(BaseHTTPRequestHandler):
    """Takes what is posted, answers with `status`, or never."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append((self.path, self.headers["Content-Type"], json.loads(body)))
        if self.server.status is None:
            self.server.released.wait(HOLD)
            return
        self.send_response(self.server.status)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_):
        pass


class Traces(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.file = self.root / "made"
        (self.root / "project.yml").write_text("name: traces\n")

    def policies(self):
        owner = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
        group = subprocess.run(["id", "-gn"], capture_output=True, text=True, check=True).stdout.strip()
        return {
            "cfengine": ("policy.cf", PASSES % self.file, {"bundle main", "bundle sub", "pass 1"}),
            "otterscript": ("plan.otter", SCRIPT % self.file, {"round one", "operation Ensure-File"}),
            "skopos": ("plan.yaml", PLAN % self.file, {"step all", "step one"}),
            "inmanta": ("main.cf", MODEL % (self.file, owner, group), {f"resource std::File[localhost,path={self.file}]"}),
        }

    def vow(self, *words, status=0):
        environment = dict(os.environ, CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.root / "work"))
        done = subprocess.run([VOW, *words], capture_output=True, text=True, timeout=LIMIT, cwd=self.root, env=environment)
        self.assertEqual(status, done.returncode, done.stdout + done.stderr)
        return done

    def trace(self, name, text, *options, status=0, command="run"):
        (self.root / name).write_text(text)
        self.vow(command, "-K", "--trace", "trace", *options, name, status=status)
        return self.checked((self.root / "trace").read_text())

    def checked(self, text):
        """The trace, once it has the form that viewers read: slices of one lane lie in each other, or follow each other."""
        trace = json.loads(text)
        slices = [event for event in trace["traceEvents"] if event["ph"] == "X"]
        for event in slices:
            self.assertLessEqual({"name", "cat", "ts", "dur", "pid", "tid", "args"}, set(event))
            self.assertGreaterEqual(event["dur"], 0, event)
        for lane in {event["tid"] for event in slices}:
            open_ends = []
            for event in sorted((each for each in slices if each["tid"] == lane), key=lambda each: (each["ts"], -each["dur"])):
                while open_ends and open_ends[-1] <= event["ts"] + 0.001:  # written with three decimals
                    open_ends.pop()
                if open_ends:
                    self.assertLessEqual(event["ts"] + event["dur"], open_ends[-1] + 0.002, event)
                open_ends.append(event["ts"] + event["dur"])
        lanes = {event["tid"]: event["args"]["name"] for event in trace["traceEvents"] if event["name"] == "thread_name"}
        self.assertLessEqual({event["tid"] for event in slices}, set(lanes))
        return trace, slices, lanes

    def within(self, slices, inner, outer):
        (one,) = [each for each in slices if each["name"] == inner]
        return any(
            each["ts"] <= one["ts"] + 0.002 and one["ts"] + one["dur"] <= each["ts"] + each["dur"] + 0.002
            for each in slices if each["name"] == outer
        )

    def test_a_run_in_each_language_has_scopes_and_promises(self):
        for language, (name, text, scopes) in self.policies().items():
            with self.subTest(language=language):
                trace, slices, lanes = self.trace(name, text, "--language", language)
                self.assertLessEqual(scopes, {each["name"] for each in slices})
                self.assertIn("evaluator", lanes.values())
                self.assertEqual(0, trace["otherData"]["exit_status"])
                repaired = [each for each in slices if each["args"].get("result") == "repaired" and each["cat"] == "promise"]
                made = [each for each in repaired if each["args"]["type"] == "files"][0]
                self.assertEqual(f"files {self.file}", made["name"])
                self.assertRegex(made["args"]["place"], re.escape(name) + r":\d+$")
            self.file.unlink()

    def test_passes_lie_in_bundles_and_promises_in_passes(self):
        _, slices, lanes = self.trace("p.cf", PASSES % self.file)
        self.assertTrue(self.within(slices, "bundle sub", "pass 1"))
        self.assertTrue(self.within(slices, "bundle sub", "bundle main"))
        self.assertTrue(self.within(slices, "commands /bin/true", "bundle sub"))
        (command,) = [each for each in slices if each["name"] == "commands /bin/true"]
        self.assertEqual("module commands", lanes[command["tid"]])
        self.assertTrue(self.within(slices, "commands /bin/true", "process of commands"))

    def test_scopes_of_a_script_lie_in_each_other(self):
        _, slices, lanes = self.trace("p.otter", SCRIPT % self.file)
        around = {
            "operation Ensure-File": "round one", f"files {self.file}": "operation Ensure-File", "call inner": "block if",
            "directory /usr": "call inner", "operation Exec": "directory /usr", "commands \"/bin/true\"": "operation Exec",
        }
        for inner, outer in around.items():
            self.assertTrue(self.within(slices, inner, outer), (inner, outer, slices))
        (child,) = [each for each in slices if each["name"] == "block In the background"]
        self.assertEqual("kept", child["args"]["result"])
        failed = "try { Create-File %s/none/file (Text: x); throw; } catch { Log-Information caught; }\n" % self.file
        results = {each["name"]: each["args"]["result"] for each in self.trace("f.otter", failed)[1] if each["cat"] != "promise"}
        self.assertEqual({"block try": "not_kept", "operation Create-File": "not_kept", "block catch": "kept"}, results)

    def test_each_process_of_a_module_has_a_lane(self):
        modules = self.root / "modules"
        modules.mkdir()
        (modules / "meet.py").write_text(MEETING)
        (modules / "meet.py").chmod(0o755)
        (modules / "vow_module.py").write_text(SDK.read_text())
        text = 'bundle agent main { meet: "one"; "two"; }\n'
        _, slices, lanes = self.trace("p.cf", text, "-j2", "--modules-folder", "modules")
        one, two = sorted((each for each in slices if each["cat"] == "promise"), key=lambda each: each["name"])
        self.assertEqual(["meet one", "meet two"], [one["name"], two["name"]])
        self.assertNotEqual(one["tid"], two["tid"])
        self.assertEqual(["module meet"] * 2, [lanes[one["tid"]], lanes[two["tid"]]])
        self.assertLess(max(one["ts"], two["ts"]), min(one["ts"] + one["dur"], two["ts"] + two["dur"]))
        self.assertEqual(["kept"] * 2, [one["args"]["result"], two["args"]["result"]])

    def test_a_plan_has_a_trace_too(self):
        _, slices, _ = self.trace("p.cf", PASSES % self.file, command="plan")
        self.assertIn("would_repair", {each["args"].get("result") for each in slices})

    def test_a_failed_run_has_a_trace(self):
        trace, slices, _ = self.trace("p.cf", 'bundle agent main { commands: "/bin/false"; }\n', status=1)
        self.assertEqual(1, trace["otherData"]["exit_status"])
        self.assertEqual(["not_kept"], [each["args"]["result"] for each in slices if each["cat"] == "promise"])

    def test_secrets_are_masked(self):
        text = 'bundle agent main { vars: "key" string => "sesame-open", meta => { "secret" }; commands: "/bin/echo $(key)"; "/bin/echo a\\"b<c>"; }\n'
        (self.root / "p.cf").write_text(text)
        done = self.vow("run", "-K", "--slowest", "5", "--trace", "trace", "p.cf")
        self.checked((self.root / "trace").read_text())
        for output in (done.stdout, (self.root / "trace").read_text()):
            self.assertIn("/bin/echo ***", output)
            self.assertNotIn("sesame", output)

    def test_a_trace_is_for_its_owner_and_follows_no_planted_link(self):
        text = 'bundle agent main { reports: "x"; }\n'
        (self.root / "p.cf").write_text(text)
        self.addCleanup(os.umask, os.umask(0))
        self.vow("run", "-K", "--trace", "trace", "p.cf")
        self.assertEqual(0o600, (self.root / "trace").stat().st_mode & 0o777)
        skip_without(self, "root", os.geteuid() == 0, "only root can plant the link of another user")
        public = self.root / "public"
        public.mkdir()
        public.chmod(0o1777)
        self.root.chmod(0o755)
        (self.root / "own").write_text("root's\n")
        (public / "trace").symlink_to(self.root / "own")
        os.lchown(public / "trace", 65534, 65534)
        done = self.vow("run", "-K", "--trace", str(public / "trace"), "p.cf", status=2)
        self.assertIn("--trace", done.stderr)
        self.assertIn("another user's symbolic link is in the way", done.stderr)
        self.assertEqual("root's\n", (self.root / "own").read_text())

    def test_a_trace_can_have_standard_output_alone(self):
        (self.root / "p.cf").write_text('bundle agent main { reports: "x"; }\n')
        self.checked(self.vow("run", "-K", "--trace", "-", "--slowest", "3", "p.cf").stdout)
        self.assertIn("both", self.vow("run", "-K", "--trace", "-", "--json", "-", "p.cf", status=2).stderr)

    def test_a_trace_that_cannot_be_written_is_an_error(self):
        (self.root / "p.cf").write_text('bundle agent main { reports: "x"; }\n')
        self.vow("run", "-K", "--trace", "/nonexistent/trace", "p.cf", status=2)
        if os.path.exists("/dev/full"):
            self.assertIn("cannot write to '/dev/full'", self.vow("run", "-K", "--trace", "/dev/full", "p.cf", status=1).stderr)

    # --- slowest ---

    def test_the_slowest_promises_and_modules_are_named_in_each_language(self):
        for language, (name, text, _) in self.policies().items():
            with self.subTest(language=language):
                (self.root / name).write_text(text)
                lines = self.vow("run", "-K", "--slowest", "10", "--language", language, name).stdout.splitlines()
                promises, modules = lines.index("Slowest promises:"), lines.index("Slowest modules:")
                self.assertLess(promises, modules)
                made = [line for line in lines[promises:modules] if f"files '{self.file}'" in line]
                self.assertRegex(made[0], r"^ +\d+\.\d{3} s  repaired  files '.*' \(.*" + re.escape(name) + r":\d+\)$")
                self.assertTrue([line for line in lines[modules:] if re.match(r" +\d+\.\d{3} s  files, \d+ promises?$", line)])
            self.file.unlink()

    def test_only_so_many_are_shown_and_the_slowest_comes_first(self):
        text = 'bundle agent main { commands: "/bin/true"; "/bin/echo b"; "/bin/echo a"; files: "%s" create => "true"; }\n' % self.file
        (self.root / "p.cf").write_text(text)
        lines = self.vow("run", "-K", "--slowest", "2", "p.cf").stdout.splitlines()
        first = lines.index("Slowest promises:")
        self.assertEqual("Slowest modules:", lines[first + 3])
        self.assertEqual(first + 6, len(lines))
        for place in (first + 1, first + 4):
            durations = [float(line.split()[0]) for line in lines[place:place + 2]]
            self.assertEqual(sorted(durations, reverse=True), durations)
        self.assertNotIn("Slowest", self.vow("run", "-K", "p.cf").stdout)
        self.vow("run", "-K", "--slowest", "0", "p.cf", status=2)

    # --- OpenTelemetry ---

    def collector(self, status):
        server = ThreadingHTTPServer(("127.0.0.1", 0), Collector)
        server.received, server.status, server.released = [], status, threading.Event()
        server.daemon_threads = False
        thread = threading.Thread(target=server.serve_forever)
        thread.start()

        def end():
            server.released.set()
            server.shutdown()
            server.server_close()
            thread.join()

        self.addCleanup(end)
        return server, f"http://127.0.0.1:{server.server_port}"

    def attributes(self, holder):
        values = {}
        for attribute in holder.get("attributes", []):
            (kind, value), = attribute["value"].items()
            self.assertIn(kind, ("stringValue", "intValue", "doubleValue", "boolValue"))
            self.assertIsInstance(value, {"stringValue": str, "intValue": str, "doubleValue": float, "boolValue": bool}[kind])
            values[attribute["key"]] = value
        return values

    def test_a_run_is_sent_as_a_trace_and_metrics(self):
        server, url = self.collector(200)
        (self.root / "p.cf").write_text(PASSES % self.file)
        before = time.time_ns()
        done = self.vow("run", "-K", "--json", "events", "--otlp", url + "/", "p.cf")
        after = time.time_ns()
        self.assertEqual("", done.stderr)
        self.assertEqual([("/v1/traces", "application/json"), ("/v1/metrics", "application/json")], [each[:2] for each in server.received])
        start = json.loads((self.root / "events").read_text().splitlines()[0])
        self.check_trace(server.received[0][2], start, before, after)
        self.check_metrics(server.received[1][2], before, after)

    def check_trace(self, document, start, before, after):
        (resource,) = document["resourceSpans"]
        described = self.attributes(resource["resource"])
        self.assertEqual(("vow", start["host"], start["policy"]), (described["service.name"], described["host.name"], described["vow.policy"]))
        (scope,) = resource["scopeSpans"]
        self.assertEqual("vow", scope["scope"]["name"])
        spans = {span["spanId"]: span for span in scope["spans"]}
        self.assertEqual(len(spans), len(scope["spans"]))
        for span in spans.values():
            self.assertEqual(start["run"].replace("-", ""), span["traceId"])
            self.assertRegex(span["traceId"], "^[0-9a-f]{32}$")
            self.assertRegex(span["spanId"], "^[0-9a-f]{16}$")
            self.assertIsInstance(span["startTimeUnixNano"], str)
            self.assertLessEqual(before, int(span["startTimeUnixNano"]))
            self.assertLessEqual(int(span["startTimeUnixNano"]), int(span["endTimeUnixNano"]))
            self.assertLessEqual(int(span["endTimeUnixNano"]), after)
            self.assertIn(span["kind"], range(1, 6))
            self.assertIn(span["status"]["code"], range(3))
        (root,) = [span for span in spans.values() if "parentSpanId" not in span]
        self.assertEqual("run " + start["policy"], root["name"])
        self.assertEqual("0", self.attributes(root)["vow.exit_status"])
        for span in spans.values():
            while span is not root:
                span = spans[span["parentSpanId"]]
        (made,) = [span for span in spans.values() if span["name"] == f"files {self.file}"]
        self.assertEqual("repaired", self.attributes(made)["vow.result"])
        self.assertEqual("pass 1", spans[made["parentSpanId"]]["name"])

    def check_metrics(self, document, before, after):
        (resource,) = document["resourceMetrics"]
        self.assertEqual("vow", self.attributes(resource["resource"])["service.name"])
        (scope,) = resource["scopeMetrics"]
        metrics = {metric["name"]: metric for metric in scope["metrics"]}
        self.assertEqual({"vow.run.duration", "vow.run.exit_status", "vow.promises", "vow.module.duration"}, set(metrics))
        for metric in metrics.values():
            self.assertTrue(metric["unit"])
            for point in metric["gauge"]["dataPoints"]:
                self.assertLessEqual(before, int(point["startTimeUnixNano"]))
                self.assertLessEqual(int(point["timeUnixNano"]), after)
                self.assertIsInstance(point.get("asInt", "0"), str)
                self.assertIsInstance(point.get("asDouble", 0.0), (int, float))
                self.assertEqual(1, ("asInt" in point) + ("asDouble" in point))
        counts = {self.attributes(point)["result"]: point["asInt"] for point in metrics["vow.promises"]["gauge"]["dataPoints"]}
        self.assertEqual(("2", "0"), (counts["repaired"], counts["not_kept"]))
        types = {self.attributes(point)["type"] for point in metrics["vow.module.duration"]["gauge"]["dataPoints"]}
        self.assertEqual({"files", "commands"}, types)

    def test_a_secret_is_not_sent(self):
        server, url = self.collector(200)
        text = 'bundle agent main { vars: "key" string => "sesame-open", meta => { "secret" }; commands: "/bin/echo $(key)"; }\n'
        (self.root / "p.cf").write_text(text)
        self.vow("run", "-K", "--otlp", url, "p.cf")
        sent = json.dumps(server.received)
        self.assertIn("/bin/echo ***", sent)
        self.assertNotIn("sesame", sent)

    def failed_send(self, url):
        (self.root / "p.cf").write_text('bundle agent main { reports: "x"; }\n')
        done = self.vow("run", "-K", "--otlp", url, "p.cf")
        (warning,) = done.stderr.splitlines()
        self.assertTrue(warning.startswith("vow: warning: --otlp http://"), warning)
        return warning

    def test_a_server_that_never_answers_delays_the_end_by_little(self):
        server, url = self.collector(None)
        begin = time.monotonic()
        self.assertIn("not sent", self.failed_send(url))
        self.assertLess(time.monotonic() - begin, HOLD / 3)  # about two seconds on an idle machine
        self.assertEqual(1, len(server.received))

    def test_a_failure_is_one_warning_and_changes_no_exit_status(self):
        server, url = self.collector(503)
        self.assertIn("status 503", self.failed_send(url))
        self.assertEqual(1, len(server.received))
        self.failed_send("http://127.0.0.1:1")
        self.assertNotIn("word", self.failed_send(url.replace("//", "//ada:pass-word@")))


run_unittests()
