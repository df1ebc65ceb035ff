#!/usr/bin/env python3
"""The promise type `@NAME@`: the promiser is a file that holds the text of the attribute `content`."""

from pathlib import Path

from vow_module import Attribute, Module, read_file, serve, write_file


class @CLASS@Module(Module):
    name, version, summary = "@NAME@", "0.1", "keeps the text of a file"
    promiser = Attribute(pattern="/.+", summary="the file, an absolute path")
    attributes = {"content": Attribute(required=True, summary="the text of the file")}

    def evaluate(self, promise):
        path, wanted = Path(promise.promiser), promise["content"]
        if path.exists() and read_file(path) == wanted:
            return self.kept(f"'{path}' is as promised")
        if self.would(f"write '{path}'", path=str(path)):
            return
        write_file(path, wanted, 0o644)
        self.repaired(f"Wrote '{path}'")


if __name__ == "__main__":
    serve(@CLASS@Module())
