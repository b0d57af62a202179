"""Records: encoded once, chained, the same bytes on both interpreters."""

from cardtable.records import BrokenChain, Chain, body, decode, digest, dumps


def _chain(n=5):
    chain = Chain("table-1")
    return [chain.encode(("deal", k, "As", None, [1, k]), "u", 10 * k) for k in range(n)]


def _broken(call, what):
    try:
        call()
    except BrokenChain as broken:
        assert what in str(broken), str(broken)
        return
    raise AssertionError("not noticed: " + what)


def test_the_bytes_of_a_record_are_fixed():
    first = Chain("table-1").encode(("deal", 3, "As", None, [1, 2]), "u", 1500)
    assert first == (
        b'[1,1,1,"u",1500,"' + digest(b"table-1:1").encode() + b'","deal",3,"As",null,[1,2]]'
    )
    # Independent of this code: sha256sum of the text "table-1:1".
    assert digest(b"table-1:1") == _TABLE_1


def test_text_that_needs_escapes_is_the_same_everywhere():
    assert dumps(['a"b\\c', "~ !"]) == '["a\\"b\\\\c","~ !"]'
    assert dumps([1 << 40, -5, 0, None, []]) == "[1099511627776,-5,0,null,[]]"


def test_a_chain_is_followed_from_its_origin():
    follower = Chain("table-1")
    for n, line in enumerate(_chain()):
        record = follower.follow(line)
        assert body(record) == ("deal", n, "As", None, [1, n])
    assert follower.number == 5


def test_a_missing_record_shows():
    lines = _chain()
    follower = Chain("table-1")
    follower.follow(lines[0])
    _broken(lambda: follower.follow(lines[2]), "record 3 where 2 was due")
    follower.follow(lines[1])  # and the one that was due is still taken


def test_an_altered_record_shows_at_the_next_one():
    lines = _chain()
    follower = Chain("table-1")
    follower.follow(lines[0].replace(b'"As"', b'"Ks"'))
    _broken(lambda: follower.follow(lines[1]), "does not continue the chain")


def test_a_record_twice_shows():
    lines = _chain()
    follower = Chain("table-1")
    follower.follow(lines[0])
    _broken(lambda: follower.follow(lines[0]), "record 1 where 2 was due")


def test_a_record_of_another_table_or_epoch_shows():
    _broken(lambda: Chain("table-2").follow(_chain()[0]), "does not continue the chain")
    _broken(lambda: Chain("table-1", 2).follow(_chain()[0]), "epoch 1 where 2 was due")


def test_a_chain_goes_on_after_a_restart():
    lines = _chain(3)
    again = Chain("table-1", 1, 3, digest(lines[-1]))
    line = again.encode(("end", "void", None), "t", 1789000000000)
    follower = Chain("table-1")
    for one in lines + [line]:
        follower.follow(one)


def test_what_is_not_a_record_is_named():
    for line, what in (
        (b"", "not JSON"),
        (b"[1,2", "not JSON"),
        (b'{"a":1}', "not a record"),
        (b"[1,1,1]", "not a record"),
        (b'[1,"x",1,"u",0,"","deal"]', "not a record"),
        (b'[1,1,1,"u",0,"",7]', "not a record"),
        (b'[9,1,1,"u",0,"","deal"]', "version 9"),
    ):
        _broken(lambda line=line: decode(line), what)


_TABLE_1 = "6f0b84fa02f316c2d7f299a3057f777c"
