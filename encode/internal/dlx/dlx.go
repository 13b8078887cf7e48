// Package dlx reads and writes cover models in the text form of Knuth's DLX programs. It is the
// only implementation of this form: the puzzle file reader, the exports and the certificates use
// it.
//
// The text is a line that names the items and then one line for each option:
//
//	| exactile: items 5 options 2 added 0
//	A 0:2|B x y | z
//	A x y
//	B z
//
// An item is covered exactly once unless it has a bound: "lo:hi|name" at least lo and at most hi
// times, "hi|name" exactly hi times. Items after a separate "|" are secondary: covered at most
// once. A line that starts with "|" is a comment; empty lines are ignored. A comment of another
// program, which starts with // or #, is an error. The items of an option may be in any order.
// Option k of the model is the k-th option line.
//
// Write puts a comment before the items line with the numbers of items, options and added items
// (see cover.Model). Parse compares the first two with the text, to detect a file that was cut
// short, and uses the third; files without the comment have no added items.
//
// Two things differ from some of Knuth's programs. An option without a primary item is an error
// here, not ignored, since ignoring such options changes the count. And an upper bound of zero is
// allowed, since models use it to drop options.
//
// An option may give secondary items colours, as in x:red. Options that give an item the same
// colour agree; others that cover the item exclude each other. Parse turns colours into bounds: the
// model has more items, such as x=red, which the options with x:red cover. Its solutions are those
// of the text, one for one, and the options of the text come first. If an item has colours from
// many options that could otherwise all be chosen together, such as a letter of a word search,
// there is one more option for each of its colours, which is chosen if the colour is not used.
// Write writes the model with these items and options.
//
// Source: D. E. Knuth, The Art of Computer Programming, volume 4B, section
// 7.2.2.1, and his programs DLX1, DLX2 and DLX3.
package dlx

import (
	"fmt"
	"math"
	"unicode"
	"unicode/utf8"
)

// maxBound keeps bounds within 32-bit formats.
const maxBound = math.MaxInt32 - 1

// Mark is the start of the comment that Write puts before the items line. No other program writes
// it.
const Mark = "| exactile:"

// header is that comment, for both Fprintf and Sscanf.
const header = Mark + " items %d options %d added %d"

// Limits bound what Parse accepts, so that any input ends in bounded time and memory. The zero
// value of a field means its default.
type Limits struct {
	Bytes   int // of the whole text; default 128 MiB
	Line    int // bytes of one line; default 4 MiB
	Items   int // default 1<<18
	Options int // default 1<<21
	Entries int // items of all options together; default 1<<24
}

func (l Limits) withDefaults() Limits {
	usual := func(field *int, value int) {
		if *field <= 0 {
			*field = value
		}
	}
	usual(&l.Bytes, 128<<20)
	usual(&l.Line, 4<<20)
	usual(&l.Items, 1<<18)
	usual(&l.Options, 1<<21)
	usual(&l.Entries, 1<<24)
	return l
}

// validName returns the reason why a name is not possible in the text form, or nil: '|' and ':'
// have a meaning, and white space separates.
func validName(name string) error {
	if name == "" {
		return fmt.Errorf("an item has no name")
	}
	if !utf8.ValidString(name) {
		return fmt.Errorf("item name %q is not valid UTF-8", name)
	}
	for _, r := range name {
		if r == '|' || r == ':' || unicode.IsSpace(r) || !unicode.IsPrint(r) {
			return fmt.Errorf("item name %q has %q in it", name, r)
		}
	}
	return nil
}
