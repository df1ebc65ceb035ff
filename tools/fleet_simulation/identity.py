"""Keys and credentials of simulated hosts: what `vow fleet join` and `vow fleet serve` make, by the account's key, ten thousand times."""

import base64
import ctypes
import ctypes.util
import hashlib
import json
import os
import re
import time

ED25519 = 1087  # the number that OpenSSL has for it
USER, SEED = 20 << 3, 18 << 3  # first bytes of nkeys
crypto = ctypes.CDLL(ctypes.util.find_library("crypto"))
for name in ("EVP_PKEY_new_raw_private_key", "EVP_MD_CTX_new"):
    getattr(crypto, name).restype = ctypes.c_void_p


def url_text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def checksum(data):
    """CRC-16 of XMODEM."""
    total = 0
    for byte in data:
        total ^= byte << 8
        for _ in range(8):
            total = (total << 1 ^ 0x1021 if total & 0x8000 else total << 1) & 0xFFFF
    return total


def nkey_text(prefix, data):
    body = bytes(prefix) + data
    return base64.b32encode(body + checksum(body).to_bytes(2, "little")).rstrip(b"=").decode()


class Key:
    """An Ed25519 key, by OpenSSL."""

    def __init__(self, secret):
        self.secret = secret
        self.handle = ctypes.c_void_p(crypto.EVP_PKEY_new_raw_private_key(ED25519, None, secret, ctypes.c_size_t(32)))
        public, size = ctypes.create_string_buffer(32), ctypes.c_size_t(32)
        crypto.EVP_PKEY_get_raw_public_key(self.handle, public, ctypes.byref(size))
        self.public = public.raw

    @classmethod
    def of_seed(cls, text):
        return cls(base64.b32decode(text + "=" * (-len(text) % 8))[2:34])

    def sign(self, data):
        context = ctypes.c_void_p(crypto.EVP_MD_CTX_new())
        signature, size = ctypes.create_string_buffer(64), ctypes.c_size_t(64)
        crypto.EVP_DigestSignInit(context, None, None, None, self.handle)
        done = crypto.EVP_DigestSign(context, signature, ctypes.byref(size), data, ctypes.c_size_t(len(data)))
        crypto.EVP_MD_CTX_free(context)
        if done != 1:
            raise RuntimeError("OpenSSL cannot sign")
        return signature.raw


def canonical(data):
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode()


class Identity:
    """A host's key, id, name and group."""

    def __init__(self, number, group):
        self.key = Key(os.urandom(32))
        self.name, self.group = f"{group}{number}", group
        self.public = nkey_text([USER], self.key.public)
        described = {"keytype": "ed25519", "scheme": "ed25519", "keyval": {"public": self.key.public.hex()}}
        self.host = hashlib.sha256(canonical(described)).hexdigest()

    def jwt(self, account, account_text):
        """With the permissions of a host: docs/fleet-protocol.md."""
        allowed = [f"vow.report.{self.host}", f"$KV.hosts.{self.host}", f"$KV.facts.{self.host}",
                   "$JS.API.DIRECT.GET.KV_desired.$KV.desired.>", "$JS.API.DIRECT.GET.KV_rollouts.$KV.rollouts.>"]
        heard = [f"_INBOX_{self.host}.>", f"vow.host.{self.host}.ask", "$KV.desired.>", "vow.rollouts.>"]
        rights = {"subs": -1, "data": -1, "payload": -1, "pub": {"allow": allowed}, "sub": {"allow": heard},
                  "resp": {"max": 1, "ttl": 3_600_000_000_000}, "type": "user", "version": 2}
        claims = {"iat": int(time.time()), "iss": account_text, "name": self.name, "sub": self.public, "nats": rights}
        claims["jti"] = hashlib.sha256(canonical(claims)).hexdigest()
        text = url_text(b'{"typ":"JWT","alg":"ed25519-nkey"}') + "." + url_text(canonical(claims))
        return text + "." + url_text(account.sign(text.encode()))


def account_of(folder):
    """The account's key, and its public text."""
    key = Key.of_seed((folder / "keys/account.seed").read_text().strip())
    return key, nkey_text([0], key.public)


def credentials(path):
    """The JWT and the key of a file of credentials."""
    parts = re.findall(r"-{5}BEGIN [A-Z ]+-{5}\n(.*?)\n-{6}END", path.read_text(), re.S)
    return parts[0].strip(), Key.of_seed(parts[1].strip())
