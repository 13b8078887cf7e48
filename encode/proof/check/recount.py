"""recount.py DIR: counts the solutions of an uncompressed certificate along the orders in its proof.layers.
Options are decided one by one; a state is how often items are covered, as far as that still matters.
That the motions of symmetry.txt are a group is left to the checker."""
import os, sys


def require(holds, message):  # an assert would be skipped under python3 -O
    if not holds:
        sys.exit(message)


def read(name):
    return [line.split() for line in open(os.path.join(sys.argv[1], name))]


names, *rows = [words for words in read("model.dlx") if words[0] != "|"] or [[]]  # a model without items
bar = names.index("|") if "|" in names else len(names)  # items after it are covered at most once
names = [n if "|" in n else "1|" + n for n in names[:bar]] + ["0:1|" + n for n in names[bar + 1:]]
number = {name.split("|")[1]: i for i, name in enumerate(names)}
bounds = [name.split("|")[0].split(":") for name in names]
low, high = [int(b[0]) for b in bounds], [int(b[-1]) for b in bounds]
options = [[number[name] for name in row] for row in rows]


def recount(motion):
    uses, seen = [], set()  # a solution that the motion fixes has all options of a cycle, or none
    for o in range(len(options)):
        use, mark = {}, 0  # how often a cycle covers items, and what it adds to the label of a group
        while o not in seen:
            seen.add(o)
            use |= {i: use.get(i, 0) + 1 for i in options[o]}
            mark, o = mark + label[o], motion[o]
        uses += [(use, mark)] if use else []
    left = [sum(use.get(i, 0) for use, _ in uses) for i in range(len(low))]
    least, most = low[:], [min(h, n) for h, n in zip(high, left)]
    for item, upper, weights in implied:  # no option has a positive weight, but all would, were it violated
        require(all(sum(n * weights[i] for i, n in use.items()) <= 0 for use, _ in uses), "an option has a weight")
        ends = list(zip(least, most))
        ends[item] = (most[item] + 1, left[item]) if upper else (0, least[item] - 1)
        require(sum(w * end[w < 0] for w, end in zip(weights, ends)) > 0, "a bound is not implied")
        least[item], most[item] = (least[item], left[item]) if upper else (0, most[item])
    table = {((0,) * len(low), 0): 1} if all(n <= m for n, m in zip(least, most)) else {}
    for use, mark in sorted(uses, key=lambda u: min(order.index(i) for i in u[0] if i in order)):
        before, table, left = table, {}, [n - use.get(i, 0) for i, n in enumerate(left)]
        for ((state, marks), ways), taken in [(b, taken) for b in before.items() for taken in (0, 1)]:
            n = [n + taken * use.get(i, 0) for i, n in enumerate(state)]
            if all(n[i] <= most[i] and n[i] + left[i] >= least[i] for i in use):
                for i in use:  # what cannot be violated any more does not matter
                    n[i] = 0 if left[i] == 0 else least[i] if least[i] <= n[i] <= most[i] - left[i] else n[i]
                key = tuple(n), marks + taken * mark
                table[key] = table.get(key, 0) + ways
    return {mark: ways for (_, mark), ways in table.items()}


symmetry = read("symmetry.txt")[::2] if os.path.exists(os.path.join(sys.argv[1], "symmetry.txt")) else []
motions = [[int(o) - 1 for o in g] for g in symmetry] or [range(len(options))]
label, step, implied, fixed = [0] * len(options), 1, [], []
for verb, *words in read("proof.layers"):
    if verb == "implied":
        implied.append((int(words[0]) - 1, words[1] == "upper", [int(w) for w in words[2:]]))
    elif verb == "order":
        order = [int(w) - 1 for w in words]
    elif verb == "total":
        found = recount(motions[len(fixed)])
        said = {int(w.rpartition(":")[0] or 0): int(w.rpartition(":")[2]) for w in words}
        require(found == {mark: n for mark, n in said.items() if n}, f"the total is {found}")
        fixed.append(sum(found.values()))
    elif verb in ("by", "by-use"):  # a digit of the label for each item
        for i in [int(w) - 1 for w in words]:
            own = [o for o in range(len(options)) if i in options[o]]
            for k, o in enumerate(own):
                label[o] += step * (k + 1 if verb == "by" else 1)
            step *= 1 + (len(own) if verb == "by" else min(high[i], len(own)))
require(len(fixed) == len(motions) and sum(fixed) % len(fixed) == 0, "the motions have no whole orbits")
print(f"recounted: {fixed[0]} solutions, {sum(fixed) // len(fixed)} up to {len(fixed)} motions")
