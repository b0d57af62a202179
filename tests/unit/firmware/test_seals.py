"""Seals: a face-down card says nothing until it is opened, and then proves itself."""

from binascii import unhexlify

from cardtable.rules.seals import Sealer, hmac_sha256, seal_of


def test_hmac_agrees_with_the_published_test_vectors():
    for key, message, mac in _RFC_4231:
        assert hmac_sha256(key, message) == unhexlify(mac)


def test_a_seal_is_opened_by_its_card_and_salt_and_by_no_other_card():
    sealer = Sealer(b"secret")
    seal = sealer.seal("As")
    card, salt = sealer.opening(seal)
    assert card == "As"
    assert seal_of("As", salt) == seal
    assert seal_of("Ks", salt) != seal
    assert sealer.face(seal) == "As"
    assert sealer.face("f" * 32) is None


def test_the_same_card_is_never_sealed_alike_twice():
    sealer = Sealer(b"secret")
    seals = [sealer.seal("As") for _ in range(100)]
    assert len(set(seals)) == 100
    assert Sealer(b"other").seal("As") not in seals


def test_an_open_card_is_its_own_face():
    sealer = Sealer(b"secret")
    assert sealer.face("Td") == "Td"
    assert sealer.opening("Td") == ("Td", "")


# RFC 4231, test cases 1, 2, 3 and 6: key, message, MAC
_RFC_4231 = (
    (
        b"\x0b" * 20,
        b"Hi There",
        b"b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
    ),
    (
        b"Jefe",
        b"what do ya want for nothing?",
        b"5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ),
    (
        b"\xaa" * 20,
        b"\xdd" * 50,
        b"773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
    ),
    (
        b"\xaa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        b"60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
    ),
)
