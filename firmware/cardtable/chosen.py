"""What runs on this board: the table, where its own files are as released."""

from cardtable.hw.board import here
from cardtable.own_files import check, keep


def chosen(root):
    """(application, board); of the application only what is as released is loaded."""
    files = check(root)
    if files[1]:
        keep(root, files[1])
        print("cardtable: not as released:", ", ".join([path for _, path in files[1]]))
        from cardtable.halted import Halted as application
    else:
        from cardtable.app import application
    board = here()
    board.files = files
    return application, board
