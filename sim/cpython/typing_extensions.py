"""The one name the Adafruit driver's annotations take from typing_extensions, where it is absent."""

from typing import Literal

__all__ = ["Literal"]
