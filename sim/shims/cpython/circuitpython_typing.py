"""The one name the Adafruit driver's annotations take from circuitpython_typing."""

from typing import Union

ReadableBuffer = Union[bytes, bytearray, memoryview]
