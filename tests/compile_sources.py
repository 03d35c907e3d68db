"""Checks the syntax of every source file of a compilation database, with warnings as errors.

    compile_sources.py COMPILE_COMMANDS JOBS

Exit code 0: every file compiles; 1: one does not; its messages are printed.
"""

import concurrent.futures
import json
import shlex
import subprocess
import sys


def check(entry):
    """Returns the messages of the compiler, or None if the file compiles."""
    command = shlex.split(entry["command"])
    at = command.index("-o")
    del command[at : at + 2]
    result = subprocess.run(
        [*command, "-fsyntax-only", "-Werror"], cwd=entry["directory"], capture_output=True, text=True, check=False
    )
    return None if result.returncode == 0 else result.stderr


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        entries = json.load(file)
    if not entries:
        sys.exit("the compilation database is empty")
    with concurrent.futures.ThreadPoolExecutor(int(sys.argv[2])) as pool:
        messages = [text for text in pool.map(check, entries) if text is not None]
    print("".join(messages), end="")
    print(f"{len(entries)} files, {len(messages)} of them do not compile")
    sys.exit(1 if messages else 0)


if __name__ == "__main__":
    main()
