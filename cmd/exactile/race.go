package main

import (
	"strings"

	"github.com/exactile/exactile/backends"
)

// defaultSolver is the backend of solve where -b is left out.
const defaultSolver = "portfolio"

// announced returns b so that, if it is a portfolio, a race is announced on
// standard error, and won is told who has won.
func (a *app) announced(b backends.Backend, puzzle string, won func(name string)) backends.Backend {
	p, ok := b.(backends.Portfolio)
	if !ok {
		return b
	}
	p.Won = won
	p.Racing = func(members []backends.Member) {
		names := make([]string, len(members))
		for k, m := range members {
			names[k] = m.Name
		}
		a.note("%s: too hard for native alone; these race: %s", puzzle, strings.Join(names, ", "))
	}
	return p
}
