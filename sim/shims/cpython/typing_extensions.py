"""What the Adafruit driver's annotations take from typing_extensions, where that is absent."""

from typing import Literal

__all__ = ["Literal"]
