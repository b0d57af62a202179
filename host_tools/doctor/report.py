"""The commissioning report: one HTML page to print and to keep, with nothing from elsewhere."""

from __future__ import annotations

import math
from datetime import datetime
from html import escape
from pathlib import Path

from markupsafe import Markup

from cardtable.diag.readings import LATENCY_MS
from host_tools.common.problems import unwritable
from host_tools.common.templates import rendered
from host_tools.doctor.examine import Examined
from host_tools.doctor.figures import SHOE, Figures, fitted
from host_tools.doctor.result import FAIL, OK, SKIP, WARN, Result, needs_hands

_COLOURS = {OK: "#2e7d32", WARN: "#c77700", FAIL: "#c62828", SKIP: "#8a8a8a"}
_WORDS = {OK: "well", WARN: "look at it", FAIL: "needs hands", SKIP: "not looked at"}
_TEMPLATE = Path(__file__).with_name("report.html.jinja")


def save(to: Path, seen: Examined, results: list[Result], when: datetime) -> None:
    """Write it there, with the folder it is to lie in."""
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(page(seen, results, when), encoding="utf-8")
    except OSError as failure:
        raise unwritable(to, failure) from failure


def page(seen: Examined, results: list[Result], when: datetime) -> str:
    plots = {
        "table": Markup(picture(results, seen.after)),
        "rates": Markup(rates(seen.after)),
        "latencies": Markup(latencies(seen.after)),
    }
    tested = seen.antennas or any(one.tests for one in seen.after.values())
    return rendered(
        _TEMPLATE,
        hello=seen.hello,
        table=seen.hello.table if seen.hello else "no table",
        when=f"{when:%Y-%m-%d %H:%M %Z}",
        needs_hands=needs_hands(results),
        plots=plots if seen.after else None,
        antennas=_antennas(seen) if tested else [],
        checks=results,
        colours=_COLOURS,
        words=_WORDS,
    )


def _antennas(seen: Examined) -> list[dict[str, str]]:
    """What each antenna's test gave; only its change over time means something."""
    rows = []
    for name, one in fitted(seen.after).items():
        now = seen.antennas.get(name)
        trend = " ".join(f"{value:02x}" for value in one.trend)
        rows.append(
            {"name": name, "now": "not tested" if now is None else f"{now:02x}", "trend": trend}
        )
    return rows


# ---- pictures


def picture(results: list[Result], figures: dict[str, Figures]) -> str:
    """The felt from above, each reader in the colour of its result."""
    by_title = {one.title: one for one in results if one.id.startswith("reader.")}
    drawn = [
        '<svg viewBox="0 0 720 330" role="img" aria-label="The readers of the table">'
        '<ellipse cx="360" cy="150" rx="335" ry="140" fill="#e8efe9" stroke="#7a8f7d"/>'
    ]
    for name in figures:
        x, y = _place(name)
        one = by_title.get(name)
        colour = _COLOURS[one.result if one else SKIP]
        says = _WORDS[one.result] if one else _WORDS[SKIP]
        drawn.append(
            f'<g><title>{escape(name)}: {says}</title><rect x="{x - 33:.0f}" y="{y - 19:.0f}"'
            f' width="66" height="38" rx="6" fill="{colour}"/>'
            f'<text x="{x:.0f}" y="{y + 5:.0f}" font-size="14" fill="#fff" text-anchor="middle">'
            f"{escape(name)}</text></g>"
        )
    for n, kind in enumerate((OK, WARN, FAIL, SKIP)):
        x = 130 + 130 * n
        drawn.append(
            f'<rect x="{x}" y="308" width="12" height="12" fill="{_COLOURS[kind]}"/>'
            f'<text x="{x + 18}" y="319" font-size="13">{_WORDS[kind]}</text>'
        )
    return "".join(drawn) + "</svg>"


def _place(name: str) -> tuple[float, float]:
    fixed = {"dealer": (360, 40), SHOE: (470, 40), "rack": (250, 40), "board": (360, 140)}
    if name in fixed:
        return fixed[name]
    if name.startswith("box ") and name[4:].isdigit():
        # Box 1 is at the dealer's left: from the right of this picture, round the table.
        angle = math.radians(-22 + (int(name[4:]) - 1) * 224 / 9)
        return 360 + 285 * math.cos(angle), 150 + 112 * math.sin(angle)
    return 360.0, 100.0


def rates(figures: dict[str, Figures]) -> str:
    """Clean scans of all, a bar a reader."""
    shown = [one for one in figures.values() if one.read_rate is not None and one.name != SHOE]
    drawn = [f'<svg viewBox="0 0 720 {22 * len(shown) + 8}" role="img" aria-label="Read rates">']
    for n, one in enumerate(shown):
        rate = one.read_rate or 0.0
        y = 4 + 22 * n
        colour = _COLOURS[OK if rate >= 0.98 else WARN if rate >= 0.9 else FAIL]
        drawn.append(
            f'<text x="0" y="{y + 14}" font-size="13">{escape(one.name)}</text>'
            f'<rect x="80" y="{y + 2}" width="500" height="15" fill="#eee"/>'
            f'<rect x="80" y="{y + 2}" width="{500 * rate:.1f}" height="15" fill="{colour}"/>'
            f'<text x="590" y="{y + 14}" font-size="13">{rate:.1%} of {one.scans:,}</text>'
        )
    return "".join(drawn) + "</svg>"


def latencies(figures: dict[str, Figures]) -> str:
    """How long scans took: a column a bucket, a small plot a reader."""
    shown = [one for one in figures.values() if sum(one.latency)]
    rows = (len(shown) + 3) // 4
    drawn = [f'<svg viewBox="0 0 720 {96 * rows + 4}" role="img" aria-label="Time of a scan">']
    for n, one in enumerate(shown):
        x, y = 180 * (n % 4), 96 * (n // 4)
        most = max(one.latency)
        for k, count in enumerate(one.latency):
            height = 52 * count / most
            drawn.append(
                f'<rect x="{x + 18 * k}" y="{y + 62 - height:.1f}" width="15"'
                f' height="{height:.1f}" fill="#4a6fa5"/>'
            )
        p95 = one.at_most_ms(95)
        late = f"p95 ≤ {p95}" if p95 is not None else f"p95 > {LATENCY_MS[-1]}"
        drawn.append(
            f'<line x1="{x}" y1="{y + 62}" x2="{x + 144}" y2="{y + 62}" stroke="#888"/>'
            f'<text x="{x}" y="{y + 78}" font-size="12">{escape(one.name)}: {late},'
            f" max {one.longest_ms} ms</text>"
        )
    return "".join(drawn) + "</svg>"
