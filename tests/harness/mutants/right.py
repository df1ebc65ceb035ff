#!/usr/bin/python3 -SE
"""A promise module as it should be. It keeps the text of a file; every mutant beside it is this one with one thing wrong.

The promiser is a path, the attribute `content` the text of the file. The attribute `answer` has it answer
`not_kept` or `error`, as a module does that met trouble.
"""
import json
import os
import stat
import sys


class Right:
    """Each step is a method, so that a mutant replaces as little as possible."""

    header = "right 1.0 v1 json_based action_policy describe progress parallel"
    description = {
        "summary": "keeps the text of a file",
        "promise_types": {
            "file": {
                "promiser": {"summary": "the file"},
                "attributes": {
                    "content": {"required": True, "summary": "its text"},
                    "answer": {"enum": ["not_kept", "error"], "summary": "the trouble to meet"},
                    "password": {"secret": True, "summary": "not used, and never shown"},
                },
            }
        },
    }
    line_end = "\n"

    def __init__(self):
        self.unread = b""

    def run(self):
        self.set_umask()
        self.before_header()
        self.check_header(self.read_header())
        self.send_header()
        while True:
            request = self.read_request()
            self.level = request.get("log_level", "info")
            self.serve(request)
            if request["operation"] == "terminate":
                self.leave()

    def set_umask(self):
        os.umask(0o022)

    def before_header(self):
        pass

    def read_header(self):
        header = self.read_line(self.at_end_before_header)
        self.read_line(self.at_end_before_header)
        return header.decode()

    def check_header(self, header):
        if not header.startswith("cf-agent 3."):
            sys.exit("this is not an agent: " + header)

    def send_header(self):
        self.write(self.header + "\n\n")

    def read_request(self):
        line = b""
        while not line:
            line = self.read_line(self.at_end_of_input)
        return json.loads(line.decode())

    def read_line(self, at_end):
        while b"\n" not in self.unread:
            chunk = os.read(0, 1 << 20)
            if not chunk:
                (self.at_end_in_request if self.unread else at_end)()
            self.unread += chunk
        line, self.unread = self.unread.split(b"\n", 1)
        return line

    def at_end_before_header(self):
        sys.exit(0)

    def at_end_of_input(self):
        sys.exit(0)

    def at_end_in_request(self):
        sys.exit(1)

    def serve(self, request):
        operation = request["operation"]
        if operation == "validate_promise":
            self.answer(request, self.validate(request))
        elif operation == "evaluate_promise":
            self.classes = []
            result = self.evaluate(request)
            self.answer(request, result, **({"result_classes": self.classes} if self.classes else {}))
        elif operation == "describe":
            self.answer(request, "success", description=self.description)
        else:
            self.answer(request, self.terminate())

    def validate(self, request):
        problem = self.problem_with(self.attributes(request))
        if not problem:
            return "valid"
        self.explain_invalid(problem)
        return "invalid"

    def attributes(self, request):
        return request.get("attributes", {})

    def problem_with(self, attributes):
        for name in attributes:
            if name not in ("content", "answer", "password", "action_policy", "handle", "comment"):
                return "'%s' is not an attribute" % name
        if not isinstance(attributes.get("content"), str):
            return "'content' must be a text"
        if attributes.get("answer", "error") not in ("not_kept", "error"):
            return "'answer' must be 'not_kept' or 'error'"
        return "" if isinstance(attributes.get("password", ""), str) else "'password' must be a text"

    def explain_invalid(self, problem):
        self.log("error", problem)

    def evaluate(self, request):
        if "answer" in self.attributes(request):
            return self.meet_trouble(self.attributes(request)["answer"])
        path, content = request["promiser"], self.attributes(request)["content"]
        if self.found_at(path) == content.encode():
            self.progress(100, "Read '%s'" % path)
            return "kept"
        if self.attributes(request).get("action_policy") == "warn":
            return self.warn(path, content)
        return self.repair(path, content)

    def found_at(self, path):
        """None if there is no readable file. A pipe has no content."""
        try:
            file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            return None
        try:
            return os.read(file, 1 << 22)
        except OSError:
            return None
        finally:
            os.close(file)

    def warn(self, path, content):
        self.log("warning", "Should write '%s', but only warning promised" % path)
        return "not_kept"

    def repair(self, path, content):
        try:
            self.replace(path, content)
        except OSError as problem:
            self.log("error", "Cannot write '%s': %s" % (path, problem.strerror))
            return "not_kept"
        self.log("info", "Wrote '%s'" % path)
        self.classes = ["wrote"]
        return "repaired"

    def replace(self, path, content):
        with open(path + ".new", "w") as file:
            file.write(content)
            self.adopt(file.fileno(), path)
        os.rename(path + ".new", path)

    def adopt(self, file, path):
        """Owner, mode and access list of the file that was there before. A link is replaced."""
        if not os.path.isfile(path) or os.path.islink(path):
            return
        status = os.stat(path)
        os.fchown(file, status.st_uid, status.st_gid)
        os.fchmod(file, stat.S_IMODE(status.st_mode))
        for name in os.listxattr(path):
            os.setxattr(file, name, os.getxattr(path, name))

    def meet_trouble(self, result):
        self.log("critical" if result == "error" else "error", "There is trouble")
        return result

    def terminate(self):
        return "success"

    def leave(self):
        sys.exit(0)

    def answer(self, request, result, **more):
        self.write(json.dumps(self.reply(request, result, **more)) + "\n\n")

    def reply(self, request, result, **more):
        reply = dict(request, result=result, **more)
        if "attributes" in request:
            shown = request["attributes"].items()
            reply["attributes"] = {name: value for name, value in shown if not self.is_secret(name)}
        return reply

    def is_secret(self, name):
        return name == "password"

    def progress(self, percent, text):
        if self.is_watched():
            self.write("progress=%d %s\n" % (percent, text))

    def is_watched(self):
        return os.environ.get("VOW_PROGRESS") == "1"

    def log(self, level, text):
        self.write("log_%s=%s\n" % (level, text.replace("\n", "\\n")))

    def write(self, text):
        data = text.replace("\n", self.line_end).encode()
        while data:
            data = data[os.write(1, data) :]


if __name__ == "__main__":
    Right().run()
