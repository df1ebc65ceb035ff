"""The Python of modules, imported as inmanta_plugins.NAME from wherever a module keeps it."""

import importlib
import importlib.machinery
import importlib.util
import os
import re
import sys
import types

PREFIX = "inmanta_plugins"


#: What other modules import of inmanta_plugins.std, whose plugins are vow's own.
STANDARD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "standard")


class Finder:
    """Finds inmanta_plugins.NAME in the folder of the module NAME. Python itself finds the packages below it."""

    def __init__(self, folders):
        self.folders = folders
        self.usual = {"std": STANDARD}

    def find_spec(self, name, path=None, target=None):
        package, _, module = name.rpartition(".")
        folder = self.folders.get(module) or self.usual.get(module)
        if package != PREFIX or folder is None:
            return None
        return importlib.util.spec_from_file_location(name, f"{folder}/__init__.py", submodule_search_locations=[folder])


#: Packages of Debian whose name is not python3-NAME.
DEBIAN = {
    "Crypto": "python3-pycryptodome",
    "OpenSSL": "python3-openssl",
    "dns": "python3-dnspython",
    "google": "python3-protobuf",
    "grpc": "python3-grpcio",
    "ruamel": "python3-ruamel.yaml",
}

#: Packages that published modules import and Debian does not have.
ELSEWHERE = ("inmanta_tfplugin", "jq", "vyattaconfparser", "vymgmt")


def missing_package(module, failure):
    """One sentence for a package that a module imports."""
    name = (failure.name or str(failure)).split(".")[0]
    if name in ("inmanta", PREFIX):
        return f"the module '{module}' imports '{failure.name}', which vow does not have"
    if importlib.util.find_spec(name):
        return f"the module '{module}' needs '{failure.name}', which the Python package '{name}' of {sys.executable} lacks: install another version of it"
    if name in ELSEWHERE:
        return f"the module '{module}' needs the Python package '{name}': install it for {sys.executable}"
    return f"the module '{module}' needs the Python package '{name}': install {DEBIAN.get(name, 'python3-' + name.lower().replace('_', '-'))}"


def needed_version(folder):
    """The least version of Python that the file setup.cfg above a module's code requires; None if it has none."""
    for above in (os.path.dirname(folder), os.path.dirname(os.path.dirname(folder))):
        try:
            with open(os.path.join(above, "setup.cfg"), encoding="utf-8") as settings:
                found = re.search(r"^python_requires\s*=\s*>=\s*(\d+)\.(\d+)", settings.read(), re.MULTILINE)
        except OSError:
            continue
        if found:
            return int(found.group(1)), int(found.group(2))
    return None


def wrong_syntax(module, folder, failure):
    """One sentence for code of a module that this Python cannot read."""
    place = f"{failure.filename}:{failure.lineno}: {failure.msg}"
    needed = needed_version(folder)
    if needed is None or sys.version_info[:2] >= needed:
        return f"the Python of the module '{module}' is wrong: {place}"
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    return f"the module '{module}' needs Python {needed[0]}.{needed[1]} or later, and {sys.executable} is {here} ({place})"


def prepare(folders):
    """Makes the modules importable by one another; `folders` may grow later."""
    sys.dont_write_bytecode = True
    package = types.ModuleType(PREFIX)
    package.__path__ = []
    sys.modules[PREFIX] = package
    sys.meta_path.insert(0, Finder(folders))


def load(name, folder):
    """Imports a module's plugins: its __init__.py, then all other files in its folder and those below."""
    importlib.import_module(f"{PREFIX}.{name}")
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(each for each in folders if each.isidentifier())
        package = ".".join([PREFIX, name, *os.path.relpath(place, folder).split(os.sep)]).rstrip(".")
        for file in sorted(files):
            stem, extension = os.path.splitext(file)
            if extension == ".py" and stem.isidentifier():
                importlib.import_module(package if stem == "__init__" else f"{package}.{stem}")
