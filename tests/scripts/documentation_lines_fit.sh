#!/bin/sh
# The lines of the pages have at most 120 characters, but for tables, code and links.
#   documentation_lines_fit.sh
# label: program
set -eu
cd "$(dirname "$0")/../.."
python3 - README.md CHANGELOG.md docs/*.md <<'END'
import sys

long = 0
for page in sys.argv[1:]:
    code = False
    for number, line in enumerate(open(page, encoding="utf-8"), 1):
        line = line.rstrip("\n")
        code ^= line.startswith("```")
        if len(line) <= 120 or code or line.lstrip().startswith("|") or "](" in line:
            continue
        print(f"{page}:{number}: {len(line)} characters")
        long += 1
print(f"{len(sys.argv) - 1} pages, {long} lines that are too long")
sys.exit(1 if long else 0)
END
