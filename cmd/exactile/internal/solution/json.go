// Package solution writes solutions of compiled puzzles as data (JSON, lines of cells) and reads
// them back, from data or from a drawing. It only translates: the cover model checks whether the
// result solves the puzzle.
package solution

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/located"
	"github.com/exactile/exactile/internal/text"
)

// A Record is a solution as data: its placements in the order of the pieces in the file, then of
// cells. For a puzzle without geometry it has the items of the options instead.
type Record struct {
	Placements []Placement `json:"placements,omitzero"`
	Options    [][]string  `json:"options,omitzero"`
}

// A Placement is a piece at its place. Coordinates are [x, y] or [x, y, z], 0-based, x to the
// right, y down; Cells are in the order of z, y, x. Origin is added to the cells of the piece's
// orientation number OrientationIndex, an index into puzzle.Piece.Orientations.
type Placement struct {
	Piece            string  `json:"piece"`
	Origin           []int   `json:"origin"`
	OrientationIndex int     `json:"orientation_index"`
	Cells            [][]int `json:"cells"`
	// Labels, if any, are the labels of the cells; "": none. They are not read.
	Labels []string `json:"labels,omitempty"`
}

// NewRecord returns s as data.
func NewRecord(t *puzzle.Tiling, s cover.Solution) Record {
	if t.Puzzle.Cover != nil {
		r := Record{Options: [][]string{}}
		for _, o := range s {
			r.Options = append(r.Options, t.ItemNames(o))
		}
		return r
	}
	r := Record{Placements: []Placement{}}
	for _, o := range t.Ordered(s) {
		r.Placements = append(r.Placements, placement(t, o))
	}
	return r
}

// placement returns an option as data.
func placement(t *puzzle.Tiling, o int) Placement {
	pl := t.Placements[o]
	return Placement{
		Piece:            t.Puzzle.Pieces[pl.Piece].Name,
		Origin:           t.Puzzle.Coordinates([]lattice.Cell{pl.Origin})[0],
		OrientationIndex: pl.Orientation,
		Cells:            t.Puzzle.Coordinates(pl.Cells),
	}
}

// Solution returns the options of t that r names. Only piece and cells are needed; origin and
// orientation, if given, must agree with them. The error names the placement at fault: an unknown
// piece, cells that the piece cannot cover there, or a repeated placement.
func (r Record) Solution(t *puzzle.Tiling) (cover.Solution, error) {
	s := cover.Solution{}
	for k, p := range r.Placements {
		o, err := p.option(t)
		if err != nil {
			return nil, fmt.Errorf("placement %d: %w", k+1, err)
		}
		s = append(s, o)
	}
	options, err := namedOptions(t, r.Options)
	if err != nil {
		return nil, err
	}
	s = append(s, options...)
	slices.Sort(s)
	for k := 1; k < len(s); k++ {
		if s[k] == s[k-1] {
			return nil, fmt.Errorf("the placement %s is listed twice", t.PlacementName(s[k]))
		}
	}
	return s, nil
}

func (p Placement) option(t *puzzle.Tiling) (int, error) {
	piece := t.Puzzle.Piece(p.Piece)
	if piece < 0 {
		var names []string
		for _, known := range t.Puzzle.Pieces {
			names = append(names, known.Name)
		}
		return 0, fmt.Errorf("there is no piece %q%s", p.Piece, text.Hint(p.Piece, names))
	}
	var cells []lattice.Cell
	for _, c := range p.Cells {
		cell, err := coordinates(c)
		if err != nil {
			return 0, err
		}
		cells = append(cells, cell)
	}
	o := t.Find(piece, cells)
	if o < 0 {
		var names []string
		for _, c := range p.Cells {
			names = append(names, Bracketed(c))
		}
		return 0, fmt.Errorf("piece %q does not fit the cells %s", p.Piece,
			strings.Join(names, " "))
	}
	if p.Origin != nil {
		origin, err := coordinates(p.Origin)
		if err != nil {
			return 0, err
		}
		if pl := t.Placements[o]; pl.Origin != origin || pl.Orientation != p.OrientationIndex {
			return 0, fmt.Errorf("piece %q on these cells is orientation %d at %s, not %d at %s",
				p.Piece, pl.Orientation,
				Bracketed(t.Puzzle.Coordinates([]lattice.Cell{pl.Origin})[0]),
				p.OrientationIndex, Bracketed(p.Origin))
		}
	}
	return o, nil
}

// Bracketed writes coordinates as JSON does.
func Bracketed(c []int) string { return strings.ReplaceAll(fmt.Sprint(c), " ", ",") }

func coordinates(c []int) (cell lattice.Cell, err error) {
	if len(c) != 2 && len(c) != 3 {
		return cell, fmt.Errorf("%s is not a cell: want [x, y] or [x, y, z]", Bracketed(c))
	}
	copy(cell[:], c)
	return cell, nil
}

// namedOptions finds options by the names of their items. Options with the same names are taken in
// order.
func namedOptions(t *puzzle.Tiling, names [][]string) ([]int, error) {
	if len(names) == 0 {
		return nil, nil
	}
	key := func(names []string) string {
		names = slices.Clone(names)
		slices.Sort(names)
		return strings.Join(names, " ")
	}
	byName := make(map[string][]int, len(t.Options))
	for o := range t.Options {
		k := key(t.ItemNames(o))
		byName[k] = append(byName[k], o)
	}
	var options []int
	for n, items := range names {
		k := key(items)
		if len(byName[k]) == 0 {
			return nil, fmt.Errorf("option %d: no other option has the items %s", n+1, k)
		}
		options, byName[k] = append(options, byName[k][0]), byName[k][1:]
	}
	return options, nil
}

// MaxInput bounds what Read reads, in bytes.
const MaxInput = 64 << 20

// Read reads a solution of t from JSON: the output of solve, or only the object with "placements"
// (or "options"). It does not check whether it solves the puzzle. A document with "solutions" must
// hold exactly one, which a "solution" beside it repeats.
func Read(t *puzzle.Tiling, data []byte) (cover.Solution, error) {
	var doc struct {
		Record
		Solution  *Record  `json:"solution"`
		Solutions []Record `json:"solutions"`
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&doc); err != nil {
		line, col := position(data, decoder.InputOffset(), err)
		return nil, located.Errorf("", line, col, "%s", reason(err))
	}
	if _, err := decoder.Token(); err != io.EOF {
		line, col := position(data, decoder.InputOffset(), nil)
		return nil, located.Errorf("", line, col, "more than one JSON value")
	}
	records := doc.Solutions
	switch {
	case doc.Solution == nil:
	case len(records) != 1:
		records = append(records, *doc.Solution)
	case !reflect.DeepEqual(records[0], *doc.Solution):
		return nil, errors.New(`"solution" and "solutions" differ: remove one of them`)
	}
	if doc.Placements != nil || doc.Options != nil {
		records = append(records, doc.Record)
	}
	if len(records) != 1 {
		return nil, fmt.Errorf("want one solution, found %d", len(records))
	}
	return records[0].Solution(t)
}

// reason describes a JSON error without the terms of Go.
func reason(err error) string {
	var other *json.UnmarshalTypeError
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return "the text ends before a JSON value does"
	case !errors.As(err, &other):
		return err.Error()
	}
	want := map[reflect.Kind]string{
		reflect.Int: "a whole number of a cell or a piece", reflect.String: "a text",
		reflect.Slice: "a list", reflect.Struct: "an object",
	}[other.Type.Kind()]
	text := fmt.Sprintf("found a JSON %s, want %s", other.Value, want)
	if field := other.Field[strings.LastIndexByte(other.Field, '.')+1:]; field != "" {
		text = field + ": " + text
	}
	return text
}

// position returns the line and column of a JSON error, both from 1.
func position(data []byte, offset int64, err error) (line, col int) {
	if err == io.ErrUnexpectedEOF {
		offset = int64(len(data))
	}
	switch e := err.(type) {
	case *json.SyntaxError:
		offset = e.Offset
	case *json.UnmarshalTypeError:
		offset = e.Offset
	}
	before := data[:min(max(offset, 0), int64(len(data)))]
	return 1 + bytes.Count(before, []byte("\n")), max(1,
		len(before)-bytes.LastIndexByte(before, '\n')-1)
}
