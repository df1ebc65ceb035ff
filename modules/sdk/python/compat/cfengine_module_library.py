"""The names that published promise modules import, on top of vow_module: they run with this folder on PYTHONPATH and
nothing else changed. In addition, their attributes are described, every fault in a promise is logged, `handle` and
`comment` are known attributes, printing does not break the protocol, and a result never lacks its required log line."""

import copy
import os
import sys

try:
    import vow_module
except ImportError:  # in the source tree it is one folder up
    sys.path.append(os.path.join(os.path.dirname(os.path.realpath(__file__)), ".."))
    import vow_module


class Result:
    KEPT, REPAIRED, NOT_KEPT = "kept", "repaired", "not_kept"
    VALID, INVALID = "valid", "invalid"
    SUCCESS, FAILURE = "success", "failure"
    ERROR = "error"


class ValidationError(vow_module.ValidationError):
    def __init__(self, message):
        super().__init__(message)
        self.message = message


class ProtocolError(Exception):
    def __init__(self, message):
        super().__init__(message)
        self.message = message


class AttributeObject:
    """Gives access to attributes as members."""

    def __init__(self, d):
        self.__dict__.update(d)

    def __repr__(self):
        members = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__qualname__}({members})"


class PromiseModule:
    def __init__(self, name="default_module_name", version="0.0.0", record_file_path=None):
        self.name, self.version = name, version
        self._declared = {}
        self._record_file_path = record_file_path
        self._module = _Served(self)

    def start(self, in_file=None, out_file=None):
        streams = in_file or sys.stdin, out_file or sys.stdout
        channel = _StreamChannel(*streams) if in_file or out_file else vow_module.Channel.of_this_process()
        if self._record_file_path:
            channel = _RecordingChannel(channel, self._record_file_path)
        vow_module.serve(self._module, channel=channel)
        sys.exit(0)

    def add_attribute(self, name, typing, default=None, required=False, default_to_promiser=False, validator=None):
        self._declared[name] = _Declared(typing, default, required, default_to_promiser, validator)

    def create_attribute_dict(self, promiser, attributes):
        """The attributes given, converted and checked, then those that were not, with their defaults."""
        for fault in self._faults(attributes):
            raise fault
        values = {name: self._declared[name].checked(name, given) for name, given in attributes.items()}
        for name, declared in self._declared.items():
            values.setdefault(name, promiser if declared.default_to_promiser else copy.copy(declared.default))
        return values

    def create_attribute_object(self, promiser, attributes):
        return AttributeObject(self.create_attribute_dict(promiser, attributes))

    def _faults(self, attributes):
        for name in attributes:
            if name not in self._declared:
                yield ValidationError(f"Unknown attribute '{name}'")
        for name, declared in self._declared.items():
            if name in attributes:
                try:
                    declared.checked(name, attributes[name])
                except ValidationError as fault:
                    yield fault
            elif declared.required:
                yield ValidationError(f"Attribute '{name}' is missing")

    # Meant to be overridden.

    def protocol_init(self, version):
        return Result.SUCCESS

    def protocol_terminate(self):
        return Result.SUCCESS

    def prepare_promiser_and_attributes(self, promiser, attributes):
        return (promiser, attributes)

    def validate_attributes(self, promiser, attributes, metadata):
        """Logs every fault but the last, which it raises."""
        faults = list(self._faults(attributes)) if self._declared else []
        for fault in faults[:-1]:
            self.log_error(fault)
        for fault in faults[-1:]:
            raise fault

    def validate_promise(self, promiser, attributes, metadata):
        if not self._declared:
            raise NotImplementedError("neither validate_promise() nor attributes define what is valid")

    def evaluate_promise(self, promiser, attributes, metadata):
        raise NotImplementedError("evaluate_promise() is missing")

    def log_critical(self, message):
        self._log("critical", message)

    def log_error(self, message):
        self._log("error", message)

    def log_warning(self, message):
        self._log("warning", message)

    def log_notice(self, message):
        self._log("notice", message)

    def log_info(self, message):
        self._log("info", message)

    def log_verbose(self, message):
        self._log("verbose", message)

    def log_debug(self, message):
        self._log("debug", message)

    def _log(self, level, message):
        self._module.log(level, message)

    def _log_traceback(self):
        import traceback

        self._log("debug", traceback.format_exc())


class _Declared(vow_module.Attribute):
    """An attribute as add_attribute() declares it: a list may hold anything, and a function may check the value."""

    def __init__(self, typing, default, required, default_to_promiser, validator):
        typing = list if typing is tuple else typing
        super().__init__(typing if typing in vow_module.TYPES else object, required, default)
        self.default_to_promiser, self.validator = default_to_promiser, validator

    def checked(self, name, given):
        try:
            value = given if self.type == "slist" and isinstance(given, list) else self.value(given)
        except vow_module.ValidationError as problem:
            raise ValidationError(f"Attribute '{name}' {problem}") from None
        try:
            if self.validator:
                self.validator(value)
        except (vow_module.ValidationError, ValueError, TypeError) as problem:
            raise ValidationError(f"Attribute '{name}': {problem}") from None
        return value


class _Served(vow_module.Module):
    """A published module, as serve() wants it. It is separate, so that a module may choose the names of its members freely."""

    def __init__(self, published):
        self._published = published
        self._logged_levels = set()  # levels, since the request began

    name = property(lambda self: self._published.name)
    version = property(lambda self: self._published.version)
    attributes = property(lambda self: self._published._declared)
    action_policy = property(lambda self: "action_policy" in self.attributes)

    def flags(self):
        return [*(["action_policy"] if self.action_policy else []), *(["describe"] if self.attributes else [])]

    def terminate(self):
        self._published.protocol_terminate()

    def log(self, level, text):
        self._logged_levels.add(level)
        if level not in vow_module.LOG_LEVELS:
            level, text = "error", f"{level}: {text}"
        super().log(level, text)

    def answer_validate(self, request):
        promise = self._begin(request)
        try:
            arguments = self._arguments(promise)
            self._published.validate_attributes(*arguments)
            if self._published.validate_promise(*arguments) is not None:
                self.log("critical", "validate_promise() must not return anything")
                self._add_result("error")
        except vow_module.ValidationError as problem:
            self.invalid(problem)
        except Exception as problem:
            self._fail(problem)
        return {"operation": request["operation"], "result": self._result or ("valid" if self._valid else "invalid")}

    def answer_evaluate(self, request):
        promise = self._begin(request)
        result, classes = "error", []
        try:
            answer = self._published.evaluate_promise(*self._arguments(promise))
            result, classes = (answer, []) if isinstance(answer, str) else answer
            self._add_missing_log_lines(result, promise)
        except Exception as problem:
            self._fail(problem)
        reply = {"operation": request["operation"], "result": result}
        return {**reply, "result_classes": list(classes)} if classes else reply

    def _begin(self, request):
        self._logged_levels = set()
        return super()._begin(request)

    def _arguments(self, promise):
        """The arguments for methods of a published module: numbers and truth values converted as declared."""
        names = self.attributes
        ignored = () if not names else [name for name in vow_module.COMMON_ATTRIBUTES if name not in names]
        given = {name: value for name, value in promise.given.items() if name not in ignored}
        for name, value in given.items():
            if name in names and isinstance(value, str) and names[name].type in ("int", "bool", "real"):
                converted = names[name]._converted(value)
                given[name] = value if converted is None else converted
        prepared = self._published.prepare_promiser_and_attributes(promise.promiser, given)
        return (*prepared, {"promise_type": promise.type})

    def _add_missing_log_lines(self, result, promise):
        if result == "not_kept" and not self._logged_levels & {"error", "critical"}:
            self.log("error", f"'{promise.promiser}' is not kept")
        if result == "repaired" and "info" not in self._logged_levels:
            self.log("info", f"Repaired '{promise.promiser}'")


class _StreamChannel(vow_module.Channel):
    """Over text streams, as tests of modules use them."""

    def line(self):
        line = self._requests.readline()
        return line.rstrip("\r\n") if line else None

    def write(self, text):
        self._replies.write(text)
        self._replies.flush()


class _RecordingChannel(vow_module.Channel):
    """Records a conversation: `< ` marks lines of the agent, `> ` lines of the module."""

    def __init__(self, channel, path):
        self._channel = channel
        self._record = open(path, "a", encoding="utf-8", errors="surrogateescape")

    def line(self):
        line = self._channel.line()
        if line is not None:
            self._record.write(f"< {line}\n")
        return line

    def write(self, text):
        self._channel.write(text)
        self._record.writelines(f"> {line}\n" for line in text.split("\n")[:-1])
        self._record.flush()
