"""A small client of NATS, for tests that send what the programs of vow never would: forged, foreign and broken messages.

It signs with `openssl`, since Python has no Ed25519 of its own.
"""

import base64
import json
import re
import socket
import subprocess
import tempfile

LIMIT = 10  # seconds that the server may take
PKCS8 = bytes.fromhex("302e020100300506032b657004220420")  # precedes the 32 bytes of an Ed25519 key


def credentials(text):
    """The JWT and the seed in a file of credentials."""
    parts = re.findall(r"-{5}BEGIN [A-Z ]+-{5}\n(.*?)\n-{6}END", text, re.S)
    return parts[0].strip(), parts[1].strip()


def raw_key(seed):
    """The 32 bytes of a seed's key, between its prefix and its checksum."""
    return base64.b32decode(seed + "=" * (-len(seed) % 8))[2:34]


def sign(seed, data):
    with tempfile.TemporaryDirectory(prefix="vow_") as folder:
        for name, content in (("key", PKCS8 + raw_key(seed)), ("data", data)):
            with open(f"{folder}/{name}", "wb") as file:
                file.write(content)
        command = ["openssl", "pkeyutl", "-sign", "-rawin", "-keyform", "DER", "-inkey", f"{folder}/key", "-in", f"{folder}/data"]
        return subprocess.run(command, capture_output=True, check=True).stdout


def url_text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class NatsClient:
    def __init__(self, address, jwt, seed):
        host, _, port = address.rpartition("//")[2].rpartition(":")
        self.socket = socket.create_connection((host, int(port)), LIMIT)
        self.buffer = b""
        self.errors = []
        self.messages = []
        info = json.loads(self._line().removeprefix(b"INFO "))
        signature = url_text(sign(seed, info["nonce"].encode()))
        options = {"verbose": False, "pedantic": False, "jwt": jwt, "sig": signature, "lang": "test", "version": "1",
                   "protocol": 1, "headers": True, "no_responders": True, "echo": True}
        self._send(b"CONNECT " + json.dumps(options).encode() + b"\r\n")
        try:
            self.flush()
        except ConnectionError:
            self.close()
            raise

    def close(self):
        self.socket.close()

    def publish(self, subject, data=b"", reply="", headers=None):
        if headers is None:
            head = f"PUB {subject} {reply} {len(data)}\r\n".replace("  ", " ")
            return self._send(head.encode() + data + b"\r\n")
        block = ("NATS/1.0\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n").encode()
        head = f"HPUB {subject} {reply} {len(block)} {len(block) + len(data)}\r\n".replace("  ", " ")
        return self._send(head.encode() + block + data + b"\r\n")

    def subscribe(self, subject, number=1):
        self._send(f"SUB {subject} {number}\r\n".encode())

    def flush(self):
        """Waits until the server has handled all that was sent; refusals are then in `errors`."""
        self._send(b"PING\r\n")
        while True:
            line = self._line()
            if line == b"PONG":
                return
            self._take(line)

    def message(self):
        """The next message, as subject and data."""
        while not self.messages:
            self._take(self._line())
        return self.messages.pop(0)

    def _take(self, line):
        words = line.split(b" ")
        if words[0] == b"-ERR":
            self.errors.append(line.decode())
        elif words[0] == b"PING":
            self._send(b"PONG\r\n")
        elif words[0] in (b"MSG", b"HMSG"):
            data = self._bytes(int(words[-1]) + 2)[:-2]
            header = int(words[-2]) if words[0] == b"HMSG" else 0
            self.messages.append((words[1].decode(), data[header:]))

    def _send(self, data):
        self.socket.sendall(data)

    def _line(self):
        while b"\r\n" not in self.buffer:
            self._receive()
        line, self.buffer = self.buffer.split(b"\r\n", 1)
        return line

    def _bytes(self, size):
        while len(self.buffer) < size:
            self._receive()
        data, self.buffer = self.buffer[:size], self.buffer[size:]
        return data

    def _receive(self):
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionError("the server closed the connection: " + " ".join(self.errors))
        self.buffer += data
