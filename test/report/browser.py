"""A headless browser, driven over pipes by the DevTools protocol: load, evaluate, press keys, take pictures."""

import argparse
import base64
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def find_browser():
    """The command of a browser, or None."""
    return os.environ.get("KASURI_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)


def read_arguments(name):
    """BUILD and --pictures of the tests of a page, and the browser's command: None, and that is said, where there is none."""
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--pictures", type=pathlib.Path, help="keep screenshots here")
    arguments, command = parser.parse_args(), find_browser()
    if command is None:
        print(f"{name}: SKIPPED, there is no browser: install chromium-headless-shell or chromium", file=sys.stderr)
    elif arguments.pictures:
        arguments.pictures.mkdir(parents=True, exist_ok=True)
    return arguments, command


class Browser:
    def __init__(self, command, folder):
        reads, self.to = os.pipe()
        self.source, writes = os.pipe()
        # The protocol's pipes are descriptors 3 and 4 of the browser.
        shell = f'exec "$@" 3<&{reads} 4>&{writes}'
        self.process = subprocess.Popen(
            ["bash", "-c", shell, "browser", command, "--headless", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--hide-scrollbars", "--force-color-profile=srgb",
             f"--user-data-dir={folder}", "--remote-debugging-pipe", "--window-size=1360,900", "about:blank"],
            pass_fds=(reads, writes), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(reads)
        os.close(writes)
        self.rest, self.number, self.events, self.session = b"", 0, [], None
        page = next(each for each in self.call("Target.getTargets")["targetInfos"] if each["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.call(domain + ".enable")

    def receive(self):
        while b"\0" not in self.rest:
            more = os.read(self.source, 1 << 20)
            if not more:
                raise RuntimeError("the browser has gone")
            self.rest += more
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, event):
        while not any(each.get("method") == event for each in self.events):
            self.events.append(self.receive())

    def load(self, place, width=1360, height=900, dark=False, script=True):
        """Seconds until the page, a file or an address, was loaded."""
        self.events.clear()
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Emulation.setScriptExecutionDisabled", value=not script)
        begin = time.monotonic()
        address = place if str(place).startswith("http:") else "file://" + os.path.abspath(place)
        self.call("Page.navigate", url=address)
        self.wait_for("Page.loadEventFired")
        return time.monotonic() - begin

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def press(self, key, text=None):
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, **more)

    def complaints(self, server="file:"):
        """What the page said on the console, its exceptions, and what it tried to fetch from elsewhere."""
        found = []
        for each in self.events:
            method, what = each.get("method"), each.get("params", {})
            if method == "Runtime.exceptionThrown":
                found.append(what["exceptionDetails"].get("exception", {}).get("description", "exception"))
            if method == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
                found.append("console: " + str(what["args"]))
            if method == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
                found.append("log: " + what["entry"]["text"])
            if method == "Network.requestWillBeSent" and not what["request"]["url"].startswith((server, "data:")):
                found.append("fetches " + what["request"]["url"])
        return found

    def picture(self, path, whole=False):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def print(self, path):
        data = self.call("Page.printToPDF", printBackground=True)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        try:
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        self.process.wait(timeout=30)
