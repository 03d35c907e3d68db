"""The names that a C++ file declares and uses, and its includes. Reads text as clang-format writes it."""

import collections
import re

TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/"
    r'|R"(?P<mark>\w*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"'
    r"|(?P<directive>^[ \t]*\#(?:[^\n\\]|\\.)*)"
    r"|(?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)|'(?:\\.|[^'\\\n])+'"
    r"|(?P<name>[A-Za-z_]\w*)|(?P<sign>::|->|&&|==|[^\s\w])",
    re.S | re.M,
)
INCLUDE = re.compile(r'\s*#\s*include\s*(["<])([^">]+)[">]')
DEFINE = re.compile(r"\s*#\s*define\s+(\w+)")
KEYWORDS = set(
    "alignas alignof auto bool break case catch char class const const_cast constexpr continue decltype default delete "
    "do double dynamic_cast else enum explicit extern false final float for friend goto if inline int long mutable "
    "namespace new noexcept nullptr operator override private protected public reinterpret_cast return short signed "
    "sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef typename "
    "union unsigned using virtual void volatile while __attribute__".split()
)
# Keywords that a declared name may follow.
TYPES = set("auto bool char class double enum float int long short signed struct typename union unsigned void".split())
OPENING, CLOSING = "([{<", ")]}>"


def is_name(token):
    return token[0].isalpha() or token[0] == "_"


def is_variable(token):
    return is_name(token) and token not in KEYWORDS


def is_macro(token):
    return token.isupper() and "_" in token


class SourceFile:
    """
    includes   pairs of the sign, " or <, and the name
    tokens     names, signs, 0 for numbers and "" for texts; without comments and directives
    lines      the line of each token
    names      name that is declared in a namespace or globally -> last names of these namespaces; "" for none
    local      names that are declared inside of something else, such as members, parameters and variables
    opened     last names of the namespaces that the file opens, and ""
    used       of those that it has using directives for
    """

    def __init__(self, text, is_header):
        self.is_header = is_header
        self.includes = []
        self.tokens = []
        self.lines = []
        self.names = collections.defaultdict(set)
        self.local = set()
        self.opened = {""}
        self.used = set()
        self._after_space = []
        self._split(text)
        self._find_local(self._find_names())

    def uses(self):
        """Each name, its qualifier (None without ::) and the first line with both. Without members."""
        seen = set()
        for i, name in enumerate(self.tokens):
            before = self.tokens[i - 1] if i else ""
            if not is_variable(name) or before in (".", "->"):
                continue
            qualifier = self.tokens[i - 2] if before == "::" and i > 1 else None
            if (name, qualifier) not in seen:
                seen.add((name, qualifier))
                yield name, qualifier, self.lines[i]

    def _split(self, text):
        line, at = 1, 0
        for found in TOKEN.finditer(text):
            line += text.count("\n", at, found.start())
            at = found.start()
            token, kind = found.group(), found.lastgroup
            if kind == "directive":
                self._read_directive(token)
            elif not token.startswith(("//", "/*")):
                self.tokens.append(token if kind in ("name", "sign") else "0" if kind == "number" else '""')
                self.lines.append(line)
                self._after_space.append(at == 0 or text[at - 1].isspace())

    def _read_directive(self, text):
        include = INCLUDE.match(text)
        if include:
            self.includes.append(include.groups())
        define = DEFINE.match(text)
        if define:
            self.names[define.group(1)].add("")

    # Names inside of functions, types and parentheses.

    def _find_local(self, outer):
        """outer: the positions of the names of namespaces."""
        tokens = self.tokens
        for i in range(1, len(tokens)):
            if i not in outer and is_variable(tokens[i]) and self._is_declared(i):
                self.local.add(tokens[i])
            elif tokens[i] == "{" and "enum" in tokens[max(0, i - 6) : i]:
                self.local.update(tokens[k] for k in self._enumerators(i) if k not in outer)

    def _is_declared(self, i):
        """Whether the name follows a type: `Type name`, `Type* name`, `Type<A> name`, `Type a, name`, `(*name)`."""
        before = self.tokens[i - 1]
        if before == "const":
            return self.tokens[i - 2] in ("*", "&")
        if is_name(before):
            return before in TYPES or (before not in KEYWORDS and not is_macro(before))
        if before in ("*", "&", "&&", ">"):
            to_function = self.tokens[i - 2] == "(" and self.tokens[i + 1 : i + 2] == [")"]
            if before == "*" and (to_function or self.tokens[i - 2] == "::"):
                return True
            return self._after_space[i] and not self._after_space[i - 1]
        if before in ("[", ","):  # also what a lambda captures
            return self.tokens[i + 1 : i + 2] == ["="] or self._is_in_list_of_names(i)
        return False

    def _is_in_list_of_names(self, i):
        """Whether the token is in `auto [a, b]`, or after a comma of `Type a, b;`."""
        tokens, depth = self.tokens, 0
        for k in range(i - 1, max(1, i - 60), -1):
            if tokens[k] in ")]}":
                depth += 1
            elif depth > 0:
                depth -= tokens[k] in "([{"
            elif tokens[k] == "[":
                return "auto" in tokens[k - 2 : k]
            elif tokens[k] in (";", "{"):
                return self._begins_declaration(k + 1)
            elif tokens[k] == "(":
                return False
        return False

    def _begins_declaration(self, k):
        while self.tokens[k] in ("const", "constexpr", "static", "std", "::"):
            k += 1
        begins = self.tokens[k] in TYPES or is_variable(self.tokens[k])
        return begins and self.tokens[k + 1] not in ("(", "=", ".", "->", ",", "[")

    # Names of namespaces.

    def _find_names(self):
        """Returns the positions of the names."""
        tokens = self.tokens
        scopes = []  # names of the namespaces that are open; "" for one without name, None for extern "C"
        found = set()
        begin = i = 0  # of the statement; the token
        while i < len(tokens):
            if tokens[i] not in ("{", "}", ";"):
                i = self._end_of_pair(i) if tokens[i] == "(" else i + 1
                continue
            statement = tokens[begin:i]
            names = []
            if tokens[i] == "{" and "namespace" in statement:
                scopes.append("".join(statement[statement.index("namespace") + 1 :]))
                self.opened.update(scopes[-1].split("::"))
            elif tokens[i] == "{" and statement == ["extern", '""']:
                scopes.append(None)
            elif tokens[i] == "{":
                names = self._declared_from(begin, i)
                if "enum" in statement and "class" not in statement:
                    names += self._enumerators(i)
                i = self._end_of_pair(i)
                if statement[:1] == ["typedef"]:
                    names.append(i)
                    i += 1
                i -= tokens[i : i + 1] not in ([";"], [","])
            elif tokens[i] == "}":
                scopes = scopes[:-1]
            else:
                names = self._declared_from(begin, i)
            # What is extern "C" in a source is for the linker.
            if None not in scopes or self.is_header:
                spaces = [scope for scope in scopes if scope]
                for k in names:
                    self.names[tokens[k]].add(spaces[-1].split("::")[-1] if spaces else "")
            found.update(names)
            i += 1
            begin = i
        return found

    def _end_of_pair(self, i):
        opening, depth = self.tokens[i], 0
        closing = CLOSING[OPENING.index(opening)]
        while i < len(self.tokens):
            depth += (self.tokens[i] == opening) - (self.tokens[i] == closing)
            i += 1
            if depth == 0:
                break
        return i

    def _enumerators(self, i):
        """The positions of the names in the braces that begin at a token."""
        depth, found = 0, []
        for k in range(i + 1, self._end_of_pair(i) - 1):
            depth += (self.tokens[k] in "([{") - (self.tokens[k] in ")]}")
            if depth == 0 and self.tokens[k - 1] in ("{", ",") and is_variable(self.tokens[k]):
                found.append(k)
        return found

    def _declared_from(self, begin, end):
        """The positions of the names of a declaration. end: of the ; or of the { of a body."""
        tokens = self.tokens
        while tokens[begin : begin + 2] == ["template", "<"]:
            begin = self._end_of_pair(begin + 1)
        if tokens[begin] == "template":
            return []  # an instantiation
        if tokens[begin] == "using":
            if tokens[begin + 1] == "namespace":
                self.used.add(tokens[end - 1])
                return []
            return [begin + 1 if "=" in tokens[begin:end] else end - 1]
        depth = 0
        for k in range(begin, end + 1):
            depth += (tokens[k] == "<") - (tokens[k] == ">")
            if tokens[k] == "operator":
                return []
            if depth > 0:
                continue
            if tokens[k] in ("class", "struct", "union", "enum"):
                name = self._type_after(k, end)
                if name:
                    return [name]
            elif tokens[k] in ("(", "=", "{", "[", ",", ";") and k > begin:
                before = tokens[k - 1]
                if tokens[k] == "(" and (before in ("alignas", "decltype", "__attribute__") or before.isupper()):
                    continue
                name = k + 2 if tokens[k : k + 2] == ["(", "*"] else k - 1  # a pointer to a function
                if not is_variable(tokens[name]) or tokens[name - 1] == "::":
                    return []
                others = range(k + 1, end) if tokens[k] != "(" else []
                return [name] + [n for n in others if tokens[n - 1] == "," and tokens[n + 1] in ("=", "[", ",", ";")]
        return []

    def _type_after(self, begin, end):
        """The position of the name of the type after `struct` or a similar word; None for another declaration."""
        for k in range(begin + 1, end):
            token = self.tokens[k]
            if is_variable(token) and self.tokens[k + 1] in (";", "{", ":", "final"):
                return k
            if token not in ("class", "struct", "alignas", "(", ")", "0") and not token.isupper():
                return None
        return None
