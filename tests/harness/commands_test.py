#!/usr/bin/env python3
"""Runs `vow module ...`: each case ends with the expected output and a defined exit status.

usage: commands_test.py VOW
"""

import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "support"), str(TESTS / "agent")]
from program_test import Case, report

MODULES = TESTS / "modules"
GOOD = (MODULES / "good_json.py").read_text()
LINE = (MODULES / "good_line.sh").read_text()

POLICY = """promise agent saved {
    path => "$(sys.policy_entry_dirname)/MODULE";
    interpreter => "INTERPRETER";
}
bundle agent main { saved: "$(sys.policy_entry_dirname)/out" content => "hello"; }
"""
RECORDED = {"p.cf": POLICY.replace("MODULE", "good.py").replace("INTERPRETER", "/usr/bin/python3"),
            "mock.cf": POLICY.replace("MODULE", "rec").replace("INTERPRETER", ""), "good.py": GOOD}
# As the published Python library writes it: seen from the module, and without every empty line.
PUBLISHED = """< cf-agent 3.24.0 v1
> good_json 1.0 v1 json_based action_policy
>
< {"operation": "validate_promise", "log_level": "info", "promise_type": "x", "promiser": "/nowhere"}
<
> {"operation": "validate_promise", "promiser": "/nowhere", "log": [{"level": "error", "message": "Attribute 'content' is missing"}], "result": "invalid"}
>
"""
# Nor does it mark log lines.
PUBLISHED_LOG = PUBLISHED.replace('"log": [{"level": "error", "message": "Attribute \'content\' is missing"}], ', "").replace(
    "<\n> {", "<\nlog_error=Attribute 'content' is missing\n> {")

# Waits two seconds at most for a lock on the folder of its promiser.
LOCKING = """#!/bin/sh
read header; read empty
printf 'locking 1.0 v1 line_based\\n\\n'
while read line; do
    case "$line" in
    operation=*) operation=${line#operation=} ;;
    promiser=*) promiser=${line#promiser=} ;;
    "")
        result=valid
        [ $operation = terminate ] && result=success
        if [ $operation = evaluate_promise ]; then
            result=not_kept
            flock -w 2 "$(dirname "$promiser")" true && result=kept
        fi
        printf 'operation=%s\\npromiser=%s\\nresult=%s\\n\\n' $operation "$promiser" $result
        [ $operation = terminate ] && exit 0 ;;
    esac
done
"""

# Takes longer than a second for a line of 1 MiB, on any machine, and much less for one of 200,000 bytes.
SLOW = """import sys


def read_slowly():
    line = sys.stdin.readline()
    for _ in range(300 * max(len(line) - 300_000, 0)):
        pass
    return line


"""

CASES = [
    Case("the bundled modules and those of a folder are listed", "vow module list .", 0,
         ["files ", "bundled: ", "good_json", "./good.py"], files={"good.py": GOOD, "note.txt": "no program"}),
    Case("a file that is not a module is listed as such", "vow module list .", 0, ["sends no header"],
         files={"other.sh": "#!/bin/sh\necho"}),
    Case("a program that is not executable is listed with the reason why it is left out",
         "chmod -x mine.py; vow module list .", 0,
         ["./mine.py (left out: it is not executable, see chmod +x)"], ["note.txt"],
         files={"mine.py": "#!/usr/bin/python3\n", "note.txt": "no program"}),
    Case("a new module does not get the name of a bundled one", "vow module new files", 2, ["'files' is a bundled module"]),
    Case("a page about a module has one title", "vow module doc noop | grep -c '^noop'", 0, ["1\n"]),
    Case("a missing folder is a usage error", "vow module list nowhere", 2, ["'nowhere'"]),
    Case("a bundled module is probed by its name", "vow module probe files", 0,
         ["files 1.0 v1 json_based", "JSON", "action_policy", "exited with status 0"]),
    Case("a module is started by its first line when it is not executable",
         "chmod -x good.py; vow module probe good.py", 0, ["/usr/bin/env python3", "good_json"],
         files={"good.py": GOOD}),
    Case("an interpreter may be given", "vow module probe --interpreter /bin/sh good", 0, ["/bin/sh", "line"],
         files={"good": LINE}),
    Case("the nearest bundled module is named", "vow module probe fils", 3, ["did you mean 'files'"]),
    Case("probing a silent module fails", "vow module probe --limit 0.2 silent.sh", 1,
         ["It sent no header"], files={"silent.sh": "#!/bin/sh\nread x\nsleep 60"}),
    Case("a module that dies at once did not start", "vow module probe dead.sh", 3,
         ["exited with status 9", "no such library"], files={"dead.sh": "#!/bin/sh\necho no such library >&2; exit 9"}),
    Case("output that is not the protocol is reported", "vow module probe echo.sh", 1, ["has 1 part"],
         files={"echo.sh": "#!/bin/sh\necho hello; echo"}),
    Case("control characters of a module are shown as escape sequences",
         "vow module send loud.sh --type t --promiser p", 4, ["\\x1b[2J"], ["\x1b"],
         files={"loud.sh": "#!/bin/sh\nread x\necho 'loud 1.0 v1 line_based'\necho\nprintf '\\033[2J\\n'; printf '\\033[2J\\n' >&2"}),
    Case("a promise is sent, and both sides shown",
         "vow module send files --type files --promiser $PWD/new -a create=true && test -f new", 0,
         ["> cf-agent 3.27.0 v1", "evaluate_promise: repaired", "info: Created file", "terminate: success"]),
    Case("a promise under warn changes nothing",
         "vow module send files --type files --promiser $PWD/new -a create=true --warn; s=$?; test ! -f new || s=99; exit $s",
         1, ["evaluate_promise: not_kept", "Should create"]),
    Case("an invalid promise is not evaluated", "vow module send good.py --type x --promiser $PWD/f", 1,
         ["validate_promise: invalid", "'content' is missing"], ["evaluate_promise"], files={"good.py": GOOD}),
    Case("attributes may be JSON", "vow module send files --type files --promiser /nowhere -a 'perms:={\"mode\":\"600\"}'",
         0, ['"attributes":{"perms":{"mode":"600"}}']),
    Case("an attribute without a value is a usage error",
         "vow module send files --type files --promiser /x -a create", 2, ["'create'", "name=value"]),
    Case("a broken JSON attribute is a usage error", "vow module send files --type files --promiser /x -a 'a:=[1'", 2,
         ["not JSON"]),
    Case("lists cannot be sent on the line variant", "vow module send ./good.sh --type t --promiser x -a 'l:=[\"x\"]'", 1,
         ["attribute 'l' is not a text"], ["operation="], files={"good.sh": LINE}),
    Case("a module without action_policy gets no promise under warn", "vow module send ./good.sh --type t --promiser x --warn", 1,
         ["does not offer action_policy"], ["operation="], files={"good.sh": LINE}),
    Case("a module that keeps to the protocol conforms", "vow module conform noop --requests 200", 0,
         ["HDR-ANSWER", "not offered LOG-REPAIRED"], ["violation"]),
    Case("a module that does not conform is reported", "vow module conform ./bad.sh --type t --promiser trouble --only RES-FORM", 1,
         ["violation", "protocol/README.md, 4. Replies"],
         files={"bad.sh": (MODULES / "bad_json.sh").read_text(), "base.sh": (MODULES / "base.sh").read_text()}),
    Case("a module that dies is accused once, with the cause of its death",
         "vow module conform dies.py --type x --promiser $PWD/f -a content=1 --requests 100 | grep -A6 ^violation", 0,
         ["violation   RES-ANSWER", "the module exited with status 7", "stderr: no such library"],
         ["violation   END", "violation   EXT"],
         files={"dies.py": GOOD.replace("        evaluate(request_read)", "        print('no such library', file=sys.stderr)\n        sys.exit(7)")}),
    Case("a secret that a module writes is not shown by the check that finds it, wherever the line is cut",
         "vow module conform tell.py --type account --promiser ada -a password=Hunter2Hunter2 --requests 100 >out; "
         "grep -c Hunt out; grep -A4 'violation   LOG-SECRET' out", 0, ["0\n", "***"],
         files={"tell.py": (MODULES / "tells_secrets.py").read_text().replace("password is ", "x" * 175 + "password is ")}),
    Case("the purity of a validation that calls a server cannot be proven",
         "vow module conform calls.py --type x --promiser '{{tmp}}/f' -a content=1 --only REQ-PURE >out; "
         "grep -E '^not offered REQ-PURE|no sandbox is available' out && grep -E 'cannot be proven|no sandbox' out && "
         "grep -E 'outside of the sandbox|no sandbox' out", 0, ["REQ-PURE"], ["violation"],
         files={"calls.py": GOOD.replace('if operation == "validate_promise":', """if operation == "validate_promise":
        import socket
        socket.socket().connect_ex(("127.0.0.1", 9))""")}),
    Case("a module that is slow with long lines is not accused of its slowness",
         "vow module conform slow.py --type x --promiser '{{tmp}}/f' -a content=1 --only REQ-LARGE --limit 1", 0,
         ["pass ", "worked on a text of 1 MiB for longer than the limit; a smaller one was tried"],
         files={"slow.py": GOOD.replace("sys.stdin.readline()", "read_slowly()").replace("import sys\n", SLOW, 1)}),
    Case("a module that does not start is not a violation", "vow module conform ./dead.sh", 3, ["exited with status 9"],
         files={"dead.sh": "#!/bin/sh\nexit 9"}),
    Case("a module that does not start is neither measured nor documented", "vow module doc ./dead.sh || vow module bench ./dead.sh", 3,
         ["sent no header", "dead.sh' sent no header"], files={"dead.sh": "#!/bin/sh\nexit 9"}),
    Case("an unknown check is a usage error", "vow module conform noop --only RES-X", 2, ["'RES-X'"]),
    Case("an unknown format is a usage error", "vow module conform noop --format xml", 2, ["'xml'", ""]),
    Case("cases that cannot be read are a usage error", "vow module test noop c.yaml", 2, ["c.yaml:2", "'expect'"],
         files={"c.yaml": "type: noop\ncases: [{promiser: x}]\n"}),
    Case("a missing file of cases is a usage error", "vow module test noop c.yaml", 2, ["c.yaml"]),
    Case("a case that cannot be set up is a violation", "vow module test noop c.yaml", 1, ["TST-SETUP", "oh no"],
         files={"c.yaml": "type: noop\ncases: [{promiser: '{{tmp}}/x', expect: kept, setup: 'echo oh no >&2; false'}]\n"}),
    Case("a case outside of its folder is run for real on request only",
         "vow module test commands c.yaml; vow module conform commands --cases c.yaml --only LOG-REPAIRED; "
         "test ! -f ran && vow module test commands c.yaml --real >r && cat r && ls", 0,
         ["not offered", "its promiser lies outside of {{tmp}}", "outside of {{tmp}}: 1;", "no promise was given", "1 pass", "ran\n"],
         files={"c.yaml": "type: commands\ncases: [{promiser: /bin/touch ran, expect: repaired, "
                          "skip: [idempotence, validate, warn, purity, changes]}]\n"}),
    Case("a module that does not answer terminate is accused once, and killed from then on",
         "vow module test stays.py c.yaml --limit 2", 1,
         ["1 violation", "END-TERMINATE", "it did not answer terminate, and is killed from now on", "pass  "], ["were late"],
         files={"c.yaml": "type: x\ncases:\n" + "".join(
             f"  - {{name: case {i}, promiser: '{{{{tmp}}}}/{i}', attributes: {{content: a}}, expect: repaired, skip: [atomic]}}\n"
             for i in range(8)),
             "stays.py": GOOD.replace("    else:\n        answer(request_read, \"success\")\n        sys.exit(0)",
                                      "    else:\n        while True:\n            sys.stdin.readline()")}),
    Case("a bundled module passes its cases", "vow module test files c.yaml --format tap", 0, ["ok 1 - TST-RESULT"],
         files={"c.yaml": "type: files\ncases: [{promiser: '{{tmp}}/x', attributes: {create: true}, expect: repaired}]\n"}),
    Case("a module may lock the folder of its case", "vow module test locking.sh c.yaml", 0, [],
         files={"locking.sh": LOCKING, "c.yaml": "type: locking\ncases: [{promiser: '{{tmp}}/x', expect: kept}]\n"}),
    Case("a module is measured", "vow module bench noop --requests 100 --format json", 0, ['"p99_ms"', '"memory"']),
    Case("a run is recorded, and the record plays the module",
         "vow run -K --record recs p.cf && cat out && rm out && cp recs/good.py.*.record rec && vow run -KI mock.cf; ls",
         0, ["hello", "Wrote '", "1 repaired"], ["out\n"], files=RECORDED),
    Case("a record is replayed", "vow module send good.py --type x --promiser $PWD/f -a content=1 --record rec >/dev/null;"
         "rm f; vow module replay good.py rec && vow module replay good.py rec", 1, ["3 pass", "2 pass, 1 violation"],
         files={"good.py": GOOD}),
    Case("a value that a module describes as secret is not shown when it is sent, whatever the module does with it",
         "vow module send tell.py --type account --promiser x -a password=Hunter2 -a how=well >shown 2>&1; "
         "grep -c Hunter2 shown; grep -c 'log_info=password is \\*\\*\\*, and how is well' shown",
         0, ["0\n2\n"], files={"tell.py": (MODULES / "tells_secrets.py").read_text()}),
    Case("a record contains no secrets, and plays the module for any secret",
         "for p in Hunter2 Grace99; do vow module send ${m-tell.py} --type account --promiser ada -a password=$p --record rec$m "
         ">out; m=rec; done; grep -c Hunter2 out; ! grep -q Hunter2 rec && grep -o 'password is .*, ' rec out", 0,
         ["0\n", "rec:password is ***", "out:password is ***"],
         files={"tell.py": (MODULES / "tells_secrets.py").read_text()}),
    Case("records of the published library are read", "vow module replay good.py rec", 0, ["1 pass"],
         files={"good.py": GOOD, "rec": PUBLISHED}),
    Case("unmarked log lines in records of the published library are read", "vow module replay good.py rec && vow module send ./rec --type x "
         "--promiser /nowhere", 1, ["1 pass", "error: Attribute 'content' is missing", "validate_promise: invalid"],
         files={"good.py": GOOD, "rec": "#!/usr/bin/env -S vow module mock\n" + PUBLISHED_LOG}),
    Case("an unrecorded request is an error of the mock", "vow module send rec --type x --promiser /other", 4,
         ["This request was not recorded"], files={"rec": "#!/usr/bin/env -S vow module mock\n" + PUBLISHED}),
    Case("a file that is not a record is a usage error", "vow module replay good.py good.py", 2, ["not a recorded conversation"],
         files={"good.py": GOOD}),
    Case("a new module passes its own cases", "vow module new keep_text && cd keep_text && "
         "vow module test keep_text.py cases.yaml && vow module doc keep_text.py", 0, ["32 pass", "content  string"]),
    Case("a new module does not hide a module of Python", "vow module new re && cd re && "
         "vow module test re_module.py cases.yaml", 0, ["32 pass"]),
    Case("a new module in shell passes its own cases", "vow module new --lang shell keep_text && cd keep_text && "
         "vow module test keep_text.sh cases.yaml", 0, ["32 pass"]),
    Case("a new module in Perl passes its own cases", "vow module new --lang perl keep_text && cd keep_text && "
         "vow module test keep_text.pl cases.yaml", 0, ["32 pass"]),
    Case("existing files are not overwritten", "mkdir keep_text; vow module new keep_text", 2, ["already exists"]),
    Case("a name that cannot be a promise type is refused", "vow module new Keep-Text", 2, ["beginning with a letter"]),
    Case("a module without a description is fuzzed with texts only", "vow module fuzz good.py --time 0.2", 0,
         ["FUZ-ANSWER", "not offered FUZ-VALID"], files={"good.py": GOOD}),
    Case("a finding of fuzzing is written as a case that reproduces it",
         "vow module fuzz dies.py --time 0.5 --seed 3; vow module test dies.py FUZ-ANSWER-3.yaml", 1,
         ["violation   FUZ-ANSWER", "violation   TST-RESULT"],
         files={"dies.py": GOOD.replace('if operation == "validate_promise":', 'if operation == "validate_promise":\n        "=" in request_read["promiser"] and sys.exit(1)')}),
    Case("bytes that end a module by a signal are written as a case that reproduces it",
         "vow module fuzz dies.py --time 2 --limit 5 --seed 3; vow module test dies.py FUZ-BYTES-3.yaml", 1,
         ["violation   FUZ-BYTES", "violation   TST-BYTES"],
         files={"dies.py": GOOD.replace("return json.loads(line)", "try:\n        return json.loads(line)\n    except ValueError:\n"
                                        "        import os\n        os.abort()")}),
    Case("an error of the module has a status of its own", "vow module send ./bad.sh --type t --promiser trouble", 4,
         ["other than a JSON object"], files={"bad.sh": (MODULES / "bad_json.sh").read_text(),
                                    "base.sh": (MODULES / "base.sh").read_text()}),
]

if __name__ == "__main__":
    sys.exit(report(CASES, Path(sys.argv[1]).resolve(strict=True)))
