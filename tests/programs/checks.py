"""Compare a call graph with the expectations of a recipe."""


class Mismatch(Exception):
    """One expectation that does not hold; the text says how."""


def failures(expectations, graph, with_unused):
    """The texts of all expectations that fail.  GRAPH is the listing of
    -b -q; WITH_UNUSED is that of -b -q -z, which has an entry also for a
    caller without time or calls of its own, as main often is."""
    wrong = []
    for keyword, *words in expectations:
        try:
            if keyword == "uncalled":
                _check_absent(graph, *words)
                _check_present(with_unused, *words)
            else:
                CHECKS[keyword](with_unused, *words)
        except Mismatch as mismatch:
            wrong.append(f"{keyword} {' '.join(words)}: {mismatch}")
    return wrong


def _require_equal(found, wanted):
    if found != int(wanted):
        raise Mismatch(f"found {found}")


def _arc_calls(graph, matches):
    """The calls of the arcs for which MATCHES (caller, callee) holds."""
    totals = [sum(calls for pair, calls in side.items() if matches(*pair))
              for side in graph.arcs()]
    if totals[0] != totals[1]:
        raise Mismatch(f"{totals[0]} calls shown with the callee"
                       f" but {totals[1]} with the caller")
    return totals[0]


def _check_arc(graph, caller, callee, wanted):
    _require_equal(_arc_calls(graph, lambda p, c: (p, c) == (caller, callee)),
                   wanted)


def _check_arc_at_most(graph, caller, callee, limit):
    found = _arc_calls(graph, lambda p, c: (p, c) == (caller, callee))
    if not 0 < found <= int(limit):
        raise Mismatch(f"found {found}")


def _check_calls(graph, name, wanted):
    _require_equal(sum(entry.calls for entry in graph.named(name)), wanted)


def _check_self_calls(graph, name, wanted):
    _require_equal(sum(entry.self_calls for entry in graph.named(name)),
                   wanted)


def _check_cycle(graph, wanted, *members):
    for number, found in graph.cycles().items():
        if found == set(members):
            _require_equal(graph.cycle_calls.get(number, 0), wanted)
            return
    raise Mismatch(f"the cycles are {sorted(map(sorted, graph.cycles().values()))}")


def _check_present(graph, name):
    if not graph.named(name):
        raise Mismatch("no such entry")


def _check_absent(graph, name):
    if graph.named(name):
        raise Mismatch("has an entry")


def _check_spontaneous(graph, name):
    _check_present(graph, name)
    if not all(entry.is_spontaneous for entry in graph.named(name)):
        raise Mismatch("has known callers")


def _is_clone(name, base):
    return name == base or name.startswith(base + ".")


def _check_clone(graph, base, wanted):
    _require_equal(sum(entry.calls for entry in graph.entries
                       if _is_clone(entry.name, base)), wanted)


def _check_clone_arc(graph, caller, callee, wanted):
    _require_equal(_arc_calls(graph, lambda p, c: _is_clone(p, caller)
                              and _is_clone(c, callee)), wanted)


CHECKS = {
    "arc": _check_arc,
    "arc-at-most": _check_arc_at_most,
    "calls": _check_calls,
    "self-calls": _check_self_calls,
    "cycle": _check_cycle,
    "spontaneous": _check_spontaneous,
    "absent": _check_absent,
    "clone": _check_clone,
    "clone-arc": _check_clone_arc,
}
