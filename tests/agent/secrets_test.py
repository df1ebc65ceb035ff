#!/usr/bin/env python3
"""Fifty secrets of all kinds in four languages: none is in anything that a run shows or stores.

usage: secrets_test.py VOW

Each run gets its secrets in every way there is, and uses them in promises that are kept, repaired and that fail. Then
all that it leaves is searched for each secret, and for what the run has made of it: standard output and error of runs,
plans and checks at all levels, events, logs, records, traces, the state, datagrams of log_string, and the arguments of its
processes. The stand-ins for age and sops only print the file that they are to decrypt.
"""

import base64
import hashlib
import json
import os
import socket
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from root_case import VOW, RootCase
from tally import run_unittests

# Promises of type `account` have two secret attributes. Arguments of the process and of its parent go to a file.
MODULE = r'''#!/usr/bin/env python3
import json, os, sys
sys.stdin.readline(), sys.stdin.readline()
print("account 1.0 v1 json_based describe variables changes action_policy\n", flush=True)
for line in filter(str.strip, sys.stdin):
    request = json.loads(line)
    operation, attributes = request["operation"], request.get("attributes", {})
    reply = {"operation": operation, "result": "success"}
    if operation == "describe":
        secret = {"password": {"secret": True}, "other": {}, "keys": {"type": "slist", "secret": True}}
        reply["description"] = {"promise_types": {"account": {"attributes": secret}}}
    elif operation == "validate_promise":
        reply["result"] = "valid"
    elif operation == "evaluate_promise":
        for process in ("self", os.getppid()):
            with open(f"/proc/{process}/cmdline", "rb") as arguments, open("arguments", "ab") as seen:
                seen.write(arguments.read())
        sent = json.dumps(attributes)
        print(f"log_info=got {sent}\nlog_error=failed with {attributes.get('password')}")
        print(sent, file=sys.stderr, flush=True)
        reply.update(result="not_kept", variables={"sent": sent}, changes=[{"what": sent, "after": sent}])
    print(json.dumps(reply) + "\n", flush=True)
    if operation == "terminate":
        break
'''

SHOWN_ARGUMENTS = r'''#!/bin/sh
cat /proc/$$/cmdline >>arguments
'''

# Variables, a bundle and promises of the policy, and resources of the model.
EXPLAINED = ("given", "reversed", "data", "bundle:use", "promise:reports", "promise:account")
AWKWARD = "it's \"50%\" <&> $x \\ é"
SEVERAL_LINES = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0\nsecond-line-of-the-key\n-----END KEY-----"


def made_of(secret):
    """The forms of a secret in the output of programs."""
    data = secret.encode()
    yield secret
    yield json.dumps(secret)[1:-1]
    yield json.dumps(secret, ensure_ascii=False)[1:-1]
    yield from (hashlib.new(name, data).hexdigest() for name in ("md5", "sha1", "sha256"))
    yield data.hex()
    for before in range(3):
        # without the letters that depend on what is around them
        yield base64.b64encode(b"-" * before + data).decode()[4 if before else 0:-4]
    yield from (secret.upper(), secret[::-1])
    yield from (line for line in secret.split("\n") if len(line) >= 8 and "-----" not in line)


class Secrets(RootCase):
    def setUp(self):
        super().setUp()
        self.secrets, self.shown = [], {}
        self.path = f"{self.root}/bin:{os.environ['PATH']}"
        for name, output in (("age", 'cat "$5"'), ("sops", 'cat "$2"')):
            self.write(f"bin/{name}", f"#!/bin/sh\ncat /proc/$$/cmdline >>arguments\n{output}\n", mode=0o755)
        self.write("account.py", MODULE, mode=0o755)

    def secret(self, text=None):
        made = text or f"s3cret-{len(self.secrets)}-sesame!"
        self.secrets.append(made)
        return made

    def file(self, name, text=None):
        """The path of a file with a secret."""
        self.write(name, self.secret(text) + "\n", mode=0o600)
        return f"{self.root}/{name}"

    def run_vow(self, name, *arguments, statuses=(0, 1)):
        done = self.run_program([VOW, *arguments], PATH=self.path, CREDENTIALS_DIRECTORY=f"{self.root}/credentials")
        self.shown[name] = done.stdout.encode() + done.stderr.encode()
        self.assertIn(done.returncode, statuses, done.text)
        return done

    def run_all(self, *policy):
        """Runs, plans and checks, each at all levels."""
        for command in ("plan", "run"):
            for level in ("-v", "-d"):
                self.run_vow(f"{command} {level}", command, level, "-w", "work", "--slowest", "1000", "--trace", f"{command}{level}.out",
                             "--log-file", f"{command}{level}.log",
                             "--record", f"{command}{level}.records", *policy)
        self.run_vow("run --json", "run", "-d", "-w", "work", "--json", "-", *policy)
        for what in (*EXPLAINED, "no-such-name"):
            self.run_vow(f"explain {what}", "explain", "-w", "work", *policy, what)
            self.run_vow(f"explain --json {what}", "explain", "-w", "work", *policy, what, "--json")
        self.run_vow("check", "check", "-v", "-w", "work", policy[0], statuses=(0, 3))
        self.run_vow("check --format json", "check", "--format", "json", "-w", "work", policy[0], statuses=(0, 3))

    def texts(self):
        yield from self.shown.items()
        for path in self.root.rglob("*"):
            is_output = any(part in str(path.relative_to(self.root)) for part in ("work", ".log", ".records", "arguments", ".out"))
            if is_output and path.is_file() and path.name != "host_specific.json":
                yield str(path), path.read_bytes()

    def assert_hidden(self, count):
        self.assertEqual(count, len(self.secrets))
        texts = list(self.texts())
        self.assertTrue(any(b"***" in text for _, text in texts))
        self.assertTrue(any(path.endswith(".sqlite") or "state" in path for path, _ in texts), [path for path, _ in texts])
        for secret in self.secrets:
            for form in made_of(secret):
                found = {path: around(text, form.encode()) for path, text in texts if form.encode() in text}
                self.assertFalse(found, f"{form!r}, made of {secret!r}, is in {found}")

    def test_no_secret_of_a_policy_is_shown_or_stored(self):
        credential = self.file("credentials/database")
        sources = {
            "literal": f'string => "{self.secret()}", meta => {{ "secret" }}',
            "number": f'int => "{self.secret("90210443")}", meta => {{ "secret" }}',
            "list": f'slist => {{ "{self.secret()}", "{self.secret()}" }}, meta => {{ "secret" }}',
            "data": 'data => \'{ "a": { "b": [ "%s" ] }, "c": "%s" }\', meta => { "secret" }' % (self.secret(), self.secret()),
            "file": f'string => secret_file("{self.file("one.secret")}")',
            "awkward": f'string => secret_file("{self.file("two.secret", AWKWARD)}")',
            "lines": f'string => secret_file("{self.file("three.secret", SEVERAL_LINES)}")',
            "credential": f'string => secret_credential("{Path(credential).name}")',
            "age": f'string => secret_age("{self.file("four.age")}", "{self.root}/identity")',
            "sops": f'string => secret_sops("{self.file("five.sops")}")',
            "json": 'data => readjson("$(this.promise_dirname)/marked.json")',
            "yaml": 'data => readyaml("$(this.promise_dirname)/marked.yaml")',
            "env": 'data => readdata("$(this.promise_dirname)/marked.env", "ENV")',
        }
        marks = {"type": "object", "properties": {
            "login": {"properties": {"password": {"secret": True}}}, "keys": {"items": {"$ref": "#/$defs/key"}},
            "TOKEN": {"writeOnly": True}}, "$defs": {"key": {"properties": {"value": {"writeOnly": True}}}}}
        self.write("marked.schema.json", json.dumps(marks))
        data = {"login": {"user": "ann-is-no-secret", "password": self.secret()}, "keys": [{"value": self.secret()}, {"value": self.secret()}]}
        self.write("marked.json", json.dumps(data))
        self.write("marked.yaml", f"login: {{user: bob, password: {self.secret()}}}\nkeys:\n  - value: {self.secret()}\n")
        self.write("marked.env", f"TOKEN={self.secret()}\n")
        self.write("def.schema.json", json.dumps({"properties": {"vars": {"additionalProperties": {"secret": True}}}}))
        self.write("def.json", json.dumps({
            "vars": {"augmented": self.secret()}, "variables": {"tagged": {"value": self.secret(), "tags": ["secret"]}}}))
        self.write("work/data/host_specific.json", json.dumps({"variables": {"held": {"value": self.secret(), "tags": ["secret"]}}}))
        names = ["$(main.literal)", "$(main.number)", "$(main.list)", "$(main.data[a][b])", "$(main.data[c])", "$(main.file)", "$(main.awkward)",
                 "$(main.lines)", "$(main.credential)", "$(main.age)", "$(main.sops)", "$(main.json[login][password])",
                 "$(main.json[keys][0][value])", "$(main.json[keys][1][value])", "$(main.yaml[login][password])", "$(main.yaml[keys][0][value])",
                 "$(main.env[TOKEN])", "$(def.augmented)", "$(def.tagged)", "$(data:variables.held)"]
        uses = "\n".join(f'"use_{at}" usebundle => use("{name}");' for at, name in enumerate(names))
        listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        listener.bind(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        self.write("policy.cf", POLICY
                   .replace("VARIABLES", "\n".join(f'"{name}" {value};' for name, value in sources.items()))
                   .replace("USES", uses).replace("PORT", str(listener.getsockname()[1]))
                   .replace("PASSWORD", self.secret()).replace("KEY", self.secret()))
        self.run_all("policy.cf")
        self.shown["datagrams"] = received(listener)
        self.assertIn(b"logged ***", self.shown["datagrams"])
        self.assertIn("it is for ann-is-no-secret", self.shown["run -v"].decode())
        written = (self.root / "written").read_text()
        for secret in self.secrets[:-2]:
            self.assertIn(secret.split("\n")[0], written)
        self.assert_hidden(23)

    def test_no_secret_of_a_deployment_is_shown_or_stored(self):
        self.write("plugins/tool", PLUGIN, mode=0o755)
        self.write("plugins/script", SHOWN_ARGUMENTS, mode=0o755)
        sources = {
            "one": f"{{secret_file: {self.file('one.secret')}}}",
            "two": f"{{secret_file: {self.file('two.secret', AWKWARD)}}}",
            "three": f"{{secret_file: {self.file('three.secret', SEVERAL_LINES)}}}",
            "four": f"{{secret_credential: {Path(self.file('credentials/four')).name}}}",
            "five": f"{{secret_age: {self.file('five.age')}, identity: {self.root}/identity}}",
            "six": f"{{secret_sops: {self.file('six.sops')}}}",
            **{name: f"{{secret_file: {self.file(name + '.secret')}}}" for name in ("seven", "eight", "nine")},
        }
        lines = [f"  {name}: {source}" for name, source in sources.items()]
        self.write("target.yaml", "\n".join(["vars:", *lines, "plugin_config:", "  tool: {password: '${one}-${three}'}", ""]))
        steps = "".join(STEPS.replace("NAME", name) for name in sources)
        self.write("plan.yaml", PLAN.replace("STEPS", steps))
        for level in ("-v", "-d"):
            for command, statuses in (("plan", (0, 1)), ("run", (5,)), ("run --resume", (0, 1))):
                words = command.split()
                options = [] if "--resume" in words else ["--target", "target.yaml"]
                if "--resume" in words:
                    options.append("--approve=stop")
                name = command.replace(" ", "") + level
                self.run_vow(name, *words, level, "-w", "work", "--slowest", "1000", "--trace", f"{name}.out",
                             "--log-file", f"{name}.log", "plan.yaml", *options, statuses=statuses)
        self.run_vow("check", "check", "plan.yaml", "--target", "target.yaml", statuses=(0, 3))
        self.run_vow("json", "run", "plan.yaml", "-d", "-w", "work", "--json", "-", "--target", "target.yaml", "--approve=stop")
        self.assertIn("cannot be an argument of a program", self.shown["json"].decode())
        requests = (self.root / "requests").read_text()
        self.assertIn(json.dumps(self.secrets[0] + "-" + self.secrets[2]), requests)
        for secret in self.secrets:
            self.assertIn(json.dumps(secret, ensure_ascii=False), requests)
        self.assert_hidden(9)

    def test_no_secret_of_a_plan_is_shown_or_stored(self):
        sources = {
            "One": f"{{secret_file: {self.file('one.secret')}}}",
            "Two": f"{{secret_file: {self.file('two.secret', AWKWARD)}}}",
            "Three": f"{{secret_file: {self.file('three.secret', SEVERAL_LINES)}}}",
            "Four": f"{{secret_credential: {Path(self.file('credentials/four')).name}}}",
            "Five": f"{{secret_age: {self.file('five.age')}, identity: {self.root}/identity}}",
            "Six": f"{{secret_sops: {self.file('six.sops')}}}",
            **{name: f"{{secret_file: {self.file(name + '.secret')}}}" for name in ("Seven", "Eight", "Nine")},
        }
        items = list(sources.items())
        properties = "\n".join(f"      {name}: {source}" for name, source in items[:3])
        further = "\n".join(f"      {name}: {source}" for name, source in items[3:])
        self.write("servers.yaml", f"credentials:\n  deployer:\n    user: deploy\n    properties:\n{properties}\n"
                                   f"resources:\n  shop:\n    credentials: deployer\n    properties:\n      Url: http://shop\n{further}\n")
        uses = "".join(OTTER.replace("NAME", name) for name in sources)
        self.write("plan.otter", uses)
        for mode in ("execute", "collect", "collect-then-execute"):
            for level in ("-v", "-d"):
                self.run_vow(mode + level, "run", "--mode", mode, level, "-w", "work", "--slowest", "1000", "--trace", f"{mode}{level}.out",
                             "--log-file", f"{mode}{level}.log", "--inventory", "servers.yaml", "plan.otter")
        self.run_vow("simulation", "plan", "-d", "-w", "work", "--inventory", "servers.yaml", "plan.otter")
        self.run_vow("check", "check", "plan.otter", statuses=(0, 3))
        self.run_vow("json", "run", "-d", "-w", "work", "--json", "-", "--inventory", "servers.yaml", "plan.otter")
        for name, secret in zip(sources, self.secrets):
            self.assertEqual(secret, (self.root / f"{name}.written").read_text())
        self.assertIn("user deploy at http://shop", self.shown["json"].decode())
        self.assert_hidden(9)

    def test_no_secret_of_a_model_is_shown_or_stored(self):
        calls = [
            f'vow::secret_file("{self.file("one.secret")}")',
            f'vow::secret_file("{self.file("two.secret", AWKWARD)}")',
            f'vow::secret_file("{self.file("three.secret", SEVERAL_LINES)}")',
            f'vow::secret_credential("{Path(self.file("credentials/four")).name}")',
            f'vow::secret_age("{self.file("five.age")}", "{self.root}/identity")',
            f'vow::secret_sops("{self.file("six.sops")}")',
            *(f'vow::secret_file("{self.file(name)}")' for name in ("seven.secret", "eight.secret", "nine.secret")),
        ]
        uses = "".join(MODEL_USE.replace("AT", str(at)).replace("CALL", call).replace("ROOT", str(self.root)) for at, call in enumerate(calls))
        self.write("model.cf", MODEL + uses)
        self.run_all("model.cf", "--language", "inmanta")
        self.run_vow("export", "run", "model.cf", "--language", "inmanta", "-w", "work", "--export", "export.out", "--graph", "graph.out.dot")
        for at, secret in enumerate(self.secrets):
            self.assertEqual(secret, (self.root / f"{at}.written").read_text())
        self.write("model.cf", MODEL)
        self.run_vow("purge", "run", "model.cf", "--language", "inmanta", "-w", "work", "-d")
        self.assertFalse((self.root / "0.written").exists())
        self.assert_hidden(9)

    def test_a_value_that_a_module_describes_as_secret_is_hidden_from_then_on(self):
        told = {
            "p.cf": """promise agent account { path => "account.py"; interpreter => "/usr/bin/python3"; }
                bundle agent main {
                  account: "x" password => "SECRET", classes => tried;
                  reports: tried:: "later SECRET";
                }
                body classes tried { repair_failed => { "tried" }; }""",
            "p.otter": 'try { Vow::Ensure-account x (password: "SECRET"); } catch { Log-Information "later SECRET"; }',
            "p.yaml": """doctype: com.datagridsys.doctype/skopos/deploy-plan
version: alpha/1
steps:
  - id: all
    class: group
    steps:
      - {id: one, class: action, plugin: account, action: promise, arguments: {promiser: x, password: SECRET}, on_fail: two}
      - {id: two, class: action, exec: "echo later SECRET"}
""",
        }
        (self.root / "modules").mkdir()
        (self.root / "account.py").rename(self.root / "modules/account.py")
        for name, text in told.items():
            with self.subTest(name):
                secret = self.secret()
                self.write(name, text.replace("SECRET", secret).replace('"account.py"', f'"{self.root}/modules/account.py"'))
                done = self.run_vow(name, "run", "-I", "-K", "-w", "work", "--modules-folder", "modules", name)
                self.assertIn("later ***", done.text)
                self.assertNotIn(secret, done.text)

    def test_no_secret_is_in_a_message_about_a_file_with_mistakes(self):
        self.write("def.schema.json", '{ "secret": true }')
        self.write("def.json", '{ "vars": { "a": "%s" ' % self.secret())
        self.write("marked.schema.json", '{ "secret": ')
        self.write("marked.json", '{ "a": "%s" }' % self.secret())
        self.write("broken.schema.json", "{}")
        self.write("broken.json", '{ "a": "%s"; }' % self.secret())
        self.write("read.cf", 'bundle agent main { vars: "a" data => readjson("$(this.promise_dirname)/marked.json"); '
                              '"b" data => readjson("$(this.promise_dirname)/broken.json"); reports: "$(a) $(b) $(c[a])"; }\n')
        self.run_vow("augments", "run", "-d", "-w", "work", "read.cf", statuses=(3,))
        (self.root / "def.json").unlink()
        self.run_vow("data", "run", "-d", "-w", "work", "read.cf", statuses=(1,))
        self.assertIn("marked.schema.json", self.shown["data"].decode())
        self.write("servers.yaml", "credentials:\n  a:\n    properties:\n      Password: {secret_file: relative/path}\n")
        self.write("plan.otter", "Log-Information hello;\n")
        done = self.run_vow("inventory", "run", "--inventory", "servers.yaml", "plan.otter", statuses=(2,))
        self.assertIn("'relative/path' is not an absolute path", done.text)
        self.shown["mask"] = b"***"
        self.assert_hidden(3)


def around(text, found):
    at = text.find(found)
    return text[max(at - 80, 0):at + len(found) + 80]


def received(listener):
    listener.setblocking(False)
    datagrams = []
    try:
        while True:
            datagrams.append(listener.recv(65536))
    except BlockingIOError:
        return b"\n".join(datagrams)


POLICY = r'''
promise agent account
{
  path => "$(this.promise_dirname)/account.py";
  interpreter => "/usr/bin/python3";
}

body common control
{
      bundlesequence => { "main", "afterwards" };
      syslog_host => "127.0.0.1";
      syslog_port => "PORT";
}

bundle agent main
{
  vars:
VARIABLES

  files:
      "$(this.promise_dirname)/written"
        create => "true",
        content => "";

  methods:
USES

  account:
      "ann" password => "PASSWORD", other => "nothing", keys => { "KEY", "second-KEY" };
      "bob" other => "$(main.file)";

  reports:
      "it is for $(json[login][user])";
}

bundle agent afterwards
{
  reports:
      "PASSWORD and second-KEY";
}

bundle agent use(given)
{
  vars:
      "encoded" string => string_upcase("$(given)");
      "reversed" string => string_reverse("$(given)");
      "digest[md5]" string => hash("$(given)", "md5");
      "digest[sha1]" string => hash("$(given)", "sha1");
      "digest[sha256]" string => hash("$(given)", "sha256");
      "whole" string => "user=$(given);";
      "pieces" slist => string_split("$(given)", "-", "9");
      "parsed" data => parsejson('{ "a": [ "x$(given)" ] }');
      "coded" string => execresult("/usr/bin/base64 -w0 $(this.promise_dirname)/written", "noshell"),
        if => fileexists("$(this.promise_dirname)/written");
      "named" string => canonify("$(given)");

  classes:
      "class_$(named)" expression => "any", persistence => "10", scope => "namespace";

  files:
      "$(this.promise_dirname)/written"
        edit_line => append("$(given)");
      "$(this.promise_dirname)/none/$(given)"
        create => "false",
        perms => m("600");
      "$(this.promise_dirname)/$(named).work/a/b/."
        perms => m("$(given)");

  commands:
      "/bin/cat $(this.promise_dirname)/written"
        action => logged("$(given)");
      "cat $(this.promise_dirname)/written; cat $(this.promise_dirname)/written >&2; cat /proc/[0-9]*/cmdline >>arguments; exit 1"
        contain => in_shell;

  reports:
      "$(given) $(encoded) $(reversed) $(digest[md5]) $(digest[sha1]) $(digest[sha256]) $(whole) $(pieces) $(parsed[a]) $(coded)";
      "$(given)" report_to_file => "$(this.promise_dirname)/report.log";
      "$(with)" with => storejson(parsed);
      "$(with)" with => format("%S", parsed);
      "$(undefined) $(given)";
}

bundle edit_line append(text)
{
  insert_lines:
      "$(text)" insert_type => "preserve_all_lines";
}

body action logged(text)
{
      log_string => "logged $(text)";
      log_kept => "$(this.promise_dirname)/kept.log";
      log_repaired => "udp_syslog";
      log_failed => "udp_syslog";
}
'''

PLUGIN = r'''#!/usr/bin/env python3
import json, os, sys
request = sys.stdin.read()
with open("requests", "a") as requests:
    requests.write(request + "\n")
for process in ("self", os.getppid()):
    with open(f"/proc/{process}/cmdline", "rb") as arguments, open("arguments", "ab") as seen:
        seen.write(arguments.read())
print(request, file=sys.stderr)
print(json.loads(request)["password"], file=sys.stderr)
sys.exit(json.loads(request)["password"])
'''
PLAN = """doctype: com.datagridsys.doctype/skopos/deploy-plan
version: alpha/1
steps:
  - id: all
    class: group
    steps:
      - {id: first, class: action, plugin: tool, action: open, arguments: {password: "{{.vars.one}}"}}
      - {id: stop, class: manual-gate, message: "go on?"}
STEPS"""
STEPS = """      - {id: NAME-plugin, class: action, plugin: tool, action: open, arguments: {password: "{{.vars.NAME}}"}}
      - {id: NAME-argument, class: action, exec: "script {{.vars.NAME}}"}
      - {id: NAME-file, class: action, plugin: files, action: promise, arguments: {promiser: "/proc/none/{{.vars.NAME}}", content: "{{.vars.NAME}}"}}
"""
OTTER = """{
    set $secret = $SecureResourceProperty(shop, NAME);
    try
    {
        set $user = $CredentialProperty(deployer, UserName);
        set $url = $SecureResourceProperty(shop, Url);
        Log-Information user $user at $url with $secret;
        Log-Warning $ToUpper($secret) $UrlEncode($secret) $HtmlEncode($secret);
        set @parts = @Split($secret, -);
        Log-Information $Join(+, @parts);
        Log-Information $SHEval(cat /proc/[0-9]*/cmdline | tee -a arguments | wc -c # $secret);
        Ensure-File NAME.written (Text: $secret);
        Create-File /proc/none/$secret (Text: $secret);
    }
    catch { Log-Information it failed: $secret; }
    try { throw $secret; } catch { Log-Information it goes on; }
    try { SHExec >>
cat /proc/[0-9]*/cmdline | tee -a arguments | wc -c
echo $secret
exit 1
>>; } catch { Log-Information it goes on; }
}
"""
MODEL = """import vow
import fs
import std

host = std::Host(name="localhost", os=std::linux)
std::print("begins")
"""
MODEL_USE = """
secret_AT = CALL
std::print(secret_AT)
std::print(f"a {secret_AT} in a text")
std::print(std::upper(secret_AT))
std::print(std::split(secret_AT, "-"))
file_AT = fs::File(host=host, path="ROOT/AT.written", content=secret_AT, purge_on_delete=true, mode=600)
fails_AT = fs::File(host=host, path="/proc/none/AT", content=secret_AT, mode=600)
"""


if __name__ == "__main__":
    run_unittests()
