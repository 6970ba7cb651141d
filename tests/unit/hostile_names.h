/* hostile_names.h - names that break careless writers of formats (R15.8).  */

#ifndef HOSTILE_NAMES_H
#define HOSTILE_NAMES_H

#define HOSTILE_50 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define HOSTILE_500                                                           \
  HOSTILE_50 HOSTILE_50 HOSTILE_50 HOSTILE_50 HOSTILE_50 HOSTILE_50           \
      HOSTILE_50 HOSTILE_50 HOSTILE_50 HOSTILE_50

static const char *const hostile_names[]
    = { "",
        " ",
        " blank in front, and behind ",
        "a;b;c",
        "say \"hello\"",
        "it's",
        "back\\slash\\n\\",
        "\\\"",
        "line\nfeed",
        "carriage\rreturn\r\n",
        "tab\tbell\a\b\f\v",
        "\001\002\037\177",
        "\033[2J\033]0;title\a",
        "=cmd|' /C calc'!A0",
        "+1+cmd",
        "-2+3",
        "@SUM(1,1)",
        "-12.5",
        "</script><script>alert(1)</script>",
        "<!-- & --> ]]>",
        "&amp;&#65;&lt;",
        "%s%n%d%%",
        "\\u0041\\x41\\N\\G\\L",
        "(1) fn=(2)",
        "a, b(int, char const*)",
        "caf\303\251 \342\202\254 \360\237\230\200",
        "\302\200\302\205\302\237",
        "\342\200\256gnp.exe\342\200\254 \342\200\217\330\234\342\201\246",
        "\342\200\250\342\200\251\357\273\277",
        "\377\376 \200",
        "overlong \300\257 \340\200\257 \360\200\200\257",
        "surrogate \355\240\200 beyond \364\220\200\200",
        "cut off \303",
        "cut off \342\202",
        "cut off \360\237\230",
        "\357\277\276\357\277\277",
        HOSTILE_500 HOSTILE_500 HOSTILE_500 HOSTILE_500 };

enum
{
  HOSTILE_COUNT = sizeof hostile_names / sizeof *hostile_names
};

#endif
