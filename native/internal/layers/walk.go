package layers

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/run"
	"github.com/exactile/exactile/native/internal/table"
)

// An arc is a choice at a state: an option that begins at its cell, or -1 for leaving the
// cell empty, and the number of solutions below.
type arc struct {
	option int
	to     table.State
	ways   *big.Int
}

// arcs returns the choices at a state that lead to solutions, in the order of the numbers
// of these solutions.
func (d *Diagram) arcs(st table.State) (all []arc) {
	for _, kid := range d.kids[:d.x.Expand(st, d.kids)] {
		if ways := d.below(kid.State); ways != nil {
			all = append(all, arc{d.x.Option(kid.At), kid.State, run.Big(ways)})
		}
	}
	slices.SortFunc(all, func(a, b arc) int {
		// Without a sign, -1 is the last number.
		return cmp.Compare(uint(a.option), uint(b.option))
	})
	return all
}

// At returns solution k, which must exist; nil if the disk failed, see Err.
func (d *Diagram) At(k *big.Int) cover.Solution {
	k = new(big.Int).Set(k)
	var path []int
	for st := d.x.Start(); st.C < d.x.Window.N; {
		all := d.arcs(st)
		if d.x.Err != nil {
			return nil
		}
		for _, a := range all {
			if k.Cmp(a.ways) >= 0 {
				k.Sub(k, a.ways)
				continue
			}
			if a.option >= 0 {
				path = append(path, a.option)
			}
			st = a.to
			break
		}
	}
	return d.solution(path)
}

// Index returns the number of a solution, nil if it is not one, or the disk failed, see Err.
func (d *Diagram) Index(s cover.Solution) *big.Int {
	if d.p.Model.Check(s) != nil {
		return nil
	}
	k := new(big.Int)
	path := d.path(s)
	for st := d.x.Start(); st.C < d.x.Window.N; {
		option := -1
		if len(path) > 0 && int(d.cell[path[0]]) == st.C {
			option, path = path[0], path[1:]
		}
		found := false
		for _, a := range d.arcs(st) {
			if found = a.option == option; found {
				st = a.to
				break
			}
			k.Add(k, a.ways)
		}
		if !found {
			return nil
		}
	}
	return k
}
