"""A real repository of releases, and what a host does first of all with its metadata."""

import ctypes
import json
import subprocess
import time

from identity import ED25519, canonical, crypto

crypto.EVP_PKEY_new_raw_public_key.restype = ctypes.c_void_p


def is_signed(public, data, signature):
    key = ctypes.c_void_p(crypto.EVP_PKEY_new_raw_public_key(ED25519, None, public, ctypes.c_size_t(32)))
    context = ctypes.c_void_p(crypto.EVP_MD_CTX_new())
    crypto.EVP_DigestVerifyInit(context, None, None, None, key)
    done = crypto.EVP_DigestVerify(context, signature, ctypes.c_size_t(len(signature)), data, ctypes.c_size_t(len(data)))
    crypto.EVP_MD_CTX_free(context)
    crypto.EVP_PKEY_free(key)
    return done == 1


class Metadata:
    def __init__(self, vow, root):
        self.folder = root / "releases"
        bundle = root / "bundle"
        bundle.mkdir()
        (bundle / "main.cf").write_text('bundle agent main { reports: "web"; }\n')
        for words in (["init", self.folder], ["add", self.folder, bundle, "--name", "web", "--version", "1"],
                      ["group", self.folder, "web", "--when", "any", "--bundle", "web=1", "--entry", "main.cf"], ["publish", self.folder]):
            subprocess.run([vow, "release", *map(str, words)], check=True, capture_output=True)
        found = [path for path in self.folder.rglob("*root.json")]
        self.root = json.loads(sorted(found)[-1].read_text())["signed"]
        self.timestamp = next(self.folder.rglob("timestamp.json"))

    def verified(self):
        """When the timestamp's signatures were found good; None if they are not."""
        document = json.loads(self.timestamp.read_text())
        text = canonical(document["signed"])
        role = self.root["roles"]["timestamp"]
        good = 0
        for signature in document["signatures"]:
            key = self.root["keys"].get(signature["keyid"])
            if key and signature["keyid"] in role["keyids"]:
                good += is_signed(bytes.fromhex(key["keyval"]["public"]), text, bytes.fromhex(signature["sig"]))
        return time.monotonic() if good >= role["threshold"] else None
