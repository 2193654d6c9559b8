# Not collected by pytest: a front end for atheris (a coverage-guided fuzzer from PyPI, no dependency
# of the project). An input that breaks a promise is left in the working directory as `crash-...`;
# shortened, it belongs into `corpus/TARGET/`.
"""`python tests/fuzz/fuzz.py TARGET [SECONDS]`."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import atheris

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]


def main() -> None:
    name, seconds = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "180"
    with atheris.instrument_imports(include=["wirelint", "wirelint_lsp", "wirelint_rules"]):
        import targets
    target = targets.TARGETS[name]
    corpus = tempfile.mkdtemp(prefix=f"wirelint-fuzz-{name}-")
    for number, seed in enumerate(targets.seeds(name)):
        Path(corpus, f"seed-{number}").write_bytes(seed)
        target(seed)  # imports what is imported late, instrumented
    options = [f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=2500", "-max_len=20000"]
    words = Path(__file__).parent / "words" / name
    if words.exists():
        options.append(f"-dict={words}")
    options += os.environ.get("FUZZ_OPTIONS", "").split()
    atheris.Setup([sys.argv[0], *options, corpus], target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
