"""A small repository for the tests of the language server: schemas, a gate table, a release."""

from __future__ import annotations

from pathlib import Path

from support.repositories import Repository, make_repository

REQUEST = "message/PierRequest.json"
RESPONSE = "message/PierResponse.json"
RECORD = "message/PierRecord.json"
GATES = "pier.gates"
CONFIG = "wirelint.toml"

# The emoji stand before the places that tests look at, on their lines and above.
REQUEST_TEXT = """// Version 1 is flexible. 😀
// Version 2 adds the crew (KIP-9001).
{
  "apiKey": 40,
  "type": "request",
  "listeners": ["broker"],
  "name": "PierRequest",
  "validVersions": "0-2",
  "flexibleVersions": "1+",
  "fields": [
    { "name": "Dock", "about": "😀😀 where the ships lie", "type": "string", "versions": "0+" },
    { "name": "Ships", "type": "[]Ship", "versions": "0+", "about": "Those that lie there.", "fields": [
      { "name": "Name", "type": "string", "versions": "0+", "mapKey": true, "about": "Its name." },
      { "name": "Berth", "type": "int32", "versions": "1+", "default": "-1", "ignorable": true,
        "about": "Where it lies." }
    ]},
    { "name": "Crew", "type": "Sailor", "versions": "2+", "nullableVersions": "2+",
      "default": "null", "ignorable": true, "about": "Who is aboard." },
    { "name": "Mate", "type": "Sailor", "versions": "2+", "nullableVersions": "2+",
      "default": "null", "ignorable": true, "about": "Who is second." },
    { "name": "Note", "type": "string", "versions": "1+", "taggedVersions": "1+", "tag": 0,
      "about": "A remark.", "ignorable": true }
  ],
  "commonStructs": [
    { "name": "Sailor", "versions": "2+", "fields": [
      { "name": "Rank", "type": "int16", "versions": "2+", "about": "How high, from 0." }
    ]}
  ]
}
"""
RESPONSE_TEXT = """// Version 1 is flexible.
// Version 2 is the same as version 1.
{
  "apiKey": 40,
  "type": "response",
  "name": "PierResponse",
  "validVersions": "0-2",
  "flexibleVersions": "1+",
  "fields": [
    { "name": "ErrorCode", "type": "int16", "versions": "0+", "about": "The error, or 0." }
  ]
}
"""
RECORD_TEXT = """{
  "apiKey": 3,
  "type": "metadata",
  "name": "PierRecord",
  "validVersions": "0",
  "flexibleVersions": "0+",
  "fields": [
    { "name": "Length", "type": "int32", "versions": "0+", "about": "In feet." }
  ]
}
"""
GATES_TEXT = """gates 1
# Who may speak to the piers. 😀
releases 1.0.0 1.1.0

feature pier.version {
  owner us
  carrier record
  absent = 0
  supports 0 to 2
  bootstrap at 0
  level 0 in 1.0.0
  level 1 FIRST in 1.0.0 metadata "flexible piers"
  level 2 SECOND in 1.1.0 "crews (KIP-9001)"
}

path replica from broker to broker blind {
  Pier exactly by pier.version {
    0 from 0
    1 from FIRST
    2 from SECOND
  }
}

format pier-log {
  in "__piers"
  record PierRecord exactly 0
}
"""
CONFIG_TEXT = """profile = "plain"
ignore = ["field-not-writable-at-pin"]
release-tags = '^\\d+\\.\\d+\\.\\d+$'
"""
FILES = {
    REQUEST: REQUEST_TEXT,
    RESPONSE: RESPONSE_TEXT,
    RECORD: RECORD_TEXT,
    GATES: GATES_TEXT,
    CONFIG: CONFIG_TEXT,
}


def make_world(root: Path) -> Repository:
    """The files, committed and tagged as release 1.0.0."""
    repository = make_repository(root)
    for path, text in FILES.items():
        repository.write(path, text)
    repository.commit("release", tags=["1.0.0"])
    return repository


def place(text: str, needle: str, offset: int = 0, nth: int = 0) -> int:
    """The code point `offset` behind the start of the nth `needle`."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(needle, at + 1)
    return at + offset
