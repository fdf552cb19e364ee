"""Run code in a fresh interpreter, to test what a command loads, prints or returns."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The folder of the repository."""

REPORT = 'import json, sys; print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))'


def run(command: list[str], *, cwd: Path = ROOT, expect: int = 0, **environment: str) -> str:
    """Run a program; what it printed, or a failed test that shows all it said."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "FURITEN_LANGUAGE": "en"} | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == expect, f"{command} gave {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def loaded_after(code: str) -> set[str]:
    """Top-level modules that are loaded once the code has run."""
    lines = run([sys.executable, "-c", f"{code}\n{REPORT}"]).splitlines()
    return set(json.loads(lines[-1]))


def peak_megabytes(process: int) -> float:
    """The most memory that a process has had; 0 if it has ended, or where the system does not tell."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found is not None else 0.0
