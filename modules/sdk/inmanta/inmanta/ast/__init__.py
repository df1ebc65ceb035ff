"""Errors of the language, which plugins catch and raise."""


class CompilerException(Exception):
    """An error of the model: a text, and the statement that it is reported at, if any."""

    def __init__(self, msg=""):
        super().__init__(msg)
        self.msg = msg

    def get_message(self):
        return self.msg


class RuntimeException(CompilerException):
    def __init__(self, stmt=None, msg=""):
        super().__init__(msg)
        self.stmt = stmt


class NotFoundException(RuntimeException):
    """A name that nothing has."""

    def __init__(self, stmt=None, name=None, value=None):
        super().__init__(stmt, value or f"could not find value {name}")
        self.name = name


class OptionalValueException(RuntimeException):
    """An optional attribute without a value was read."""

    def __init__(self, instance=None, attribute=None, msg=None):
        super().__init__(None, msg or f"Optional variable accessed that has no value (attribute `{attribute}` of `{instance}`)")
        self.instance, self.attribute = instance, attribute


class TypingException(RuntimeException):
    pass


class UnexpectedReference(RuntimeException):
    """A reference where a value is needed, which only a deployment has."""


class ExternalException(RuntimeException):
    """An exception of other code, as a cause."""

    def __init__(self, stmt=None, msg="", cause=None):
        super().__init__(stmt, msg)
        self.__cause__ = cause


class PluginException(Exception):
    """An error of the model, whose message names what to mend: it is shown without a traceback."""

    def __init__(self, message):
        super().__init__(message)
        self.message = message


class Location:
    """A line of a model."""

    def __init__(self, file, lnr):
        self.file, self.lnr = file, int(lnr)

    def __str__(self):
        return f"{self.file}:{self.lnr}"

    def __eq__(self, other):
        return isinstance(other, Location) and str(self) == str(other)

    def __hash__(self):
        return hash(str(self))


class Range(Location):
    """A part of a model, from one character to another."""

    def __init__(self, file, start_lnr, start_char, end_lnr, end_char):
        super().__init__(file, start_lnr)
        self.start_char, self.end_lnr, self.end_char = start_char, end_lnr, end_char


class UnsetException(BaseException):
    """An attribute has no value yet: the call is made again once it has one. Not an Exception, so that plugins that
    catch all of those let it pass."""

    def __init__(self, instance, attribute):
        self.instance, self.attribute = instance, attribute
        self.msg = f"attribute {attribute} of {instance} is not set"
        super().__init__(self.msg)

    def get_result_variable(self):
        """The place of the missing value."""
        return self.instance, self.attribute


class MultiUnsetException(UnsetException):
    """Several attributes have no value yet. The call waits for the first, and then for those that it still lacks."""

    def __init__(self, msg, result_variables):
        BaseException.__init__(self, msg)
        self.msg, self.result_variables = msg, result_variables

    instance = property(lambda self: self.result_variables[0][0])
    attribute = property(lambda self: self.result_variables[0][1])
