"""Where a page is served, and with which certificate: the same for every verb that serves one."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

SecuredHostOption = Annotated[
    str,
    typer.Option(
        "--host", help="Serve at this address; other than loopback: to the network, by TLS."
    ),
]
CertificateOption = Annotated[
    Path | None,
    typer.Option(
        "--certificate",
        help="PEM; without it the page makes one of its own for the network.",
        show_default=False,
    ),
]
CertificateKeyOption = Annotated[
    Path | None, typer.Option("--certificate-key", help="Its key, PEM.", show_default=False)
]


def certificate_for(
    host: str, names: Iterable[str], given: Path | None, its_key: Path | None, stem: str
) -> tuple[Path | None, Path | None]:
    """(certificate, key) for a page at `host`; None for one that only this computer reaches."""
    from host_tools.common.certificate import served_by
    from host_tools.console.request_guard import LOOPBACK

    if host in LOOPBACK and given is None and its_key is None:
        return None, None
    reached = [host] if host not in ("0.0.0.0", "::") else [socket.gethostname()]
    folder = platformdirs.user_data_path("cardtable") / stem
    return served_by(given, its_key, folder, [*names, *reached], stem)


def tell_own(certificate: Path | None, given: Path | None) -> None:
    """What to compare where a browser asks whether it may trust a certificate of our own."""
    from host_tools.common.certificate import fingerprint

    if certificate is not None and given is None:
        print("A browser asks once whether it may trust this certificate. Compare (SHA-256):")
        print(f"  {fingerprint(certificate)}", flush=True)
