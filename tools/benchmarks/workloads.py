"""Policies of any size, one function for each kind of work, and the answer that a right run gives.

They use the documented language only, so that another agent can run them as well.
"""

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Work:
    """A policy in a folder, and what shows that it was run: the number of lines that begin with `R: `, and one of them."""

    policy: Path
    reports: int
    report: str


def main_bundle(body):
    return "bundle agent main\n{\n" + body + "}\n"


def quoted(items):
    return "{ " + ", ".join(f'"{item}"' for item in items) + " }"


def work(folder, text, reports=1, report="R: done"):
    policy = Path(folder, "policy.cf")
    policy.write_text(text)
    policy.chmod(0o600)
    return Work(policy, reports, report)


DONE = '  reports:\n      "done";\n'


def empty(folder, _):
    return work(folder, main_bundle(DONE))


def reports(folder, n):
    return work(folder, main_bundle("  reports:\n" + "".join(f'      "report {i}";\n' for i in range(n))), n, f"R: report {n - 1}")


def uncalled(folder, n):
    """Promises that are read and checked, and never run."""
    parts = []
    for part in range(max(1, n // 6)):
        parts.append(f"""bundle agent part_{part}(name)
{{
  vars:
      "dir_{part}" string => "/srv/app/{part}";
      "names" slist => {{ "alpha", "beta", "gamma" }};
  classes:
      "ready_{part}" expression => "linux.!disabled_{part}";
  files:
    ready_{part}::
      "$(dir_{part})/$(names).conf" create => "true", perms => mode("0644"), content => "name = $(names)";
  commands:
    ready_{part}.!any::
      "/bin/true" comment => "never run";
  reports:
    disabled_{part}::
      "part {part} of $(name) is disabled";
}}
""")
    return work(folder, "body perms mode(mode)\n{\n  mode => \"$(mode)\";\n}\n" + "".join(parts) + main_bundle(DONE))


def long_list(folder, n):
    body = f'  vars:\n      "l" slist => {quoted(f"e{i}" for i in range(n))};\n  reports:\n      "r $(l)";\n'
    return work(folder, main_bundle(body), n, f"R: r e{n - 1}")


def container(folder, n):
    data = Path(folder, "list.json")
    data.write_text(json.dumps([f"e{i}" for i in range(n)]))
    data.chmod(0o600)
    body = f'  vars:\n      "d" data => readjson("{data}", inf);\n  reports:\n      "r $(d)";\n'
    return work(folder, main_bundle(body), n, f"R: r e{n - 1}")


def variables(folder, n):
    lines = (f'      "v{i}" string => "$(v{i - 1})x";\n' if i % 50 else f'      "v{i}" string => "";\n' for i in range(n))
    return work(folder, main_bundle("  vars:\n" + "".join(lines) + f'  reports:\n      "$(v{n - 1})";\n'), 1, "R: " + "x" * ((n - 1) % 50))


def classes(folder, n):
    lines = (f'      "c{i}" expression => "linux.!(c{i - 1}|windows)";\n' for i in range(1, n + 1))
    last = n if n % 2 else n - 1
    return work(folder, main_bundle("  classes:\n" + "".join(lines) + f'  reports:\n    c{last}::\n      "done";\n'))


def methods(folder, n):
    body = f'  vars:\n      "n" slist => {quoted(range(n))};\n  methods:\n      "call $(n)" usebundle => callee("$(n)");\n'
    callee = 'bundle agent callee(x)\n{\n  vars:\n      "v" string => "got $(x)";\n  reports:\n      "$(v)";\n}\n'
    return work(folder, main_bundle(body) + callee, n, f"R: got {n - 1}")


def functions(folder, n):
    body = f"""  vars:
      "l" slist => {quoted(f"e{(i * 7919) % n}" for i in range(n))};
      "sorted" slist => sort("l", "lex");
      "unique" slist => unique("sorted");
      "mapped" slist => maplist("x-$(this)", "unique");
      "found" slist => grep("x-e.*7", "mapped");
      "joined" string => join(",", "mapped");
      "n" int => length("mapped");
  reports:
      "n=$(n)";
"""
    return work(folder, main_bundle(body), 1, f"R: n={n}")


def data(folder, n):
    rows = [{"id": i, "name": f"host{i}", "tags": [f"t{i % 7}", f"u{i % 11}"], "note": "a text with \"quotes\""} for i in range(n)]
    file = Path(folder, "data.json")
    file.write_text(json.dumps(rows))
    file.chmod(0o600)
    body = f"""  vars:
      "d" data => readjson("{file}", inf);
      "i" slist => getindices("d");
  reports:
      "$(d[$(i)][name]) has $(d[$(i)][note])";
"""
    return work(folder, main_bundle(body), n, "R: host0 has a text with \"quotes\"")


def custom(folder, n):
    """Needs the program `instant_json` in the folder: instant_module.cpp."""
    head = f'promise agent instant\n{{\n  path => "{folder}/instant_json";\n}}\n'
    body = "".join(f'      "/tmp/some/path/{i}" words => {{ "a", "b" }}, text => "value {i} of $(base)";\n' for i in range(n))
    return work(folder, head + main_bundle('  vars:\n      "base" string => "/srv";\n  instant:\n' + body + DONE))


def files(folder, n):
    """Files that hold what is promised already."""
    kept = Path(folder, "kept")
    kept.mkdir(exist_ok=True)
    for i in range(n):
        Path(kept, f"f{i}").write_text(f"hello number {i}\n")
    body = "".join(f'      "{kept}/f{i}" create => "true", content => "hello number {i}\n";\n' for i in range(n))
    return work(folder, main_bundle("  files:\n" + body + DONE))


WORKLOADS = {
    "empty": (empty, (1,)),
    "reports": (reports, (1000, 4000, 16000)),
    "uncalled": (uncalled, (6000, 24000, 96000)),
    "long_list": (long_list, (1000, 4000, 16000)),
    "container": (container, (1000, 4000, 16000)),
    "variables": (variables, (1000, 4000, 16000)),
    "classes": (classes, (1001, 4001, 16001)),
    "methods": (methods, (500, 2000, 8000)),
    "functions": (functions, (1000, 4000, 16000)),
    "data": (data, (1000, 4000, 16000)),
    "custom": (custom, (500, 2000, 8000)),
    "files": (files, (250, 1000, 4000)),
}
