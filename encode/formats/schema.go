package formats

import (
	_ "embed"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

//go:embed schema.json
var schema string

// Schema returns the JSON Schema (draft 2020-12) of one puzzle in our own format,
// for editors that complete and check as one types. It says what keys there are
// and what their values look like. What it has no words for, such as a piece
// whose shape has no cells or a name that stands twice, only Read finds.
func Schema() string {
	var names []string
	for _, l := range lattice.All() {
		names = append(names, strconv.Quote(l.Name))
	}
	return strings.Replace(schema, `["square"]`, "["+strings.Join(names, ", ")+"]", 1)
}

// A Key is a key of the puzzle file.
type Key struct {
	Of   string // "puzzle", "piece", "hint" or "claim"
	Name string
	Text string // what it says, as in the Schema
}

// Keys lists the keys of the puzzle file in the order in which they are written.
func Keys() []Key {
	type described map[string]struct{ Description string }
	var s struct {
		Properties described
		Defs       map[string]struct{ Properties described } `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(schema), &s); err != nil {
		panic("formats: the embedded schema is no JSON: " + err.Error())
	}
	var keys []Key
	add := func(of string, names []string, properties described) {
		for _, name := range names {
			keys = append(keys, Key{of, name, properties[name].Description})
		}
	}
	add("puzzle", puzzleKeys, s.Properties)
	add("piece", pieceKeys, s.Defs["piece"].Properties)
	add("hint", hintKeys, s.Defs["hint"].Properties)
	add("claim", claimKeys, s.Defs["claim"].Properties)
	return keys
}

// The keys of a puzzle file, in the order in which they are written.
var (
	puzzleKeys = []string{"format", "name", "lattice", "board", "regions", "pieces", "optional", "place", "claims"}
	pieceKeys  = []string{"name", "shape", "count", "rotate", "flip", "within"}
	hintKeys   = []string{"piece", "cells"}
	claimKeys  = []string{
		string(puzzle.Solutions), string(puzzle.UpToSymmetry), string(puzzle.AtLeast),
		string(puzzle.Unique), string(puzzle.DigestIs), "source",
	}
)

// version is the number of the puzzle file's format.
const version = "1"
