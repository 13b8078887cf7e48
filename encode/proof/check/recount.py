"""recount.py DIR: counts the solutions of a certificate, as its proof.layers says, in another language.
It decides option by option; a state has the covers that can still be violated. The files must not be
compressed (certify --no-compress). That the motions of symmetry.txt are a group is left to the checker."""
import sys

text = {n: open(f"{sys.argv[1]}/{n}").read().splitlines() for n in ("model.dlx", "proof.layers")}
names, *rows = [line.split() for line in text["model.dlx"] if not line.startswith("|")]
own = names.index("|") if "|" in names else len(names)  # those after it are covered at most once
names = names[:own] + ["0:1|" + name for name in names[own + 1 :]]
bounds = [name.split("|")[0] if "|" in name else "1" for name in names]
low, high = [int(b.split(":")[0]) for b in bounds], [int(b.split(":")[-1]) for b in bounds]
number = {name.split("|")[-1]: i for i, name in enumerate(names)}
options = [[number[name] for name in row] for row in rows]
try:
    motions = [[int(o) - 1 for o in g.split()] for g in open(sys.argv[1] + "/symmetry.txt")][::2]
except FileNotFoundError:
    motions = [range(len(options))]
magic, *lines = [line.split() for line in text["proof.layers"]]
assert magic == ["exactile", "layers", "1"], "these are no layers"
implied, label, totals, order = [], [0] * len(options), [], []


def recount(motion):
    uses, seen = [], set()  # an option is a cycle of the motion: how often it covers items, and its label
    for first in range(len(options)):
        use, mark = {}, 0
        while first not in seen:
            seen.add(first)
            mark += label[first]
            use |= {i: use.get(i, 0) + 1 for i in options[first]}
            first = motion[first]
        uses += [(use, mark)] if use else []
    left = [sum(use.get(i, 0) for use, _ in uses) for i in range(len(low))]
    least, most = low[:], [min(h, n) for h, n in zip(high, left)]
    for item, upper, weights in implied:  # no option has a positive weight, but the bounds do
        assert all(sum(n * weights[i] for i, n in use.items()) <= 0 for use, _ in uses), "an option weighs"
        other = (most[item] + 1, left[item]) if upper else (0, least[item] - 1)
        ends = [other if i == item else b for i, b in enumerate(zip(least, most))]
        assert sum(w * end[w < 0] for w, end in zip(weights, ends)) > 0, "a bound is not implied"
        least[item], most[item] = (least[item], left[item]) if upper else (0, most[item])
    table = {((), 0): 1} if all(n <= m for n, m in zip(least, most)) else {}
    for item in order:
        for use, mark in [u for u in uses if item in u[0]]:
            left, then = [n - use.get(i, 0) for i, n in enumerate(left)], {}
            for (state, marks), ways in table.items():
                for take in (0, 1):
                    n = dict(state)
                    n |= {i: n.get(i, 0) + take * use[i] for i in use}
                    if all(n[i] <= most[i] and n[i] + left[i] >= least[i] for i in use):
                        n |= {i: 0 if left[i] == 0 else least[i] for i in use if left[i] == 0 or n[i] >= least[i] and n[i] + left[i] <= most[i]}
                        key = tuple(sorted((i, v) for i, v in n.items() if v)), marks + take * mark
                        then[key] = then.get(key, 0) + ways
            table = then
        uses = [u for u in uses if item not in u[0]]
    assert not uses, "an option covers no item of the order"
    return {mark: ways for (_, mark), ways in table.items()}


for verb, *words in lines:
    if verb == "implied":
        implied.append((int(words[0]) - 1, words[1] == "upper", [int(w) for w in words[2:]]))
    elif verb == "order":
        order = [int(w) - 1 for w in words]
        assert len(set(order)) == len(order), "an item is there twice"
    elif verb == "total":
        said = {int(w.rpartition(":")[0] or 0): int(w.rpartition(":")[2]) for w in words}
        totals.append(recount(motions[len(totals)]))
        assert totals[-1] == {mark: n for mark, n in said.items() if n}, f"the total is {totals[-1]}"
    else:  # by, by-use: a digit for each item
        step = 1
        for i in words:
            own = [o for o, items in enumerate(options) if int(i) - 1 in items]
            for k, o in enumerate(own):
                label[o] += step * (k + 1 if verb == "by" else 1)
            step *= 1 + (len(own) if verb == "by" else min(high[int(i) - 1], len(own)))
fixed = [sum(total.values()) for total in totals]
assert len(fixed) == len(motions) and sum(fixed) % len(fixed) == 0, "the motions have no whole orbits"
print(f"recounted: {fixed[0]} solutions, {sum(fixed) // len(fixed)} up to {len(fixed)} motions")
