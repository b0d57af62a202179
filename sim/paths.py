"""What the unmodified Adafruit driver and the firmware need to be importable on a desk.

    sim.paths.install()        # in the process that runs firmware, before it is imported
    python -m sim.paths        # prepares the driver's folder for MicroPython and prints it

On CPython the driver wants `digitalio`, `micropython` (which `cardtable` brings) and
`circuitpython_typing`; without the last
its annotations fail half-way. With Blinka installed all three exist, but its `digitalio` refuses
desks it does not know: ours stand in front of it. On MicroPython the driver is a folder of its
own, so that nothing else of CPython's packages shadows MicroPython's modules.
"""

import os
import sys

_ON_MICROPYTHON = sys.implementation.name == "micropython"
_DRIVER = "adafruit_pn532"
_DRIVER_FILES = ("__init__.py", "adafruit_pn532.py")


def _up(path):
    cut = path.replace("\\", "/").rfind("/")
    return path[:cut] if cut >= 0 else "."


def _there(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def _cache():
    """A folder of this person's own: an installed package may lie where nobody may write."""
    if _ON_MICROPYTHON:
        return "driver"  # whoever starts it puts the real folder on its path
    import platformdirs

    return os.path.join(platformdirs.user_cache_dir("cardtable", False), "driver")


SIM = _up(__file__)
ROOT = _up(SIM) if "/" in SIM.replace("\\", "/") else "."
INSTALLED = SIM + "/files"  # where a wheel carries firmware and boards
FIRMWARE = (INSTALLED if _there(INSTALLED) else ROOT) + "/firmware"
_CARRIED = INSTALLED + "/driver"
BOARD = SIM + "/shims/board"  # the fake `machine`
CPYTHON = SIM + "/shims/cpython"
DRIVER_DIR = _cache() if _there(INSTALLED) else ROOT + "/build/driver"


def install() -> None:
    """Make driver and fake `machine` importable in this process. May be called again."""
    if BOARD not in sys.path:
        sys.path.insert(0, BOARD)
    if _ON_MICROPYTHON:
        _install_driver_folder()
    else:
        _install_shims()


def driver_source():
    """Where the driver's files lie: as the wheel carries them, or as installed; None: nowhere."""
    import importlib.util

    if _there(_CARRIED + "/" + _DRIVER):
        return _CARRIED + "/" + _DRIVER
    spec = importlib.util.find_spec(_DRIVER)
    if spec is None or not spec.submodule_search_locations:
        return None
    return spec.submodule_search_locations[0]


def driver_dir() -> str:
    """A folder with the driver's transport-independent files and nothing else (CPython only)."""
    import shutil

    source = driver_source()
    if source is None:
        raise FileNotFoundError("the Adafruit PN532 driver is not installed. Run: make setup")
    target = os.path.join(DRIVER_DIR, _DRIVER)
    os.makedirs(target, exist_ok=True)
    for name in _DRIVER_FILES:
        there = os.path.join(target, name)
        with open(os.path.join(source, name), "rb") as file:
            wanted = file.read()
        if not os.path.exists(there) or open(there, "rb").read() != wanted:
            # Written beside it and renamed: another test process may be reading it.
            part = "{}.{}".format(there, os.getpid())
            shutil.copyfile(os.path.join(source, name), part)
            os.replace(part, there)
    return DRIVER_DIR


def _install_driver_folder():
    if any(_there(folder + "/" + _DRIVER) for folder in sys.path if folder):
        return
    if not _there(DRIVER_DIR + "/" + _DRIVER):
        raise ImportError(
            "no PN532 driver for MicroPython in {}. Run: python -m sim.paths".format(DRIVER_DIR)
        )
    if DRIVER_DIR not in sys.path:
        sys.path.append(DRIVER_DIR)


def _install_shims():
    if _there(_CARRIED) and _CARRIED not in sys.path:
        sys.path.append(_CARRIED)
    import cardtable  # noqa: F401  # brings `micropython`

    _load("digitalio", FIRMWARE)
    for name in ("circuitpython_typing", "typing_extensions"):
        try:
            __import__(name)
        except Exception:  # absent, or a Blinka that refuses this desk
            _load(name, CPYTHON)


def _load(name, folder):
    """Import `name` from `folder`, whatever else has that name."""
    import importlib.util

    path = os.path.join(folder, name + ".py")
    loaded = sys.modules.get(name)
    if loaded is not None and getattr(loaded, "__file__", None) == path:
        return
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("cannot load {}".format(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)


if __name__ == "__main__":
    print(driver_dir())
