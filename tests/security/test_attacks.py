"""The attacks of the first examination, all of which fell 0.1.0 (see attacks.py): each holds."""

from __future__ import annotations

import pytest

from tests.security.attacks import ATTACKS


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_what_felled_the_first_release_holds(attack):
    assert attack()
