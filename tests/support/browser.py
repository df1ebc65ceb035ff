"""Chromium without a window, for tests of pages: it is driven over its debugging pipe."""

import base64
import itertools
import json
import os
import shutil
import subprocess
import tempfile
import threading

LIMIT = 120  # seconds that a browser may live


def chromium():
    """The program; None if it is not installed."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Browser:
    """One page in one browser. Use it as a context; everything is gone at its end."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()
        words = [chromium(), "--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run"]
        words += ["--disable-background-networking", f"--user-data-dir={self.folder.name}"]
        if os.geteuid() == 0:
            words.append("--no-sandbox")  # which root's needs
        script = f'exec "$@" 3<&{commands} 4>&{answers}'
        self.process = subprocess.Popen(
            ["sh", "-c", script, "sh", *words, "about:blank"],
            pass_fds=(commands, answers), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(answers)
        self.watchdog = threading.Timer(LIMIT, self.process.kill)
        self.watchdog.start()
        self.numbers, self.unread, self.events, self.session = itertools.count(1), b"", [], None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        return self

    def __exit__(self, *_):
        try:
            self.session = None
            self.call("Browser.close")
        except (EOFError, OSError):
            self.process.kill()
        self.process.wait()
        self.watchdog.cancel()
        os.close(self.commands)
        os.close(self.answers)
        self.folder.cleanup()

    def message(self):
        while b"\0" not in self.unread:
            piece = os.read(self.answers, 1 << 16)
            if not piece:
                raise EOFError("the browser has ended")
            self.unread += piece
        one, self.unread = self.unread.split(b"\0", 1)
        return json.loads(one)

    def call(self, method, **parameters):
        request = {"id": next(self.numbers), "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.commands, json.dumps(request).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") != request["id"]:
                self.events.append(message)
            elif "error" in message:
                raise RuntimeError(f"{method}: {message['error']}")
            else:
                return message["result"]

    def open(self, path, width, height=900, scripts=True):
        """Loads a file at a width in pixels."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.events = []
        self.call("Page.navigate", url=path.resolve().as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.message())

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"].get("value")

    def faults(self):
        """Errors and warnings of the console, exceptions, and dialogs."""
        bad = []
        for event in self.events:
            method, details = event.get("method"), event.get("params", {})
            if method == "Log.entryAdded" and details["entry"]["level"] in ("error", "warning"):
                bad.append(details["entry"])
            elif method == "Runtime.consoleAPICalled" and details["type"] in ("error", "warning", "assert"):
                bad.append(details)
            elif method in ("Runtime.exceptionThrown", "Page.javascriptDialogOpening"):
                bad.append(details)
        return bad

    def requests(self):
        return [event["params"]["request"]["url"] for event in self.events if event.get("method") == "Network.requestWillBeSent"]

    def picture(self):
        """The visible part of the page as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])
