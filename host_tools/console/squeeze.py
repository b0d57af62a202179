"""The page's files as they are sent: written for people, sent without what only people need.

The page is held under 150 kB in all, as it is sent (tests/e2e/browser/test_people.py): packed to a
browser that can unpack. Only fixed files are packed, nothing that depends on who asks.
"""

from __future__ import annotations

import gzip
import re
from functools import cache

from rjsmin import jsmin

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LEADING_ZERO = re.compile(r"(?<=[\s:,(])0(?=\.\d)")
_AROUND = re.compile(r"\s*([{};,])\s*")


@cache
def squeezed(name: str, content: bytes) -> bytes:
    """`content` as a browser needs it."""
    if name.endswith(".js"):
        return str(jsmin(content.decode())).encode()
    if name.endswith(".css"):
        text = _AROUND.sub(r"\1", " ".join(_COMMENT.sub("", content.decode()).split()))
        text = _LEADING_ZERO.sub("", text)
        return text.replace(": ", ":").replace(";}", "}").replace(" > ", ">").encode()
    if name.endswith(".html"):
        return "\n".join(line.strip() for line in content.decode().splitlines()).encode()
    return content


@cache
def packed(name: str, content: bytes) -> bytes:
    """The same, as gzip; the same bytes each time."""
    return gzip.compress(squeezed(name, content), mtime=0)
