"""Lines on the wire: what is good comes through, whatever else is on it."""

from binascii import crc32

from cardtable.link.lines import LIMIT, LineReader, frame, message, unframe


def test_a_line_is_json_star_crc_newline():
    line = frame(b'["ack",1,5]')
    assert line == b'["ack",1,5]*%08x\n' % (crc32(b'["ack",1,5]') & 0xFFFFFFFF)
    assert unframe(line[:-1]) == b'["ack",1,5]'


def test_the_crc_is_the_one_everybody_knows():
    # The check value of CRC-32 (ISO-HDLC): "123456789" gives cbf43926.
    assert frame(b"123456789") == b"123456789*cbf43926\n"


def test_any_single_damaged_byte_is_noticed():
    line = frame(b'["ack",1,5]')[:-1]
    for at in range(len(line)):
        for bit in (1, 2, 64):
            damaged = bytearray(line)
            damaged[at] ^= bit
            assert unframe(bytes(damaged)) in (None, b'["ack",1,5]')
            if at < len(line) - 9:
                assert unframe(bytes(damaged)) is None


def test_what_is_not_a_line_is_passed_over_and_counted():
    reader = LineReader()
    noise = b"Traceback (most recent call last):\r\n>>> \n*\n*00000000\n[1,2]*zzzzzzzz\n\n"
    assert reader.feed(noise) == []
    assert reader.feed(frame(b"[1]")) == [b"[1]"]
    assert reader.good == 1
    assert reader.bad == 5  # the empty line is nobody's mistake


def test_a_line_may_come_in_any_pieces():
    text = frame(b'["a",1]') + frame(b'["b",2]')
    for cut in range(len(text)):
        reader = LineReader()
        got = reader.feed(text[:cut]) + reader.feed(text[cut:])
        assert got == [b'["a",1]', b'["b",2]']


def test_an_overlong_line_costs_only_itself():
    reader = LineReader()
    assert reader.feed(b"x" * (5 * LIMIT)) == []
    assert reader.feed(b"\n" + frame(b"[2]")) == [b"[2]"]
    assert reader.overlong == 1


def test_a_carriage_return_before_the_newline_does_no_harm():
    assert LineReader().feed(frame(b"[3]")[:-1] + b"\r\n") == [b"[3]"]


def test_random_garbage_never_costs_more_than_the_line_it_hits():
    state = 7
    reader = LineReader()
    expected = []
    got = []
    for n in range(300):
        garbage = bytearray()
        for _ in range(n % 37):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            garbage.append(state >> 16 & 0xFF)
        payload = b"[%d]" % n
        expected.append(payload)
        # Garbage that does not end with a newline would take the next line with it: so end it.
        got += reader.feed(bytes(garbage) + b"\n")
        got += reader.feed(frame(payload))
    assert [p for p in got if p in expected] == expected


def test_a_message_is_an_array():
    assert message(b'["hello",1]') == ["hello", 1]
    for payload in (b"{}", b"5", b"[", b"", b"[]", b'"hello"'):
        assert message(payload) is None


def test_only_a_star_stands_between_text_and_check_value():
    whole = frame(b'["hail",1]')[:-1]
    for byte in range(256):
        other = whole[:-9] + bytes([byte]) + whole[-8:]
        assert (unframe(other) is not None) == (byte == 42), byte
