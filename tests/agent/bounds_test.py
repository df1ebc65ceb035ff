#!/usr/bin/env python3
"""Input of any size, shape or origin costs bounded memory and time: what exceeds a limit is an error that names its place.

usage: bounds_test.py VOW
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "support"))
from tally import run_unittests

VOW = str(Path(sys.argv.pop(1)).resolve(strict=True))
LIMIT = 150  # seconds that a run may take
MIB = 1 << 20
TOO_LARGE = "a value would be larger than 256 MiB"


class Bounds(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        self.environment = dict(os.environ, CFENGINE_TEST_OVERRIDE_WORKDIR=str(self.root))

    def write(self, name, text):
        path = self.root / name
        path.write_text(text)
        return path

    def vow(self, *words):
        begin = time.monotonic()
        process = subprocess.Popen([VOW, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=self.root,
                                   env=self.environment)
        process.text = process.stdout.read()
        process.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        process.bytes = usage.ru_maxrss * 1024
        process.seconds = time.monotonic() - begin
        return process

    def run_policy(self, text, *options):
        return self.vow("run", "-K", *options, self.write("p.cf", text))

    def run_vars(self, *lines):
        """Runs a bundle with one variable a line, the first on line 3 of the policy."""
        return self.run_policy("bundle agent main {\nvars:\n" + "\n".join(lines) + "\nreports: \"done\";\n}\n")

    def large_file(self, size):
        path = self.root / "large"
        with path.open("wb") as file:
            file.truncate(size)
        return path

    def fails(self, *lines, error=TOO_LARGE):
        """The last variable cannot be computed, and the error names its place."""
        done = self.run_vars(*lines)
        self.assertIn(error, done.text)
        self.assertRegex(done.text, rf"p\.cf:{len(lines) + 2}\b")
        self.assertIn("R: done", done.text)
        self.assertEqual(1, done.returncode, done.text)
        return done

    def test_functions_do_not_read_files_beyond_the_limit(self):
        path = self.large_file(65 * MIB)
        for variable in (
            f'"x" string => readfile("{path}", inf);',
            f'"x" data => readjson("{path}");',
            f'"x" data => readyaml("{path}");',
            f'"x" data => readcsv("{path}");',
            f'"x" int => countlinesmatching("x", "{path}");',
            f'"x" int => getfields("x", "{path}", ":", "a");',
            f'"x" slist => readstringlist("{path}", "", ":", 5, 99999999999);',
            f'"x" data => classfiltercsv("{path}", "true", 1);',
            f'"x" string => ifelse(regline("x", "{path}"), "a", "b");',
            f'"x" string => ifelse(read_module_protocol("{path}"), "a", "b");',
        ):
            with self.subTest(variable):
                self.fails(variable, error=f"'{path}': it is larger than 64 MiB")

    def test_a_part_of_a_large_file_can_be_read(self):
        path = self.large_file(65 * MIB)
        done = self.run_vars(f'"x" int => string_length(readfile("{path}", 10));', '"y" string => "x$(x)";')
        self.assertEqual(0, done.returncode, done.text)

    def test_a_digest_needs_no_memory_for_the_file(self):
        size = 600 * MIB
        path = self.large_file(size)
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        done = self.run_policy(f'bundle agent main {{ reports: "got $(x)"; vars: "x" string => file_hash("{path}", "sha256"); }}')
        self.assertIn(f"R: got {digest}", done.text)
        self.assertLess(done.bytes, size)

    def test_a_digest_of_a_device_is_an_error(self):
        self.fails('"x" string => file_hash("/dev/zero", "md5");', error="cannot read '/dev/zero': it is not a regular file")

    def test_commands_with_too_much_output_are_ended(self):
        command = "/usr/bin/head -c 80000000 /dev/zero"
        self.fails(f'"x" string => execresult("{command}", "noshell");', error=f"could not run '{command}': it printed more than 64 MiB")

    def test_texts_and_lists_do_not_grow_without_limit(self):
        self.write("text", "x" * MIB)
        read = f'"t" string => readfile("{self.root}/text");'
        self.fails(read, '"u" string => "' + "$(t)" * 64 + '";', '"v" string => "' + "$(u)" * 5 + '";')
        self.fails(read, '"l" slist => splitstring("$(t)", "x", 999999);', '"m" slist => { ' + "@(l), " * 15 + "};")

    def test_functions_do_not_multiply_texts_without_limit(self):
        self.write("text", "x" * 100000)
        self.write("list", ",".join("a" * 3000))
        read = (f'"t" string => readfile("{self.root}/text");', f'"f" string => readfile("{self.root}/list");',
                '"l" slist => splitstring("$(f)", ",", 99999);', '"d" data => mergedata(l);')
        for variable in (
            '"x" string => format("%300000000d", 1);',
            '"x" string => regex_replace("$(f)", "a", "$(t)", "g");',
            '"x" string => string_replace("$(f)", "a", "$(t)");',
            '"x" string => join("$(t)", l);',
            '"x" slist => maplist("$(this)$(t)", l);',
            '"x" slist => maparray("$(this.v)$(t)", d);',
            '"x" data => mapdata("none", "$(this.v)$(t)", d);',
            '"x" string => string_mustache("{{#-top-}}$(t){{/-top-}}", d);',
            '"x" slist => expandrange("$(t)[1-3000]", 1);',
        ):
            with self.subTest(variable):
                self.fails(*read, variable)

    def test_a_template_does_not_grow_without_limit(self):
        self.write("template", "{{#-top-}}" + "x" * 100000 + "{{/-top-}}")
        self.write("list", ",".join("a" * 3000))
        done = self.run_policy(f"""bundle agent main {{
vars: "f" string => readfile("{self.root}/list");
    "l" slist => splitstring("$(f)", ",", 99999);
files: "{self.root}/made" create => "true", edit_template => "{self.root}/template", template_method => "mustache",
    template_data => mergedata(l);
}}
""", "-I")
        self.assertIn(f"p.cf:4: files promise '{self.root}/made' failed: {TOO_LARGE}", done.text)
        self.assertIn("0 kept, 0 repaired, 1 not kept, ", done.text)
        self.assertEqual(1, done.returncode)

    def test_a_promise_that_fails_for_one_item_is_kept_for_the_others(self):
        self.write("text", "x" * MIB)
        done = self.run_policy(f"""bundle agent main {{
vars: "t" string => readfile("{self.root}/text");
    "u" string => "{'$(t)' * 64}";
    "text[b]" string => "$(u)$(u)$(u)";
    "text[c]" string => "c";
    "name" slist => {{ "b", "c" }};
files: "{self.root}/$(name)" create => "true", content => "$(text[$(name)])$(text[$(name)])";
}}
""", "-I")
        self.assertEqual(1, done.text.count(f"p.cf:7: files promise '{self.root}/b' failed: {TOO_LARGE}"))
        self.assertEqual("cc", (self.root / "c").read_text())
        self.assertIn("0 kept, 1 repaired, 1 not kept, ", done.text)
        self.assertEqual(1, done.returncode)

    def test_data_that_shares_its_parts_does_not_become_endless(self):
        levels = []
        for level in range(1, 9):
            members = ", ".join(f'"{name}": d{level - 1}' for name in range(200))
            levels.append(f""""d{level}" data => mergedata('{{{members}}}');""")
        done = self.run_vars(""""d0" data => '["x"]';""", *levels)
        self.assertIn(TOO_LARGE, done.text)
        self.assertEqual(1, done.returncode)

    def test_a_pattern_beyond_the_match_limit_is_an_error(self):
        text = "a" * 40 + "b" * 2
        pattern = "((a+)+c)|(x.*d)"
        done = self.run_policy(f"""bundle agent main {{
classes: "matched" expression => regcmp("{pattern}", "{text}");
    "different" not => regcmp("{pattern}", "{text}");
files: "{self.write("edited", text)}" edit_line => cleaned;
reports: different:: "different";
}}
bundle edit_line cleaned {{ delete_lines: "{pattern}"; }}
""")
        self.assertIn(f"error: regcmp: cannot tell whether '{pattern}' matches: match limit exceeded ({self.root}/p.cf:2)", done.text)
        self.assertEqual(1, done.text.count("p.cf:2"))
        self.assertIn(f"failed  delete_lines {pattern} ({self.root}/p.cf:7): cannot tell", done.text)
        self.assertNotIn("R: different", done.text)
        self.assertEqual(1, done.returncode)

    def test_folders_nested_without_end_end_a_recursive_promise(self):
        tree = self.root / "tree"
        tree.mkdir()
        self.addCleanup(subprocess.run, ["rm", "-rf", tree], check=True)
        (tree / "file").write_text("")
        folder = os.open(tree, os.O_RDONLY)
        for _ in range(2500):
            os.mkdir("d", dir_fd=folder)
            above, folder = folder, os.open("d", os.O_RDONLY, dir_fd=folder)
            os.close(above)
        os.close(folder)
        (self.root / "source").mkdir()
        recursion = "body depth_search all { depth => \"inf\"; }\n"
        done = self.run_policy(f"""bundle agent main {{ files: "{tree}" depth_search => all, perms => p; }}
body perms p {{ mode => "750"; rxdirs => "false"; }}
""" + recursion)
        self.assertIn("are nested too deeply", done.text)
        self.assertEqual(0o750, (tree / "file").stat().st_mode & 0o777)
        self.assertEqual(1, done.returncode)
        done = self.run_policy(f"""bundle agent main {{ files: "{tree}" copy_from => c, depth_search => all; }}
body copy_from c {{ source => "{self.root}/source"; purge => "true"; }}
""" + recursion)
        self.assertIn(f"Couldn't delete '{tree}/d' while purging", done.text)
        self.assertFalse((tree / "file").exists())
        self.assertEqual(1, done.returncode)

    def test_deep_nesting_of_references_takes_linear_time(self):
        for nested in ("$(" * 100000, "$(" * 100000 + "x" + ")" * 100000, "$(a[" * 50000 + "]) " * 50000):
            done = self.vow("run", "-K", self.write("p.cf", f'bundle agent main {{ vars: "x" string => "{nested}"; }}'))
            self.assertLess(done.seconds, 20)

    def test_a_long_argument_fails_in_linear_time_and_is_named(self):
        command = "/bin/echo " + "a" * 300_000
        model = self.write("model.cf", f"""import exec
host = std::Host(name="localhost", os=std::linux)
exec::Run(host=host, command="{command}")
""")
        steps = f"steps: [{{id: g, class: group, on_fail: fail, steps: [{{id: a, class: action, exec: '{command}', on_fail: fail}}]}}]"
        plan = self.write("p.yaml", f"doctype: com.datagridsys.doctype/skopos/deploy-plan\nversion: alpha/1\n{steps}\n")
        script = self.write("p.otter", f'Exec (FileName: /bin/echo, Arguments: {"a" * 300_000});')
        policy = self.write("p.cf", f'bundle agent main {{ commands: "{command}"; }}')
        for words in (["run", "--language", "inmanta", model], ["run", policy], ["run", plan], ["run", script]):
            done = self.vow(*words)
            self.assertEqual(1, done.returncode, done.text[-1000:])
            self.assertIn("argument 1 has 300000 bytes, and the kernel accepts at most 131071; pass it on standard input", done.text)
            self.assertLess(done.seconds, 10)

    def test_long_chains_of_bodies_are_kept_in_linear_time(self):
        chain = ['body perms b0 { mode => "600"; }\n']
        chain += [f"body perms b{n} {{ inherit_from => b{n - 1}; }}\n" for n in range(1, 3000)]
        made = self.root / "made"
        policy = f'bundle agent main {{ files: "{made}" create => "true", perms => b2999; }}\n' + "".join(chain)
        done = self.run_policy(policy)
        self.assertEqual(0, done.returncode, done.text)
        self.assertEqual(0o600, made.stat().st_mode & 0o777)
        self.assertLess(done.seconds, 10)
        circular = policy.replace("b0 {", "b0 { inherit_from => b2999;")
        done = self.vow("check", self.write("p.cf", circular))
        self.assertEqual(3, done.returncode)
        self.assertIn("the body 'b0' inherits from itself [inherits-itself]", done.text)
        self.assertLess(done.seconds, 10)

    def test_references_in_mapped_data_stay_as_they_are(self):
        self.write("list.json", '["one", "$(main.secret)"]')
        self.write("data.json", '{"$(main.secret)": "$(main.secret)"}')
        done = self.run_policy(f"""bundle agent main {{
vars: "secret" string => "S3CRET";
    "l" data => readjson("{self.root}/list.json");
    "d" data => readjson("{self.root}/data.json");
    "by" string => "$(this.k) is $(this.v)";
    "a" slist => maplist("<$(this)>", l);
    "b" slist => maparray("$(this.k)=$(this.v)", d);
    "c" data => mapdata("json", '{{"v": "$(this.v)"}}', d);
    "e" slist => maparray("$(by)", d);
    "f" slist => maplist(concat("$(const.dollar)", "(this)"), '["x"]');
reports: "$(with)" with => join(" ", a);
    "$(with)" with => join(" ", b);
    "$(with)" with => storejson(c);
    "$(with)" with => join(" ", e);
    "$(with)" with => join(" ", f);
}}
""")
        self.assertNotIn("S3CRET", done.text)
        self.assertEqual(["R: <one> <$(main.secret)>", "R: $(main.secret)=$(main.secret)", "R: $(main.secret) is $(main.secret)", "R: x"],
                         [line for line in done.text.splitlines() if line.startswith("R:") and "{" not in line and "[" not in line])

    def test_a_promise_whose_results_fail_counts_once(self):
        done = self.run_policy("""body agent control { abortclasses => { "((a+)+c)|(x.*d)" }; }
bundle agent main {
    commands: "/bin/echo +%s" module => "true";
}
""" % ("a" * 40), "-I")
        self.assertIn("p.cf:3: commands promise '/bin/echo +aaaa", done.text)
        self.assertIn("0 kept, 1 repaired, 0 not kept, ", done.text)
        self.assertEqual(1, done.returncode)


if __name__ == "__main__":
    run_unittests()
