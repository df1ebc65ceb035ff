#!/usr/bin/env python3
"""Runs the real program on bad input: each case ends with a message and a defined exit status.

usage: program_test.py VOW
"""

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from golden import shown_by, temporary_folder, write_files
from tally import finish

HELLO = 'bundle agent main { reports: "hello"; }\n'
MANY = """bundle agent main {
    vars: "n" slist => { expandrange("[1-5000]", 1) };
    reports: "line number $(n) which is long enough to fill a pipe sooner or later";
}
"""
CALLS = """bundle agent main { methods: "call" usebundle => inner; reports: "outside"; }
bundle agent inner { reports: "inside"; }
"""
PLACED = {
    "placed.cf": 'bundle agent main { place: "$(sys.policy_entry_dirname)/made" create => "true"; }\n',
    "mods/place.sh": "#!/bin/sh\nexec vow module serve files\n",
    "mods/README": "not a program\n",
}
ORDER = """body common control { bundlesequence => { first, second }; }
bundle agent first { reports: "before"; }
bundle agent second {
    classes:
        "function" expression => returnszero("/bin/grep -q before $(sys.policy_entry_dirname)/out", "noshell");
    commands:
        "/bin/grep before $(sys.policy_entry_dirname)/out";
    reports:
        function:: "a function's command found it";
}
"""
CONTROL = 'bundle agent main { reports: "a$(const.n)b"; commands: "/usr/bin/printf \\\\033[2Jx"; }\n'
FACILITY = """body agent control { agentfacility => "LOG_LOCAL3"; }
bundle agent main { commands: "/bin/false" action => alert; }
body action alert { log_priority => "alert"; }
"""
CANCELLING = """bundle agent main
{
  vars:
    pass2::
      "s" string => 'q"uoted', classes => gone("chosen_1");
  classes:
      "pass2" expression => "any";
      "chosen_1" expression => "any", scope => "namespace";
      "chosen_2" expression => "any", scope => "namespace";
}
body classes gone(name) { cancel_kept => { "$(name)" }; cancel_repaired => { "$(name)" }; }
"""
CYCLIC = """body file control { inputs => { "$(sys.policy_entry_dirname)/cyclic.cf" }; }
bundle agent main { reports: "once"; }
"""
SERVED = """promise agent served {
    path => "$(sys.policy_entry_dirname)/serve.sh";
    interpreter => "/bin/sh";
}
bundle agent main {
    served: "$(sys.policy_entry_dirname)/made" create => "true";
}
"""
RUNS = """bundle agent main {
    vars:
        "a" string => execresult("/usr/bin/touch $(sys.policy_entry_dirname)/ran", "noshell");
        "b" data => execresult_as_data("/usr/bin/touch $(sys.policy_entry_dirname)/ran", "noshell");
        "c" data => mapdata("json_pipe", "/usr/bin/touch $(sys.policy_entry_dirname)/ran", '{"x": 1}');
    classes:
        "d" expression => returnszero("/usr/bin/touch $(sys.policy_entry_dirname)/ran", "noshell");
        "e" expression => usemodule("m", "");
}
bundle common early {
    classes: "f" expression => returnszero("/usr/bin/touch $(sys.policy_entry_dirname)/ran", "noshell");
}
"""
OUTSIDE = """bundle agent main {
    vars: "x" string => execresult("/none", "noshell");
    reports: "hello";
}
"""
HTTP = 'bundle agent main { http: "http://localhost/"; }\n'
DEPLOYMENT = """doctype: com.datagridsys.doctype/skopos/deploy-plan
version: alpha/1
steps:
  - id: g
    class: group
    steps:
      - {id: a, class: action, exec: "sh scripts/hello"}
"""
MANY_MISTAKES = """echo 'bundle agent main { reports:'
for n in $(seq 1 150); do echo '"x" nosuch => "y";'; done
echo '}'
"""
LISTEN = ("python3 -c \"import socket; s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); s.bind('socket'); "
          "s.settimeout(20); open('got', 'wb').write(s.recv(4096))\"")
ALONE = 'cp "$(command -v vow)" ./vow'
# The child sends the signal, so that it comes at a known moment. A command's parent is a process of the agent.
SIGNAL_IN_COMMAND = """bundle agent main {
    commands:
        "/bin/echo first";
        "/bin/sh -c 'kill -SIGNAL `ps -o ppid= -p $PPID`; sleep 60'";
        "/bin/echo second";
}
"""
SIGNAL_IN_FUNCTION = """bundle agent main {
    vars: "x" string => execresult("kill -SIGNAL $PPID; sleep 60", "useshell");
    reports: "after $(x)";
}
"""
SIGNAL_IN_MODULE = """promise agent slow {
    path => "$(sys.policy_entry_dirname)/slow.sh";
    interpreter => "/bin/sh";
}
bundle agent main {
    slow: "a"; "b";
}
"""
SLOW_MODULE = """read header; read empty
PHASE_HEADER
echo 'slow 1.0 v1 line_based'; echo
while read line; do
    case $line in
    operation=*) operation=${line#operation=} ;;
    '')
        case $operation in
        validate_promise) PHASE_VALIDATE
            result=valid ;;
        evaluate_promise) PHASE_EVALUATE
            result=kept ;;
        *) result=success ;;
        esac
        echo "operation=$operation"; echo "result=$result"; echo
        [ $operation != terminate ] || exit 0 ;;
    esac
done
"""


@dataclass
class Case:
    sentence: str
    command: str
    status: int
    says: list = field(default_factory=list)
    says_not: list = field(default_factory=list)
    files: dict = field(default_factory=lambda: {"hello.cf": HELLO})
    as_root: bool = False


def interrupted(phase):
    marks = {name: "" for name in ("PHASE_HEADER", "PHASE_VALIDATE", "PHASE_EVALUATE")}
    marks[phase] = "kill -INT $PPID; exec sleep 60"
    module = SLOW_MODULE
    for mark, text in marks.items():
        module = module.replace(mark, text)
    return {"slow.cf": SIGNAL_IN_MODULE, "slow.sh": module}


CASES = [
    Case("a missing policy is an error of the policy", "vow run none.cf", 3, ["none.cf", "No such file"]),
    Case("a misspelled policy is named, with the nearest file", "vow run helo.cf", 3, ["'helo.cf'", "did you mean 'hello.cf'?"]),
    Case("a policy without its suffix is named, with the file that has one", "vow run hello", 3, ["did you mean 'hello.cf'?"]),
    Case("a hidden file is not suggested for a name without a dot", "vow run h.cf", 3, ["'h.cf'"], ["did you mean"], files={".g.cf": HELLO}),
    Case("an empty policy has no main bundle", "vow run empty.cf", 3, ["main"], files={"empty.cf": ""}),
    Case("a binary is rejected as a policy", "vow run vow.cf", 3, ["error: "], files={"vow.cf": "\x7fELF\0\0\1\2\3" * 99}),
    Case("a binary file without zero bytes is called one, once", "vow run vow.cf", 3,
         ["policy file 'vow.cf' is a binary file, not text: it contains control characters [not-text]"], ["unexpected"],
         files={"vow.cf": "\x7fELF\x02\x01\x01" * 99}),
    Case("in a plan, too", "vow check p.yaml", 3, ["policy file 'p.yaml' is a binary file"], ["bad-yaml"],
         files={"p.yaml": "\x7fELF\x02\x01\x01" * 99}),
    Case("in a script, too", "vow check p.otter", 3, ["policy file 'p.otter' is a binary file"], ["unexpected"],
         files={"p.otter": "\x7fELF\x02\x01\x01" * 99}),
    Case("in a model, too", "vow check --language inmanta p.cf", 3, ["policy file 'p.cf' is a binary file"], ["syntax"],
         files={"p.cf": "\x7fELF\x02\x01\x01" * 99}),
    Case("on standard input, too", "gzip -c hello.cf | vow check --language skopos -", 3,
         ["is a binary file, not text"], ["bad-yaml"]),
    Case("a comment in another encoding is read", "printf '# \\344\\366 \\223\\224\\n' | cat - hello.cf > p.cf; vow run p.cf", 0, ["R: hello"]),
    Case("a folder is rejected as a policy", "mkdir p.cf; vow run p.cf", 3, ["p.cf"]),
    Case("a gigantic policy is not read", "truncate -s 300M p.cf; vow run p.cf", 3, ["larger than"]),
    Case("policy that anyone can write is refused", "chmod 666 hello.cf; vow run hello.cf", 3,
         ["writable by others"], ["R: hello"], as_root=True),
    Case("a policy that includes itself is read once", "vow run -K cyclic.cf", 0, ["R: once"],
         files={"cyclic.cf": CYCLIC}),
    Case("no command is a usage error", "vow", 2, ["--help"]),
    Case("an unknown command is named, with the nearest one", "vow chekc", 2, ["'chekc'", "check"]),
    Case("a policy in place of a command is named with the command that runs it", "vow ./hello.cf", 2, ["vow run ./hello.cf"]),
    Case("an unknown option is named", "vow run --bogus hello.cf", 2, ["--bogus"]),
    Case("a misspelled option is named, with the nearest one", "vow run --dryrun hello.cf", 2, ["did you mean '--dry-run'?"]),
    Case("an unknown command of a command is named, with the nearest one", "vow module tset x", 2, ["vow module", "'test'"]),
    Case("a command that needs another lists those there are", "vow module", 2, ["Usage: vow module", "conform"]),
    Case("a missing argument is named", "vow run", 2, ["POLICY"]),
    Case("the log levels are listed for a wrong one", "vow run -g loud hello.cf", 2, ["'loud'", "verbose"]),
    Case("the colors are listed for a wrong one", "vow run --color blue hello.cf", 2, ["'blue'", "never"]),
    Case("the phases are listed for a wrong one", "vow run --limit lunch=1 hello.cf", 2, ["'lunch'", "validate"]),
    Case("a limit must be a number of seconds", "vow run --limit evaluate=soon hello.cf", 2, ["evaluate=SECONDS"]),
    Case("a limit must be positive", "vow run --limit evaluate=0 hello.cf", 2, ["evaluate=SECONDS"]),
    Case("a missing fact is reported", "vow facts nonsense", 1, ["'nonsense'"]),
    Case("a missing function is reported", "vow functions joim", 1, ["did you mean 'join'"]),
    Case("a missing bundled module is reported", "vow module serve fils", 2, ["'files'"]),
    Case("a bundled module without its program is reported", f"{ALONE}; ./vow run -K http.cf", 1,
         ["'vow-http'", "libcurl"], files={"http.cf": HTTP}),
    Case("a policy is checked against a bundled module that is a program", "vow check --evaluate http.cf", 3, ["'file'"],
         files={"http.cf": HTTP.replace(";", ' fil => "/x";', 1)}),
    Case("a bundled module whose program is not installed cannot be checked against", f"{ALONE}; ./vow check --evaluate http.cf", 3,
         ["'vow-http'", "libcurl", "--no-modules"], files={"http.cf": HTTP}),
    Case("a bundled module whose program is not installed does not start", f"{ALONE}; ./vow module probe http", 3,
         ["'vow-http'", "libcurl"]),
    Case("a program that is not installed is marked in the list", f"{ALONE}; ./vow module list", 0, ["not installed: vow-http"]),
    Case("a bundled module serves another agent", "vow run -KI served.cf", 0, ["Created file", "1 repaired, 0 not kept"],
         files={"served.cf": SERVED, "serve.sh": "exec vow module serve files\n"}),
    Case("events need a file that can be written", "vow run --json /nonexistent/f hello.cf", 2, ["/nonexistent/f"]),
    Case("a closed standard output is an error", "vow run -K hello.cf >&-", 1, ["cannot write to standard output"]),
    Case("a full disk is an error", "vow run -K hello.cf >/dev/full", 1, ["No space left"]),
    Case("a policy that fails keeps its exit status when the disk is full", "vow run none.cf >/dev/full", 3),
    Case("an error outside of promises fails the run", "vow run outside.cf", 1, ["error: ", "'/none'", "R: hello"],
         files={"outside.cf": OUTSIDE}),
    Case("an error outside of promises fails the check", "vow check --evaluate outside.cf", 3, ["error: "], ["R: hello"],
         files={"outside.cf": OUTSIDE}),
    Case("as cf-agent an error outside of promises is exit status 0", "cf-agent -Kf ./outside.cf", 0, ["error: "],
         files={"outside.cf": OUTSIDE}),
    Case("a check runs no programs of functions", "mkdir -p state/modules; printf '#!/bin/sh\\ntouch ran\\n' >state/modules/m;"
         " chmod +x state/modules/m; vow check --allow unused-variable runs.cf; ls", 0, [], ["ran"], files={"runs.cf": RUNS}),
    Case("a check runs the programs of functions on request", "vow check --evaluate runs.cf || test -e ran", 0,
         ["mapdata: "], files={"runs.cf": RUNS}),
    Case("a check starts no promise modules", "chmod +x mods/*; vow check --modules-folder mods placed.cf; ls", 0, [], ["began"],
         files=PLACED | {"mods/place.sh": "#!/bin/sh\ntouch began\n"}),
    Case("a check reads several policies, each by itself", "vow check hello.cf bad.cf worse.cf 2>&1 | grep -c error:", 0, ["2"],
         files={"hello.cf": HELLO, "bad.cf": "bundle agent main {", "worse.cf": "x"}),
    Case("a check of several policies has the worst exit status", "vow check bad.cf hello.cf", 3,
         files={"hello.cf": HELLO, "bad.cf": "bundle agent main {"}),
    Case("a check reads a policy from standard input", "echo 'bundle agent main {' | vow check -", 3, ["-:1:"]),
    Case("a good policy on standard input is exit status 0", "vow check - <hello.cf", 0, [], ["error"]),
    Case("a check for programs prints one document for all policies", "vow check --evaluate --format json hello.cf outside.cf none.cf |"
         " python3 -c 'import json, sys; print(len(json.load(sys.stdin)))'", 0, ["2"],
         files={"hello.cf": HELLO, "outside.cf": OUTSIDE}),
    Case("a check for programs prints a document also when it cannot check", "vow check --format json --modules-folder /none"
         " hello.cf | python3 -c 'import json, sys; print(json.load(sys.stdin)[0][\"message\"])'", 0, ["--modules-folder /none"]),
    Case("an unknown member of def.json is named with its place", "vow run p.cf", 3, ["def.json:2:1: error:", "did you mean 'vars'?"],
         ["R: hello"], files={"p.cf": HELLO, "def.json": '{ "inputs": [],\n"var": { "vars": 1 } }\n'}),
    Case("a member of def.json of the wrong type is an error", "vow check p.cf", 3, ["def.json:1:3: error:", "'vars' should be an object"],
         files={"p.cf": HELLO, "def.json": '{ "vars": 1 }\n'}),
    Case("values of the wrong type in def.json are errors with their places", "vow run p.cf", 3,
         ["def.json:1:30: error: a condition of a class", "def.json:1:52: error: Invalid augments class data", "'[' is not a regular expression",
          "def.json:2:14: error: an item of 'inputs'", "def.json:3:16: error: an item of 'augments'",
          "def.json:4:18: error: Missing value in 'novalue'", "def.json:4:33: error: Invalid tags information",
          "def.json:5:13: error: Invalid variable specification"], ["R: hello"],
         files={"p.cf": HELLO, "def.json": '{ "classes": { "a": ["any"], "b": 5, "bad": ["["], "c": {} },\n'
                '  "inputs": [1], "augments": ["/none",\n   {"a": "}"}, 5],\n  "variables": { "novalue": {}, "v": {"value": 1, "tags": 1} },\n'
                '  "vars": { "ns:name": 1 } }\n'}),
    Case("as cf-agent a value of the wrong type in def.json is ignored", "cf-agent -Kf ./p.cf", 0, ["R: hello"],
         files={"p.cf": HELLO, "def.json": '{ "classes": { "b": 5 }, "inputs": [{}] }\n'}),
    Case("broken host data end the run with their place", "mkdir -p state/data; cp host.json state/data/host_specific.json; vow run p.cf",
         3, ["host_specific.json:2:1: error: Could not parse JSON file"], ["R: hello"], files={"p.cf": HELLO, "host.json": '{ "vars": \n}\n'}),
    Case("augments that name each other without end are an error", "vow run p.cf", 3,
         ["def.json:1:3: error: Augments files name each other more than 20 deep"], ["R: hello"],
         files={"p.cf": HELLO, "def.json": '{ "augments": ["$(sys.policy_entry_dirname)/def.json", "$(sys.policy_entry_dirname)/def.json"] }\n'}),
    Case("broken JSON in def.json is named with its place", "vow run p.cf", 3, ["def.json:2:1: error:"], ["R: hello"],
         files={"p.cf": HELLO, "def.json": '{ "vars": \n}\n'}),
    Case("missing augments are an error", "vow run p.cf", 3, ["def.json:1:3: error:", "'/none'"], ["R: hello"],
         files={"p.cf": HELLO, "def.json": '{ "augments": ["/none"] }\n'}),
    Case("as cf-agent an unknown member of def.json is ignored", "cf-agent -Kf ./p.cf", 0, ["R: hello"],
         files={"p.cf": HELLO, "def.json": '{ "var": {} }\n'}),
    Case("a misspelled bundle on the command line is named", "vow run -b mian hello.cf", 3, ["did you mean 'main'?"]),
    Case("a misspelled main bundle is named", "vow run p.cf", 3, ["did you mean 'mian'?"],
         files={"p.cf": HELLO.replace("main", "mian")}),
    Case("a check names a misspelled bundle, the only one of the sequence", "vow check p.cf", 3, ["did you mean 'first'?"],
         files={"p.cf": ORDER.replace("{ first, second }", '{ "frist" }')}),
    Case("a sequence without bundles is an error", "vow run p.cf", 3, ["p.cf:1:", "nothing would run"],
         files={"p.cf": ORDER.replace("{ first, second }", "{ }")}),
    Case("a sequence whose list is not defined is an error", "vow run p.cf", 3, ["p.cf:1:", "'@(g.none)'"],
         files={"p.cf": ORDER.replace("{ first, second }", '{ @(g.none) }')}),
    Case("a plan shows the changes and makes none", "vow plan p.cf; test ! -e made", 0, ["+ ", "/made", "Plan: 1 to change"],
         files={"p.cf": 'bundle agent main { files: "$(sys.policy_entry_dirname)/made" create => "true"; }\n'}),
    Case("a report that a class guards is not skipped", "vow run -I p.cf", 0, ["R: later", " 0 skipped"],
         files={"p.cf": 'bundle agent main { reports: later:: "later"; none:: "never"; any:: "r" classes => of_it; }\n'
                        'body classes of_it { promise_kept => { "later" }; }\n'}),
    Case("a reader that closes its end does not end the run", "(vow run -K many.cf; echo status $? >&2) | head -c1", 0,
         ["Broken pipe", "status 1"], files={"many.cf": MANY}),
    Case("a state folder that cannot be created is a warning", "echo > state; vow run hello.cf", 0, [" warning: ", "R: hello"]),
    Case("an unknown language is a usage error with the nearest name", "vow run --language cfegnine hello.cf", 2,
         ["did you mean 'cfengine'?"]),
    Case("a language can be named", "vow run -K --language cfengine hello.cf", 0, ["R: hello"]),
    Case("a program in a folder of modules keeps promises of its name", "chmod +x mods/*; vow run -KI --modules-folder mods"
         " placed.cf", 0, ["Created file"], ["ignoring"], files=PLACED),
    Case("a promise of an unknown type is checked against the folder of modules", "chmod +x mods/*; vow check --evaluate"
         " --modules-folder mods placed.cf", 0, files=PLACED),
    Case("a program in a folder of modules replaces no bundled module", "chmod +x mods/*; cp mods/place.sh mods/git.sh;"
         " vow run -K --modules-folder mods hello.cf", 0, ["ignoring", "type 'git'", "R: hello"],
         files={**PLACED, "hello.cf": 'bundle agent main { reports: "hello"; }\n'}),
    Case("a missing folder of modules is a usage error", "vow run --modules-folder /nonexistent hello.cf", 2,
         ["--modules-folder /nonexistent"]),
    Case("the log is written before a command is waited for", "vow run -K order.cf >out; cat out", 0,
         ["R: a function's command found it", '": R: before'], files={"order.cf": ORDER}),
    Case("a log file has what the console has, control characters escaped", "vow run -KI --log-file log control.cf >/dev/null;"
         " cat log", 0, ["R: a\\x0ab", "\\x1b[2Jx"], ["\x1b"], files={"control.cf": CONTROL}),
    Case("a log file that cannot be written is a usage error", "vow run --log-file /proc/no/log hello.cf", 2,
         ["--log-file /proc/no/log"]),
    Case("help lists the commands", "vow help", 0, ["Subcommands:", "Explain a command"]),
    Case("help explains a command", "vow help run", 0, ["Usage: vow run [OPTIONS] [POLICY]"]),
    Case("help explains a command of modules", "vow help module test", 0, ["Usage: vow module test "]),
    Case("help names unknown commands", "vow help runn", 2, ["'runn'"]),
    Case("a run without a policy is that of the host, or explains itself", "test -e /etc/vow/main.cf || vow run", 2,
         ["vow run POLICY", "/etc/vow/main.cf"]),
    Case("a policy is run from standard input", "vow run - < hello.cf", 0, ["R: hello"]),
    Case("a plan is recognized on standard input", "vow run - < p.otter", 0, ["hi", "Execution run succeeded."],
         files={"p.otter": "Log-Information hi;\n"}),
    Case("a deployment plan from standard input has the working folder", "vow run - < p.yaml", 0,
         ["a: hi from here", "plan completed: 1 passed"],
         files={"p.yaml": DEPLOYMENT, "scripts/hello": "#!/bin/sh\necho hi from here\n"}),
    Case("a model is run from standard input", "vow run --language inmanta - < m.cf", 0, ["printed"],
         files={"m.cf": 'std::print("printed")\n'}),
    Case("standard input that cannot be read is named once", "vow run - < .", 2,
         ["vow: cannot read standard input: Is a directory\n"]),
    Case("a folder is called a folder", "mkdir f.cf; vow check f.cf", 3, ["policy file 'f.cf' is a folder, not a regular file"]),
    Case("a hundred mistakes are printed, and the others counted", "sh many.sh > many.cf; vow check many.cf", 3,
         ["many.cf:101:", "\nand 50 more errors; all are in the output of vow check --format json\n"], ["many.cf:102:"],
         files={"many.sh": MANY_MISTAKES}),
    Case("a relative work folder is made absolute", "vow run -w rel folder.cf", 0, ["/rel and /"], ["R: rel"],
         files={"folder.cf": 'bundle agent main { reports: "$(sys.workdir) and $(sys.statedir)"; }\n'}),
    Case("a module that cannot start prints its traceback once", "chmod +x mods/boom.sh; vow run --modules-folder mods boom.cf", 1,
         ["wrote to standard error: no such library", "Its standard error is that of the last time"],
         ["no such library\nno such library"],
         files={"mods/boom.sh": "#!/bin/sh\necho no such library >&2; exit 9\n",
                "boom.cf": 'bundle agent main { boom: "a"; "b"; }\n'}),
    Case("the nearest fact is named", "vow facts sys.hots", 1, ["did you mean 'sys.host'?"]),
    Case("every command takes a colour", "vow facts --color never sys.os && vow functions --color never getenv"
         " && vow module list --color never", 0, ["linux", "files"]),
    Case("a run goes on without the system log, with one warning", "vow run --syslog --syslog-socket /nonexistent hello.cf", 0,
         ["R: hello", "vow: warning: cannot log to /nonexistent (--syslog): cannot connect: No such file or directory\n"]),
    Case("a run goes on without the journal", "vow run --journal --journal-socket /nonexistent hello.cf", 0,
         ["R: hello", "(--journal)"]),
    Case("a log service that comes up late gets the lines from then on",
         "vow run -K --syslog --syslog-socket socket late.cf; wait; cat got", 0, ["cannot log to socket", "late"],
         files={"late.cf": 'bundle agent main { commands: "/bin/sh $(sys.policy_entry_dirname)/listen.sh"; '
                           'reports: "late"; }\n',
                "listen.sh": f"cd $(dirname $0)\n{LISTEN} > /dev/null 2>&1 &\nwhile ! test -S socket; do sleep 0.1; done\n"}),
    Case("an unknown facility is a usage error", "vow run --syslog-facility mail hello.cf", 2,
         ["'mail' is not one of: user, daemon, local0 to local7"]),
    Case("the policy decides facility and priority", f"{LISTEN} & until test -S socket; do sleep 0.01; done;"
         " vow run -K --syslog --syslog-socket socket facility.cf >/dev/null; wait; cat got", 0, ["<153>", " vow["],
         files={"facility.cf": FACILITY}),
    Case("events are one JSON object per line", "vow run -K --json - hello.cf", 0,
         ['{"event":"report",', '"message":"hello"}', '{"event":"end",'], ["R: hello"]),
    Case("events name the bundle call that they belong to", "vow run -K --json - calls.cf", 0,
         ['"scope":1,"parent":0,"kind":"bundle","name":"main","file":"calls.cf","line":1}',
          '"scope":2,"parent":1,"kind":"bundle","name":"inner"', '"scope":2,"message":"inside"}',
          '"scope":2,"result":"kept"}', '"scope":1,"message":"outside"}', '"scope":0,"exit_status":0,"totals":'],
         files={"calls.cf": CALLS}),
    Case("SIGINT ends a command and the run", "vow run -K p.cf", 130, ["first"], ["second"],
         files={"p.cf": SIGNAL_IN_COMMAND.replace("SIGNAL", "INT")}),
    Case("SIGTERM ends a command and the run", "vow run -K p.cf", 143, ["first"], ["second"],
         files={"p.cf": SIGNAL_IN_COMMAND.replace("SIGNAL", "TERM")}),
    Case("SIGINT ends a function's command and the run", "vow run -K p.cf", 130, [], ["R: after"],
         files={"p.cf": SIGNAL_IN_FUNCTION.replace("SIGNAL", "INT")}),
    Case("SIGINT ends a module that begins", "vow run -K slow.cf", 130, ["slow"], files=interrupted("PHASE_HEADER")),
    Case("SIGINT ends a module that validates", "vow run -K slow.cf", 130, ["slow"],
         files=interrupted("PHASE_VALIDATE")),
    Case("SIGINT ends a module that evaluates", "vow run -K slow.cf", 130, ["slow"],
         files=interrupted("PHASE_EVALUATE")),
    Case("as cf-agent a wrong option is exit status 1", "cf-agent --bogus", 1, ["Usage: cf-agent"]),
    Case("as cf-agent options combine", "cf-agent -KIf ./hello.cf -D one,two", 0, ["R: hello"], ["summary", " kept"]),
    Case("as cf-agent -l begins lines with the time, but not reports", "cf-agent -Kvlf ./hello.cf", 0,
         ["+0000  verbose: ", "\nR: hello"]),
    Case("as cf-agent a relative policy is looked for among the inputs", "cf-agent -Kf hello.cf", 1,
         ["inputs/hello.cf"]),
    Case("as cf-agent the version is the reference's", "cf-agent -V", 0, ["CFEngine Core 3."]),
    Case("as cf-agent facts are listed on request", "cf-agent -Kf ./hello.cf --show-evaluated-vars=sys.arch", 0,
         ["Variable name", "default:sys.arch"]),
    Case("as cf-agent a class that was cancelled is not listed, and quotes are escaped",
         "cf-agent -Kf ./cancel.cf --show-evaluated-classes=chosen --show-evaluated-vars=main.s", 0,
         ["chosen_2", 'q\\"uoted'], ["chosen_1"],
         files={"cancel.cf": CANCELLING}),
    Case("explain names the promise that cancelled a class", "vow explain cancel.cf chosen_1", 0,
         ["not defined", "cancelled by vars 's' (cancel.cf:5)"], files={"cancel.cf": CANCELLING}),
    Case("as cf-promises a good policy is exit status 0", "cf-promises -cf ./hello.cf", 0, [], ["R: hello"]),
    Case("as cf-promises a bad policy is exit status 1", "cf-promises ./bad.cf", 1,
         ["bad.cf:1:", "error: There are syntax errors in policy files"], files={"bad.cf": "bundle agent main {"}),
]


def faults_of(case, vow):
    with temporary_folder() as folder:
        write_files(folder, case.files)
        status, output = shown_by(case.command, folder, vow)
    faults = [f"lacks {text!r}" for text in case.says if text not in output]
    faults += [f"contains {text!r}" for text in case.says_not if text in output]
    if status != case.status:
        faults.append(f"exit status {status} instead of {case.status}")
    return [f"{case.sentence}: {fault}\n    {case.command}\n{output}" for fault in faults]


def report(cases, vow, others=()):
    """Runs those that can be; the exit status. `others` are lists of faults of cases of other kinds."""
    skipped = [case for case in cases if case.as_root and os.getuid() != 0]
    faults = [faults_of(case, vow) for case in cases if case not in skipped]
    return finish(faults + list(others), [f"{case.sentence}: needs root" for case in skipped])


if __name__ == "__main__":
    sys.exit(report(CASES, Path(sys.argv[1]).resolve(strict=True)))
