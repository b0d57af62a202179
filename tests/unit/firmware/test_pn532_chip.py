"""The emulated PN532 against bytes seen on real chips, and against garbage."""

from sim.chips import frames
from sim.chips.antenna import Antenna
from sim.chips.pn532 import PN532
from sim.chips.tag import NTAG215, ULTRALIGHT_EV1, Tag
from sim.harness.clock import VirtualClock

ACK = "0000ff00ff00"
SAM = "0000ff05fbd4140114010200"
LIST = "0000ff04fcd44a0100e100"
RETRIES_0 = "0000ff06fad43205ff0100f500"

# Where it was published, request, answer (after the ACK): one chip over one MIFARE Classic tag
PUBLISHED = (
    ("nfcpy 131", "000000000000000000000000ff02fed4022a00", "0000ff06fad50332010607e800"),
    ("nfcpy 131", "000000000000000000000000ff05fbd4140100001700", "0000ff02fed5151600"),
    ("nfcpy 131", "000000000000000000000000ff03fdd410071500", "0000ff02fed5111a00"),
    ("nfcpy 131", "0000ff06fad432020a0b07dc00", "0000ff02fed533f800"),
    ("nfcpy 131", "0000ff0bf5d4086302806303006305432e00", "0000ff02fed5092200"),
    ("nfcpy 131", "0000ff08f8d406630263036305f300", "0000ff05fbd5078000436100"),
    ("libnfc", "0000ff09f7d400006c69626e6663be00", "0000ff09f7d501006c69626e6663bc00"),
    ("libnfc", "0000ff03fdd414011700", "0000ff02fed5151600"),
    ("Adafruit 93", LIST, "0000ff0ff1d54b010100421807045d46b2505d80"),  # its checksum was not
)

# Seen on real chips, in an order that makes sense; one NTAG
SEEN = (
    ("GetFirmwareVersion", "0000ff02fed4022a00", "0000ff06fad50332010607e800"),
    ("SAMConfiguration", SAM, "0000ff02fed5151600"),
    ("field off", "0000ff04fcd4320100f900", "0000ff02fed533f800"),
    ("MaxRetries 0", RETRIES_0, "0000ff02fed533f800"),
    ("list", LIST, "0000ff0ff1d54b01010044000704c63a631101899100"),
    ("deselect", "0000ff03fdd44400e800", "0000ff03fdd54500e600"),
    ("list, none", LIST, "0000ff03fdd54b00e000"),
    ("field off", "0000ff04fcd4320100f900", "0000ff02fed533f800"),
    ("list", LIST, "0000ff0ff1d54b01010044000704c63a631101899100"),
    ("HLTA raw", "0000ff04fcd44250009a00", "0000ff03fdd54301e700"),
    ("list, none", LIST, "0000ff03fdd54b00e000"),
    ("antenna test", "0000ff04fcd4000731f400", "0000ff03fdd501002a00"),
    ("bad command", "0000ff02fed4ff2d00", "0000ff01ff7f8100"),
)


class Desk:
    """A chip, a clock, and somebody who reads everything the chip says."""

    def __init__(self, *tags):
        self.clock = VirtualClock()
        self.antenna = Antenna("desk")
        self.chip = PN532(self.clock, self.antenna)
        for tag in tags:
            self.antenna.put(tag)

    def ask(self, request, wait_us=150_000):
        self.chip.receive(bytes.fromhex(request) if isinstance(request, str) else request)
        self.clock.advance_us(wait_us)
        heard = []
        while self.chip.ready:
            heard.append(self.chip.take_frame().hex())
        return heard

    def command(self, *data):
        """The data of the answer to a command in hex, or "silence", or "error"."""
        heard = self.ask(frames.build(b"\xd4" + bytes(data)))
        assert heard[0] == ACK
        if len(heard) == 1:
            return "silence"
        frame = bytes.fromhex(heard[1])
        if frame == frames.ERROR_FRAME:
            return "error"
        return frame[7:-2].hex()

    def start(self):
        self.ask(SAM)
        self.ask(RETRIES_0)
        return self


def test_it_answers_published_requests_byte_for_byte():
    desk = Desk(Tag(bytes.fromhex("045d46b2505d80"), atqa=b"\x00\x42", sak=0x18))
    for source, request, answer in PUBLISHED:
        heard = desk.ask(request)
        assert heard[0] == ACK and len(heard) == 2, source
        assert heard[1][: len(answer)] == answer, source
        assert len(heard[1]) == len(answer) or source == "Adafruit 93"


def test_it_answers_exchanges_seen_on_real_chips_byte_for_byte():
    desk = Desk(Tag(bytes.fromhex("04c63a63110189")))
    for name, request, answer in SEEN:
        assert desk.ask(request) == [ACK, answer], name


def test_a_host_ack_aborts_and_a_nack_repeats_the_last_answer():
    desk = Desk().start()
    firmware = "0000ff02fed4022a00"
    first = desk.ask(firmware)
    assert desk.ask("0000ffff0000") == [first[1]]
    desk.chip.receive(bytes.fromhex(firmware))
    assert desk.ask("0000ff00ff00") == []
    assert desk.ask(firmware) == first


def test_no_frame_is_answered_that_is_not_right_to_the_last_bit():
    good = bytes.fromhex("0000ff04fcd44a0100e100")
    desk = Desk().start()
    for at in range(1, len(good) - 1):  # the first and the last byte are padding
        for bit in range(8):
            bad = good[:at] + bytes((good[at] ^ 1 << bit,)) + good[at + 1 :]
            assert desk.ask(bad, 40_000) == [], (at, bit)
    assert len(desk.ask(good)) == 2


def test_any_garbage_is_survived_and_the_next_good_frame_is_answered():
    desk = Desk()
    seed = 12345
    for _ in range(300):
        garbage = bytearray()
        seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
        for _ in range(seed >> 16 & 63):
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
            # Half of it looks like the beginning of frames.
            common = (0x00, 0xFF, 0xD4, 0x01)[seed >> 16 & 3]
            garbage.append(common if seed & 256 else seed >> 8 & 255)
        desk.ask(bytes(garbage), 2_000)
        assert desk.ask("0000ff02fed4022a00", 3_000) == [ACK, "0000ff06fad50332010607e800"]


def test_radio_commands_are_acknowledged_but_not_answered_before_sam():
    desk = Desk(Tag(b"\x04\x01\x02\x03\x04\x05\x06"))
    assert desk.ask(LIST) == [ACK]
    assert desk.ask(SAM)[1:] == ["0000ff02fed5151600"]
    assert len(desk.ask(LIST)) == 2


def test_every_command_refuses_wrong_parameters_with_the_error_frame():
    desk = Desk().start()
    wrong = (
        (0x00,), (0x00, 0x09), (0x02, 1), (0x04, 1), (0x06, 1), (0x08, 1, 2), (0x0C, 1), (0x0E, 1),
        (0x10, 9), (0x12,), (0x14, 5), (0x16,), (0x32, 3, 0), (0x32, 5, 1), (0x40, 1), (0x42,),
        (0x44,), (0x4A, 3, 0), (0x4A, 1), (0x52,), (0x54,), (0x60, 1, 1), (0x0A,), (0x8C, 1),
    )  # fmt: skip
    for data in wrong:
        assert desk.command(*data) == "error", data


def test_gpio_registers_and_status_keep_what_was_written():
    desk = Desk().start()
    assert desk.command(0x0C) == "3f0601"
    assert desk.command(0x0E, 0x80 | 0x15, 0x00) == ""
    assert desk.command(0x0C) == "150601"
    assert desk.command(0x08, 0x63, 0x05, 0x42) == ""
    assert desk.command(0x06, 0x63, 0x05) == "42"
    assert desk.command(0x04) == "00000080"
    assert desk.command(0x12, 0x14) == ""


def test_diagnose_echoes_and_tests():
    desk = Desk().start()
    assert desk.command(0x00, 0x00, 1, 2, 3) == "00010203"
    assert desk.command(0x00, 0x01) == "00"
    assert desk.command(0x00, 0x02) == "00"
    assert desk.command(0x00, 0x06) == "27"
    assert desk.command(0x00, 0x07, 0x31) == "00"
    assert desk.command(0x00, 0x05, 1, 2, 3) == "silence"  # until it is aborted
    assert desk.ask(frames.build(b"\xd4\x00\x04\x01"), 1_000_000)[1][14:16] == "80"


def test_a_chip_in_power_down_wakes_when_it_is_addressed():
    desk = Desk().start()
    assert desk.command(0x16, 0xB0) == "00"
    assert desk.ask("0000ff02fed4022a00") == []
    desk.chip.i2c_write(b"\x00")
    desk.clock.sleep_ms(2)
    assert len(desk.ask("0000ff02fed4022a00")) == 2


def test_two_tags_are_listed_at_once_and_one_can_be_selected_again():
    a = Tag(b"\x04\x01\x02\x03\x04\x05\x06")
    b = Tag(b"\x04\x81\x02\x03\x04\x05\x06", ULTRALIGHT_EV1)
    desk = Desk(a, b).start()
    answer = desk.command(0x4A, 2, 0)
    assert answer == "02" + "010044000704810203040506" + "020044000704010203040506"
    assert desk.command(0x54, 1) == "00"
    assert desk.command(0x40, 1, 0x60) == "00" + "000403010100" + "0b03"
    assert desk.command(0x04)[4:] == "02" + "01000000" + "02000000" + "80"
    assert desk.command(0x52, 0) == "00"
    assert desk.command(0x54, 1) == "27"
    assert desk.command(0x40, 1, 0x60) == "27"


def test_a_wanted_uid_alone_is_found():
    tags = [Tag(bytes((4, k, 2, 3, 4, 5, 6))) for k in range(4)]
    desk = Desk(*tags).start()
    for tag in tags:
        assert desk.command(0x4A, 1, 0, 0x88, *tag.uid) == "010100440007" + tag.uid.hex()
        assert desk.command(0x32, 1, 0) == ""
    assert desk.command(0x4A, 1, 0, 0x88, 4, 9, 9, 9, 9, 9, 9) == "00"
    assert desk.command(0x4A, 1, 1, 0) == "00"  # FeliCa: never on this felt


def test_a_tag_is_read_written_and_protected_as_its_data_sheet_says():
    tag = Tag(b"\x04\x11\x22\x33\x44\x55\x66", NTAG215, b"PASS", b"OK", bytes(range(32)))
    desk = Desk(tag).start()

    def talk(*data):
        desk.command(0x32, 1, 0)
        assert desk.command(0x4A, 1, 0)[:2] == "01"
        return desk.command(0x40, 1, *data)

    assert talk(0x60) == "000004040201001103"
    assert talk(0x30, 0)[:20] == "00041122bf3344556644"
    assert talk(0x3C, 0) == "00" + bytes(range(32)).hex()
    assert talk(0xA2, 8, 1, 2, 3, 4) == "00"
    assert talk(0x3A, 8, 9) == "00" + "01020304" + "00000000"
    assert talk(0xA2, 0, 1, 2, 3, 4) == "02"  # the UID cannot be written
    assert talk(0x30, 200) == "02"
    assert talk(0x1B, *b"pass") == "02"
    assert talk(0x1B, *b"PASS") == "00" + b"OK".hex()
    assert talk(0x30, 133)[2:18] == "0" * 16  # password and PACK never show
    tag.protect(8, reading=True)
    assert talk(0x30, 8) == "02"
    first = talk(0x30, 0)
    assert talk(0x30, 6)[:2] + talk(0x30, 6)[18:] == first[:18]  # rolls over before page 8
    assert talk(0x3A, 6, 8) == "02"
    assert talk(0x1B, *b"PASS") == "00" + b"OK".hex()
    assert desk.command(0x40, 1, 0x30, 8)[:10] == "0001020304"
    assert talk(0x77) == "02"  # unknown: a refusal, and the tag is idle again


def test_auto_poll_reports_a_tag_when_it_comes():
    desk = Desk().start()
    tag = Tag(b"\x04\x01\x02\x03\x04\x05\x06")
    desk.clock.at(400_000, desk.antenna.put, tag)
    heard = desk.ask(frames.build(b"\xd4\x60\xff\x01\x00"), 600_000)
    assert bytes.fromhex(heard[1])[7:-2].hex() == "01100c" + "010044000704010203040506"
    desk.antenna.clear()
    assert desk.ask(frames.build(b"\xd4\x60\x02\x01\x00"), 600_000)[1] == "0000ff03fdd56100ca00"


def test_an_unknown_fault_is_refused_by_name():
    desk = Desk()
    for name in ("no_akc", "mux_stuck"):
        for call in (desk.chip.fault, desk.chip.clear):
            try:
                call(name)
            except ValueError as error:
                assert name in str(error)
            else:
                raise AssertionError("accepted " + name)
