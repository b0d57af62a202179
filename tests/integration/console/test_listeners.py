"""Pages that listen: nobody waits for one that sleeps, and what it missed it is shown as it is."""

from __future__ import annotations

import asyncio

from host_tools.common.server_events import RETRY, Listeners


def test_a_page_that_slept_ends_with_what_one_that_was_awake_has():
    asyncio.run(_asleep_and_awake())


async def _asleep_and_awake() -> None:
    listeners = Listeners()
    told: list[bytes] = []

    def tell(news: bytes) -> None:
        told.append(news)
        listeners.tell(news)

    asleep = listeners.stream(lambda: [b"all of %d" % len(told)])
    awake = listeners.stream(list)
    assert [await anext(asleep), await anext(asleep)] == [RETRY, b"all of 0"]
    assert await anext(awake) == RETRY
    heard = []
    for number in range(1000):
        waits = asyncio.ensure_future(anext(awake))
        await asyncio.sleep(0)
        tell(b"%d" % number)
        heard.append(await waits)
    assert heard == told
    late = [await anext(asleep)]
    while late[-1] != told[-1]:
        late.append(await anext(asleep))
    assert len(late) < 100, "what waits for a page that sleeps has no end"
    begins, *news = late
    assert begins.startswith(b"all of ") and news == told[int(begins[7:]) :]
    listeners.close()
    assert [one async for one in asleep] == [one async for one in awake] == []
    assert not listeners


def test_whoever_leaves_is_told_nothing_more():
    asyncio.run(_leaves())


async def _leaves() -> None:
    listeners = Listeners()
    page = listeners.stream(lambda: [b"now"])
    await anext(page)
    assert len(listeners) == 1
    await page.aclose()
    assert not listeners
    listeners.tell(b"nobody hears this")
