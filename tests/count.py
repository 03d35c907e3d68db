"""Counts the tests that ctest ran: each doctest test case, and each script as one. Exit code 0 if some passed and none
failed.

count.py RESULTS.xml SECONDS    RESULTS.xml: written by ctest --output-junit
"""
import re
import sys
import xml.etree.ElementTree

DOCTEST = re.compile(r"^\[doctest\] test cases: *(\d+) *\| *(\d+) passed *\| *(\d+) failed *\| *(\d+) skipped", re.M)


def counts(test):
    """Number of passed, failed and skipped tests of one entry of the results."""
    output = test.findtext("system-out") or ""
    failed = test.find("failure") is not None or test.get("status") == "fail"
    summary = DOCTEST.search(output)
    if summary:
        passed, bad, skipped = (int(summary.group(k)) for k in (2, 3, 4))
        return passed, max(bad, 1) if failed else bad, skipped
    if failed:
        return 0, 1, 0
    if test.find("skipped") is not None:
        print(f"{test.get('name')}: skipped: {(output.strip().splitlines() or ['no reason given'])[-1]}")
        return 0, 0, 1
    return 1, 0, 0


def main():
    tests = xml.etree.ElementTree.parse(sys.argv[1]).getroot().findall("testcase")
    passed, failed, skipped = (sum(column) for column in zip(*[counts(test) for test in tests])) if tests else (0, 0, 0)
    print(f"{passed} passed, {failed} failed, {skipped} skipped in {sys.argv[2]} s")
    sys.exit(0 if passed and not failed else 1)


main()
