package registry_test

import (
	"fmt"
	"slices"
	"strings"
)

// The functions called ...Text in the files colours_*_test.go make texts of items and options
// from examples of Knuth's exact covering with colours. Source of the kinds: D. E. Knuth, The
// Art of Computer Programming, volume 4B, section 7.2.2.1, the exercises that each names.

// A writer collects the items and options of a text, items in the order of their first use.
type writer struct {
	primary, secondary []string
	known              map[string]bool
	options            strings.Builder
}

// option adds an option: primary items, and secondary ones as ITEM or ITEM:COLOUR.
func (w *writer) option(primary []string, secondary ...string) {
	if w.known == nil {
		w.known = make(map[string]bool)
	}
	note := func(to *[]string, item string) {
		if !w.known[item] {
			w.known[item] = true
			*to = append(*to, item)
		}
	}
	for _, item := range primary {
		note(&w.primary, item)
	}
	for _, use := range secondary {
		item, _, _ := strings.Cut(use, ":")
		note(&w.secondary, item)
	}
	fmt.Fprintln(&w.options, strings.Join(slices.Concat(primary, secondary), " "))
}

// String returns the text. It begins with an empty line and a comment.
func (w *writer) String() string {
	return fmt.Sprintf("\n| colours\n%s | %s\n%s",
		strings.Join(w.primary, " "), strings.Join(w.secondary, " "), &w.options)
}

// in names an item with a place, or with a colour: in("c", 1, 2) is c1.2.
func in(name string, at ...int) string {
	return name + strings.Trim(strings.ReplaceAll(fmt.Sprint(at), " ", "."), "[]")
}
