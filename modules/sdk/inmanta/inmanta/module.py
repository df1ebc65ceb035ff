"""The project, as far as modules look at it."""

import os


class Module:
    """A module on the module path, and its folder."""

    def __init__(self, name, path):
        self.name, self.path, self._path = name, path, path

    def get_plugin_dir(self):
        for folder in (os.path.join(self.path, "inmanta_plugins", self.name), os.path.join(self.path, "plugins")):
            if os.path.isdir(folder):
                return folder
        return None


class ModuleV2(Module):
    """A module of the newer layout."""


class ModuleV2Source:
    """There for programs of modules: vow itself finds the modules."""

    def __init__(self, *_arguments, **_named):
        raise Exception("vow finds the modules itself, on the module path and in the Python environment")


class Project:
    """The one that is compiled."""

    _current = None

    def __init__(self, path, folders):
        self.path, self.project_path, self._path = path, path, path
        self.modules = {name: Module(name, folder) for name, folder in folders.items()}

    @classmethod
    def get(cls, *_arguments, **_named):
        if cls._current is None:
            raise Exception("no project is being compiled: handlers have none")
        return cls._current

    @classmethod
    def set(cls, project):
        cls._current = project
