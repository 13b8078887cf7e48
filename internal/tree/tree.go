// Package tree reads the values of YAML and JSON texts and writes them. Both become the same tree,
// so that one reader of a puzzle is enough, and errors say which mistake stands where in the text.
// It knows nothing of puzzles.
package tree

import (
	"strconv"
	"strings"

	"github.com/exactile/exactile/internal/located"
)

// A Node is a value of a YAML or JSON document.
type Node struct {
	Pos
	Kind Kind
	Text string // of a scalar
	// Bare marks a scalar without quotes: a number, true, false or, in YAML, any word. It may then
	// be a number or a truth value.
	Bare bool
	// Quoted marks a scalar that is written in quotes, needed or not.
	Quoted bool
	// JSON marks a node of a JSON document, where a bare scalar is no string.
	JSON bool
	// Wrapped marks a YAML scalar whose line breaks were folded to spaces.
	Wrapped bool
	// Rows are the places of the lines of a scalar, if known: character c of line k is at
	// Rows[k].After(c).
	Rows []Pos
	Keys []*Node // of a mapping, parallel to Items
	// Items are the values of a mapping or the elements of a list.
	Items []*Node
	// Comment is the comment of YAML on the line of a missing value, or nil: a # at the start of a
	// text begins one.
	Comment *Comment
}

// A Comment is a text from # to the end of a line.
type Comment struct {
	Pos
	Text string
}

// A Kind is what a node is.
type Kind int

// The kinds of nodes. Nothing is a value that is missing.
const (
	Scalar Kind = iota
	Nothing
	List
	Mapping
)

// String names the kind of a node, for a message.
func (k Kind) String() string {
	return [...]string{"a plain value", "nothing", "a list", "a mapping"}[k]
}

// A Row is a line of a text, or an element of a list of lines.
type Row struct {
	Text string
	Pos
	known bool // the text begins at Pos
}

// At returns the place of a character, or that of the text.
func (r Row) At(col int) Pos {
	if !r.known {
		return r.Pos
	}
	return r.After(col)
}

// Lines returns the lines of a text or the elements of a list of lines. ok is false if n is
// neither.
func (n *Node) Lines() (rows []Row, ok bool) {
	add := func(n *Node, k int, text string) {
		if k < len(n.Rows) {
			rows = append(rows, Row{text, n.Rows[k], true})
		} else {
			rows = append(rows, Row{text, n.Pos, false})
		}
	}
	if n.Kind == Scalar && n.Text != "" {
		for k, line := range strings.Split(strings.TrimSuffix(n.Text, "\n"), "\n") {
			add(n, k, line)
		}
	}
	for _, item := range n.Items {
		if add(item, 0, item.Text); item.Kind != Scalar {
			return nil, false
		}
	}
	return rows, n.Kind != Mapping
}

// Empty reports whether a document of YAML has no value, not even a null.
func (n *Node) Empty() bool { return n.Kind == Nothing && n.Text == "" && !n.JSON }

// Put appends a key and its value to a mapping.
func (n *Node) Put(key string, value *Node) {
	n.Keys = append(n.Keys, Text(key))
	n.Items = append(n.Items, value)
}

// Get returns the value of a key of a mapping, nil if it has none.
func (n *Node) Get(key string) *Node {
	for k, known := range n.Keys {
		if known.Text == key {
			return n.Items[k]
		}
	}
	return nil
}

// Bare returns a scalar without quotes.
func Bare(s string) *Node { return &Node{Text: s, Bare: true} }

// Text returns a scalar that is a text.
func Text(s string) *Node { return &Node{Text: s} }

// ListOf returns a list with a node for each value.
func ListOf[T any](values []T, of func(T) *Node) *Node {
	n := &Node{Kind: List}
	for _, v := range values {
		n.Items = append(n.Items, of(v))
	}
	return n
}

// Number returns a scalar that is a number.
func Number(v int) *Node { return Bare(strconv.Itoa(v)) }

// Numbers returns a list of numbers.
func Numbers(values []int) *Node { return ListOf(values, Number) }

// Limits bound what is read of a text.
type Limits struct {
	YAMLBytes int
	Documents int
	Depth     int // nesting of lists and mappings
	Nodes     int // values of a text
}

// A count compares what is read of a text with the limits, and keeps the first mistake.
type count struct {
	limits           Limits
	nodes, documents int
	err              error
}

// fail records a mistake, unless there is one already.
func (c *count) fail(e *located.Error) {
	if c.err == nil {
		c.err = e
	}
}

// add counts a value that lies in depth-1 others, and reports whether what is in it may be read.
func (c *count) add(n *Node, depth int) bool {
	if c.nodes++; c.nodes > c.limits.Nodes {
		c.fail(Beyond(n.Pos, "nodes", "more than %d values in one file", c.limits.Nodes))
	}
	if depth > c.limits.Depth && (n.Kind == List || n.Kind == Mapping) {
		c.fail(Beyond(n.Pos, "depth", "nested more than %d deep", c.limits.Depth))
	}
	return c.err == nil
}

// document counts a document, after a mistake none.
func (c *count) document(n *Node) {
	if c.documents++; c.documents > c.limits.Documents && c.err == nil {
		c.fail(Beyond(n.Pos, "documents", "more than %d puzzles in one file", c.limits.Documents))
	}
}
