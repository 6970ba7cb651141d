"""Cutting the explanations out of a listing.

Without -b gprof adds an explanation to the flat profile and to the call
graph.  Its words are free, its place and outline are not.  Given the output
of one tool with and without -b, reduce() returns the second one with each
explanation replaced by a line that tells its outline only, so two tools can
be compared byte by byte.

The output with -b is a series of listings separated by lines that are one
form feed.  The longer output must contain the same listings whole and in
order.  The gaps between them hold the explanations and the form feeds.
"""

PLAIN_TITLE = b"\t\t\tCall graph"
EXPLAINED_TITLE = b"\t\t     Call graph (explanation follows)"
TRADITIONAL_FLAT_TITLE = [b"", b"", b"", b"flat profile:", b""]
FORM_FEED = b"\f"


def reduce(brief, full):
    """The bytes of FULL with outlines in place of explanations, or a message
    if FULL is not BRIEF with explanations added."""
    rest = full.split(b"\n")
    result = []
    for listing in _listings(brief.split(b"\n")[:-1]):
        position = _find(rest, listing)
        if position is None:
            return (b"something other than an explanation was changed; the"
                    b" listing not found is:\n" + b"\n".join(listing))
        result += _outline(rest[:position]) + listing
        rest = rest[position + len(listing):]
    if rest and rest[-1] != b"":
        result.append(b"<no newline at the end>")
    return b"\n".join(result + _outline(rest[:-1]))


def _listings(lines):
    """The runs of lines between form feeds."""
    listing = []
    for line in lines + [FORM_FEED]:
        if line != FORM_FEED:
            listing.append(line)
        elif listing:
            yield listing
            listing = []


def _find(lines, listing):
    """Where LISTING starts in LINES; titles may be of the explained kind."""
    wanted = [EXPLAINED_TITLE if line == PLAIN_TITLE else line
              for line in listing]
    for start in range(len(lines) - len(wanted) + 1):
        if lines[start:start + len(wanted)] == wanted:
            return start
    return None


def _outline(gap):
    """A gap as it is, if it has no text, else what is fixed about it: empty
    lines at its ends, form feeds and their surroundings, the title."""
    if all(line in (b"", FORM_FEED) for line in gap):
        return gap
    parts = [_kind(gap[0]) + " first"]
    for i, line in enumerate(gap):
        if line == FORM_FEED:
            parts.append(f"form feed after {_kind(*gap[:i][-1:])}"
                         f" before {_kind(*gap[i + 1:i + 2])}")
        elif gap[i:i + 5] == TRADITIONAL_FLAT_TITLE:
            parts.append("title of the flat profile")
    parts.append(_kind(gap[-1]) + " last")
    return [f"<explanation: {', '.join(parts)}>".encode()]


def _kind(line=None):
    if line is None:
        return "nothing"
    return {b"": "empty line", FORM_FEED: "form feed"}.get(line, "text")
