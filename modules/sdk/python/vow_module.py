"""Promise modules in Python: copy this file next to yours, derive from Module, call serve().

    class Motd(Module):
        name, version, summary = "motd", "1.0", "keeps the message of the day"
        attributes = {"text": Attribute(required=True, summary="the message itself")}

        def evaluate(self, promise):
            path, wanted = Path(promise.promiser), promise["text"] + "\\n"
            if path.exists() and path.read_text() == wanted:
                return self.kept()
            if self.would(f"write '{path}'", path=path):
                return
            write_file(path, wanted)
            self.repaired(f"Wrote '{path}'")

    serve(Motd())

Python 3.8 or later and its standard library. It speaks the module protocol v1, in either variant, with its extensions
describe, variables, changes, progress and parallel; protocol/README.md is the wire format.

This is one long file on purpose: a copy of it is the whole installation, so that a module cannot meet two parts of different
versions. In order: declarations and promises, Module, serve(), reading and replacing files, the streams and their formats.
"""

import copy
import errno
import io
import json
import os
import re
import stat
import sys

LOG_LEVELS = ("critical", "error", "warning", "notice", "info", "verbose", "debug")
CHANGE_FACTS = ("action", "path", "before", "after", "diff", "kind", "object", "field")  # of a change, all optional
CHANGE_ACTIONS = ("create", "update", "remove")
RESULTS = ("kept", "repaired", "not_kept", "error")  # from best to worst; the worst reported is the answer
TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
TYPES = {str: "string", int: "int", float: "real", bool: "bool", list: "slist", dict: "body", object: "data"}
COMMON_ATTRIBUTES = ("handle", "comment", "action_policy")  # any promise may have them
TYPE_NAMES = {
    "string": "a text",
    "int": "an integer",
    "real": "a number",
    "bool": "true or false",
    "slist": "a list of texts",
    "body": "a body",
}


class ValidationError(Exception):
    """The promise is invalid; the text gives the reason."""


def _check_rules(rules, attributes):
    for name in (name for rule in rules for name in (*rule.condition, *rule.needs, *rule.excludes)):
        if name not in attributes:
            raise ValueError(f"rule: '{name}' is not one of {', '.join(attributes)}")


class Attribute:
    """The declaration of an attribute: `type` is str, int, float, bool, list (of texts), dict (a body) or object
    (any data). `pattern` matches the whole text, of a list each item. The value of a `secret` attribute is never shown.
    `attributes` and `rules` are those of a body; without attributes it may have any."""

    def __init__(
        self, type=str, required=False, default=None, choices=(), pattern=None, secret=False, summary="", attributes=None, rules=()
    ):
        if type not in TYPES:
            raise TypeError(f"the type of an Attribute must be one of {', '.join(each.__name__ for each in TYPES)}, not {type!r}")
        if type is not dict and (attributes or rules):
            raise TypeError("only a body, an Attribute of type dict, has attributes and rules")
        self.type, self.required, self.default = TYPES[type], required, default
        self.choices, self.pattern, self.secret, self.summary = tuple(choices), pattern, secret, summary
        self.attributes, self.rules = attributes or {}, rules
        _check_rules(self.rules, self.attributes)

    def of(self, given, name):
        """Its value among the given attributes, or its default."""
        if name in given:
            return self.value(given[name])
        if self.required:
            raise ValidationError("is missing")
        return copy.copy(self.default)

    def value(self, given):
        """The converted value. Raises ValidationError, in words that follow the attribute's name."""
        value = self._converted(given)
        if value is None:
            raise ValidationError(f"must be {TYPE_NAMES[self.type]}{self._instead(given)}")
        for text in given if self.type == "slist" else [given] if isinstance(given, str) else []:
            if self.choices and text not in self.choices:
                raise ValidationError(f"must be one of {_quoted(self.choices)}{self._instead(text)}")
            if self.pattern and not re.fullmatch(self.pattern, text):
                raise ValidationError(f"must match '{self.pattern}'{self._instead(text)}")
        return value

    def description(self):
        facts = {"type": self.type}
        if self.required:
            facts["required"] = True
        if self.default is not None:
            facts["default"] = self.default if self.type in ("slist", "body", "data") else _policy_text(self.default)
        if self.choices:
            facts["enum"] = list(self.choices)
        facts.update(_non_empty(pattern=self.pattern, secret=self.secret, summary=self.summary))
        return {**facts, **_non_empty(attributes=_described(self.attributes), rules=[rule.description() for rule in self.rules])}

    def _converted(self, given):
        """The value converted to its type, or None if it has another. Texts of a policy are treated like JSON's own types."""
        text = _text(given)
        if self.type == "bool":
            return TRUTH.get(text)
        if self.type == "int":
            return int(text) if re.fullmatch(r"[+-]?[0-9]+", text) else None
        if self.type == "real":
            return float(text) if re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?", text) else None
        fits = {"string": isinstance(given, str), "slist": _is_list_of_texts(given), "body": isinstance(given, dict)}
        return given if fits.get(self.type, True) else None

    def _instead(self, given):
        if self.secret or given is None or isinstance(given, (list, dict)):
            return ""
        return f", not '{_text(given)}'"


class Rule:
    """A rule among attributes: if all those named first are promised, which may be none, one of `needs` must be, and none
    of `excludes` may be. A bool that is false counts as not promised. The summary gives the reason."""

    def __init__(self, *attributes, needs=(), excludes=(), summary=""):
        self.condition, self.needs, self.excludes, self.summary = attributes, _names(needs), _names(excludes), summary

    def faults(self, is_promised):
        """Pairs of an attribute and a fault, in words that follow its name."""
        if not all(map(is_promised, self.condition)):
            return []
        lacks = self.needs and not any(map(is_promised, self.needs))
        if not self.condition:
            found = [(self.needs[0], self._required())] if lacks else []
        else:
            first, *others = self.condition
            condition = "".join(f"with '{name}' " for name in others)
            wanted = "needs " if len(self.needs) == 1 else "needs one of "
            found = [(first, condition + wanted + _quoted(self.needs))] if lacks else []
            found += [(first, f"{condition}excludes '{name}'") for name in self.excludes if is_promised(name)]
        return [(name, f"{fault}: {self.summary}" if self.summary else fault) for name, fault in found]

    def description(self):
        names = {"with": list(self.condition), "needs": list(self.needs), "excludes": list(self.excludes)}
        return _non_empty(**names, summary=self.summary)

    def _required(self):
        if len(self.needs) == 1:
            return "is missing"
        *others, last = (f"'{name}'" for name in self.needs[1:])
        return f"is required unless {', '.join(others) + ' or ' if others else ''}{last} is promised"


class Promise:
    """One promise: `promise["name"]` is an attribute as its declared type, or its default, or None. `given` holds the
    attributes as they were sent. `may_change` is false when only warning is promised."""

    def __init__(self, request):
        self.type, self.promiser = request["promise_type"], request["promiser"]
        self.file, self.line = request.get("filename", ""), int(request.get("line_number") or 0)
        self.given = request.get("attributes", {})
        self.action_policy = self.given.get("action_policy", "fix")
        self.attributes = {}  # filled in when they have been checked

    @property
    def may_change(self):
        return self.action_policy == "fix"

    def __getitem__(self, name):
        return self.attributes[name]

    def __contains__(self, name):
        return name in self.given


class Module:
    """The base class of modules. One object keeps the promises of one type, one after the other."""

    name, version, summary = "module", "1.0", ""  # the name is the promise type's too
    promiser = Attribute()  # its pattern and summary
    attributes = {}  # name: Attribute
    rules = ()  # among the attributes
    result_classes = ()  # for the description only
    examples = ()
    action_policy = True  # evaluate() calls would() before every change
    parallel = False  # several processes may evaluate at once

    _level = LOG_LEVELS.index("info")  # of the request that is answered
    _channel = None  # until it is served

    def validate(self, promise):
        """Checks beyond the declarations: calls invalid() or raises ValidationError. Must not change anything."""

    def evaluate(self, promise):
        """Keeps the promise, and reports the result: kept(), repaired() or not_kept()."""
        raise NotImplementedError("evaluate() is missing")

    def terminate(self):
        """Called at the end of the run."""

    # The answer to a promise.

    def invalid(self, why):
        self.log("error", why)
        self._valid = False

    def kept(self, text=None):
        if text is not None:
            self.log("verbose", text)
        self._add_result("kept")

    def repaired(self, text):
        if self._promise.may_change:
            self.log("info", text)
            self._add_result("repaired")
        else:
            self.log("critical", f"Changed something although only warning was promised: {text}")
            self._add_result("error")
        self._commit_change()

    def not_kept(self, text):
        self.log("error", text)
        self._add_result("not_kept")
        self._change = None

    def would(self, change, **facts):
        """True if only a warning is promised, which it logs: `if self.would("create file '/x'"): return`. The facts
        of the change (CHANGE_FACTS) go into the agent's reports; they must not contain secrets."""
        unknown = facts.keys() - CHANGE_FACTS
        if unknown:
            raise TypeError(f"would() takes no '{min(unknown)}', but: {', '.join(CHANGE_FACTS)}")
        if facts.get("action") not in (None, *CHANGE_ACTIONS):
            raise ValueError(f"the action of a change is one of {', '.join(CHANGE_ACTIONS)}, not '{facts['action']}'")
        self._change = {"what": change}
        self._change.update((name, str(facts[name])) for name in CHANGE_FACTS if facts.get(name) is not None)
        if self._promise.may_change:
            return False
        only = ", but only warning promised" if self._promise.action_policy in ("warn", "nop") else ""
        self.log("warning", f"Should {change}{only}")
        self._add_result("not_kept")
        self._commit_change()
        return True

    def result_class(self, name):
        """Defines a class in the promising bundle."""
        self._extras["result_classes"].append(re.sub("[^A-Za-z0-9_]", "_", name))

    def variable(self, name, value):
        """Defines a variable: a text, a list of texts or data."""
        self._extras["variables"][name] = value

    def progress(self, percent, text):
        """Reports the progress of a long promise: 0 to 100, and a few words."""
        if os.environ.get("VOW_PROGRESS") == "1":
            self._send(f"progress={min(100, max(0, int(percent)))} {_one_line(text)}\n")

    def log(self, level, text):
        """Errors to info are always sent, since the agent counts them; more verbose levels only on request."""
        if LOG_LEVELS.index(level) <= max(LOG_LEVELS.index("info"), self._level):
            lines = re.split("\r?\n", str(text).replace("\0", "\ufffd").rstrip("\r\n"))
            self._send("".join(f"log_{level}={line}\n" for line in lines))

    # The rest is called by serve().

    def flags(self):
        """The flags of the header besides the variant."""
        flags = ["action_policy"] if self.action_policy else []
        flags += ["describe", "variables", "changes", "progress"]
        return [*flags, "parallel"] if self.parallel else flags

    def description(self):
        promiser = _non_empty(summary=self.promiser.summary, pattern=self.promiser.pattern)
        described = {
            **_non_empty(summary=self.summary, promiser=promiser),
            "attributes": _described(self.attributes),
            **_non_empty(rules=[rule.description() for rule in self.rules]),
            **_non_empty(result_classes=list(self.result_classes), examples=list(self.examples)),
        }
        return {**_non_empty(summary=self.summary), "promise_types": {self.name: described}}

    def answer_validate(self, request):
        promise = self._begin(request)
        try:
            self._check_declarations(promise)
            if self._valid:
                self.validate(promise)
        except ValidationError as problem:
            self.invalid(problem)
        except Exception as problem:
            self._fail(problem)
        return {"operation": request["operation"], "result": self._result or ("valid" if self._valid else "invalid")}

    def answer_evaluate(self, request):
        promise = self._begin(request)
        try:
            promise.attributes, faults = _values(self, promise.given)
            if faults:
                raise ValidationError(faults[0])
            self.evaluate(promise)
            if self._result is None:
                raise RuntimeError("evaluate() reported neither kept nor repaired nor not_kept")
        except OSError as problem:
            self.not_kept(f"{problem.strerror}: '{problem.filename}'" if problem.filename else problem)
        except Exception as problem:
            self._fail(problem)
        return {"operation": request["operation"], "result": self._result, **_non_empty(**self._extras)}

    def _begin(self, request):
        self._level = LOG_LEVELS.index(request.get("log_level", "info"))
        self._promise, self._valid, self._result = Promise(request), True, None
        self._extras, self._change = {"result_classes": [], "variables": {}, "changes": []}, None
        return self._promise

    def _check_declarations(self, promise):
        if self.promiser.pattern and not re.fullmatch(self.promiser.pattern, promise.promiser):
            self.invalid(f"Promiser must match '{self.promiser.pattern}', not '{promise.promiser}'")
        promise.attributes, faults = _values(self, promise.given)
        for fault in faults:
            self.invalid(fault)

    def _add_result(self, result):
        self._result = max(self._result or result, result, key=RESULTS.index)

    def _send(self, text):
        if self._channel:
            self._channel.write(text)
        else:  # a test calls the module itself
            sys.stderr.write(text)

    def _commit_change(self):
        if self._change:
            self._extras["changes"].append(self._change)
            self._change = None

    def _fail(self, problem):
        import traceback  # takes a third of the start

        place = traceback.extract_tb(problem.__traceback__)[-1]
        self.log("critical", f"{type(problem).__name__}: {problem} ({os.path.basename(place.filename)}:{place.lineno})")
        self.log("debug", traceback.format_exc())
        self._add_result("error")


def serve(*modules, variant="json_based", channel=None):
    """Runs the protocol for one or several modules until `terminate`. Output of modules and their child processes goes
    to standard error, and child processes cannot consume the agent's requests."""
    for module in modules:
        _check_rules(module.rules, module.attributes)
    channel = channel or Channel.of_this_process()
    for module in modules:
        module._channel = channel
    if not channel.greet(modules[0], variant):
        sys.exit(f"{modules[0].name} is a promise module, which an agent starts; to try it: vow module probe FILE")
    read, write = (_read_json, _write_json) if variant == "json_based" else (_read_lines, _write_lines)
    while True:
        request = read(channel)
        if request is None:
            return
        write(channel, _answer(modules, request))
        if request["operation"] == "terminate":
            return


def _answer(modules, request):
    operation = request["operation"]
    if operation == "terminate":
        for module in modules:
            module.terminate()
        return {"operation": operation, "result": "success"}
    if operation == "describe":
        return {"operation": operation, "result": "success", "description": _description_of(modules)}
    module = _module_for(modules, request.get("promise_type"))
    if operation == "validate_promise":
        return module.answer_validate(request)
    if operation == "evaluate_promise":
        return module.answer_evaluate(request)
    module.log("critical", f"Unknown operation '{operation}'")
    return {"operation": operation, "result": "error"}


def _module_for(modules, promise_type):
    """The module of a promise type; a single one serves any name that a policy gives it."""
    return next((module for module in modules if module.name == promise_type), modules[0])


def _description_of(modules):
    types = {}
    for module in modules:
        types.update(module.description()["promise_types"])
    return {**modules[0].description(), "promise_types": types}


def _values(declared, given, body=""):
    """The values of the attributes of a module or of a body, converted and with defaults; and the faults, as sentences."""
    place, values, faults = f" in '{body}'" if body else "", {}, []
    for name, attribute in declared.attributes.items():
        try:
            values[name] = attribute.of(given, name)
        except ValidationError as problem:
            faults.append(f"Attribute '{name}'{place} {problem}")
        else:
            if attribute.attributes and name in given:
                values[name], inner = _values(attribute, given[name], name)
                faults += inner
    unknown = sorted(set(given) - set(declared.attributes) - set(() if body else COMMON_ATTRIBUTES))
    faults += [f"Unknown attribute '{name}'{place}" for name in unknown]

    def is_promised(name):
        is_truth = name in declared.attributes and declared.attributes[name].type == "bool"
        return name in given and not (is_truth and TRUTH.get(_text(given[name])) is False)

    for rule in declared.rules:
        faults += [f"Attribute '{name}'{place} {fault}" for name, fault in rule.faults(is_promised)]
    return values, faults


def read_file(path):
    """The text of a regular file. No link that an unprivileged user can have planted is followed: see write_file."""
    folder, name = _place(path)
    try:
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with open(os.open(name, flags, dir_fd=folder), encoding="utf-8", errors="surrogateescape", newline="") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise OSError(errno.EINVAL, "not a regular file", str(path))
            return file.read()
    finally:
        os.close(folder)


def write_file(path, text, mode=0o600):
    """Replaces the text of a file at once, and keeps its owner, mode and attributes, or creates the file with `mode`.

    A link on the path is followed only if root or the running user owns it, or if it has the owner and group of its
    target; another raises OSError with errno ENOLINK."""
    folder, name = _place(path)
    fresh = f".{name[:200]}.vow-{os.urandom(8).hex()}"
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        file = os.open(fresh, flags, 0o600, dir_fd=folder)
        try:
            with open(file, "w", encoding="utf-8", errors="surrogateescape", newline="") as out:
                out.write(text)
                out.flush()
                _adopt(file, folder, name, mode)
            os.rename(fresh, name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            os.unlink(fresh, dir_fd=folder)
            raise
    finally:
        os.close(folder)


def _adopt(file, folder, name, mode):
    """Gives an open file the owner, mode and attributes of the file that it replaces."""
    try:
        old = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    except FileNotFoundError:
        os.fchmod(file, mode)
        return
    try:
        status = os.fstat(old)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "not a regular file", name)
        os.fchown(file, status.st_uid, status.st_gid)
        os.fchmod(file, stat.S_IMODE(status.st_mode))
        for attribute in os.listxattr(old):
            os.setxattr(file, attribute, os.getxattr(old, attribute))
        os.fsync(file)
    finally:
        os.close(old)


def _place(path):
    """The folder of a path, open, and a name in it that is not a link, or not a name of anything."""
    path = os.path.join(os.getcwd(), os.fspath(path))
    folder, name = _walk(None, os.path.dirname(path)), os.path.basename(path)
    try:
        for _ in range(40):
            text, status = _link(folder, name)
            if text is None:
                return folder, name
            target, name = _walk(folder, os.path.dirname(text)), os.path.basename(text)
            os.close(folder)
            folder = target
            if _is_planted(status):
                _check_link(status, os.stat(name, dir_fd=folder, follow_symlinks=False), path)
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
    except BaseException:
        os.close(folder)
        raise


def _walk(base, path, links=40):
    """Opens a folder, name by name, from the folder `base`."""
    start = "/" if path.startswith("/") else "."
    folder = os.open(start, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=base)
    try:
        for name in filter(None, path.split("/")):
            text, status = _link(folder, name)
            if text is not None and links == 0:
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)
            if text is None:
                step = os.open(name, os.O_PATH | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
            else:
                step = _walk(folder, text, links - 1)
            os.close(folder)
            folder = step
            if text is not None:
                _check_link(status, os.fstat(folder), path)
        return folder
    except BaseException:
        os.close(folder)
        raise


def _link(folder, name):
    """The text of the link of that name, and its status; None for the text if it is not a link."""
    try:
        link = os.open(name, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    except FileNotFoundError:
        return None, None
    try:
        status = os.fstat(link)
        return os.readlink("", dir_fd=link) if stat.S_ISLNK(status.st_mode) else None, status
    finally:
        os.close(link)


def _is_planted(link):
    return link.st_uid not in (0, os.geteuid())


def _check_link(link, target, path):
    if _is_planted(link) and (link.st_uid, link.st_gid) != (target.st_uid, target.st_gid):
        raise OSError(errno.ENOLINK, f"a link of user {link.st_uid} leads to a file of another owner or group", path)


class Channel:
    """Requests in, replies out: bytes that are not UTF-8 pass unchanged."""

    def __init__(self, requests, replies):
        self._requests, self._replies = requests, replies

    @classmethod
    def of_this_process(cls):
        """Reserves the standard streams for the protocol before anything else can use them."""
        requests, replies = os.dup(0), os.dup(1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        sys.stdout.reconfigure(line_buffering=True)
        return cls(io.open(requests, "rb", 1 << 16), io.open(replies, "wb", 0))

    def line(self):
        """The next line without its end, or None at the end of input."""
        line = self._requests.readline()
        return line.decode("utf-8", "surrogateescape").rstrip("\r\n") if line else None

    def write(self, text):
        rest = memoryview(_encoded(text))
        while rest:
            rest = rest[self._replies.write(rest) :]

    def greet(self, module, variant):
        """Exchanges headers; False if the input does not begin with an agent's header."""
        agent = (self.line() or "").split(" ")
        if len(agent) < 3 or agent[0] != "cf-agent":
            return False
        while self.line():
            pass
        self.write(" ".join([module.name, module.version, "v1", variant, *module.flags()]) + "\n\n")
        return True


def _read_json(channel):
    line = channel.line()
    while line == "":
        line = channel.line()
    return None if line is None else json.loads(line)


def _write_json(channel, reply):
    channel.write(_json_text(reply) + "\n\n")


def _read_lines(channel):
    request = {"attributes": {}}
    while True:
        line = channel.line()
        if line is None:
            return None
        if line == "" and "operation" in request:
            return request
        key, _, value = line.partition("=")
        if key.startswith("attribute_"):
            request["attributes"][key[len("attribute_") :]] = value
        elif key:
            request[key] = value


def _write_lines(channel, reply):
    texts = {key: _text(value) for key, value in reply.items()}
    if "result_classes" in reply:
        texts["result_classes"] = ",".join(reply["result_classes"])
    channel.write("".join(f"{key}={text}\n" for key, text in texts.items()) + "\n")


def _json_text(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _encoded(text):
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # half a character, which JSON can hold and UTF-8 cannot
        return text.encode("utf-8", "replace")


def _text(value):
    return value if isinstance(value, str) else _json_text(value)


def _described(attributes):
    return {name: attribute.description() for name, attribute in attributes.items()}


def _names(names):
    return (names,) if isinstance(names, str) else tuple(names)


def _quoted(names):
    return ", ".join(f"'{name}'" for name in names)


def _one_line(text):
    return str(text).replace("\0", "\ufffd").replace("\r", " ").replace("\n", " ")


def _non_empty(**facts):
    return {name: fact for name, fact in facts.items() if fact}


def _is_list_of_texts(value):
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _policy_text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)
