package formats

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/text"
	"github.com/exactile/exactile/internal/tree"
	"golang.org/x/image/colornames"
)

// A fieldReader reads the values of a tree: mappings, lists, texts and numbers. It continues after
// a mistake, so that one run reports all mistakes.
type fieldReader struct {
	*source
	places puzzlePlaces
	errs   []error // of the type *located.Error
}

// fail records a mistake.
func (r *fieldReader) fail(p tree.Pos, format string, args ...any) {
	r.add(tree.At(p, format, args...))
}

// failBeyond is fail for a value beyond a limit.
func (r *fieldReader) failBeyond(p tree.Pos, limit, format string, args ...any) {
	r.add(tree.Beyond(p, limit, format, args...))
}

// add records a mistake.
func (r *fieldReader) add(e *located.Error) { r.errs = append(r.errs, e) }

// cell reads [x, y], or in space [x, y, z].
func (r *fieldReader) cell(n *tree.Node, dims int) (c lattice.Cell, ok bool) {
	want := "[x, y]"
	if dims == 3 {
		want = "[x, y, z]"
	}
	if n.Kind != tree.List || len(n.Items) != dims {
		r.fail(n.Pos, "this is no cell; want %s", want)
		return c, false
	}
	for k, item := range n.Items {
		v, err := strconv.ParseInt(item.Text, 10, 32)
		if item.Kind != tree.Scalar || !item.Bare || err != nil {
			r.fail(item.Pos, "%s is no coordinate; a cell is %s in whole numbers, counted from 0",
				shown(item), want)
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

func (r *fieldReader) number(n *tree.Node) (*big.Int, bool) {
	if n.Kind != tree.Scalar || !wholeNumber(n.Text) {
		r.fail(n.Pos, "%s is no number of solutions; want decimal digits", shown(n))
		return nil, false
	}
	if len(n.Text) > r.limits.Digits {
		r.failBeyond(n.Pos, "digits", "a number of more than %d digits", r.limits.Digits)
		return nil, false
	}
	return new(big.Int).SetString(n.Text, 10)
}

// boolean reads true or false.
func (r *fieldReader) boolean(n *tree.Node, key string) bool {
	if n.Kind != tree.Scalar || !n.Bare || n.Text != "true" && n.Text != "false" {
		r.fail(n.Pos, "%s is %s; want true or false", key, shown(n))
		return false
	}
	return n.Text == "true"
}

// name reads a text of one line of printable characters.
func (r *fieldReader) name(n *tree.Node, what string) string {
	switch {
	case n.Kind != tree.Scalar || n.JSON && n.Bare:
		r.fail(n.Pos, "%s is %s; want a text", what, shown(n))
	case strings.TrimSpace(n.Text) == "":
		r.fail(n.Pos, "%s is empty", what)
	case utf8.RuneCountInString(n.Text) > r.limits.Name:
		r.failBeyond(n.Pos, "name", "%s has more than %d characters", what, r.limits.Name)
	case !printable(n.Text):
		r.fail(n.Pos, "%s has a character that cannot be seen", what)
	default:
		return n.Text
	}
	return "?" // not used: the puzzle is rejected
}

// colour reads a colour as in CSS: a name, or red, green and blue in hexadecimal.
func (r *fieldReader) colour(n *tree.Node) string {
	const want = "want a name such as teal, or red, green and blue in quotes, such as \"#ff8000\""
	word := strings.ToLower(n.Text)
	named, known := colornames.Map[word]
	if len(word) == len("#rgb") && word[0] == '#' {
		word = string([]byte{'#', word[1], word[1], word[2], word[2], word[3], word[3]})
	}
	p := puzzle.Piece{Colour: word}
	_, _, _, ok := p.RGB()
	switch {
	case n.Kind == tree.Nothing:
		r.fail(n.Pos, "color is nothing: outside of quotes '#' begins a comment; %s", want)
	case n.Kind != tree.Scalar || n.JSON && n.Bare:
		r.fail(n.Pos, "color is %s; %s", shown(n), want)
	case known:
		return fmt.Sprintf("#%02x%02x%02x", named.R, named.G, named.B)
	case !ok:
		r.fail(n.Pos, "%s is no colour; %s%s", shown(n), want, text.Hint(word, colornames.Names))
	default:
		return word
	}
	return ""
}

// list returns the elements of a list; a missing value is an empty list.
func (r *fieldReader) list(n *tree.Node, key string, limit bound) []*tree.Node {
	switch {
	case n == nil || n.Kind == tree.Nothing:
		return nil
	case n.Kind != tree.List:
		r.fail(n.Pos, "%s is %s; want a list", key, n.Kind)
		return nil
	case len(n.Items) > limit.most:
		r.failBeyond(n.Items[limit.most].Pos, limit.name, "%s has more than %d elements",
			key, limit.most)
		return nil
	}
	return n.Items
}

// A form is a mapping with a fixed set of keys.
type form struct {
	*fieldReader
	tree.Pos
	values   map[string]*tree.Node
	misspelt bool // a key is wrong: it may be a misspelling of one that seems missing
}

// form returns the mapping n, after checking that all keys are known and none occurs twice. It has
// no values if n is not a mapping, or is empty.
func (r *fieldReader) form(n *tree.Node, what string, known []string) (f form) {
	f = form{fieldReader: r, Pos: n.Pos, values: make(map[string]*tree.Node, len(known))}
	before := len(r.errs)
	defer func() { f.misspelt = len(r.errs) > before }()
	if n.Kind != tree.Mapping {
		r.fail(n.Pos, "%s is %s; want a mapping with the keys %s",
			what, n.Kind, strings.Join(known, ", "))
		return f
	}
	seen := make(map[string]tree.Pos, len(n.Keys))
	for k, key := range n.Keys {
		word, _, joined := strings.Cut(key.Text, ":")
		if joined && slices.Contains(known, word) {
			r.fail(key.After(len(word)), "want a blank after \"%s:\", so that it is a key", word)
			continue
		}
		if !slices.Contains(known, key.Text) {
			r.fail(key.Pos, "unknown key %s in %s; want %s",
				shown(key), what, oneOf(key.Text, known))
			continue
		}
		if first, twice := seen[key.Text]; twice {
			r.fail(key.Pos, "the key %s occurs twice; first in line %d", shown(key), first.Line)
			continue
		}
		seen[key.Text] = key.Pos
		f.values[key.Text] = n.Items[k]
	}
	return f
}

// places returns the places of the values, by key.
func (f *form) places() map[string]tree.Pos {
	all := make(map[string]tree.Pos, len(f.values))
	for key, v := range f.values {
		all[key] = v.Pos
	}
	return all
}

// may reads the value of a key if the mapping has it.
func (f *form) may(key string, read func(v *tree.Node)) {
	if v := f.values[key]; v != nil {
		read(v)
	}
}

// must reads the value of a key, or fails if it is missing.
func (f *form) must(key string, read func(v *tree.Node), missing string, args ...any) {
	if f.values[key] == nil && !f.misspelt {
		f.fail(f.Pos, missing, args...)
	}
	f.may(key, read)
}

// oneOf lists the known words, and after them the one that was probably meant.
func oneOf(word string, known []string) string {
	hint := text.Hint(word, known)
	for key, others := range synonyms {
		if hint == "" && slices.Contains(known, key) &&
			slices.Contains(others, strings.ToLower(word)) {
			hint = fmt.Sprintf("; did you mean %q?", key)
		}
	}
	return "one of " + strings.Join(known, ", ") + hint
}

// synonyms are words that other programs use, and people try, for keys of a puzzle file.
var synonyms = map[string][]string{
	"board":   {"grid", "area", "box", "container", "field", "target"},
	"regions": {"zones", "areas"},
	"labels":  {"dates", "texts", "values"},
	"pieces":  {"tiles", "shapes", "polyominoes", "blocks", "parts"},
	"groups":  {"classes", "sets", "limits"},
	"rules":   {"constraints", "restrictions", "conditions"},
	"most":    {"max", "maximum"},
	"least":   {"min", "minimum"},
	"place":   {"hints", "given", "givens", "fixed", "placements"},
	"claims":  {"expected", "tests", "answers"},
	"name":    {"title", "id", "letter", "symbol"},
	"shape":   {"form", "pattern", "rows", "cells", "squares", "tile", "drawing", "matrix"},
	"count": {"number", "num", "n", "copies", "amount", "quantity", "times", "multiplicity", "max",
		"min"},
	"rotate":      {"turn", "turns", "rotation", "rotations", "rotatable"},
	"flip":        {"mirror", "reflect", "reflection", "reflections", "flippable", "mirrored"},
	"within":      {"region", "zone", "in"},
	"color":       {"fill", "paint"},
	"piece":       {"name", "tile", "shape"},
	"cells":       {"at", "squares", "position", "positions", "coordinates"},
	"solutions":   {"count", "number", "total"},
	"symmetry":    {"symmetries", "motions"},
	"source":      {"by", "from", "reference", "note"},
	"lattice":     {"geometry", "tiling"},
	"optional":    {"packing", "partial"},
	"at_least":    {"minimum", "min"},
	"digest":      {"hash", "sha256"},
	"certificate": {"proof"},
}

// shown describes the value of a node for a message.
func shown(n *tree.Node) string {
	if n.Kind != tree.Scalar {
		return n.Kind.String()
	}
	return cutShort(n.Text)
}

// cutShort quotes a text for a message, without its end if it is long.
func cutShort(text string) string {
	if r := []rune(text); len(r) > 40 {
		return strconv.Quote(string(r[:40])) + "..."
	}
	return strconv.Quote(text)
}

// readTrees reads a puzzle from each tree of the text. name is for a puzzle without one.
func readTrees(
	s *source, parse func(text string, limits tree.Limits) ([]*tree.Node, error),
	read func(r *fieldReader, n *tree.Node, name string) *puzzle.Puzzle,
) ([]*Document, error) {
	trees, err := parse(s.text, s.limits.ofTrees())
	if err != nil {
		return nil, err
	}
	trees = slices.DeleteFunc(trees, (*tree.Node).Empty)
	var documents []*Document
	var errs []error
	for k, n := range trees {
		r := &fieldReader{source: s, places: puzzlePlaces{whole: n.Pos}}
		p := read(r, n, s.puzzleName(k, len(trees)))
		documents = append(documents, &Document{p, s, r.places})
		errs = append(errs, r.errs...)
	}
	return documents, errors.Join(errs...)
}
