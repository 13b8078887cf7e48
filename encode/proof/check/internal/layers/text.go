package layers

import (
	"bytes"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// This file reads and writes the text.

const (
	magic = "exactile layers 1"
	// maxTextBytes bounds the text, which is read whole; maxWeight bounds the weights.
	maxTextBytes, maxWeight = 1 << 20, 1 << 20
)

// layers is the content of a proof.layers.
type layers struct {
	bounds   []impliedBound
	grouping cover.Grouping
	digits   []digit // of the grouping
	counts   []motionCount
}

// An impliedBound is the upper or the lower bound of an item, with weights that show that the other
// bounds imply it.
type impliedBound struct {
	item    int
	upper   bool
	weights []int
}

// A motionCount is the number of solutions, or of those that a motion fixes, for each label.
type motionCount struct {
	order  []int
	totals []labelTotal // by increasing labels
	line   int          // of the totals
}

type labelTotal struct {
	label uint64
	count *big.Int
}

// read reads a text. It has one spelling: the text must be what writing its content
// again gives.
func read(r io.Reader, m *cover.Model) (*layers, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxTextBytes+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxTextBytes {
		return nil, refuse(0, "larger than %d bytes", maxTextBytes)
	}
	l := new(layers)
	var order []int
	for k, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		verb, rest, _ := strings.Cut(line, " ")
		words := strings.Fields(rest)
		switch {
		case k == 0:
			if line != magic {
				err = fmt.Errorf("is no list of layers: want %q first", magic)
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
			c := motionCount{order: order, line: k + 1}
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
			return nil, refuse(k+1, "%v", err)
		}
	}
	if !bytes.Equal(text, l.text()) {
		return nil, refuse(0, "not spelt as layers are: a line is out of order, "+
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

// text is what the file says.
func (l *layers) text() []byte {
	text := []byte(magic + "\n")
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
