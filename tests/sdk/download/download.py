"""The promise type `download`, whose attributes depend on each other: see download.yaml."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../modules/sdk/python"))
from vow_module import Attribute, Module, Rule, serve


class Download(Module):
    name, version, summary = "download", "1.0", "keeps files"
    attributes = {
        "url": Attribute(),
        "path": Attribute(),
        "text": Attribute(),
        "sha256": Attribute(pattern="[0-9a-f]+"),
        "force": Attribute(bool),
        "insecure": Attribute(bool),
        "perms": Attribute(
            dict,
            summary="of the file",
            attributes={
                "mode": Attribute(required=True, pattern="[0-7]+"),
                "owner": Attribute(default="root"),
                "group": Attribute(),
                "strict": Attribute(bool),
                "label": Attribute(pattern="[a-z]+", secret=True),
            },
            rules=[Rule("group", needs="owner", summary="it has none alone"), Rule("owner", "strict", excludes="group")],
        ),
    }
    rules = [
        Rule(needs=("url", "path", "text")),
        Rule("url", excludes=("path", "text")),
        Rule("sha256", needs="url", summary="it is the digest of a download"),
        Rule("force", "url", needs=("sha256", "insecure"), summary="what is forced is checked"),
        Rule("insecure", excludes="sha256"),
    ]

    def evaluate(self, promise):
        if promise["perms"]:
            self.result_class(f"owner_{promise['perms']['owner']}")
        self.kept()


serve(Download())
