"""The functions of the module std that the Python of other modules calls."""

import os

from inmanta.module import Project


def determine_path(ctx, module_dir, path):
    """The path of "MODULE/PATH" in a folder of the module, of "./PATH" in the calling one's, of "/PATH" in the project's."""
    name, _, rest = path.partition("/")
    project = Project.get()
    if name == ".":
        name = ctx.plugin.partition("::")[0]
    if not name:
        return os.path.join(project.path, module_dir, rest)
    if name not in project.modules:
        raise Exception(f"Module {name} does not exist for path {path}")
    return os.path.join(project.modules[name].path, module_dir, rest)


def get_file_content(ctx, module_dir, path):
    filename = determine_path(ctx, module_dir, path)
    if not os.path.isfile(filename):
        raise Exception(f"{path} isn't a valid file ({filename})")
    with open(filename) as file:
        return file.read()


def inmanta_reset_state():
    """Nothing is kept between compilations."""
