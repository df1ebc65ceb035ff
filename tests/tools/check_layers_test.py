#!/usr/bin/env python3
"""tools/check_layers: that it passes what the architecture allows, and that it can fail."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import run_unittests

SCRIPT = Path(__file__).resolve().parents[2] / "tools" / "check_layers"


def check(**files):
    """Exit status and complaints for a tree of the files given, as path__to__file="content"."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            path = Path(folder, name.replace("__", "/") + ".h")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        process = subprocess.run([sys.executable, SCRIPT, folder], capture_output=True, text=True, check=False)
        return process.returncode, process.stderr


class CheckLayers(unittest.TestCase):
    def test_includes_along_the_arrows_pass(self):
        self.assertEqual((0, ""), check(agent__run__x='#include "policy/run/world.h"\n', policy__run__world='#include "protocol/description/keeper.h"\n'))

    def test_an_include_against_the_arrows_is_named_with_its_line(self):
        status, said = check(protocol__wire__codec='#pragma once\n#include "policy/run/world.h"\n')
        self.assertEqual(1, status)
        self.assertEqual("protocol/wire/codec.h:2: protocol/wire may not include policy/run/world.h\n", said)

    def test_a_policy_language_sees_neither_client_nor_another_language(self):
        for include in ("protocol/client/module_host.h", "policy/inmanta/parser.h", "agent/run/run.h"):
            self.assertEqual(1, check(policy__cfengine__x=f'#include "{include}"\n')[0], include)

    def test_inner_folders_of_a_language_see_only_those_below(self):
        self.assertEqual(0, check(policy__cfengine__functions__x='#include "policy/cfengine/program/function.h"\n')[0])
        self.assertEqual(1, check(policy__cfengine__program__x='#include "policy/cfengine/functions/families.h"\n')[0])
        self.assertEqual(1, check(policy__cfengine__loading__x='#include "policy/cfengine/printing/printed_policy.h"\n')[0])

    def test_rooms_of_the_agent_see_only_those_below(self):
        self.assertEqual(0, check(agent__run__x='#include "agent/machine/host.h"\n')[0])
        self.assertEqual(1, check(agent__machine__x='#include "agent/run/session.h"\n')[0])
        self.assertEqual(1, check(agent__command_line__x='#include "agent/module/command.h"\n')[0])

    def test_the_agent_sees_no_bundled_module_but_their_table(self):
        self.assertEqual(0, check(agent__keepers__x='#include "modules/bundled.h"\n')[0])
        self.assertEqual(1, check(agent__keepers__x='#include "modules/files/files.h"\n')[0])

    def test_the_agent_sees_a_policy_language_in_its_table_only(self):
        include = '#include "policy/cfengine/language.h"\n'
        self.assertEqual(1, check(agent__run__x=include)[0])
        with tempfile.TemporaryDirectory() as folder:
            table = Path(folder, "agent", "languages.cpp")
            table.parent.mkdir()
            table.write_text(include)
            self.assertEqual(0, subprocess.run([sys.executable, SCRIPT, folder], check=False).returncode)

    def test_a_hidden_library_is_seen_in_its_place_only(self):
        self.assertEqual(0, check(modules__http__x="#include <curl/curl.h>\n")[0])
        self.assertEqual(1, check(agent__run__x="#include <boost/asio.hpp>\n")[0])
        self.assertEqual(1, check(policy__run__x="#include <boost/context/fiber.hpp>\n")[0])
        self.assertEqual(1, check(protocol__client__x="#include <boost/context/fiber.hpp>\n")[0])

    def test_a_call_by_path_needs_a_place_in_the_list(self):
        for call in (
            "::open(path, O_RDONLY)",
            "chmod(path.c_str(), 0600)",
            "std::rename(one.c_str(), other.c_str())",
            "std::ofstream out(path)",
            "fs::remove_all(path, error)",
            "std::filesystem::exists(path)",
            "::openat(AT_FDCWD, name, 0)",
        ):
            self.assertEqual(1, check(modules__files__x=f"    {call};\n")[0], call)
            self.assertEqual(0, check(protocol__system__x=f"    {call};\n")[0], call)

    def test_a_call_on_an_open_folder_passes(self):
        for call in ("place.unlink()", "TextFile::open(path)", "::fstat(number, &status)", "// ::open(path)"):
            self.assertEqual((0, ""), check(modules__files__x=f"    {call};\n"), call)

    def test_a_program_is_started_in_one_place(self):
        for call in ("::fork()", "::execve(path, arguments, all)", "popen(line.c_str(), mode)", "std::system(line)", "::posix_spawn(&child, path)", "execvp(words[0], words)"):
            self.assertEqual(1, check(modules__files__x=f"    {call};\n")[0], call)
        for call in ("output_.fork()", "operation.execute(run)", "// ::fork()"):
            self.assertEqual((0, ""), check(modules__files__x=f"    {call};\n"), call)

    def test_trust_in_everything_needs_a_place_in_the_list(self):
        self.assertEqual(1, check(modules__files__x="    const Trust trust = Trust::in_everything();\n")[0])

    def test_nouns_of_a_folder_do_not_include_each_other(self):
        one, other = '#include "modules/files/other.h"\n', '#include "modules/files/one.h"\n'
        self.assertEqual((0, ""), check(modules__files__one=one, modules__files__other=""))
        self.assertIn("modules/files: one, other include each other", check(modules__files__one=one, modules__files__other=other)[1])

    def test_text_becomes_policy_by_the_checking_reader_only(self):
        for read in ("host.read_file(path, most)", "read_whole_file(world.host, path)", "host.read_guarded_file(path, 1)"):
            self.assertEqual(1, check(policy__otterscript__operations__x=f"    auto text = {read};\n")[0], read)
            self.assertEqual((0, ""), check(policy__cfengine__functions__x=f"    auto text = {read};\n"), read)
        self.assertEqual((0, ""), check(policy__inmanta__project__x="    auto text = read_trusted(host, path);\n"))
        given = "    run(TrustedText::given(text));\n"
        self.assertEqual(1, check(policy__skopos__x=given)[0])
        self.assertEqual((0, ""), check(policy__otterscript__operations__x=given))

    def test_a_folder_without_a_layer_is_a_fault(self):
        self.assertEqual(1, check(policy__elsewhere__x="")[0])


if __name__ == "__main__":
    run_unittests()
