"""An mjai bot that discards what it draws, and misbehaves once in the way its MODE names.

``python external.py MODE FOLDER``. It writes its process id into FOLDER. It misbehaves at its third
question and in its first process only; with the prefix ``always-`` in every process, with ``first-`` at once.
"""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

TILES = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)]
FIRST, THIRD = 1, 3


def say(answer):
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)


def leave_a_child():
    """Start a process, which is noted too and would stay, and does not hold the standard streams."""
    child = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(3600)"]
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(child, stdin=nothing, stdout=nothing, stderr=nothing)
    (Path(sys.argv[2]) / str(process.pid)).touch()


def misbehave(mode, seat, held):
    """Instead of an answer, or before it; true when the question is answered thereby."""
    if mode == "crash":
        print("Traceback\nno model at hand", file=sys.stderr)
        os._exit(1)
    if mode == "exit":
        os._exit(0)
    if mode == "child":
        leave_a_child()
        os._exit(0)
    if mode == "half":
        print('{"type":"no', end="", flush=True)
        time.sleep(3600)
    if mode == "stubborn":
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        time.sleep(3600)
    if mode == "complain":
        print("no model at hand\n" * 100_000, file=sys.stderr, flush=True)
        return False
    if mode == "close":
        os.close(1)
        time.sleep(3600)
    if mode == "deaf":
        sys.stdin.close()
        time.sleep(3600)
    if mode == "hang":
        (Path(sys.argv[2]) / f"asked-{os.getpid()}").touch()
        time.sleep(3600)
    if mode == "late":
        time.sleep(1.0)
        return False
    if mode == "garbage":
        say("\x1b[2J no mjai at all")
    elif mode == "number":
        say("17")
    elif mode == "list":
        say([{"type": "none"}])
    elif mode == "untyped":
        say({"actor": seat})
    elif mode == "letters":
        sys.stdout.buffer.write(b'{"type":"\xff\xfe"}\n')
        sys.stdout.buffer.flush()
    elif mode == "deep":
        say("[" * 20_000)
    elif mode == "huge":
        sys.stdout.write("x" * 1_000_000)
        sys.stdout.flush()
        time.sleep(3600)
    elif mode == "win":
        say({"type": "hora", "actor": seat, "target": seat})
    elif mode == "unknown":
        say({"type": "surrender", "actor": seat})
    elif mode == "other-actor":
        say({"type": "dahai", "actor": (seat + 1) % 4, "pai": held[-1], "tsumogiri": True})
    elif mode == "not-held":
        say({"type": "dahai", "actor": seat, "pai": next(tile for tile in TILES if tile not in held)})
    elif mode == "no-tile":
        say({"type": "dahai", "actor": seat, "pai": ["1m"], "tsumogiri": True})
    elif mode == "twice":
        print('{"type":"none"}\n{"type":"none"}', flush=True)
    elif mode == "chatter":
        for number in range(500):
            say({"type": "none", "number": number})
    else:
        return mode == "silent"
    return True


def main():
    folder = Path(sys.argv[2])
    (folder / str(os.getpid())).touch()
    *when, mode = sys.argv[1].split("-", sys.argv[1].count("always-") + sys.argv[1].count("first-"))
    always, at = "always" in when, FIRST if "first" in when else THIRD
    first_life = len(list(folder.iterdir())) == 1
    asked, seat, held = 0, 0, []
    for line in sys.stdin:
        for event in json.loads(line):
            if event["type"] == "start_game":
                seat = event["id"]
            elif event["type"] == "start_kyoku":
                held = list(event["tehais"][seat])
            elif event["type"] == "tsumo" and event["actor"] == seat:
                held.append(event["pai"])
        asked += 1
        last = event
        if asked == at and (first_life or always) and misbehave(mode, seat, held):
            continue
        if last["type"] == "tsumo" and last["actor"] == seat:
            say({"type": "dahai", "actor": seat, "pai": last["pai"], "tsumogiri": True})
        else:
            say({"type": "none"})


main()
