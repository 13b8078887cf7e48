// Package engines has the table of SAT engines that are part of the program.
package engines

import (
	"cmp"
	"slices"

	"github.com/exactile/exactile/backends/internal/allsat"
	"github.com/exactile/exactile/backends/internal/gini"
	"github.com/exactile/exactile/backends/internal/gophersat"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode"
)

// Table of SAT engines: a line each.
//
// The encodings were chosen by their cost, in user CPU seconds:
//
//	first solution              gini                            gophersat
//	                            prod seqn bima bitw comm pair   prod seqn bima bitw comm pair card
//	12 pentominoes, any, 20x20  .40  .50  .32  .54  .20  1.97   2.76 2.25 1.10 1.67 3.61  >6   >6
//	45 Y pentominoes, 15x15     1.49 1.72 1.38 1.52 2.00 1.28   2.17 2.18 1.94 2.38 2.37 1.91 1.68
//	X, W, F, T, any, 20x20      1.15 1.24  .94 1.06  .85  .91   1.63 2.83 1.05 2.84 1.56 1.45 1.06
//	pentominoes twice, 3x40     .90  1.04  .82  .94  .99  .81   1.00 1.02 1.07 1.08 1.13 1.22  .91
//	40 crosses packed in 16x16  .43  .63   .41  .43  .45  .45   2.30 1.73 2.12 1.85 1.73 1.78  >6
//	12 pentominoes in 9x7       .50  .63   .46  .50  .54  .39   1.22 1.14 1.26 1.52 1.31  .89 1.01
//	dominoes, mutilated (none)  .10  .10   .11  .12  .10  .12    .27  .22  .22  .22  .23  .27  .24
//	all solutions
//	12 pentominoes, 8x8 - 2x2   8.0  9.3   7.5  7.7  8.0  9.2   11.5 12.8 10.6 10.6 10.9 15.5 10.5
//	12 pentominoes, 3x20        .24  .25   .23  .26  .24  .26    .34  .43  .33  .35  .33  .34  .26
//	dominoes 6x6                .21  .21   .19  .18  .21  .19    .42  .49  .44  .36  .50  .47  .34
//	dominoes 6x8                5.4  5.5   5.2  5.0  5.3  5.6
//
// For first solutions a factor of two is chance. What is more than chance:
// pairwise loses on large boards, by its size; gophersat's own constraints lose if
// a bound is high; bimander is the best or next to it for both. For gini product
// is equal within chance and takes a third of the clauses, and less memory.
//
// For outside programs no encoding except pairwise is worse by more than chance, so
// product is the default for them, too. First solutions, product, sequential, bimander,
// commander and pairwise: the first board by cadical .31 2.05 2.40 .47 >5, minisat 1.10
// 1.56 2.76 .70 >5, cryptominisat5 .45 1.40 .85 1.28 2.88; the crosses by cadical .42
// .90 .43 .60 .48, minisat .33 .74 .39 .36 .48, picosat .44 .57 .39 .44 .42.
var Table = []Row{
	{Name: "allsat",
		Text:   "lists the models of the whole formula: a search that knows its clauses alone",
		Module: exactile, Encoding: "pairwise", Large: "product", Lists: true,
		New: func() sat.Engine { return allsat.New() }},
	{Name: "gini", Text: "the SAT solver gini", Module: "github.com/go-air/gini",
		Encoding: "product",
		New:      func() sat.Engine { return gini.New() }},
	{Name: "gophersat", Text: "the SAT solver gophersat", Module: "github.com/crillab/gophersat",
		Encoding: "bimander", Cardinality: true, Proves: true,
		New: func() sat.Engine { return gophersat.New() }},
}

// exactile is the module of this package.
const exactile = "github.com/exactile/exactile"

// A Row is a line of the table.
type Row struct {
	Name, Text  string
	Module      string // that contains it, whose version is the engine's
	Encoding    string // the default
	Large       string // the default for models of thousands of options, if that is another
	Cardinality bool   // it is a CardinalityEngine
	Proves      bool   // it is a ProvingEngine
	Lists       bool   // it projects, and is slow after no number of models
	New         func() sat.Engine
}

// Cardinality takes the place of an encoding if bounds are passed to the engine directly.
const Cardinality = "cardinality"

// Of returns the line of the table with that name.
func Of(name string) (e Row, ok bool) {
	k := slices.IndexFunc(Table, func(e Row) bool { return e.Name == name })
	if k < 0 {
		return Row{}, false
	}
	return Table[k], true
}

// Backend returns b, which says how to work, as a backend of the engine with the encoding of that
// name, "" for the default.
func (e Row) Backend(b sat.Backend, encoding string) (_ sat.Backend, err error) {
	b.New, b.Lists = e.New, e.Lists
	if e.Large != "" && encoding == "" {
		if b.Large, err = encode.Lookup(e.Large); err != nil {
			return b, err
		}
	}
	encoding = cmp.Or(encoding, e.Encoding)
	if e.Cardinality && encoding == Cardinality {
		return b, nil
	}
	b.Encoding, err = encode.Lookup(encoding)
	return b, err
}

// Usual returns b as a backend of the engine of that name in the table, with its usual encoding.
func Usual(name string, b sat.Backend) sat.Backend {
	e, _ := Of(name)
	b.Name = name
	b, err := e.Backend(b, "")
	if err != nil {
		panic(err) // the names in the table are right
	}
	return b
}
