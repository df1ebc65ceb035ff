"""Repositories of releases for tests, right ones and wrong ones: TUF metadata signed by Ed25519, and bundles.

Nothing here is secret or fast. A repository is a value that tests change as they like before they publish it, so that
it can be wrong in one thing alone.
"""

import hashlib
import io
import json
import tarfile
from pathlib import Path

# Ed25519 (RFC 8032), by its equations.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)


def recovered_x(y, sign):
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P)
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_1 % P
    return P - x if x % 2 != sign else x


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = recovered_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def sum_of(a, b):
    left, right = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    c, d = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = right - left, d - c, d + c, right + left
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(number, point):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = sum_of(result, point)
        point, number = sum_of(point, point), number >> 1
    return result


def encoded(point):
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def number_of(data):
    return int.from_bytes(hashlib.sha512(data).digest(), "little")


class Key:
    def __init__(self, name):
        digest = hashlib.sha512(hashlib.sha256(name.encode()).digest()).digest()
        self.scalar = int.from_bytes(digest[:32], "little") & ((1 << 254) - 8) | (1 << 254)
        self.prefix = digest[32:]
        self.public = encoded(times(self.scalar, BASE))
        self.described = {"keytype": "ed25519", "keyval": {"public": self.public.hex()}, "scheme": "ed25519"}
        self.id = hashlib.sha256(canonical(self.described)).hexdigest()

    def sign(self, data):
        nonce = number_of(self.prefix + data) % ORDER
        point = encoded(times(nonce, BASE))
        challenge = number_of(point + self.public + data)
        return (point + ((nonce + challenge * self.scalar) % ORDER).to_bytes(32, "little")).hex()


def canonical(data):
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def signed(content, keys):
    signatures = [{"keyid": key.id, "sig": key.sign(canonical(content))} for key in keys]
    return json.dumps({"signatures": signatures, "signed": content}).encode()


def zstd(data):
    """A frame of zstd whose blocks are not compressed (RFC 8878)."""
    blocks = [data[at:at + 100_000] for at in range(0, len(data), 100_000)] or [b""]
    frame = bytes.fromhex("28b52ffd") + b"\xa0" + len(data).to_bytes(4, "little")
    for at, block in enumerate(blocks):
        frame += (len(block) << 3 | (at + 1 == len(blocks))).to_bytes(3, "little") + block
    return frame


def bomb(size):
    """A small bundle with one large file of zeros: blocks of 128 KiB that repeat a byte."""
    entry = tarfile.TarInfo("large")
    entry.size = size
    head = entry.tobuf(tarfile.GNU_FORMAT)
    frame = bytes.fromhex("28b52ffd") + b"\x00\x58" + (len(head) << 3).to_bytes(3, "little") + head
    blocks = size // 131072 + 1
    return frame + b"".join((131072 << 3 | 2 | (at + 1 == blocks)).to_bytes(3, "little") + b"\0" for at in range(blocks))


def bundle(files, special=()):
    """A folder as a bundle: contents by path. `special` has further entries, as TarInfo with its bytes."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        folders = set()
        for path in sorted(files):
            for parent in reversed(Path(path).parents[:-1]):
                if str(parent) not in folders:
                    folders.add(str(parent))
                    entry = tarfile.TarInfo(str(parent))
                    entry.type, entry.mode = tarfile.DIRTYPE, 0o755
                    archive.addfile(entry)
            data = files[path].encode()
            entry = tarfile.TarInfo(path)
            entry.size, entry.mode = len(data), 0o755 if data.startswith(b"#!") else 0o644
            archive.addfile(entry, io.BytesIO(data))
        for entry, data in special:
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return zstd(out.getvalue())


FAR = "2099-01-01T00:00:00Z"
ROLES = ("root", "timestamp", "snapshot", "targets")


class Repository:
    """A repository in a folder, with one bundle `web` for the group `web`. publish() writes it."""

    def __init__(self, folder, when="any"):
        self.folder = Path(folder)
        self.keys = {role: [Key(role)] for role in ROLES}
        self.thresholds = dict.fromkeys(ROLES, 1)
        self.signers = {}  # of a role, in place of its keys
        self.versions = dict.fromkeys(ROLES, 0)
        self.expires = dict.fromkeys(ROLES, FAR)
        self.targets = {}
        self.when = when
        self.group = {}  # further members of the document
        self.roles = {}  # delegated ones: the delegation, its key and its targets, by name
        for sub in ("metadata", "targets"):
            (self.folder / sub).mkdir(parents=True)
        self.write_root()

    def common(self, role):
        return {"_type": role, "spec_version": "1.0.31", "version": self.versions[role], "expires": self.expires[role]}

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def signers_of(self, role):
        return self.signers.get(role, self.keys[role])

    def write_root(self, also=()):
        """The next version, signed by the keys of the last one, too."""
        self.versions["root"] += 1
        content = {
            **self.common("root"),
            "consistent_snapshot": True,
            "keys": {key.id: key.described for role in ROLES for key in self.keys[role]},
            "roles": {role: {"keyids": [key.id for key in self.keys[role]], "threshold": self.thresholds[role]} for role in ROLES},
        }
        self.write(f"metadata/{self.versions['root']}.root.json", signed(content, [*self.signers_of("root"), *also]))

    @property
    def root(self):
        return self.folder / "metadata/1.root.json"

    @property
    def root_digest(self):
        return hashlib.sha256(self.root.read_bytes()).hexdigest()

    def add(self, name, data):
        """A target."""
        digest = hashlib.sha256(data).hexdigest()
        self.targets[name] = {"length": len(data), "hashes": {"sha256": digest}}
        folder, _, last = name.rpartition("/")
        self.write(f"targets/{folder}/{digest}.{last}", data)
        return digest

    def release(self, version, files, special=(), data=None):
        """A version of the bundle, and the group that has it. Returns the bundle's digest."""
        digest = self.add(f"bundles/web/{version}.tar.zst", data or bundle(files, special))
        document = {"schema": 1, "group": "web", "when": self.when, "bundle": {"name": "web", "version": version},
                    "entry": "main.cf", "inputs": [], "secrets": [], **self.group}
        self.add("groups/web.json", json.dumps(document).encode())
        self.publish()
        return digest

    def delegate(self, name, key, targets, **covered):
        """A role that signs for the targets that `covered` has: paths=[...] or path_hash_prefixes=[...]."""
        records = {}
        for target, data in targets.items():
            self.add(target, data)
            records[target] = self.targets.pop(target)
        self.roles[name] = ({"name": name, "keyids": [key.id], "threshold": 1, "terminating": False, **covered}, key, records)

    def delegations(self):
        return {"keys": {key.id: key.described for _, key, _ in self.roles.values()}, "roles": [role for role, _, _ in self.roles.values()]}

    def write_roles(self):
        """The files of delegated roles. Returns how the snapshot announces them."""
        announced = {}
        for name, (_, key, records) in self.roles.items():
            version = self.versions[name] = self.versions.get(name, 0) + 1
            content = {"_type": "targets", "spec_version": "1.0.31", "version": version, "expires": FAR, "targets": records}
            data = signed(content, [key])
            self.write(f"metadata/{version}.{name}.json", data)
            announced[f"{name}.json"] = {"version": version, "length": len(data), "hashes": {"sha256": hashlib.sha256(data).hexdigest()}}
        return announced

    def publish(self):
        meta = {}
        for role in ("targets", "snapshot", "timestamp"):
            self.versions[role] += 1
            content = self.common(role)
            if role == "targets":
                content["targets"] = self.targets
                if self.roles:
                    content["delegations"] = self.delegations()
            else:
                content["meta"] = {**meta, **(self.write_roles() if role == "snapshot" else {})}
            data = signed(content, self.signers_of(role))
            file = f"{role}.json"
            meta = {file: {"version": self.versions[role], "length": len(data), "hashes": {"sha256": hashlib.sha256(data).hexdigest()}}}
            self.write("metadata/" + (file if role == "timestamp" else f"{self.versions[role]}.{file}"), data)
