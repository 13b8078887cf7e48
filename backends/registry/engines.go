package registry

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/exactile/exactile/backends/internal/allsat"
	"github.com/exactile/exactile/backends/internal/gini"
	"github.com/exactile/exactile/backends/internal/gophersat"
	"github.com/exactile/exactile/backends/internal/isolate"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/internal/contain"
)

// engines is the table of SAT engines: a line each.
//
// The encodings were chosen by their cost, in user CPU seconds:
//
//	first solution                    gini                            gophersat
//	                                  prod seqn bima bitw comm pair   prod seqn bima bitw comm pair card
//	12 pentominoes, any, 20x20        .40  .50  .32  .54  .20  1.97   2.76 2.25 1.10 1.67 3.61  >6   >6
//	45 Y pentominoes, 15x15           1.49 1.72 1.38 1.52 2.00 1.28   2.17 2.18 1.94 2.38 2.37 1.91 1.68
//	X, W, F, T, any, 20x20            1.15 1.24  .94 1.06  .85  .91   1.63 2.83 1.05 2.84 1.56 1.45 1.06
//	pentominoes twice, 3x40           .90  1.04  .82  .94  .99  .81   1.00 1.02 1.07 1.08 1.13 1.22  .91
//	40 crosses packed in 16x16        .43  .63   .41  .43  .45  .45   2.30 1.73 2.12 1.85 1.73 1.78  >6
//	12 pentominoes packed in 9x7      .50  .63   .46  .50  .54  .39   1.22 1.14 1.26 1.52 1.31  .89 1.01
//	dominoes, mutilated 10x10 (none)  .10  .10   .11  .12  .10  .12    .27  .22  .22  .22  .23  .27  .24
//	all solutions
//	12 pentominoes, 8x8 less centre   8.0  9.3   7.5  7.7  8.0  9.2   11.5 12.8 10.6 10.6 10.9 15.5 10.5
//	12 pentominoes, 3x20              .24  .25   .23  .26  .24  .26    .34  .43  .33  .35  .33  .34  .26
//	dominoes 6x6                      .21  .21   .19  .18  .21  .19    .42  .49  .44  .36  .50  .47  .34
//	dominoes 6x8                      5.4  5.5   5.2  5.0  5.3  5.6
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
var engines = []engine{
	{name: "allsat", text: "lists the models of the whole formula: a search that knows its clauses alone", module: exactile,
		encoding: "pairwise", large: "product", lists: true,
		new: func() sat.Engine { return allsat.New() }},
	{name: "gini", text: "the SAT solver gini", module: "github.com/go-air/gini", encoding: "product",
		new: func() sat.Engine { return gini.New() }},
	{name: "gophersat", text: "the SAT solver gophersat", module: "github.com/crillab/gophersat", encoding: "bimander",
		cardinality: true, proves: true,
		new: func() sat.Engine { return gophersat.New() }},
}

// exactile is the module of this package.
const exactile = "github.com/exactile/exactile"

// An engine is a line of the table of SAT engines.
type engine struct {
	name, text  string
	module      string // that contains it, whose version is the engine's
	encoding    string // the default
	large       string // the default for models of thousands of options, if that is another
	cardinality bool   // it is a CardinalityEngine
	proves      bool   // it is a ProvingEngine
	lists       bool   // it projects, and is slow after no number of models
	new         func() sat.Engine
}

// cardinality takes the place of an encoding if bounds are passed to the engine
// directly.
const cardinality = "cardinality"

// engineOf returns the line of the table with that name.
func engineOf(name string) (e engine, ok bool) {
	k := slices.IndexFunc(engines, func(e engine) bool { return e.name == name })
	if k < 0 {
		return engine{}, false
	}
	return engines[k], true
}

// backend returns the engine's backend, with the encoding of that name, "" for the default.
func (e engine) backend(name, encoding string, o Options) (b sat.Backend, err error) {
	b = satBackend(name, e.new, o)
	b.Open = e.isolated(o)
	b.Lists = e.lists
	if e.large != "" && encoding == "" {
		if b.Large, err = encode.Lookup(e.large); err != nil {
			return b, err
		}
	}
	encoding = cmp.Or(encoding, e.encoding)
	if e.cardinality && encoding == cardinality {
		return b, nil
	}
	b.Encoding, err = encode.Lookup(encoding)
	return b, err
}

// satBackend returns the backend of a kind of engine, without an encoding.
func satBackend(name string, engine func() sat.Engine, o Options) sat.Backend {
	return sat.Backend{
		Name: name, New: engine, Enumerate: o.Enumerate, NoReduce: o.NoReduce, Workers: o.Workers,
		Monitor: o.Monitor, Proofs: o.Proofs, NoSymmetry: o.NoSymmetry, LexLeader: o.LexLeader,
	}
}

// isolated returns the source of a search's engines, each in a process of its own, or
// nil if engines are not isolated.
func (e engine) isolated(
	o Options,
) func(context.Context) (func() sat.Engine, func() contain.Usage) {
	if len(o.Isolate) == 0 || e.lists { // a list would come back model by model
		return nil
	}
	command := append(slices.Clip(o.Isolate), e.name)
	return func(ctx context.Context) (func() sat.Engine, func() contain.Usage) {
		pool := isolate.NewPool(ctx, e.name, command, o.childMemory())
		pool.Proves, pool.Unrequested = e.proves, o.Proofs == sat.Trust
		return func() sat.Engine { return isolate.NewEngine(pool) }, pool.Close
	}
}

// ServeEngine is run by the processes of Options.Isolate: it serves the engine
// of that name in the table on r and w, until r ends.
func ServeEngine(name string, r io.Reader, w io.Writer) error {
	e, ok := engineOf(name)
	if !ok {
		return fmt.Errorf("no engine is called %q", name)
	}
	return isolate.Serve(func() isolate.Solver { return e.new() }, r, w)
}
