"""What a wheel carries besides the packages: firmware, boards, and the reader's driver as it is.

The driver's own dependency (Blinka) would bring top-level `board`, `digitalio` and `micropython`
into every environment; a board needs two files of it, unmodified and with their licence line.
"""

import importlib.util
import shutil
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_DRIVER = "adafruit_pn532"
_DRIVER_FILES = ("__init__.py", "adafruit_pn532.py")
_FILES = "sim/files"
_KINDS = (".py", ".txt", ".toml", ".md", ".svg")


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        if version == "editable":
            return
        # Copies: a file that is included by force is not also taken into its package.
        self._copies = tempfile.mkdtemp(prefix="cardtable-wheel-")
        root, copies = Path(self.root), Path(self._copies)
        wanted = {f"driver/{_DRIVER}/{name}": _driver() / name for name in _DRIVER_FILES}
        for tree in ("firmware", "boards"):
            for path in sorted((root / tree).rglob("*")):
                if path.is_file() and path.suffix in _KINDS:
                    wanted[path.relative_to(root).as_posix()] = path
        for name, source in wanted.items():
            (copies / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copies / name)
        build_data["force_include"][str(copies)] = _FILES

    def finalize(self, version, build_data, artifact_path):
        shutil.rmtree(getattr(self, "_copies", ""), ignore_errors=True)


def _driver():
    spec = importlib.util.find_spec(_DRIVER)
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("the PN532 driver is not installed here. Run: make wheel")
    return Path(spec.submodule_search_locations[0])
