"""A connection to a NATS server, for very many at once in one process."""

import asyncio
import json

from identity import url_text

PATIENCE = 30  # seconds that the server may take for the first answers


class Connection:
    """`received` is called with the subject and the data of each message."""

    def __init__(self, address, jwt, key, received=None):
        self.address, self.jwt, self.key, self.received = address, jwt, key, received
        self.reader = self.writer = None
        self.waiting = []  # those who wait for a PONG, in order
        self.errors = []

    async def open(self):
        host, port = self.address.rsplit(":", 1)
        self.reader, self.writer = await asyncio.open_connection(host, int(port), limit=1 << 22)
        try:
            greeting = await asyncio.wait_for(self.reader.readline(), PATIENCE)
            if not greeting.startswith(b"INFO ") or not greeting.endswith(b"\n"):
                raise ConnectionError("closed")  # the server was killed
            info = json.loads(greeting.removeprefix(b"INFO "))
            options = {"verbose": False, "pedantic": False, "jwt": self.jwt, "sig": url_text(self.key.sign(info["nonce"].encode())),
                       "lang": "simulation", "version": "1", "protocol": 1, "headers": True, "no_responders": True}
            self.writer.write(b"CONNECT " + json.dumps(options).encode() + b"\r\nPING\r\n")
            while (line := await asyncio.wait_for(self.reader.readline(), PATIENCE)) != b"PONG\r\n":
                if line.startswith(b"-ERR") or not line:
                    raise ConnectionError(line.decode() or "closed")
        except BaseException:
            self.close()
            raise

    def close(self):
        if self.writer:
            self.writer.close()

    def subscribe(self, *subjects):
        for number, subject in enumerate(subjects):
            self.writer.write(f"SUB {subject} {number}\r\n".encode())

    def publish(self, subject, data, reply="", headers=None):
        if headers is None:
            self.writer.write(f"PUB {subject} {reply} {len(data)}\r\n".encode() + data + b"\r\n")
            return
        block = ("NATS/1.0\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items()) + "\r\n").encode()
        self.writer.write(f"HPUB {subject} {reply} {len(block)} {len(block) + len(data)}\r\n".encode() + block + data + b"\r\n")

    async def flush(self):
        """Waits until the server has handled all that was sent; only while `listen` runs."""
        done = asyncio.get_running_loop().create_future()
        self.waiting.append(done)
        self.writer.write(b"PING\r\n")
        await done

    async def listen(self):
        """Handles messages until the connection is lost."""
        try:
            while (line := await self.reader.readline()).endswith(b"\n"):  # else it is torn
                await self.handle(line.split())
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            for done in self.waiting:
                if not done.done():
                    done.set_exception(ConnectionError("lost"))
            self.waiting = []
            self.close()

    async def handle(self, words):
        if words[0] == b"PING":
            self.writer.write(b"PONG\r\n")
        elif words[0] == b"PONG" and self.waiting:
            self.waiting.pop(0).set_result(None)
        elif words[0] == b"-ERR":
            self.errors.append(b" ".join(words).decode())
        elif words[0] in (b"MSG", b"HMSG"):
            data = (await self.reader.readexactly(int(words[-1]) + 2))[:-2]
            header = int(words[-2]) if words[0] == b"HMSG" else 0
            if self.received:
                self.received(words[1].decode(), data[:header], data[header:])
