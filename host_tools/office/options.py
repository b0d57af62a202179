"""For `install`, which still asks here: options are in host_tools/options.py."""

from host_tools.options import PortOption as PortOption
