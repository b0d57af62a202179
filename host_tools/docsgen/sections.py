"""Cuts through the table at 1:1: what lies over a loop, and the shoe with its reader."""

from __future__ import annotations

from host_tools.mounting.figures import cover_mm, figures, limit, loop_of

_INK = "#22313a"
_FILLS = ("#2f7d57", "#d9d2a6", "#c79a63", "#b06a2c", "#ffffff")


def stack_up() -> str:
    """Through a box: card, cloth, foam, wood, loop, air; millimetres on paper."""
    layers, pocket = figures()["layers"], figures()["pocket"]
    loop = loop_of("box 1")
    wide = loop["width"] + 2 * pocket["beyond"] + 60
    side, top = (wide - loop["width"] - 2 * pocket["beyond"]) / 2, 12.0
    card = side + pocket["beyond"] + 20
    made = [
        _block(card, top - 1, 63, 0.8, _INK),
        _text(card + 31, top - 3, "card (63 mm), its tag inside"),
    ]
    y, told = top, 0.0
    for layer, fill in zip(layers, _FILLS, strict=True):
        inside = layer["name"].startswith(("loop", "air"))
        if inside and layer["name"].startswith("loop"):
            rest = pocket["top"] - layers[2]["mm"]
            made.append(_block(0, y, side, rest, _FILLS[2]))
            made.append(_block(wide - side, y, side, rest, _FILLS[2]))
            made.append(_block(side, y, wide - 2 * side, rest, "#ffffff"))
            for x in (side + pocket["beyond"], wide - side - pocket["beyond"] - 3):
                made.append(_block(x, y, 3, layer["mm"], fill))
        elif not inside:
            made.append(_block(0, y, wide, layer["mm"], fill))
        at = max(y + layer["mm"] / 2 + 1.2, told + 5)
        made.append(_line(wide, y + layer["mm"] / 2, wide + 4, at - 1.2))
        made.append(_text(wide + 5, at, f"{layer['name']}: {layer['mm']:g} mm", "start"))
        told = at
        y += layer["mm"]
    said = f"{cover_mm():g} mm from card to loop, at most {limit('cover'):g}; "
    made.append(_text(wide / 2, y + 8, f"{said}metal nowhere within {limit('metal'):g}"))
    made.append(_text(wide / 2, y + 13, "1:1 when shown at its size. Not confirmed by hardware."))
    return _svg("What lies over a loop", wide + 95, y + 18, made)


def shoe() -> str:
    """From the side: a card leaves over the loop, the others wait out of reach."""
    shoe, loop = figures()["shoe"], loop_of("shoe")
    behind, long = shoe["behind"], loop["height"]
    deck_x, y = 10.0, 60.0
    mouth = deck_x + 88 + behind
    made = [
        _block(deck_x, y - 40, 88, 30, "#e9e4d4"),
        _text(deck_x + 44, y - 24, "waiting cards, 88 long"),
        _line(deck_x, y - 8, mouth - 20, y - 3),
        _line(mouth - 20, y - 3, mouth + long + 30, y - 3),
        _block(mouth, y, long, 1.0, _FILLS[3]),
        _text(mouth + long / 2, y + 6, f"RD14's loop, {long:g} along the way"),
        _line(deck_x + 88, y + 12, mouth, y + 12),
        _text(deck_x + 88 + behind / 2, y + 11, f"{behind:g} or a shield"),
        _text(mouth + 20, y - 6, "a card on its way", "start"),
        _text((mouth + long + 30) / 2, y + 20,
              f"{long:g} mm in {shoe['dwell_ms']:g} ms: cards may leave at {_speed():.1f} m/s "
              f"at most. "
              "Not confirmed by hardware."),
    ]  # fmt: skip
    return _svg("The shoe and its reader", mouth + long + 40, y + 26, made)


def _speed() -> float:
    return loop_of("shoe")["height"] / figures()["shoe"]["dwell_ms"]


def _svg(title: str, width: float, height: float, made: list[str]) -> str:
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
            f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif" font-size="4" '
            'role="img">',
            f"<title>{title}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>',
            *made,
            "</svg>",
            "",
        ]
    )


def _block(x: float, y: float, width: float, height: float, fill: str) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" '
        f'stroke="{_INK}" stroke-width="0.2"/>'
    )


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{_INK}" '
        'stroke-width="0.3"/>'
    )


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{_INK}">{text}</text>'
