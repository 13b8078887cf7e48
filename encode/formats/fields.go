package formats

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/image/colornames"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/spelling"
)

// A node is a value of a YAML or JSON document. Both become the same tree, so that one reader of
// the puzzle model is enough.
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
	// rows are the places of the lines of a scalar, if known: character c of line k is at
	// rows[k].after(c).
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

// String names the kind of a node, for a message.
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

// has reports whether the node has a key.
func (n *node) has(key string) bool {
	return slices.ContainsFunc(n.keys, func(k *node) bool { return k.text == key })
}

func bare(s string) *node { return &node{text: s, bare: true} }

func text(s string) *node { return &node{text: s} }

// listOf returns a list with a node for each value.
func listOf[T any](values []T, of func(T) *node) *node {
	n := &node{kind: list}
	for _, v := range values {
		n.items = append(n.items, of(v))
	}
	return n
}

func number(v int) *node { return bare(strconv.Itoa(v)) }

func numbers(values []int) *node { return listOf(values, number) }

// A fieldReader reads the values of a tree: mappings, lists, texts and numbers. It continues after
// a mistake, so that one run reports all mistakes.
type fieldReader struct {
	*source
	places puzzlePlaces
	errs   Errors
}

// fail records a mistake.
func (r *fieldReader) fail(p pos, format string, args ...any) { r.add(r.errorf(p, format, args...)) }

// failBeyond is fail for a value beyond a limit.
func (r *fieldReader) failBeyond(p pos, limit, format string, args ...any) {
	r.add(r.beyond(p, limit, format, args...))
}

func (r *fieldReader) add(e *Error) {
	if len(r.errs) == maxErrors {
		r.errs = append(r.errs, r.errorf(pos{e.Line, e.Col}, "there are more errors"))
	}
	if len(r.errs) < maxErrors {
		r.errs = append(r.errs, e)
	}
}

// farthest bounds the coordinates of other programs' files.
const farthest = 1 << 20

// cell reads [x, y], or in space [x, y, z].
func (r *fieldReader) cell(n *node, dims int) (c lattice.Cell, ok bool) {
	want := "[x, y]"
	if dims == 3 {
		want = "[x, y, z]"
	}
	if n.kind != list || len(n.items) != dims {
		r.fail(n.pos, "this is no cell; want %s", want)
		return c, false
	}
	for k, item := range n.items {
		v, err := strconv.ParseInt(item.text, 10, 32)
		if item.kind != scalar || !item.bare || err != nil {
			r.fail(item.pos, "%s is no coordinate; a cell is %s in whole numbers, counted from 0", shown(item), want)
			return c, false
		}
		c[k] = int(v)
	}
	return c, true
}

// wholeNumber reports whether the text has only digits.
func wholeNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}

func (r *fieldReader) number(n *node) (*big.Int, bool) {
	if n.kind != scalar || !wholeNumber(n.text) {
		r.fail(n.pos, "%s is no number of solutions; want decimal digits", shown(n))
		return nil, false
	}
	if len(n.text) > r.limits.Digits {
		r.failBeyond(n.pos, "digits", "a number of more than %d digits", r.limits.Digits)
		return nil, false
	}
	return new(big.Int).SetString(n.text, 10)
}

// truth reads true or false.
func (r *fieldReader) truth(n *node, key string) bool {
	if n.kind != scalar || !n.bare || n.text != "true" && n.text != "false" {
		r.fail(n.pos, "%s is %s; want true or false", key, shown(n))
		return false
	}
	return n.text == "true"
}

// name reads a text of one line of printable characters.
func (r *fieldReader) name(n *node, what string) string {
	switch {
	case n.kind != scalar || n.json && n.bare:
		r.fail(n.pos, "%s is %s; want a text", what, shown(n))
	case strings.TrimSpace(n.text) == "":
		r.fail(n.pos, "%s is empty", what)
	case utf8.RuneCountInString(n.text) > r.limits.Name:
		r.failBeyond(n.pos, "name", "%s has more than %d characters", what, r.limits.Name)
	case !printable(n.text):
		r.fail(n.pos, "%s has a character that cannot be seen", what)
	default:
		return n.text
	}
	return "?" // not used: the puzzle is rejected
}

// colour reads a colour as in CSS: a name, or red, green and blue in hexadecimal.
func (r *fieldReader) colour(n *node) string {
	const want = "want a name such as teal, or red, green and blue in quotes, such as \"#ff8000\""
	word := strings.ToLower(n.text)
	named, known := colornames.Map[word]
	if len(word) == len("#rgb") && word[0] == '#' {
		word = string([]byte{'#', word[1], word[1], word[2], word[2], word[3], word[3]})
	}
	p := puzzle.Piece{Colour: word}
	_, _, _, ok := p.RGB()
	switch {
	case n.kind == nothing:
		r.fail(n.pos, "color is nothing: outside of quotes '#' begins a comment; %s", want)
	case n.kind != scalar || n.json && n.bare:
		r.fail(n.pos, "color is %s; %s", shown(n), want)
	case known:
		return fmt.Sprintf("#%02x%02x%02x", named.R, named.G, named.B)
	case !ok:
		r.fail(n.pos, "%s is no colour; %s%s", shown(n), want, spelling.Hint(word, colornames.Names))
	default:
		return word
	}
	return ""
}

// printable reports whether a text is one line of printable characters.
func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r == unicode.ReplacementChar || !unicode.IsPrint(r)
	})
}

// list returns the elements of a list; a missing value is an empty list.
func (r *fieldReader) list(n *node, key string, limit bound) []*node {
	switch {
	case n == nil || n.kind == nothing:
		return nil
	case n.kind != list:
		r.fail(n.pos, "%s is %s; want a list", key, n.kind)
		return nil
	case len(n.items) > limit.most:
		r.failBeyond(n.items[limit.most].pos, limit.name, "%s has more than %d elements", key, limit.most)
		return nil
	}
	return n.items
}

// A form is a mapping with a fixed set of keys.
type form struct {
	*fieldReader
	pos
	values   map[string]*node
	misspelt bool // a key is wrong: it may be a misspelling of one that seems missing
}

// form returns the mapping n, after checking that all keys are known and none occurs twice. It has
// no values if n is not a mapping, or is empty.
func (r *fieldReader) form(n *node, what string, known []string) (f form) {
	f = form{fieldReader: r, pos: n.pos, values: make(map[string]*node, len(known))}
	before := len(r.errs)
	defer func() { f.misspelt = len(r.errs) > before }()
	if n.kind != mapping {
		r.fail(n.pos, "%s is %s; want a mapping with the keys %s", what, n.kind, strings.Join(known, ", "))
		return f
	}
	seen := make(map[string]pos, len(n.keys))
	for k, key := range n.keys {
		if !slices.Contains(known, key.text) {
			r.fail(key.pos, "unknown key %s in %s; want %s", shown(key), what, oneOf(key.text, known))
			continue
		}
		if first, twice := seen[key.text]; twice {
			r.fail(key.pos, "the key %s stands twice; first in line %d", shown(key), first.line)
			continue
		}
		seen[key.text] = key.pos
		f.values[key.text] = n.items[k]
	}
	return f
}

// places returns the places of the values, by key.
func (f *form) places() map[string]pos {
	all := make(map[string]pos, len(f.values))
	for key, v := range f.values {
		all[key] = v.pos
	}
	return all
}

// may reads the value of a key if the mapping has it.
func (f *form) may(key string, read func(v *node)) {
	if v := f.values[key]; v != nil {
		read(v)
	}
}

// must reads the value of a key, or fails if it is missing.
func (f *form) must(key string, read func(v *node), missing string, args ...any) {
	if f.values[key] == nil && !f.misspelt {
		f.fail(f.pos, missing, args...)
	}
	f.may(key, read)
}

// oneOf lists the known words, and first the one that was probably meant.
func oneOf(word string, known []string) string {
	return "one of " + strings.Join(known, ", ") + spelling.Hint(word, known)
}

// shown describes the value of a node for a message.
func shown(n *node) string {
	if n.kind != scalar {
		return n.kind.String()
	}
	return cutShort(n.text)
}

// cutShort quotes a text for a message, without its end if it is long.
func cutShort(text string) string {
	if r := []rune(text); len(r) > 40 {
		return strconv.Quote(string(r[:40])) + "..."
	}
	return strconv.Quote(text)
}

// failWith records a mistake that another package has found.
func (r *fieldReader) failWith(p pos, err error) {
	e := r.errorf(p, "%s", err.Error())
	e.Err = err
	r.errs = append(r.errs, e)
}
