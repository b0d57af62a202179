"""Write every page that is made; says which of them have changed."""

from __future__ import annotations

import sys

from host_tools.common.problems import BAD_INPUT, remark
from host_tools.docsgen.all_pages import DOCS, ROOT, made


def main() -> int:
    if not DOCS.is_dir():
        remark(f"{DOCS} is not there. Pages are made in a checkout.")
        return BAD_INPUT
    changed = 0
    for file, text in made().items():
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8", newline="\n")
            print(file.relative_to(ROOT))
            changed += 1
    anew = f"{changed} page{'' if changed == 1 else 's'} written anew."
    print(anew if changed else "Every page is as it should be.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
