"""Where C sources can be changed by one operator, constant or jump.

The sources are formatted by clang-format, so a binary operator has a blank on
either side and a unary one none behind it; that is all the parsing there is.
Left out are comments, texts, preprocessor lines, assertions and the
initialisers of tables, since a change there changes words or data and not what
the program does.
"""
import re

# What is replaced by what.  A binary operator is looked for with its blanks.
BINARY = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
    "+": "-", "-": "+", "*": "/", "/": "*", "%": "/",
    "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "|",
    "&&": "||", "||": "&&",
    "+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "|=": "&=", "&=": "|=",
    "<<=": ">>=", ">>=": "<<=",
}
WORDS = {"true": "false", "false": "true"}
JUMPS = {"break": "", "continue": "break", "goto": None}

TEXT_OR_COMMENT = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""",
    re.DOTALL)
PREPROCESSOR = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.MULTILINE)
ASSERTION = re.compile(r"\bassert \([^;]*\);")
# "= {" at the beginning of what is a table: at file scope or static.
TABLE = re.compile(r"(?:^static[^;{()]*?|^const[^;{()]*?|\bstatic const[^;{()]*?)"
                   r"=\s*\{", re.MULTILINE)
TOKEN = re.compile(
    r"(?<=\s)(?P<binary><<=|>>=|&&|\|\||<<|>>|[<>=!+\-*/|&]=|[<>+\-*/%&|^])"
    r"(?=\s)"
    r"|(?P<step>\+\+|--)"
    r"|(?P<not>!)(?=[\w(*!])"
    r"|\b(?P<word>true|false)\b"
    r"|\b(?P<jump>break|continue)(?=;)"
    r"|\b(?P<goto>goto \w+)(?=;)"
    r"|(?<![\w.])(?P<hex>0[xX][0-9a-fA-F]+)(?P<suffix>[uUlL]*)(?![\w.])"
    r"|(?<![\w.])(?P<number>\d+)(?P<ending>[uUlL]*)(?![\w.])")


def blank(text, begin, end):
    """TEXT with blanks from BEGIN to END, line feeds kept."""
    middle = re.sub(r"[^\n]", " ", text[begin:end])
    return text[:begin] + middle + text[end:]


def end_of_braces(text, begin):
    """Behind the brace that closes the one at BEGIN."""
    depth = 0
    for position in range(begin, len(text)):
        if text[position] == "{":
            depth += 1
        elif text[position] == "}":
            depth -= 1
            if depth == 0:
                return position + 1
    return len(text)


def code_of(text):
    """TEXT with blanks where nothing is to be changed."""
    for pattern in (TEXT_OR_COMMENT, PREPROCESSOR, ASSERTION):
        text = pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]),
                           text)
    position = 0
    while True:
        table = TABLE.search(text, position)
        if table is None:
            return text
        position = end_of_braces(text, table.end() - 1)
        text = blank(text, table.start(), position)


def replacement(match):
    """What MATCH becomes."""
    if match["binary"]:
        return BINARY[match["binary"]]
    if match["step"]:
        return "--" if match["step"] == "++" else "++"
    if match["not"]:
        return ""
    if match["word"]:
        return WORDS[match["word"]]
    if match["jump"]:
        return JUMPS[match["jump"]]
    if match["goto"]:
        return ""
    if match["hex"]:
        return f"0x{int(match['hex'], 16) + 1:x}{match['suffix']}"
    number = int(match["number"], 10)
    return f"{0 if number == 1 else number + 1}{match['ending']}"


class Place:
    """One change: in FILE, from BEGIN to END, NEW instead of OLD."""

    def __init__(self, file, line, begin, end, old, new):
        self.file = file
        self.line = line
        self.begin = begin
        self.end = end
        self.old = old
        self.new = new

    def __str__(self):
        return f"{self.file}:{self.line}: '{self.old}' -> '{self.new}'"

    def apply(self, text):
        return text[:self.begin] + self.new + text[self.end:]


def places_of(file, text):
    """All places of the file FILE that holds TEXT."""
    code = code_of(text)
    for match in TOKEN.finditer(code):
        yield Place(file, code.count("\n", 0, match.start()) + 1,
                    match.start(), match.end(), match[0], replacement(match))
