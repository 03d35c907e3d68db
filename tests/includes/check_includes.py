"""Checks without a compiler that each C++ file includes what it uses, directly or through headers of the project.

    check_includes.py TOP [FILE:INCLUDE...]
        FILE:INCLUDE  an include that is taken as missing, to see whether that would be found

Each name that a file uses must be declared by the file or by a header that it includes, if a header of the project, or
another source of the same folder, declares it in a namespace or globally, or if it is in library_names.py. Because this
reads text and not C++, it finds less than a compiler: a name is left out if any member, parameter or variable of the
file or of what it includes has it, and a type counts as declared where its definition is needed. Exit code 0: nothing
is missing; 1: the names and the headers that declare them are printed.
"""

import collections
import pathlib
import posixpath
import sys

from library_names import library_header
from source_file import SourceFile

# The folders of the sources, and where their includes are searched.
SEARCHED = {
    "rockfall_core": ("rockfall_core/src", "rockfall_core/include"),
    "viewer": ("viewer/src", "viewer/include", "rockfall_core/include"),
    "sandbox": ("sandbox", "viewer/include", "rockfall_core/include"),
    "tests": ("tests", "sandbox", "viewer/src", "viewer/include", "rockfall_core/src", "rockfall_core/include"),
}

# Names that the check takes for another thing: "FILE: NAME".
WRONG = set()


def searched(path):
    return SEARCHED[path.partition("/")[0]]


class Sources:
    """All files, by path relative to the top folder."""

    def __init__(self, top):
        self.files = {}
        for folder in SEARCHED:
            for path in sorted((top / folder).rglob("*.?*")):
                if path.suffix in (".h", ".hpp", ".cpp"):
                    text = path.read_text(encoding="utf-8")
                    self.files[path.relative_to(top).as_posix()] = SourceFile(text, path.suffix != ".cpp")
        self.declaring = collections.defaultdict(list)  # name -> (path, namespaces)
        for path, file in self.files.items():
            for name, spaces in file.names.items():
                self.declaring[name].append((path, spaces))

    def find(self, path, sign, name):
        """The file of the project that an include means, or None."""
        for folder in [posixpath.dirname(path)] * (sign == '"') + list(searched(path)):
            found = posixpath.normpath(f"{folder}/{name}")
            if found in self.files:
                return found
        return None

    def missing(self, ignored=()):
        """A sentence for each name without an include."""
        inside, outside = {}, {}  # path -> files of the project, headers of libraries
        for path, file in self.files.items():
            inside[path], outside[path] = [], []
            for sign, name in file.includes:
                if f"{path}:{name}" not in ignored:
                    found = self.find(path, sign, name)
                    (inside if found else outside)[path].append(found or name)
        for path in self.files:
            together = reached(path, inside)
            libraries = {name for other in together for name in outside[other]}
            yield from self.missing_in(path, together, libraries)

    def missing_in(self, path, together, libraries):
        """together: the file and what it includes; libraries: the headers of libraries among that."""
        file = self.files[path]
        spaces = file.opened.union(*(self.files[other].used for other in together))
        for name, qualifier, line in file.uses():
            header = library_header(name, qualifier, libraries)
            need = f"<{header}>" if header else ""
            if not need and qualifier != "std" and name in self.declaring:
                seen = spaces if qualifier is None else {qualifier}
                need = " or ".join(self.headers_of(name, seen, path, together))
            if need and f"{path}: {name}" not in WRONG and (qualifier or not self.is_other(name, together)):
                yield f"{path}:{line}: {name} needs {need}"

    def headers_of(self, name, spaces, path, together):
        """The files that declare a name in one of the namespaces; none if one of them is included."""
        declaring = [other for other, of in self.declaring[name] if not of.isdisjoint(spaces)]
        if not together.isdisjoint(declaring):
            return []
        beside = posixpath.dirname(path)
        folders = tuple(f"{folder}/" for folder in searched(path))
        return [
            other
            for other in declaring
            if posixpath.dirname(other) == beside or (self.files[other].is_header and other.startswith(folders))
        ]

    def is_other(self, name, together):
        """Whether the name may be another thing than that of a namespace which the file sees."""
        # Functions are also found by the types of their arguments.
        function = not name[0].isupper()
        return any(name in f.local or (function and name in f.names) for f in map(self.files.get, together))


def reached(path, inside):
    seen, todo = {path}, [path]
    while todo:
        for other in inside[todo.pop()]:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


def main():
    sources = Sources(pathlib.Path(sys.argv[1]))
    missing = list(sources.missing(sys.argv[2:]))
    print("".join(f"{sentence}, which is not included\n" for sentence in missing), end="")
    print(f"{len(sources.files)} files, {len(missing)} names without an include")
    sys.exit(1 if missing or not sources.files else 0)


if __name__ == "__main__":
    main()
