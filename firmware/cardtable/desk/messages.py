"""Every message between board and host, declared once.

A line holds either a record (an array that begins with the record version, a number) or a
message (an array that begins with its name). `direction` is "board" (the board says it) or
"host". `since` is the protocol version that brought it.

Only the desk loads this: the board checks what it hears by the letters in server.py, which a test
compares with these declarations.
"""

from cardtable.link.lines import PROTOCOL as PROTOCOL
from cardtable.schema import Schema

MESSAGES = Schema(
    # What the board says, and how it begins: unasked after start, and whenever it is greeted.
    (
        "hello",
        "protocol:int(1..) firmware:text board:text table:text epoch:int(0..) last:int(0..)"
        " challenge:hex counter:int(0..) able:name[]",
        "board",
        1,
    ),
    # After hello, when the self-test has stopped play: why, and the meters as each copy has them.
    ("stopped", "code:name where:text", "board", 1),
    (
        "believed",
        "place:text epoch:int(0..) record:int(0..) pool:cents reserve:cents",
        "board",
        1,
    ),
    # Who is there? The board says hello, and sends no records for it.
    ("hail", "protocol:int(1..)", "host", 1),
    # What the host says first: which epoch it has, up to which record. The board sends the rest.
    ("greet", "protocol:int(1..) epoch:int(0..) have:int(0..)", "host", 1),
    # Everything up to this record is stored durably on the host.
    ("ack", "epoch:int(1..) number:int(0..)", "host", 1),
    # A question anybody may ask (commands.py), and its answer in parts until `more` is 0.
    ("ask", "id:int(0..) what:name args:any[]", "host", 1),
    ("answer", "id:int(0..) part:int(0..) more:flag value:any?", "board", 1),
    # A command (commands.py) as JSON text, signed by a role (keys.py), and what became of it:
    # "ok", or a code with the rule or the place it comes from.
    ("do", "role:name counter:int(1..) mac:hex command:text", "host", 1),
    ("reply", "counter:int(0..) code:name detail:any?", "board", 1),
    # What the other side said could not be used; says which message and why.
    ("error", "of:text why:text", "board", 1),
)
