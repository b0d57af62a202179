"""Money as it is written: dollars with at most two decimals, read exactly."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation


class Unreadable(Exception):
    """Something that cannot be read; the text says what and what next."""


def cents(value: object, negative: bool = False) -> int:
    """Whole cents of an amount in dollars; refuses floats, thirds of a cent and nonsense."""
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
        raise Unreadable(f"{value!r} is no amount of money; write dollars, like 12 or 12.50")
    try:
        amount = Decimal(value.removeprefix("$") if isinstance(value, str) else value)
    except InvalidOperation:
        raise Unreadable(
            f"'{value}' is no amount of money; write dollars, like 12 or 12.50"
        ) from None
    if not amount.is_finite():
        raise Unreadable(f"'{value}' is no amount of money")
    whole = amount * 100
    if whole != whole.to_integral_value():
        raise Unreadable(f"{value} has more than two decimals; the smallest amount is one cent")
    if whole < 0 and not negative:
        raise Unreadable(f"{value} is below zero")
    if abs(whole) > 10**11:
        raise Unreadable(f"{value} is more than any table holds")
    return int(whole)


def percent(value: object) -> Decimal:
    """A share of the whole; refuses what the meter could not keep."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise Unreadable(f"{value!r} is no share; write percent, like 80 or 77.5")
    share = Decimal(value)
    if not share.is_finite() or share * 100 % 1:
        raise Unreadable(f"{value} is no share; write percent with at most two decimals")
    return share


def dollars(amount: int) -> int | float:
    """An amount for JSON: whole dollars as a whole number, else with its cents."""
    return amount // 100 if amount % 100 == 0 else amount / 100


def written(amount: int) -> str:
    """An amount for people: 12 or 12.50."""
    sign = "-" if amount < 0 else ""
    whole, rest = divmod(abs(amount), 100)
    return f"{sign}{whole}" if not rest else f"{sign}{whole}.{rest:02d}"
