"""The messages of po/LANGUAGE.po, and of po/gprof.pot.

Read from the text form, since Python does not know the part of the compiled
one that has numbers of the C library's fixed-size types (%<PRIu64>).
"""
import ast
import gettext
import re
import subprocess


class Catalog:
    """MESSAGES maps each text to what translates it; those that count map
    (one, many) to a list."""

    def __init__(self, path):
        text = subprocess.run(
            ["msgcat", "--no-wrap", "--no-location", path], check=True,
            capture_output=True).stdout.decode()
        self.messages = {}
        for entry in text.split("\n\n"):
            self.take(entry)
        self.header = self.messages.pop("", "")
        plural = re.search(r"^Plural-Forms:.*?plural=([^A-Z]*?);?$",
                           self.header, re.MULTILINE)
        self.plural = gettext.c2py(plural.group(1)) if plural else None

    def take(self, entry):
        """Note the message that the lines of ENTRY have."""
        parts, place = {}, None
        for line in entry.splitlines():
            if line.startswith("#"):
                continue
            found = re.match(r'(msg\w+(?:\[\d+\])?) (".*")$', line)
            if found:
                place, line = found.groups()
            if place:
                parts[place] = parts.get(place, "") + ast.literal_eval(line)
        if "msgid_plural" in parts:
            forms = [parts[f"msgstr[{i}]"] for i in range(len(parts) - 2)]
            self.messages[parts["msgid"], parts["msgid_plural"]] = forms
        elif "msgid" in parts:
            self.messages[parts["msgid"]] = parts["msgstr"]

    def __call__(self, text):
        return self.messages[text]

    def count(self, one, many, number):
        """ONE or MANY for NUMBER."""
        forms = self.messages[one, many]
        return forms[self.plural(number)]
