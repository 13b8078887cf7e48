// Package schema holds the keys of a puzzle file, and their schema for editors.
package schema

import (
	_ "embed"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

//go:embed schema.json
var text string

// Text returns the JSON Schema (draft 2020-12) of one puzzle.
func Text() string {
	var names []string
	for _, l := range lattice.All() {
		names = append(names, strconv.Quote(l.Name))
	}
	return strings.Replace(text, `["square"]`, "["+strings.Join(names, ", ")+"]", 1)
}

// A Key is a key of the puzzle file.
type Key struct {
	Of   string // "puzzle", "piece", "hint" or "claim"
	Name string
	Text string // its meaning, as in the Text
}

// Keys lists the keys of the puzzle file in the order in which they are written.
func Keys() []Key {
	type described map[string]struct{ Description string }
	var s struct {
		Properties described
		Defs       map[string]struct{ Properties described } `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		panic("schema: the embedded schema is no JSON: " + err.Error())
	}
	var keys []Key
	add := func(of string, names []string, properties described) {
		for _, name := range names {
			keys = append(keys, Key{of, name, properties[name].Description})
		}
	}
	add("puzzle", Puzzle, s.Properties)
	add("piece", Piece, s.Defs["piece"].Properties)
	add("hint", Hint, s.Defs["hint"].Properties)
	add("claim", Claim, s.Defs["claim"].Properties)
	return keys
}

// The keys of a puzzle file, in the order in which they are written.
var (
	Puzzle = []string{"format", "name", "lattice", "board", "regions", "labels",
		"pieces", "optional", "place", "claims"}
	Piece = []string{"name", "shape", "count", "rotate", "flip", "within", "color"}
	Hint  = []string{"piece", "cells"}
	Claim = []string{
		string(puzzle.Solutions), string(puzzle.UpToSymmetry), string(puzzle.AtLeast),
		string(puzzle.Unique), string(puzzle.DigestIs), "source",
	}
)

// Version is the number of the puzzle file's format.
const Version = "1"
