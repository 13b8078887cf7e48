package formats_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
)

// Every field has a name of its own, and a number that is set reaches it.
func TestLimitsByName(t *testing.T) {
	var l formats.Limits
	var settings []string
	names := map[string]bool{}
	for name := range l.All() {
		names[name] = true
		settings = append(settings, fmt.Sprintf("%s=%d", name, 1000+len(names)))
	}
	if err := l.Set(strings.Join(settings, ", ")); err != nil {
		t.Fatal(err)
	}
	values := map[int64]bool{}
	v := reflect.ValueOf(l)
	for k := range v.NumField() {
		values[v.Field(k).Int()] = true
	}
	if len(names) != v.NumField() || len(values) != v.NumField() || values[0] {
		t.Errorf("%d names for %d fields, which got %v", len(names), v.NumField(), values)
	}
	before := l
	for text, want := range map[string]string{
		"cells=5,pieces=0":  `limit "pieces=0": want pieces=NUMBER`,
		"cells=5000000000":  "a number from 1 to 2147483647",
		"cells":             `limit "cells": want cells=NUMBER`,
		"cells=1e5":         "want cells=NUMBER",
		"cell=5":            `no limit is called "cell"; did you mean "cells"?`,
		"cells=5,,pieces=7": `no limit is called ""`,
	} {
		if err := l.Set(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Set(%q) = %v, want %q", text, err, want)
		}
		if l != before {
			t.Errorf("Set(%q) failed, and changed something", text)
		}
	}
}

// An error that a limit causes says which, so that whoever needs more knows what
// to raise; and raising it is enough.
func TestLimitErrorsNameTheLimit(t *testing.T) {
	const text = "format: 1\nname: n\nboard: |\n  ....\npieces:\n  - {name: A, shape: [X], count: 4}\n  - {name: B, shape: [XX], count: 0..1}\n"
	for _, c := range []struct{ limit, want string }{
		{"bytes=50", "h:1:1: the file is larger than 50 bytes"},
		{"line=20", "h:6:1: a line of more than 20 bytes"},
		{"cells=3", "h:4:"},
		{"all-cells=6", "h:7:22: the boards and pieces of this file have more than 6 cells together"},
		{"pieces=1", "h:7:5: pieces has more than 1 elements"},
		{"piece-cells=1", "h:7:"},
		{"count=3", "h:6:34: a count of more than 3"},
		{"nodes=10", "h:6:6: more than 10 values in one file"},
		{"depth=1", "nested more than 1 deep"},
	} {
		name, _, _ := strings.Cut(c.limit, "=")
		var l formats.Limits
		if err := l.Set(c.limit); err != nil {
			t.Fatal(err)
		}
		_, err := formats.Read("h", strings.NewReader(text), formats.Options{Limits: l})
		var limit *formats.LimitError
		if !errors.As(err, &limit) || limit.Name != name || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q by the limit %s", c.limit, err, c.want, name)
		}
	}
	for _, c := range []struct {
		entries int
		fits    bool
	}{{16, false}, {17, true}} { // 4 placements of 2 items and 3 of 3
		f, err := formats.Read("h", strings.NewReader(text), formats.Options{Limits: formats.Limits{Entries: c.entries}})
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.Documents[0].Compile()
		if errors.As(err, new(*puzzle.TooLargeError)) == c.fits {
			t.Errorf("a model of at most %d entries: %v", c.entries, err)
		}
	}
}
