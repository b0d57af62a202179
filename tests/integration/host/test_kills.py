"""A sample of the thousand kills of `make soak`."""

import sys

import pytest

from tests.integration.host.kills import WHO, kills

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")


def test_killed_programs_lose_nothing_and_leave_nothing_in_the_way(tmp_path):
    found = kills(tmp_path, seed=7, count=len(WHO))
    assert found["kills"] == len(WHO) and found["records"] > 0
