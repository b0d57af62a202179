"""What runs on this board: the table, where its own files are as released."""

from cardtable.own_files import check, keep


def chosen(root):
    """(application, board); (None, what is wrong) where files are not as released."""
    files = check(root)
    if files[1]:
        keep(root, files[1])
        return None, files[1]
    from cardtable.app import application
    from cardtable.hw.board import here

    board = here()
    board.files = files
    return application, board
