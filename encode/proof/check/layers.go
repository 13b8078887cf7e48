package check

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// This file reads proof.layers and holds it against a model. The package comment says what its lines
// mean, and why they are sound.

const (
	layersMagic = "exactile layers 1"
	// maxLayersBytes bounds proof.layers, which is read whole; maxLabel bounds the labels of groups.
	maxLayersBytes, maxLabel = 1 << 20, 1 << 62
)

// layers is the content of proof.layers.
type layers struct {
	bounds   []impliedBound
	grouping cover.Grouping
	digits   []digit // of the grouping
	counts   []layersCount
}

// An impliedBound is the upper or the lower bound of an item, with weights that show that the other
// bounds imply it.
type impliedBound struct {
	item    int
	upper   bool
	weights []int
}

// A layersCount is the number of solutions, or of those that a motion fixes, for each label.
type layersCount struct {
	order  []int
	totals []labelTotal // by increasing labels
	line   int          // of the totals
}

type labelTotal struct {
	label uint64
	count *big.Int
}

// readLayers reads a proof.layers. It has one spelling: the text must be what writing its content
// again gives.
func readLayers(r io.Reader, m *cover.Model) (*layers, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxLayersBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", layersFile, err)
	}
	if len(text) > maxLayersBytes {
		return nil, refuseLayers(0, "larger than %d bytes", maxLayersBytes)
	}
	l := new(layers)
	var order []int
	for k, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		verb, rest, _ := strings.Cut(line, " ")
		words := strings.Fields(rest)
		switch {
		case k == 0:
			if line != layersMagic {
				err = fmt.Errorf("is no list of layers: want %q first", layersMagic)
			}
		case verb == "implied" && len(words) > 2:
			b := impliedBound{upper: words[1] == "upper"}
			b.item, err = parseItem(words[0], m)
			for _, word := range words[2:] {
				w, wrong := strconv.Atoi(word)
				if wrong != nil || w < -maxWeight || w > maxWeight {
					err = fmt.Errorf("%.20q is no weight", word)
				}
				b.weights = append(b.weights, w)
			}
			l.bounds = append(l.bounds, b)
		case verb == "by":
			l.grouping.By, err = parseItems(words, m)
		case verb == "by-use":
			l.grouping.Use, err = parseItems(words, m)
		case verb == "order":
			order, err = parseItems(words, m)
		case verb == "total":
			c := layersCount{order: order, line: k + 1}
			for _, word := range words {
				label, number, labelled := strings.Cut(word, ":")
				t := labelTotal{count: new(big.Int)}
				if labelled {
					t.label, err = strconv.ParseUint(label, 10, 62)
				} else {
					number = word
				}
				if _, ok := t.count.SetString(number, 10); !ok || err != nil {
					err = fmt.Errorf("%.20q is no total", word)
					break
				}
				c.totals = append(c.totals, t)
			}
			l.counts = append(l.counts, c)
		default:
			err = fmt.Errorf("no line begins with %.20q here", verb)
		}
		if err != nil {
			return nil, refuseLayers(k+1, "%v", err)
		}
	}
	if !bytes.Equal(text, l.text()) {
		return nil, refuseLayers(0, "not spelt as layers are: a line is out of order, "+
			"or something is there that says nothing")
	}
	l.digits, err = digitsOf(m, l.grouping)
	return l, err
}

func parseItem(word string, m *cover.Model) (int, error) {
	i, err := strconv.Atoi(word)
	if err != nil || i < 1 || i > len(m.Items) {
		return 0, fmt.Errorf("%.20q is no item", word)
	}
	return i - 1, nil
}

func parseItems(words []string, m *cover.Model) (items []int, err error) {
	seen := make(map[int]bool)
	for _, word := range words {
		i, err := parseItem(word, m)
		if err != nil {
			return nil, err
		}
		if seen[i] {
			return nil, fmt.Errorf("item %d is there twice", i+1)
		}
		seen[i] = true
		items = append(items, i)
	}
	return items, nil
}

// text is what its file says.
func (l *layers) text() []byte {
	text := []byte(layersMagic + "\n")
	numbers := func(list []int, base int) {
		for _, n := range list {
			text = strconv.AppendInt(append(text, ' '), int64(n+base), 10)
		}
		text = append(text, '\n')
	}
	for _, b := range l.bounds {
		which := "lower"
		if b.upper {
			which = "upper"
		}
		text = fmt.Appendf(text, "implied %d %s", b.item+1, which)
		numbers(b.weights, 0)
	}
	if l.grouping.By != nil {
		text = append(text, "by"...)
		numbers(l.grouping.By, 1)
	}
	if l.grouping.Use != nil {
		text = append(text, "by-use"...)
		numbers(l.grouping.Use, 1)
	}
	var order []int
	for _, c := range l.counts {
		if !slices.Equal(c.order, order) {
			text = append(text, "order"...)
			numbers(c.order, 1)
			order = c.order
		}
		text = append(text, "total"...)
		text = append(l.appendTotals(text, c.totals), '\n')
	}
	return text
}

// appendTotals appends the words of a total.
func (l *layers) appendTotals(text []byte, totals []labelTotal) []byte {
	for _, t := range totals {
		text = append(text, ' ')
		if l.grouping.By != nil || l.grouping.Use != nil {
			text = append(strconv.AppendUint(text, t.label, 10), ':')
		}
		text = t.count.Append(text, 10)
	}
	return text
}

func refuseLayers(line int, format string, args ...any) error {
	place := "end"
	if line > 0 {
		place = fmt.Sprintf("line %d", line)
	}
	return &Refusal{layersFile, place, fmt.Sprintf(format, args...)}
}

// Effort is what a recount has taken, or may take.
type Effort struct {
	Steps, Bytes    int64
	States, Largest int64 // in all layers, and in one
}

// Recount counts along the orders of a proof.layers, a text for the solutions of m and the motions,
// nil for none. It returns the words that the totals should have, whatever they say in the text, and
// what it took. It is [ErrTooLarge] if it takes more steps, or bytes, than most.
func Recount(ctx context.Context, m *cover.Model, motions [][]int, text []byte, most Effort) (totals []string, did Effort, err error) {
	l, err := readLayers(bytes.NewReader(text), m)
	if err != nil {
		return nil, did, err
	}
	counts, did, err := l.count(ctx, m, motions, most)
	for _, c := range counts {
		totals = append(totals, string(l.appendTotals(nil, c)))
	}
	return totals, did, err
}

// count counts along the orders: the totals that are in the text should be these.
func (l *layers) count(ctx context.Context, m *cover.Model, motions [][]int, most Effort) (all [][]labelTotal, did Effort, err error) {
	if motions == nil {
		motions = [][]int{nil}
	}
	switch {
	case l.digits != nil && len(motions) > 1:
		return nil, did, refuseLayers(0, "groups have no orbits")
	case len(l.counts) != len(motions):
		return nil, did, refuseLayers(0, "there are %d totals for %d motions", len(l.counts), len(motions))
	}
	did = Effort{Steps: most.Steps}
	for k, c := range l.counts {
		p := newSumProblem(m, motions[k])
		for n, b := range l.bounds {
			if fault := p.drop(b); fault != "" {
				return nil, did, refuseLayers(n+2, "%s", fault)
			}
		}
		blocks, missing := p.blocks(c.order)
		if missing > 0 {
			return nil, did, refuseLayers(c.line, "option %d covers no item of the order", missing)
		}
		r := &recount{ctx: ctx, p: p, labels: l.labels(m), steps: did.Steps, memory: most.Bytes}
		if t, err := r.run(c.order, blocks); err != nil {
			return nil, did, fmt.Errorf("%s: line %d: after %d of %d items of the order: %w", layersFile, c.line, t, len(blocks), err)
		}
		did.Steps, did.States, did.Largest = r.steps, did.States+r.states, max(did.Largest, r.largest)
		all = append(all, r.totals())
	}
	did.Steps = most.Steps - did.Steps
	return all, did, nil
}

// totals are the numbers of the last table, by label.
func (r *recount) totals() (totals []labelTotal) {
	for state, number := range r.table.each {
		t := labelTotal{count: new(big.Int)}
		if r.labels != nil {
			t.label = state[r.words-1]
		}
		for _, word := range slices.Backward(number) {
			t.count.Lsh(t.count, 64)
			t.count.Or(t.count, new(big.Int).SetUint64(word))
		}
		totals = append(totals, t)
	}
	if totals == nil && r.labels == nil {
		totals = []labelTotal{{count: new(big.Int)}}
	}
	slices.SortFunc(totals, func(a, b labelTotal) int { return cmp.Compare(a.label, b.label) })
	return totals
}
