"""What runs on this board: the table, where its own files are as released."""

from binascii import crc32

from cardtable.startup.integrity import check, keep

_FILES = ("board", "table", "deck", "keys")  # file_copies.py, which a usual start does not load


def chosen(root):
    """(application, board); (None, what is wrong) where files are not as released, or nobody can
    say who may order anything."""
    files = check(root)
    if files[1]:
        keep(root, files[1])
        return None, files[1]
    from cardtable.drivers.board import here

    board = here()
    board.files = files
    texts = _both_whole(root)
    if texts is not None:
        board.texts = texts
    else:
        from cardtable.startup.file_repair import settle

        board.found, board.wrong = settle(board)
    for _, name in board.wrong:
        if name == "keys.json":
            return None, board.wrong
    from cardtable.app import application

    return application, board


def _both_whole(root):
    """What the table's files hold, where both copies of each are the same and have a good seal."""
    texts = {}
    for stem in _FILES:
        one = _content(root + stem + ".json")
        if one != _content(root + stem + ".copy"):
            return None
        if one is None:
            continue
        if one[-10:] != b'%08x"}' % (crc32(one[:-10]) & 0xFFFFFFFF):
            return None
        if stem == "keys" and b'"masked"' not in one:
            return None
        texts[stem + ".json"] = one
    return texts


def _content(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return None
