#!/usr/bin/env python3
"""Describes the C API of rockfall: every constant, enumeration, struct (offsets and sizes), callback and function, with
its documentation, from the public headers. Needs only the standard library.

    describe_api.py json OUT            write the description as JSON
    describe_api.py layout OUT          write the list of all members, rockfall/layout.h
    describe_api.py layout --check OUT  exit code 1 if that file is not up to date

The parser reads the C that the public headers are written in: one typedef per struct, enumeration or callback, and
RF_API before every exported function. It stops at anything else.
"""
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
INCLUDE = os.path.join(os.path.dirname(HERE), "include", "rockfall")
GENERATED = {"layout.h"}  # written by this program
UMBRELLA = {"rockfall.h"}

# Sizes and alignments: 64-bit processors (LP64, also LLP64: no member is a long), and wasm32.
MODELS = ("lp64", "wasm32")
SCALARS = {"char": 1, "unsigned char": 1, "int8_t": 1, "uint8_t": 1, "int16_t": 2, "uint16_t": 2, "int32_t": 4,
           "uint32_t": 4, "int64_t": 8, "uint64_t": 8, "int": 4, "float": 4, "double": 8}
POINTER = {"lp64": 8, "wasm32": 4}
MASK = (1 << 64) - 1


def fail(text):
    sys.exit("describe_api.py: " + text)


def clean(comment):
    """The text of a comment without its marks."""
    text = re.sub(r"^/\*+<?|\*/$", "", comment.strip())
    lines = [re.sub(r"^\s*\*? ?", "", line) if i else line.strip() for i, line in enumerate(text.split("\n"))]
    return "\n".join(line.rstrip() for line in lines).strip()


def headers():
    """The public headers, every one after those that it includes."""
    order, seen = [], set()

    def visit(name):
        if name in seen or name in GENERATED:
            return
        seen.add(name)
        with open(os.path.join(INCLUDE, name), encoding="utf-8") as file:
            text = file.read()
        for included in re.findall(r'#include "([\w.]+)"', text):
            visit(included)
        if name not in UMBRELLA:
            order.append((name, text))

    for name in sorted(os.listdir(INCLUDE)):
        if name.endswith(".h"):
            visit(name)
    return order


class Parser:
    def __init__(self):
        self.constants, self.enums, self.structs, self.callbacks, self.functions = [], [], [], [], []
        self.values = {}  # constants and enumerators by name
        self.known = {}  # structs by name

    # Types

    def parameter(self, text):
        """One parameter or member without initialiser: type, name, array sizes."""
        text = " ".join(text.replace("*", " * ").split())
        pointer = re.match(r"(.+?) \( \* (\w+) ?\)\s*\((.*)\)$", text)
        if pointer:
            return {"name": pointer.group(2), "type": "function pointer", "base": "function", "pointers": 1, "dims": [],
                    "const": False, "returns": self.type_of(pointer.group(1)),
                    "parameters": self.parameters(pointer.group(3))}
        match = re.match(r"(.*?[\s*])(\w+)((?: ?\[[^\]]*\])*)$", text)
        if not match:
            fail(f"cannot read '{text}'")
        result = self.type_of(match.group(1))
        result["name"] = match.group(2)
        result["dims"] = [self.number(size) for size in re.findall(r"\[([^\]]*)\]", match.group(3))]
        return result

    def type_of(self, text):
        words = text.replace("*", " * ").split()
        names = [word for word in words if word not in ("*", "const", "struct")]
        if not names:
            fail(f"no type in '{text}'")
        return {"type": " ".join(words).replace(" *", "*"), "base": " ".join(names), "pointers": words.count("*"),
                "const": words[0] == "const", "dims": []}

    def parameters(self, text):
        text = text.strip()
        if text in ("", "void"):
            return []
        parts, depth, start = [], 0, 0
        for i, c in enumerate(text):
            depth += (c == "(") - (c == ")")
            if c == "," and depth == 0:
                parts.append(text[start:i])
                start = i + 1
        return [self.parameter(part) for part in parts + [text[start:]]]

    def number(self, text):
        text = text.strip()
        expression = re.sub(r"\b(\d+|0x[0-9a-fA-F]+)[uU]?(?:ll|LL)?\b", r"\1", text)
        expression = re.sub(r"[A-Za-z_]\w*", lambda m: str(self.values.get(m.group(0), m.group(0))), expression)
        if not re.fullmatch(r"[0-9a-fA-FxX+*/() <|e.-]+", expression):
            fail(f"not a number: '{text}'")
        return eval(expression, {"__builtins__": {}})  # only digits and operators

    # Items

    def parse(self, name, text):
        text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
        text = re.sub(r"#if .*?\n#endif\n", "", text, flags=re.S)
        self.header = name
        position = 0
        doc = ""
        first = re.match(r"\s*/\*.*?\*/", text, flags=re.S)
        if first:
            position = first.end()
        item = re.compile(
            r"\s*(?:(?P<doc>/\*\*.*?\*/)|(?P<comment>/\*.*?\*/)|(?P<define>\#define[^\n]*)|(?P<other>\#[^\n]*)|"
            r"(?P<enum>typedef enum (\w+) \{.*?\} \w+;)|(?P<struct>typedef struct (\w+) \{.*?\n\} \w+;)|"
            r"(?P<opaque>typedef struct \w+ \w+;)|(?P<callback>typedef [^;{]*\(\*\w+\)\([^;]*\);)|"
            r"(?P<function>RF_API [^;{]*;)|(?P<inline>static inline [^{;]*\{.*?\n\}))", re.S)
        while text[position:].strip():
            match = item.match(text, position)
            if not match:
                fail(f"{name}: cannot read '{text[position:].strip()[:80]}'")
            position = match.end()
            kind = next(key for key, value in match.groupdict().items() if value is not None)
            body = match.group(kind)
            if kind == "doc":
                doc = clean(body)
                continue
            if kind not in ("comment", "other"):
                getattr(self, "read_" + kind)(body, doc)
            doc = ""

    def read_define(self, text, doc):
        match = re.match(r"#define (RF_\w+) (.+)$", text)
        if not match or match.group(1) == "RF_API":
            return
        value = self.number(match.group(2))
        self.values[match.group(1)] = value
        self.constants.append({"name": match.group(1), "value": value, "doc": doc, "header": self.header})

    def read_enum(self, text, doc):
        name, body = re.match(r"typedef enum (\w+) \{(.*)\}", text, re.S).groups()
        entries, value = [], -1
        pattern = re.compile(r"\s*(\w+)(?:\s*=\s*([^,/]+?)(?=\s*(?:[,/]|\Z)))?\s*(,?)\s*(/\*\*<.*?\*/)?", re.S)
        position = 0
        while body[position:].strip():
            match = pattern.match(body, position)
            if not match:
                fail(f"{self.header}: cannot read '{body[position:].strip()[:80]}' in {name}")
            position = match.end()
            value = self.number(match.group(2)) if match.group(2) else value + 1
            self.values[match.group(1)] = value
            entries.append({"name": match.group(1), "value": value, "doc": clean(match.group(4) or "/***/")})
        self.enums.append({"name": name, "doc": doc, "header": self.header, "values": entries})
        self.known[name] = None

    def read_struct(self, text, doc):
        name, body = re.match(r"typedef struct (\w+) \{(.*)\}", text, re.S).groups()
        members, position, before = [], 0, ""
        pattern = re.compile(r"\s*(?:(?P<doc>/\*\*[^<].*?\*/)|(?P<comment>/\*[^*].*?\*/)|"
                             r"(?P<member>[^;/]+);[ \t]*\n?\s*(?P<after>/\*\*<.*?\*/)?)", re.S)
        while body[position:].strip():
            match = pattern.match(body, position)
            if not match:
                fail(f"{self.header}: cannot read '{body[position:].strip()[:80]}' in {name}")
            position = match.end()
            if match.group("doc"):
                before = clean(match.group("doc"))
                continue
            if match.group("comment"):
                continue
            declaration = match.group("member").strip()
            member_doc = clean(match.group("after")) if match.group("after") else before
            before = ""
            if "(" in declaration:
                members.append({**self.parameter(declaration), "doc": member_doc})
                continue
            first, *others = declaration.split(",")
            first = self.parameter(first)
            members.append({**first, "doc": member_doc})
            for other in others:  # double x, y;
                members.append({**first, "name": other.strip(), "doc": member_doc})
        struct = {"name": name, "doc": doc, "header": self.header, "opaque": False, "members": members}
        self.lay_out(struct)
        self.structs.append(struct)
        self.known[name] = struct

    def read_opaque(self, text, doc):
        name = re.match(r"typedef struct (\w+)", text).group(1)
        self.structs.append({"name": name, "doc": doc, "header": self.header, "opaque": True, "members": []})

    def read_callback(self, text, doc):
        returns, name, arguments = re.match(r"typedef (.*?)\(\*(\w+)\)\((.*)\);", text, re.S).groups()
        self.callbacks.append({"name": name, "doc": doc, "header": self.header, "returns": self.type_of(returns),
                               "parameters": self.parameters(arguments)})

    def add_function(self, text, doc, inline):
        match = re.match(r"(.*?)\b(rf_\w+)\((.*)\)$", " ".join(text.split()))
        if not match:
            fail(f"{self.header}: cannot read '{text[:80]}'")
        self.functions.append({"name": match.group(2), "doc": doc, "header": self.header, "inline": inline,
                               "returns": self.type_of(match.group(1)), "parameters": self.parameters(match.group(3))})

    def read_function(self, text, doc):
        self.add_function(text[len("RF_API "):-1], doc, False)

    def read_inline(self, text, doc):
        self.add_function(text[len("static inline "):text.index("{")].strip(), doc, True)

    # Layout

    def size_and_alignment(self, member, model):
        callbacks = {callback["name"] for callback in self.callbacks}
        if member["pointers"] or member["base"] in callbacks:
            return POINTER[model], POINTER[model]
        base = member["base"]
        if base == "size_t":
            return POINTER[model], POINTER[model]
        if base in SCALARS:
            return SCALARS[base], SCALARS[base]
        if base not in self.known:
            fail(f"{self.header}: unknown type '{base}'")
        struct = self.known[base]
        return (4, 4) if struct is None else (struct["size"][model], struct["alignment"][model])

    def lay_out(self, struct):
        struct["size"], struct["alignment"] = {}, {}
        for model in MODELS:
            offset, largest = 0, 1
            for member in struct["members"]:
                size, alignment = self.size_and_alignment(member, model)
                for dim in member["dims"]:
                    size *= dim
                offset = -(-offset // alignment) * alignment
                member.setdefault("offset", {})[model] = offset
                member.setdefault("size", {})[model] = size
                offset += size
                largest = max(largest, alignment)
            struct["alignment"][model] = largest
            struct["size"][model] = -(-offset // largest) * largest


def mix(value, number):
    """As rf_layout_mix in rockfall/abi.h."""
    value = ((value ^ number) * 0x100000001B3) & MASK
    return value ^ (value >> 32)


def text_hash(api):
    """Hash of all names, types, values and signatures, in the order of the headers."""
    def signature(function):
        return [function["name"], function["returns"]["type"]] + [p["type"] + str(p["dims"]) for p in function["parameters"]]

    parts = [[e["name"]] + [f"{v['name']}={v['value']}" for v in e["values"]] for e in api.enums]
    parts += [[s["name"]] + [f"{m['type']} {m['name']}{m['dims']}" for m in s["members"]] for s in api.structs]
    parts += [signature(f) for f in api.callbacks + api.functions]
    value = 0xCBF29CE484222325
    for byte in json.dumps(parts).encode():
        value = mix(value, byte)
    return value


def layout_hash(api, model):
    """As rf_layout_hash() in rockfall/abi.h."""
    value = text_hash(api)
    for struct in api.structs:
        if struct["opaque"]:
            continue
        value = mix(value, struct["size"][model])
        for member in struct["members"]:
            value = mix(mix(value, member["offset"][model]), member["size"][model])
    return value


def parse_headers():
    api = Parser()
    for name, text in headers():
        api.parse(name, text)
    return api


def layout_text(api):
    lines = ["/* rockfall/layout.h: the members of all structs, for rf_check_abi(). Generated by",
             " * rockfall_core/bindings/describe_api.py; not edited by hand. */", "#ifndef ROCKFALL_LAYOUT_H",
             "#define ROCKFALL_LAYOUT_H", ""]
    lines += [f'#include "{name}"' for name, _ in sorted(headers()) if name != "abi.h"]
    lines += ["", "/* clang-format off */",
              "/** Hash of the names, types and values of the API at the time this file was written. */",
              f"#define RF_API_TEXT_HASH 0x{text_hash(api):016x}u", "",
              "/** S(struct) for every struct, and M(struct, member) for every member of it. */",
              "#define RF_LAYOUT(S, M) \\"]
    for struct in api.structs:
        if struct["opaque"]:
            continue
        line = f"  S({struct['name']})"
        for member in struct["members"]:
            item = f" M({struct['name']}, {member['name']})"
            if len(line) + len(item) > 116:
                lines.append(line + " \\")
                line = "   "
            line += item
        lines.append(line + " \\")
    lines[-1] = lines[-1][:-2]
    return "\n".join(lines + ["/* clang-format on */", "", "#endif", ""])


def description(api):
    version = ".".join(str(api.values["RF_VERSION_" + part]) for part in ("MAJOR", "MINOR", "PATCH"))
    return {"library": "rockfall", "version": version,
            "layout_hash": {model: f"0x{layout_hash(api, model):016x}" for model in MODELS},
            "constants": api.constants, "enums": api.enums, "structs": api.structs, "callbacks": api.callbacks,
            "functions": api.functions}


def main():
    arguments = sys.argv[1:]
    check = "--check" in arguments
    arguments = [a for a in arguments if a != "--check"]
    if len(arguments) != 2 or arguments[0] not in ("json", "layout"):
        sys.exit(__doc__)
    api = parse_headers()
    text = layout_text(api) if arguments[0] == "layout" else json.dumps(description(api), indent=1) + "\n"
    if check:
        with open(arguments[1], encoding="utf-8") as file:
            if file.read() != text:
                sys.exit(f"{arguments[1]} is not up to date; run {sys.argv[0]} {arguments[0]} {arguments[1]}")
        return
    with open(arguments[1], "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
