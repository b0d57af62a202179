"""Every refusal of the director has words, and there are no words for what is never refused."""

import re
from pathlib import Path

from host_tools.tournament.refusals import WORDS

_CODE = re.compile(r'(?:_refuse|Refused)\(\s*"(\w+)"')


def test_each_code_has_words_and_each_word_a_code():
    source = Path("host_tools/tournament/director.py").read_text(encoding="utf-8")
    assert set(_CODE.findall(source)) == set(WORDS)
