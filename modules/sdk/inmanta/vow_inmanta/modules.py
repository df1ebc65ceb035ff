"""The Python of modules, imported as inmanta_plugins.NAME from wherever a module keeps it."""

import importlib
import importlib.machinery
import importlib.util
import sys
import types

PREFIX = "inmanta_plugins"


class Finder:
    """Finds inmanta_plugins.NAME in the folder of the module NAME. Python itself finds the packages below it."""

    def __init__(self, folders):
        self.folders = folders

    def find_spec(self, name, path=None, target=None):
        package, _, module = name.rpartition(".")
        if package != PREFIX or module not in self.folders:
            return None
        folder = self.folders[module]
        return importlib.util.spec_from_file_location(name, f"{folder}/__init__.py", submodule_search_locations=[folder])


def prepare(folders):
    """Makes the modules importable by one another; `folders` may grow later."""
    sys.dont_write_bytecode = True
    package = types.ModuleType(PREFIX)
    package.__path__ = []
    sys.modules[PREFIX] = package
    sys.meta_path.insert(0, Finder(folders))


def load(name, folder):
    """Imports a module's plugins: its __init__.py, then each other file next to it."""
    import os

    importlib.import_module(f"{PREFIX}.{name}")
    for file in sorted(os.listdir(folder)):
        stem, extension = os.path.splitext(file)
        if extension == ".py" and stem != "__init__":
            importlib.import_module(f"{PREFIX}.{name}.{stem}")
