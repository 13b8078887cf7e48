package export

import (
	"fmt"
	"io"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// Comments are the lines beside the clauses of a formula of m whose first variables are the
// options, for SAT solvers and model counters: a comment line for each option, and a `c p show`
// line with the option variables. Counts must be projected on them unless the encoding determines
// all others.
func Comments(m *cover.Model, label func(o int) string) cnf.Comments {
	show := make([]cnf.Lit, len(m.Options))
	for o := range show {
		show[o] = cnf.Lit(o + 1)
	}
	return cnf.Comments{Lines: comments(m, label), Show: show}
}

// ICNF writes f, a formula of m whose first variables are the options, for incremental solvers:
// comments and clauses as in DIMACS, then a cube for each shard. If the shards are those of splits
// of m, every solution is in exactly one cube. A shard that names an option that m does not have is
// an error, before anything is written; other errors are those of w or f.
func ICNF(
	w io.Writer, m *cover.Model, f cnf.TextWriter, shards []cover.Shard, label func(o int) string,
) error {
	for k, sh := range shards {
		for _, options := range [][]int{sh.Take, sh.Drop} {
			for _, o := range options {
				if o < 0 || o >= len(m.Options) {
					return fmt.Errorf("export: shard %d names option %d of %d",
						k, o, len(m.Options))
				}
			}
		}
	}
	cubes := func(yield func([]cnf.Lit) bool) {
		var cube []cnf.Lit
		for _, sh := range shards {
			cube = cube[:0]
			for _, o := range sh.Take {
				cube = append(cube, cnf.Lit(o+1))
			}
			for _, o := range sh.Drop {
				cube = append(cube, -cnf.Lit(o+1))
			}
			if !yield(cube) {
				return
			}
		}
	}
	return f.WriteDIMACS(w, cnf.Comments{Lines: comments(m, label), Cubes: cubes})
}
