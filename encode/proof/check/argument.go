package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// This file checks arguments: reasons without a search why a model has no solution. The package
// comment explains why they are sound.

const (
	argumentMagic = "exactile argument 1\n"
	// maxModulus bounds the primes, and the weights modulo one.
	maxModulus = 1 << 31
	// maxArgumentBytes bounds proof.argument, which is read whole.
	maxArgumentBytes = 16 << 20
	// maxSpan bounds the sums that are kept as a set, and maxSumWork the words that the sets touch.
	maxSpan, maxSumWork = 1 << 20, 1 << 27
)

// An Argument is the content of proof.argument.
type Argument struct {
	// Modulus is a prime, or 0 if the weights are summed as integers.
	Modulus int
	// Weights has the weight of each item.
	Weights []int
	// Pieces are increasing items of which no option covers two; only with Modulus 0.
	Pieces []int
}

// Refutes returns nil if the argument establishes that m, a valid model, has no solution. Otherwise
// the error is a *Refusal, or that of ctx.
func (a *Argument) Refutes(ctx context.Context, m *cover.Model) error {
	switch {
	case len(a.Weights) != len(m.Items):
		return refuseArgument("%d weights for %d items", len(a.Weights), len(m.Items))
	case len(m.Items) > maxItems || len(m.Options) > maxOptions:
		return errors.New("check: the model has more items or options than the checker takes")
	case a.Modulus == 0:
		return a.refutesSums(ctx, m)
	case !isPrime(a.Modulus):
		return refuseArgument("%d is no prime below %d", a.Modulus, maxModulus)
	case len(a.Pieces) > 0:
		return refuseArgument("modulo a prime there are no pieces")
	}
	total := 0
	for i, w := range a.Weights {
		it := m.Items[i]
		switch {
		case w < 0 || w >= a.Modulus:
			return refuseArgument("the weight %d of item %d is not from 0 to %d", w, i+1,
				a.Modulus-1)
		case w > 0 && it.Min != it.Max:
			return refuseArgument("item %d has a weight, but may be covered from %d to %d times",
				i+1, it.Min, it.Max)
		}
		total = (total + w*(it.Min%a.Modulus)) % a.Modulus
	}
	for o, items := range m.Options {
		if a.weigh(items)%a.Modulus != 0 && !isDead(m, items) {
			return refuseArgument("option %d does not add up to 0 modulo %d", o+1, a.Modulus)
		}
	}
	if total == 0 {
		return refuseArgument("the bounds of the items add up to 0 modulo %d", a.Modulus)
	}
	return nil
}

func isPrime(n int) bool {
	for d := 2; d*d <= n && n < maxModulus; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n >= 2 && n < maxModulus
}

// isDead reports whether no solution has an option with these items.
func isDead(m *cover.Model, items []int) bool {
	return slices.ContainsFunc(items, func(i int) bool { return m.Items[i].Max == 0 })
}

func (a *Argument) weigh(items []int) (sum int) {
	for _, i := range items {
		sum += a.Weights[i]
	}
	return sum
}

// A kind is the options of a solution that cover one piece, or none: how many there are, the
// weights that they can have, and how many items with a weight each covers at least.
type kind struct {
	least, most, size int
	weights           map[int]bool
}

// refutesSums checks an argument over the integers.
func (a *Argument) refutesSums(ctx context.Context, m *cover.Model) error {
	for i, w := range a.Weights {
		if w < -maxWeight || w > maxWeight {
			return refuseArgument("the weight %d of item %d is too large", w, i+1)
		}
	}
	free := len(a.Pieces) // the kind of the options without a piece
	kindOf := make(map[int]int)
	for k, i := range a.Pieces {
		if i < 0 || i >= len(m.Items) || k > 0 && i <= a.Pieces[k-1] {
			return refuseArgument("the pieces are not increasing items")
		}
		kindOf[i] = k
	}
	kinds := make([]kind, free+1)
	covers := make([]int, len(m.Items)) // by options that can be in a solution
	for o, items := range m.Options {
		if isDead(m, items) {
			continue
		}
		k, size := free, 0
		for _, i := range items {
			covers[i]++
			if a.Weights[i] != 0 {
				size++
			}
			if piece, ok := kindOf[i]; ok && k != free {
				return refuseArgument("option %d covers two pieces", o+1)
			} else if ok {
				k = piece
			}
		}
		if kinds[k].weights == nil {
			kinds[k].weights, kinds[k].size = make(map[int]bool), size
		}
		kinds[k].weights[a.weigh(items)] = true
		kinds[k].size = min(kinds[k].size, size)
		if k == free {
			kinds[k].most++
		}
	}
	// A sum over all options of a solution is from low to high, one over some of them from floor
	// to ceiling. They cover items with a weight at most room times.
	var low, high, floor, ceiling, room int
	for i, w := range a.Weights {
		most := min(m.Items[i].Max, covers[i])
		least := min(m.Items[i].Min, covers[i]+1)
		if w > 0 {
			low, high, ceiling, room = low+w*least, high+w*most, ceiling+w*most, room+most
		} else if w < 0 {
			low, high, floor, room = low+w*most, high+w*least, floor+w*most, room+most
		}
	}
	for k, i := range a.Pieces {
		kinds[k].least = min(m.Items[i].Min, covers[i]+1)
		kinds[k].most = min(m.Items[i].Max, covers[i])
		room -= kinds[k].least * kinds[k].size
	}
	sums, err := reach(ctx, kinds, floor, ceiling, room)
	if err != nil {
		return err
	}
	for s := max(low, floor); s <= min(high, ceiling); s++ {
		if sums.has(s) {
			return refuseArgument("the options can add up to %d, as the items allow", s)
		}
	}
	return nil
}

// A sumSet is a set of sums: the sum floor+64*k+b is in it if bit b of words[k] is set.
type sumSet struct {
	floor int
	words []uint64
}

func (s sumSet) has(sum int) bool {
	at := sum - s.floor
	return at >= 0 && at/64 < len(s.words) && s.words[at/64]>>(at%64)&1 == 1
}

// reach returns the sums, from floor to ceiling, of options of all kinds. room is how many items
// with a weight are left for options beyond the least number of each kind.
func reach(ctx context.Context, kinds []kind, floor, ceiling, room int) (sumSet, error) {
	if !slices.ContainsFunc(kinds, func(k kind) bool {
		return len(k.weights) > 1 ||
			len(k.weights) == 1 && !k.weights[0]
	}) {
		floor, ceiling = 0, 0 // 0 is the only sum
	}
	if ceiling-floor > maxSpan {
		return sumSet{},
			refuseArgument("the sums of weights are from %d to %d, more than are checked", floor,
				ceiling)
	}
	last := ceiling - floor
	sums := sumSet{floor, make([]uint64, last/64+1)}
	sums.words[-floor/64] = 1 << (-floor % 64)
	work := 0
	for _, k := range kinds {
		most := k.most
		if k.size > 0 {
			most = min(most, k.least+max(room, -1)/k.size)
		}
		if room < 0 || most < k.least || k.least > 0 && len(k.weights) == 0 {
			return sumSet{floor, nil}, nil
		}
		for n := range most {
			if work += (1 + len(k.weights)) * len(sums.words); work > maxSumWork {
				return sumSet{}, refuseArgument("takes more steps than are checked")
			}
			if ctx.Err() != nil {
				return sumSet{}, ctx.Err()
			}
			next := make([]uint64, len(sums.words))
			if n >= k.least {
				copy(next, sums.words)
			}
			for w := range k.weights {
				shiftInto(next, sums.words, w)
			}
			next[last/64] &= ^uint64(0) >> (63 - last%64)
			same := slices.Equal(next, sums.words)
			if sums.words = next; same && n >= k.least {
				break
			}
		}
	}
	return sums, nil
}

// shiftInto adds to a set the members of another plus w. Those that do not fit are left out.
func shiftInto(to, from []uint64, w int) {
	for k, word := range from {
		at := 64*k + w // of the word's lowest bit
		if word == 0 || at <= -64 {
			continue
		}
		if at < 0 {
			to[0] |= word >> -at
			continue
		}
		if at/64 < len(to) {
			to[at/64] |= word << (at % 64)
		}
		if at/64+1 < len(to) && at%64 > 0 {
			to[at/64+1] |= word >> (64 - at%64)
		}
	}
}

func refuseArgument(format string, args ...any) error {
	return &Refusal{argumentFile, "end", fmt.Sprintf(format, args...)}
}

// readArgument reads a proof.argument. It has one spelling: the text must be what writing its
// content again gives.
func readArgument(r io.Reader, m *cover.Model) (*Argument, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxArgumentBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", argumentFile, err)
	}
	if len(text) > maxArgumentBytes {
		return nil, refuseArgument("larger than %d bytes", maxArgumentBytes)
	}
	lines := strings.Split(string(text), "\n")
	refuse := func(line int, format string, args ...any) error {
		return &Refusal{argumentFile, fmt.Sprintf("line %d", line+1), fmt.Sprintf(format, args...)}
	}
	if len(lines) < 4 || lines[0]+"\n" != argumentMagic {
		return nil, refuse(0, "is no argument: want %q first", argumentMagic)
	}
	a := &Argument{Weights: make([]int, len(m.Items))}
	n, err := strconv.Atoi(strings.TrimPrefix(lines[1], "modulus "))
	if err != nil {
		return nil, refuse(1, "want a modulus")
	}
	a.Modulus = n
	for _, word := range strings.Fields(strings.TrimPrefix(lines[2], "pieces")) {
		i, err := strconv.Atoi(word)
		if err != nil || i < 1 || i > len(m.Items) {
			return nil, refuse(2, "%.20q is no item", word)
		}
		a.Pieces = append(a.Pieces, i-1)
	}
	for k, line := range lines[3 : len(lines)-1] {
		item, weight, _ := strings.Cut(line, " ")
		i, err := strconv.Atoi(item)
		w, errWeight := strconv.Atoi(weight)
		if err != nil || errWeight != nil || i < 1 || i > len(m.Items) {
			return nil, refuse(k+3, "%.40q is no item and its weight", line)
		}
		a.Weights[i-1] = w
	}
	if !bytes.Equal(text, a.text()) {
		return nil,
			refuseArgument("not spelt as arguments are: an item is repeated or out of order, " +
				"or something is there that says nothing")
	}
	return a, nil
}

// text is the argument as its file spells it.
func (a *Argument) text() []byte {
	text := []byte(argumentMagic + "modulus " + strconv.Itoa(a.Modulus) + "\npieces")
	for _, i := range a.Pieces {
		text = append(text, ' ')
		text = strconv.AppendInt(text, int64(i+1), 10)
	}
	text = append(text, '\n')
	for i, w := range a.Weights {
		if w != 0 {
			text = fmt.Appendf(text, "%d %d\n", i+1, w)
		}
	}
	return text
}
