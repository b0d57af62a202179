"""Real Chromium over its DevTools protocol: pages, clicks where a finger presses, pictures.

No more of the protocol than the tests need. Everything a page complains about is kept in `errors`,
everything it is sent in `payloads`.
"""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

_LIMIT_S = 40.0
_ANSWER_S = 120.0  # longer than any wait of a page
_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def executable() -> str | None:
    """Where Chromium is; None when this machine has none."""
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


class Browser:
    """One Chromium; every page has cookies of its own unless it shares a context."""

    def __init__(self) -> None:
        path = executable()
        assert path is not None
        self._folder = tempfile.TemporaryDirectory(
            prefix="cardtable-chromium-", ignore_cleanup_errors=True
        )
        self._process = subprocess.Popen(
            [
                path,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                # Several windows are looked at at once: none may doze.
                "--disable-background-timer-throttling",
                "--disable-backgrounding-occluded-windows",
                "--disable-renderer-backgrounding",
                "--remote-debugging-port=0",
                f"--user-data-dir={self._folder.name}",
                "about:blank",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._stack = contextlib.ExitStack()
        self._line = self._stack.enter_context(
            connect(self._address(), max_size=None, open_timeout=_LIMIT_S)
        )
        self._ids = itertools.count(1)
        self._pages: dict[str, Page] = {}

    def _address(self) -> str:
        told = Path(self._folder.name) / "DevToolsActivePort"
        end = time.monotonic() + _LIMIT_S
        while time.monotonic() < end:
            lines = told.read_text().split("\n") if told.exists() else []
            if len(lines) >= 2 and lines[1]:
                return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
            if self._process.poll() is not None:
                break
            time.sleep(0.02)
        raise AssertionError("Chromium did not start")

    def page(self, width: int = 1280, height: int = 800, touch: bool = False) -> Page:
        """A new window of that size, with cookies of its own."""
        context = self.send("Target.createBrowserContext", {})["browserContextId"]
        target = self.send(
            "Target.createTarget", {"url": "about:blank", "browserContextId": context}
        )["targetId"]
        session = self.send("Target.attachToTarget", {"targetId": target, "flatten": True})
        made = Page(self, session["sessionId"], target)
        self._pages[made.session] = made
        for domain in ("Page", "Runtime", "Log", "Network"):
            made.send(f"{domain}.enable")
        made.resize(width, height, touch)
        # Cards that fly are for people: pictures show them where they lie.
        still = [{"name": "prefers-reduced-motion", "value": "reduce"}]
        made.send("Emulation.setEmulatedMedia", {"features": still})
        return made

    def send(self, method: str, params: dict[str, Any], session: str | None = None) -> Any:
        """One command; what comes meanwhile goes to the pages."""
        number = next(self._ids)
        told: dict[str, Any] = {"id": number, "method": method, "params": params}
        if session:
            told["sessionId"] = session
        self._line.send(json.dumps(told))
        while True:
            heard = json.loads(self._line.recv(timeout=_ANSWER_S))
            if heard.get("id") == number:
                if "error" in heard:
                    raise AssertionError(f"{method}: {heard['error']['message']}")
                return heard["result"]
            page = self._pages.get(heard.get("sessionId", ""))
            if page is not None and "method" in heard:
                page.heard(heard["method"], heard["params"])

    def close(self) -> None:
        """End it whatever state it is in: nothing is left running."""
        self._process.terminate()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(_LIMIT_S)
        self._stack.close()
        self._folder.cleanup()


class Page:
    """One window."""

    def __init__(self, browser: Browser, session: str, target: str) -> None:
        self._browser = browser
        self.session = session
        self._target = target
        self.errors: list[str] = []
        self.misses: list[str] = []  # presses that hit something else, or nothing
        self.payloads: list[str] = []  # what came over the stream of events
        self._loaded: list[str] = []  # requests whose bodies may be looked at

    def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        return self._browser.send(method, params or {}, self.session)

    def heard(self, method: str, params: dict[str, Any]) -> None:
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            text = details.get("exception", {}).get("description") or details["text"]
            self.errors.append(text)
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning"):
            self.errors.append(" ".join(str(one.get("value")) for one in params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.errors.append(params["entry"]["text"])
        elif method == "Network.eventSourceMessageReceived":
            self.payloads.append(params["data"])
        elif method == "Network.loadingFinished":
            self._loaded.append(params["requestId"])

    # ---- looking

    def goto(self, url: str) -> Page:
        self.send("Page.navigate", {"url": url})
        self.wait("document.readyState === 'complete'")
        return self

    def evaluate(self, expression: str, wait: bool = False) -> Any:
        told = self.send(
            "Runtime.evaluate",
            {
                "expression": expression,
                "awaitPromise": wait,
                "returnByValue": True,
                "userGesture": True,
            },
        )
        if "exceptionDetails" in told:
            details = told["exceptionDetails"]
            raise AssertionError(details.get("exception", {}).get("description", details["text"]))
        return told["result"].get("value")

    def wait(self, condition: str, limit_s: float = _LIMIT_S) -> Any:
        """What `condition` (JavaScript) comes to once it is true; fails at the limit."""
        return self.evaluate(
            "new Promise((done, fail) => { const end = performance.now() + "
            f"{limit_s * 1000}; const look = () => {{ let value; try {{ value = ({condition}); }}"
            " catch (error) { value = null; } if (value) return done(value);"
            " if (performance.now() > end) return fail(new Error('not within the limit: ' + "
            f"{json.dumps(condition)} + ' · ' + (document.querySelector('[data-headline]')"
            "?.textContent ?? ''))); setTimeout(look, 15); }; look(); })",
            wait=True,
        )

    def text(self, selector: str) -> str:
        return self.evaluate(f"document.querySelector({json.dumps(selector)})?.textContent ?? ''")

    def count(self, selector: str) -> int:
        return self.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length")

    # ---- doing

    def click(self, selector: str, limit_s: float = _LIMIT_S) -> None:
        """Press where the element is, once it is there and nothing covers it.

        When the page was built anew under the finger nothing was pressed: again, as people do.
        """
        target = json.dumps(selector)
        end = time.monotonic() + limit_s
        while True:
            x, y = self.wait(
                f"(() => {{ const e = document.querySelector({target});"
                " if (!e || e.disabled) return null;"
                " e.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});"
                " const r = e.getBoundingClientRect();"
                " const x = r.x + r.width / 2, y = r.y + r.height / 2;"
                " const top = document.elementFromPoint(x, y);"
                " if (!r.width || !top || !(e === top || e.contains(top))) return null;"
                " window.pressed = null;"
                " document.addEventListener('click', ({target}) => { window.pressed ="
                f" target.closest({target}) ? 'hit' : target.outerHTML; }},"
                " {capture: true, once: true});"
                " return [x, y]; })()",
                limit_s,
            )
            at = {"x": x, "y": y, "button": "left", "clickCount": 1}
            for kind in ("mousePressed", "mouseReleased"):
                self.send("Input.dispatchMouseEvent", {"type": kind, **at})
            pressed = self.evaluate("window.pressed")
            if pressed == "hit":
                return
            self.misses.append(f"{selector}: {pressed}")
            assert time.monotonic() < end, f"pressed in vain: {self.misses}"

    def keys(self, text: str) -> None:
        """Type on the keyboard; "\\n" is Enter."""
        for sign in text:
            key = {"\n": "Enter"}.get(sign, sign)
            code = {"key": key, "text": "\r" if sign == "\n" else sign}
            if sign == "\n":
                code |= {"windowsVirtualKeyCode": 13, "code": "Enter"}
            self.send("Input.dispatchKeyEvent", {"type": "keyDown", **code})
            self.send("Input.dispatchKeyEvent", {"type": "keyUp", "key": key})

    def resize(self, width: int, height: int, touch: bool = False) -> None:
        self.send(
            "Emulation.setDeviceMetricsOverride",
            {
                "width": width,
                "height": height,
                "deviceScaleFactor": 2 if touch else 1,
                "mobile": touch,
            },
        )
        if touch:
            self.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def picture(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        told = self.send("Page.captureScreenshot", {"format": "png"})
        path.write_bytes(base64.b64decode(told["data"]))
        return path

    def bodies(self) -> list[str]:
        """The bodies of everything that was loaded, as far as they are still kept."""
        found = []
        for request in self._loaded:
            try:
                found.append(self.send("Network.getResponseBody", {"requestId": request})["body"])
            except AssertionError:
                continue
        return found

    def close(self) -> None:
        self._browser.send("Target.closeTarget", {"targetId": self._target})
