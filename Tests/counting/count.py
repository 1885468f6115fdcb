#!/usr/bin/env python3
"""Counts by which the size of the program is told, the same on every commit.

    python3 Tests/counting/count.py [CHECKOUT]

It reads the Swift sources of a checkout (its own, when none is named) and prints a table. Nothing is built.
What is looked for stands in the patterns below, in the words of each design that a commit may have: what is
not there counts nothing.
"""
import collections
import pathlib
import re
import sys

# -- The store's functions -------------------------------------------------------------------------

STORE_ROOMS = ("Persistence", "FileStore")
STORE_TYPE = r"\b(?:extension|class|struct|actor)\s+Store\b"
STORE_FUNCTION = r"\b(?P<level>public|package)\s+(?:static\s+)?func\s+(?P<name>\w+)"
# The functions that carry out an act which is given to them as a value.
ACT_ENTRY = r"^(?:act|preview|previewAct)$"
# Types that are questions.
QUERY_TYPE = r"\b(?:struct|enum|class|extension)\s+(?P<name>[\w.]+)(?:<[^>{]*>)?\s*:[^{]*\bStoreQuery\b"

# -- The store's errors ----------------------------------------------------------------------------

ERROR_TYPE = "StoreError"
# Enums beside it that are no reasons: what kind of failure it is, and what a failure is about.
NOT_REASONS = {"Setting", "Code", ERROR_TYPE}

# -- The places of an act: that a customer was contacted, on a ticket ------------------------------

# The act in code. The state that it leaves (contactedAt, contactedBy, isContacted) is another word.
ACT_CODE = r"\b(?:contacted|Contacted|noteContact|NoteContact)\b"
# Code in which the word is a variable that holds the state.
ACT_STATE = (r"\blet contacted = \w+\.contactedAt", r"= \(contacted, \w+\.contactedBy\)")
# Texts about the act: its codes, its command, its sentences. Others only say that somebody was contacted.
ACT_TEXT = (
    r"^contacted$",
    r"^ticket\.contacted$",
    r"\bticket contacted\b",
    r"^contacted the customer\b",
    r"^Contacted$",
    r"^Noted: the customer was contacted\b",
    r"^Note that the customer was (?:contacted|written to)\b",
    r"\^S notes that the customer was contacted\b",
)

# -- The envelopes of a question: a ticket's page, from the screen to the row ----------------------

# What it is, below which place of Sources it stands, how it is written, and inside of which enum, if of one.
ENVELOPES = (
    ("case of what is read", "Console", r"^\s*case ticket\(TicketID\)", "Read"),
    ("case of its kind", "Console/Screens", r"^\s*case\b(?![^\n]*[({])[^\n]*\bticket\b", "Kind"),
    ("line that tells its kind", "Console/Screens", r"^\s*case \.ticket: \.ticket\s*$", None),
    ("line of the gateway", "Console",
     r"^\s*case \.ticket\(let \w+\): \.ticket\(try store\.ticketPage", None),
    ("case of the answer", "Console", r"^\s*case ticket\(TicketPage\?\)", "Answer"),
    ("line of the answer's mask", "Console", r"^\s*case \.ticket\(let \w+\): \.ticket\(\w+\.masked\)", None),
    ("line of the screen that takes it", "Console/Tickets/TicketScreen",
     r"^\s*case (?:let )?\.ticket\(", None),
    ("page taken by the screen", "Console",
     r"\bfunc receive\(_ \w+: (?:TicketPage\b|Ticket\w+\.Page\b)", None),
    ("mask of the page", "Persistence", r"\bvar masked: TicketPage\b", None),
    ("function of the store", "Persistence", r"\bfunc ticketPage\b", None),
    ("question as a type", "", r"\b(?:struct|enum)\s+Ticket\w*\s*:[^{\n]*\bStoreQuery\b", None),
    ("reading", "Persistence",
     r"\b(?:struct|enum)\s+TicketPage(?:Reading|Query)\b(?![^{\n]*\bStoreQuery\b)", None),
    ("page", "Persistence", r"\bstruct\s+TicketPage\b", None),
)

# -- Declarations and comments ---------------------------------------------------------------------

DECLARATION = (
    r"^\s*(?:@[\w.]+(?:\([^)]*\))?\s+)*(?:indirect\s+|final\s+|static\s+|nonisolated\s+)*"
    r"{level}\s+(?!import\b)"
)
FEW_WORDS = 4


# Where a comment or a text begins.
MARK = re.compile(r'//|/\*|(?P<marks>#*)(?P<quote>"""|")')


class Source:
    """A file: its text, and its code, in which comments and what stands in texts are blanks."""

    def __init__(self, path, checkout):
        self.path = path.relative_to(checkout)
        self.room = self.path.parts[1]
        self.text = path.read_text(encoding="utf-8")
        self.literals = []
        self.code = self._code()
        self.lines = self.text.split("\n")
        self.code_lines = self.code.split("\n")

    def line(self, place):
        """The number of the line of a place, from 1."""
        return self.text.count("\n", 0, place) + 1

    def _code(self):
        text, found, place = self.text, list(self.text), 0

        def blank(start, end):
            for index in range(start, min(end, len(found))):
                if found[index] != "\n":
                    found[index] = " "

        while (mark := MARK.search(text, place)) is not None:
            place = mark.start()
            if mark["quote"] is not None:
                end = self._end_of_literal(mark)
                inner = text[mark.end():end - len(mark[0])]
                is_long = mark["quote"] == '"""'
                self.literals.append((self.line(place), inner.strip() if is_long else inner))
                blank(mark.end(), end - len(mark[0]))
            else:
                close = "\n" if mark[0] == "//" else "*/"
                end = text.find(close, place)
                end = len(text) if end < 0 else end
                blank(place, end)
            place = max(end, mark.end())
        return "".join(found)

    def _end_of_literal(self, quote):
        """The place behind a literal; one of one line ends with it, whatever is missing."""
        text, marks, mark = self.text, quote["marks"], quote["quote"]
        close, escape, place, depth = mark + marks, "\\" + marks, quote.end(), 0
        while place < len(text):
            if depth == 0 and text.startswith(close, place):
                return place + len(close)
            if mark == '"' and text[place] == "\n":
                return place
            if text.startswith(escape + "(", place):
                depth, place = depth + 1, place + len(escape) + 1
            elif depth == 0 and text.startswith(escape, place):
                place += len(escape) + 1
            elif depth > 0 and text[place] == '"':
                place = self._end_of_literal(MARK.match(text, place))
            else:
                depth += {"(": 1, ")": -1}.get(text[place], 0) if depth > 0 else 0
                place += 1
        return len(text)

    def bodies(self, pattern):
        """The places of the bodies of declarations: from behind the brace to its end."""
        for match in re.finditer(pattern, self.code):
            start = self.code.find("{", match.end())
            if start >= 0:
                yield match, start + 1, self._end_of_body(start)

    def _end_of_body(self, brace):
        depth = 0
        for place in range(brace, len(self.code)):
            depth += {"{": 1, "}": -1}.get(self.code[place], 0)
            if depth == 0:
                return place
        return len(self.code)

    def levels(self, start, end):
        """Each place of a body with how many braces stand open around it in the body."""
        depth = 0
        for place in range(start, end):
            depth -= self.code[place] == "}"
            yield place, depth
            depth += self.code[place] == "{"


def functions_of_the_store(sources):
    """The functions of the store by the level of their declaration, and those that are acts' entries."""
    levels, entries = collections.Counter(), 0
    for source in sources:
        if source.room not in STORE_ROOMS:
            continue
        for _, start, end in source.bodies(STORE_TYPE):
            depths = dict(source.levels(start, end))
            for match in re.compile(STORE_FUNCTION).finditer(source.code, start, end):
                if depths[match.start()] == 0:
                    levels[match["level"]] += 1
                    entries += re.match(ACT_ENTRY, match["name"]) is not None
    return levels, entries


def queries(sources):
    """The names of types that are questions."""
    return {match["name"] for source in sources for match in re.finditer(QUERY_TYPE, source.code)}


def cases(source, start, end):
    """The cases of an enum, each with the types in its values."""
    depths, found = dict(source.levels(start, end)), []
    for match in re.compile(r"\bcase\s+").finditer(source.code, start, end):
        if depths[match.start()] != 0:
            continue
        place, depth, parts = match.end(), 0, [""]
        # As far as the declaration goes: to the end of a line outside brackets that does not end in a comma.
        while place < end:
            sign = source.code[place]
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0)
            if sign == "\n" and depth == 0 and parts[-1].strip():
                break
            if sign == "," and depth == 0:
                parts.append("")
            else:
                parts[-1] += sign
            place += 1
        found += parts
    return [(re.match(r"\s*`?(\w+)", part)[1], re.findall(r"\b[A-Z]\w*", part)) for part in found]


def errors(sources):
    """How many cases the store's errors have, and how many with each reason that they carry."""
    home = next((s for s in sources if re.search(rf"\benum\s+{ERROR_TYPE}\b", s.code)), None)
    if home is None:
        return 0, 0
    enums = {}
    for source in sources:
        if source.path.parent == home.path.parent:
            for match, start, end in source.bodies(r"\benum\s+(?P<name>\w+)"):
                enums.setdefault(match["name"], cases(source, start, end))

    def leaves(name, above):
        total = 0
        for _, types in enums[name]:
            count = 1
            for inner in types:
                if inner in enums and inner not in NOT_REASONS and inner not in above:
                    count *= max(1, leaves(inner, above | {inner}))
            total += count
        return total

    return len(enums[ERROR_TYPE]), leaves(ERROR_TYPE, {ERROR_TYPE})


def places_of_the_act(sources):
    """The lines that name the act, by file."""
    found = {}
    for source in sources:
        lines = set()
        for number, code in enumerate(source.code_lines, 1):
            if re.search(ACT_CODE, code) and not any(re.search(state, code) for state in ACT_STATE):
                lines.add(number)
        for number, text in source.literals:
            if any(re.search(pattern, text) for pattern in ACT_TEXT):
                lines.add(number)
        if lines:
            found[str(source.path)] = sorted(lines)
    return found


def envelopes(sources):
    """The places of each envelope of the question."""
    for name, below, pattern, inside in ENVELOPES:
        places = []
        for source in sources:
            if not str(source.path).startswith(f"Sources/{below}"):
                continue
            spans = [(0, len(source.code))]
            if inside is not None:
                spans = [(s, e) for _, s, e in source.bodies(rf"\benum\s+{inside}\b")]
            for start, end in spans:
                for match in re.compile(pattern, re.M).finditer(source.code, start, end):
                    first = len(match[0]) - len(match[0].lstrip())
                    places.append(f"{source.path}:{source.line(match.start() + first)}")
        yield name, sorted(set(places))


def short_comments(sources):
    """How many doc comments there are, and how many of few words."""
    total = few = 0
    for source in sources:
        block = []
        for line in source.lines + [""]:
            if line.strip().startswith("///"):
                block.append(line.strip()[3:])
            elif block:
                total += 1
                few += len(" ".join(block).split()) <= FEW_WORDS
                block = []
    return total, few


def main():
    here = pathlib.Path(__file__).resolve()
    checkout = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else here.parents[2]
    files = sorted((checkout / "Sources").rglob("*.swift"))
    if not files:
        sys.exit(f"{checkout} has no Swift below Sources")
    sources = [Source(path, checkout) for path in files]

    def row(name, value, *rest):
        print(f"{name:<44}{value:>8,}" + "".join(f"  {text}" for text in rest))

    print("lines of Swift")
    rooms = collections.Counter()
    for source in sources:
        rooms[source.room] += len(source.text.splitlines())
    for room, count in sorted(rooms.items()):
        row(f"  {room}", count)
    row("  all of them", sum(rooms.values()), f"{len(files):,} files")

    levels, entries = functions_of_the_store(sources)
    print("the store")
    row("  public functions", levels["public"])
    row("  functions of the package", levels["package"])
    row("  of both, entries of acts", entries)
    row("  questions that are types", len(queries(sources)))
    top, leaves = errors(sources)
    row(f"  cases of {ERROR_TYPE}", top)
    row("  with each reason that they carry", leaves)

    act = places_of_the_act(sources)
    print("an act on a ticket: contacted")
    row("  files", len(act))
    row("  places", sum(map(len, act.values())))
    for path, lines in act.items():
        print(f"    {path}: {', '.join(map(str, lines))}")

    found = list(envelopes(sources))
    print("a question: a ticket's page")
    row("  envelopes", sum(1 for _, places in found if places))
    for name, places in found:
        if places:
            print(f"    {name}: {', '.join(places)}")

    print("declarations")
    for level in ("public", "package"):
        pattern = re.compile(DECLARATION.format(level=level))
        row(f"  {level}", sum(1 for s in sources for line in s.code_lines if pattern.match(line)))
    total, few = short_comments(sources)
    row("  doc comments", total)
    row(f"  of at most {FEW_WORDS} words", few)


if __name__ == "__main__":
    main()
