"""The floor: what any Python program must pay to read a folder of schemas. Takes the folder."""

import json
import os
import re
import sys

COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\r\n]*|/\*.*?\*/', re.DOTALL)


def blank(match: re.Match[str]) -> str:
    return match.group() if match.group().startswith('"') else " "


for folder, _, names in os.walk(sys.argv[1]):
    for name in names:
        if name.endswith(".json"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                json.loads(COMMENT.sub(blank, file.read()))
