#!/usr/bin/env python3
"""Modules written for the published Python and shell libraries run with ours by their import path alone."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
from tally import run_unittests

SDK = Path(__file__).resolve().parents[2] / "modules" / "sdk"

PYTHON_MODULE = '''
import os
from cfengine_module_library import PromiseModule, ValidationError, Result, AttributeObject

class Sample(PromiseModule):
    def __init__(self, **kwargs):
        super(Sample, self).__init__("sample_promise_module", "0.1.0", **kwargs)
        def must_be_even(v):
            if v % 2:
                raise ValidationError("must be even, not '%d'" % v)
        self.attributes = self.invalid = self.log = "a module may name its members as it likes"
        self.add_attribute("where", str, default_to_promiser=True)
        self.add_attribute("count", int, default=0, validator=must_be_even)
        self.add_attribute("force", bool, default=False)
        self.add_attribute("tags", list, default=[])
        self.add_attribute("fate", str, required=True)

    def prepare_promiser_and_attributes(self, promiser, attributes):
        return (promiser.replace(",", "_"), attributes)

    def validate_promise(self, promiser, attributes, metadata):
        if attributes["fate"] == "strange":
            raise ValidationError("no " + metadata["promise_type"] + " has a strange fate")

    def evaluate_promise(self, promiser, attributes, metadata):
        model = self.create_attribute_object(promiser, attributes)
        assert isinstance(model, AttributeObject)
        print("a stray print")
        os.system("echo a stray command")
        self.log_verbose("where=%s count=%r force=%r tags=%r" % (model.where, model.count, model.force, model.tags))
        if model.fate == "repaired":
            return (Result.REPAIRED, ["%s_done" % promiser])
        if model.fate == "raised":
            raise RuntimeError("two\\nlines")
        return model.fate

if __name__ == "__main__":
    Sample().start()
'''

SHELL_MODULE = """
required_attributes="from"
optional_attributes="mode"
all_attributes_are_valid="no"
do_evaluate() {
    echo "log_info=from=$request_attribute_from mode=$request_attribute_mode"
    response_result="$request_attribute_from"
    response_classes="sample_$response_result"
}
. "$(dirname "$0")/cfengine.sh"
module_main "sample" "1.0"
"""


def python_conversation(*requests):
    """Each reply with its log lines, as a list of lines."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "sample.py").write_text(PYTHON_MODULE)
        said = "cf-agent 3.27.0 v1\n\n" + "".join(json.dumps(request) + "\n\n" for request in requests)
        environment = {**os.environ, "PYTHONPATH": str(SDK / "python/compat"), "PYTHONDONTWRITEBYTECODE": "1"}
        return replies([sys.executable, f"{folder}/sample.py"], said, environment)


def shell_conversation(*requests):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "sample.sh").write_text(SHELL_MODULE)
        Path(folder, "cfengine.sh").write_text((SDK / "shell/vow_module.sh").read_text())
        said = "cf-agent 3.27.0 v1\n\n" + "".join("\n".join(request) + "\n\n" for request in requests)
        return replies(["/bin/sh", f"{folder}/sample.sh"], said, os.environ)


def replies(command, said, environment):
    process = subprocess.run(command, input=said, env=environment, capture_output=True, text=True, check=True, timeout=60)
    return [reply.split("\n") for reply in process.stdout.split("\n\n")[:-1]]


def request(operation="evaluate_promise", **attributes):
    fixed = {"operation": operation, "log_level": "verbose", "promise_type": "sample", "promiser": "a,b"}
    return {**fixed, "attributes": attributes}


class PublishedNames(unittest.TestCase):
    def test_the_header_offers_what_can_be_offered(self):
        self.assertEqual(["sample_promise_module 0.1.0 v1 json_based describe"], python_conversation()[0])

    def test_texts_become_what_they_are_declared_as(self):
        given = {"count": "4", "force": "true", "tags": ["x"], "fate": "kept", "handle": "h", "comment": "c"}
        log, reply = python_conversation(request(**given))[1]
        self.assertEqual("log_verbose=where=a_b count=4 force=True tags=['x']", log)
        self.assertEqual({"operation": "evaluate_promise", "result": "kept"}, json.loads(reply))

    def test_attributes_have_defaults(self):
        self.assertEqual("log_verbose=where=a_b count=0 force=False tags=[]", python_conversation(request(fate="kept"))[1][0])

    def test_faults_are_named(self):
        for attributes, said in (
            ({}, "Attribute 'fate' is missing"),
            ({"fate": "kept", "count": "3"}, "Attribute 'count': must be even, not '3'"),
            ({"fate": "kept", "count": "many"}, "Attribute 'count' must be an integer, not 'many'"),
            ({"fate": "kept", "force": "perhaps"}, "Attribute 'force' must be true or false, not 'perhaps'"),
            ({"fate": "kept", "tags": "x"}, "Attribute 'tags' must be a list of texts, not 'x'"),
            ({"fate": "kept", "color": "red"}, "Unknown attribute 'color'"),
            ({"fate": "strange"}, "no sample has a strange fate"),
        ):
            log, reply = python_conversation(request("validate_promise", **attributes))[1]
            self.assertEqual("log_error=" + said, log)
            self.assertEqual("invalid", json.loads(reply)["result"])

    def test_every_fault_is_named(self):
        given = {"count": "3", "force": "perhaps", "color": "red"}
        self.assertEqual(
            [
                "log_error=Unknown attribute 'color'",
                "log_error=Attribute 'count': must be even, not '3'",
                "log_error=Attribute 'force' must be true or false, not 'perhaps'",
                "log_error=Attribute 'fate' is missing",
            ],
            python_conversation(request("validate_promise", **given))[1][:-1],
        )

    def test_results_come_with_classes_and_the_log_line_they_need(self):
        lines = python_conversation(request(fate="repaired"))[1]
        self.assertEqual("log_info=Repaired 'a,b'", lines[-2])
        self.assertEqual(["a_b_done"], json.loads(lines[-1])["result_classes"])
        self.assertEqual("log_error='a,b' is not kept", python_conversation(request(fate="not_kept"))[1][-2])

    def test_an_exception_is_an_error_and_the_module_goes_on(self):
        raised, kept = python_conversation(request(fate="raised"), request(fate="kept"))[1:]
        self.assertRegex(raised[1], r"log_critical=RuntimeError: two$")
        self.assertEqual("error", json.loads(raised[-1])["result"])
        self.assertEqual("kept", json.loads(kept[-1])["result"])

    def test_a_test_may_call_the_methods_of_a_module_itself(self):
        code = "Sample().validate_attributes('x', {'fate': 'kept'}, {}); print(Sample().evaluate_promise('x', {'fate': 'kept'}, {}))"
        environment = {**os.environ, "PYTHONPATH": str(SDK / "python/compat"), "PYTHONDONTWRITEBYTECODE": "1"}
        program = PYTHON_MODULE.replace("Sample().start()", code)
        ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
        self.assertEqual("kept", ran.stdout.split()[-1])

    def test_a_conversation_can_be_written_down(self):
        with tempfile.NamedTemporaryFile("r") as record:
            code = f"import io; start = Sample(record_file_path={record.name!r}).start; start(io.StringIO({AGENT!r}), io.StringIO())"
            environment = {**os.environ, "PYTHONPATH": str(SDK / "python/compat"), "PYTHONDONTWRITEBYTECODE": "1"}
            program = PYTHON_MODULE.replace("Sample().start()", code)
            subprocess.run([sys.executable, "-c", program], env=environment, stdout=subprocess.DEVNULL, check=True)
            self.assertIn("< cf-agent 3.27.0 v1\n< \n> sample_promise_module 0.1.0 v1 json_based describe\n> \n< {", record.read())

    def test_shell_modules_print_their_results_themselves(self):
        asked = ("operation=evaluate_promise", "promise_type=sample", "promiser=/x", "attribute_from=kept", "attribute_mode=7")
        end = ("operation=terminate",)
        header, kept, ended = shell_conversation(asked, end)
        self.assertEqual(["sample 1.0 v1 line_based describe"], header)
        self.assertEqual("log_info=from=kept mode=7 operation=evaluate_promise result=kept result_classes=sample_kept", " ".join(kept))
        self.assertEqual(["operation=terminate", "result=success"], ended)

    def test_shell_modules_refuse_what_they_do_not_declare(self):
        asked = ("operation=validate_promise", "promise_type=sample", "promiser=/x", "attribute_form=x", "attribute_handle=h")
        self.assertEqual(
            ["log_error=Unknown attribute 'form'", "log_error=Attribute 'from' is missing", "operation=validate_promise", "result=invalid"],
            shell_conversation(asked)[1],
        )

    def test_the_name_of_an_attribute_is_not_run_as_a_command(self):
        asked = ("operation=validate_promise", "promiser=/x", "attribute_from=x", "attribute_x;exit 7;=1")
        self.assertEqual("log_error=Unknown attribute 'x;exit 7;'", shell_conversation(asked)[1][0])


AGENT = "cf-agent 3.27.0 v1\n\n" + json.dumps(request(fate="kept")) + "\n\n"

if __name__ == "__main__":
    run_unittests()
