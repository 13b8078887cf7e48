package formats

import (
	"slices"
	"strings"
)

// A node is a value of a YAML or JSON document: both become the same tree, so
// that there is one reader of the puzzle model whatever its spelling.
type node struct {
	pos
	kind nodeKind
	text string // of a scalar
	// bare marks a scalar without quotes: a number, true, false or, in YAML, any
	// word. It may then be a number or a truth value.
	bare bool
	// quoted marks a scalar that is written in quotes, needed or not.
	quoted bool
	// json marks a node of a JSON document, where a bare scalar is no string.
	json bool
	// wrapped marks a YAML scalar whose line breaks were folded to spaces.
	wrapped bool
	// rows are the places of the lines of a scalar, where they are known:
	// character c of line k stands at rows[k].after(c).
	rows []pos
	keys []*node // of a mapping, parallel to items
	// items are the values of a mapping or the elements of a list.
	items []*node
}

type nodeKind int

const (
	scalar nodeKind = iota
	nothing
	list
	mapping
)

// String says what a node is, in a message.
func (k nodeKind) String() string {
	return [...]string{"a plain value", "nothing", "a list", "a mapping"}[k]
}

// lines returns the lines of a text or the elements of a list of lines, with
// the places of their first characters. ok is false if n is neither.
func (n *node) lines() (text []string, at []func(col int) pos, ok bool) {
	place := func(n *node, k int) func(int) pos {
		if k < len(n.rows) {
			return func(col int) pos { return n.rows[k].after(col) }
		}
		return func(int) pos { return n.pos }
	}
	switch n.kind {
	case nothing:
		return nil, nil, true
	case scalar:
		if n.text == "" {
			return nil, nil, true
		}
		for k, line := range strings.Split(strings.TrimSuffix(n.text, "\n"), "\n") {
			text = append(text, line)
			at = append(at, place(n, k))
		}
		return text, at, true
	case list:
		for _, item := range n.items {
			if item.kind != scalar {
				return nil, nil, false
			}
			text = append(text, item.text)
			at = append(at, place(item, 0))
		}
		return text, at, true
	}
	return nil, nil, false
}

func (n *node) put(key string, value *node) {
	n.keys = append(n.keys, text(key))
	n.items = append(n.items, value)
}

// move moves a key, if it is there, to the end.
func (n *node) move(key string) {
	k := slices.IndexFunc(n.keys, func(k *node) bool { return k.text == key })
	if k >= 0 {
		value := n.items[k]
		n.keys, n.items = slices.Delete(n.keys, k, k+1), slices.Delete(n.items, k, k+1)
		n.put(key, value)
	}
}

func bare(s string) *node { return &node{text: s, bare: true} }

func text(s string) *node { return &node{text: s} }

// each returns a list of a node for each value.
func each[T any](values []T, of func(T) *node) *node {
	n := &node{kind: list}
	for _, v := range values {
		n.items = append(n.items, of(v))
	}
	return n
}
