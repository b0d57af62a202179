"""The report of a gaming day on paper: one page to print or keep as PDF, with lines to sign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape

from host_tools import wording
from host_tools.ledger.days import Day
from host_tools.reports.pdf import Sheet
from host_tools.reports.times import moment
from host_tools.wording import money

SIGN = ("Dealer", "Supervisor", "Count of the drop box")
_STYLE = """
body{font:11pt/1.4 system-ui,sans-serif;color:#111;background:#fff;max-width:46rem;margin:2rem auto;
padding:0 1rem}
h1{font-size:1.5rem;margin:0}
h2{font-size:1.05rem;margin:1.4rem 0 .3rem;border-bottom:1px solid #999}
p{margin:.2rem 0;color:#444}table{border-collapse:collapse;width:100%}
td,th{padding:.15rem .6rem .15rem 0;text-align:left;vertical-align:top}th{font-weight:600}
td.amount,th.amount{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.sign{display:grid;grid-template-columns:repeat(3,1fr);gap:2rem;margin-top:3.5rem}
.sign div{border-top:1px solid #111;padding-top:.3rem}
@media print{@page{size:A4;margin:18mm}body{margin:0;max-width:none;padding:0}a{display:none}
h2,tr,.sign{break-inside:avoid}}
"""


@dataclass
class Part:
    """A heading with rows; a row's last cell is an amount when `amounts`."""

    title: str
    rows: list[tuple[str, ...]] = field(default_factory=list)
    head: tuple[str, ...] = ()
    amounts: bool = False


def parts(one: Day) -> list[Part]:
    """Everything on the report, in order; a list that is empty says so where people look for it."""
    told = [Part("Play", _play(one), amounts=True), Part("Money", _money(one), amounts=True)]
    told.append(Part("Jackpot", _jackpot(one), amounts=True))
    told.append(_opened(one))
    told.append(
        Part(
            "Corrections of the meter",
            [
                (
                    moment(row["when_ms"]),
                    f"pool {money(row['pool'])}, reserve {money(row['reserve'])}, overflow"
                    f" {money(row['overflow'])}",
                    row["who"],
                    row["why"],
                )
                for row in one.corrections
            ],
            ("when", "by how much", "who", "why"),
        )
    )
    told.append(
        Part(
            "Prizes confirmed",
            [
                (moment(row["when_ms"]), f"prize {row['hit']}", row["who"], money(row["cents"]))
                for row in one.confirmed
            ],
            ("when", "which", "who", "amount"),
            amounts=True,
        )
    )
    told.append(_counted("Irregular, by rule", one.irregular, wording.IRREGULARITIES))
    told.append(_counted("Refused, by rule", one.refused, wording.REFUSALS))
    faults = {code: what for code, (what, _) in wording.FAULTS.items()}
    told.append(_counted("Readers", one.readers, faults))
    told.append(_counted("Other faults", one.faults, faults))
    return told


def title(one: Day) -> str:
    return f"Table {one.table}: " + (f"gaming day {one.day}" if one.day else "before any day")


def _play(one: Day) -> list[tuple[str, ...]]:
    rate = one.hands_an_hour
    rows = [("Rounds", f"{one.hands:,}")]
    rows += [(f"  {name}", f"{count:,}") for name, count in sorted(one.rounds.items())]
    rows.append(("Rounds of tests and tournaments", f"{one.not_live:,}"))
    rows.append(("Hands an hour", "–" if rate is None else f"{rate:.0f}"))
    rows.append(("Starts of the board", f"{one.starts:,}"))
    if one.missing:
        rows.append(("RECORDS MISSING: the board had them no more", f"{one.missing:,}"))
    return list(rows)


def _money(one: Day) -> list[tuple[str, ...]]:
    rows = [("Wagered", money(one.wagered)), ("Won by the house, where it banks", money(one.house))]
    rows.append(("Commission taken", money(one.commission)))
    if one.counted is None:
        rows.append(("Drop box", "not counted"))
    else:
        by = f" by {one.counted_by}" if one.counted_by else ""
        rows.append((f"Drop box, counted{by}", money(one.counted)))
        rows.append(("Difference, counted less taken", money(one.difference or 0)))
    return list(rows)


def _jackpot(one: Day) -> list[tuple[str, ...]]:
    return [
        ("Wagers in", money(one.jackpot_in)),
        ("Prizes won", money(one.jackpot_won)),
        ("Prizes paid out", money(one.jackpot_paid)),
        ("From the house, to prizes and seeds", money(one.house_in)),
        ("Corrected", money(one.corrected)),
    ]


def _opened(one: Day) -> Part:
    made = Part("Hands opened for a dispute", head=("when", "round", "whose", "cards", "who"))
    hands: dict[tuple, list[dict]] = {}
    for row in one.opened:
        hands.setdefault((row["round"], row["seat"], row["who"]), []).append(row)
    for (number, seat, who), rows in hands.items():
        cards = wording.cards([row["card"] for row in rows])
        proof = "seals proved" if all(row["proved"] for row in rows) else "SEALS DO NOT FIT"
        made.rows.append(
            (moment(rows[0]["when_ms"]), str(number), f"box {seat}", f"{cards} ({proof})", who)
        )
    return made


def _counted(name: str, counted: Counter[tuple[str, str]], known: dict[str, str]) -> Part:
    rows = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    return Part(
        name,
        [(where, known.get(code, code), f"{count:,} ×") for (where, code), count in rows],
        amounts=True,
    )


def as_html(days: Iterable[Day], style: str | None = None) -> str:
    """A whole page; `style` is an address of its style, for a server that allows no other."""
    return page_of("Day report", [(title(one), parts(one)) for one in days], style)


def page_of(
    name: str,
    sheets: Iterable[tuple[str, list[Part]]],
    style: str | None = None,
    sign: tuple[str, ...] = SIGN,
) -> str:
    """A page of several reports: each a title and its parts, with lines to sign."""
    head = f'<link rel="stylesheet" href="{style}">' if style else f"<style>{_STYLE}</style>"
    made = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(name)}</title>{head}</head><body><main>",
    ]
    for heading, told in sheets:
        made.append(f"<article><h1>{escape(heading)}</h1>")
        for part in told:
            made.append(f"<h2>{escape(part.title)}</h2>{_table(part)}")
        made.append('<div class="sign">')
        made += [f"<div>{escape(one)}<br>name, signature, date</div>" for one in sign]
        made.append("</div></article>")
    return "".join([*made, "</main></body></html>\n"])


def style() -> str:
    return _STYLE.strip() + "\n"


def _table(part: Part) -> str:
    if not part.rows:
        return "<p>none</p>"
    last = len(part.rows[0]) - 1

    def row(cells: tuple[str, ...], tag: str) -> str:
        told = ""
        for at, cell in enumerate(cells):
            kind = ' class="amount"' if part.amounts and at == last else ""
            told += f"<{tag}{kind}>{escape(cell)}</{tag}>"
        return f"<tr>{told}</tr>"

    head = f"<thead>{row(part.head, 'th')}</thead>" if part.head else ""
    return f"<table>{head}<tbody>{''.join(row(cells, 'td') for cells in part.rows)}</tbody></table>"


def as_pdf(days: Iterable[Day]) -> bytes:
    """The same on A4."""
    return pdf_of([(title(one), parts(one)) for one in days])


def pdf_of(sheets: Iterable[tuple[str, list[Part]]], sign: tuple[str, ...] = SIGN) -> bytes:
    """Several reports on A4, each on pages of its own."""
    sheet = Sheet()
    for heading, told in sheets:
        sheet.page()
        sheet.text(heading, size=16, bold=True)
        for part in told:
            sheet.gap(8)
            sheet.text(part.title, size=11, bold=True)
            sheet.rule()
            if part.head:
                sheet.row(part.head, part.amounts, bold=True)
            for cells in part.rows:
                sheet.row(cells, part.amounts)
            if not part.rows:
                sheet.text("none")
        sheet.signatures(sign)
    return sheet.written()
