package native

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/links"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// Rows of bits find what links find, in as many nodes, counted and listed, in models with so many
// options for each item that words go on in rows; some options only add to a solution.
func TestRowsFindWhatLinksFind(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(29, 11))
	many := 0
	for n := range 200 {
		may := rnd.IntN(6)
		if n%4 == 0 {
			may = 70 + rnd.IntN(40) // items of both words of a pair
		}
		p := problem.Load(crowdedCover(rnd, 9+rnd.IntN(13), may, 40+rnd.IntN(40)))
		if p.Impossible {
			continue
		}
		search := func(kind links.Kind, listing bool) (total, nodes int64, all []string) {
			wk := run.Search{Ctx: context.Background(), PauseAt: 1}
			e := links.New(p, kind, wk)
			if listing {
				e.Visit = func(options []int32) bool {
					options = slices.Clone(options)
					slices.Sort(options)
					text := ""
					for _, o := range options {
						text += " " + strconv.Itoa(int(o))
					}
					all = append(all, text)
					return true
				}
			}
			for r := range p.Roots() {
				total += p.Roots()[r].Weighted(run.SearchBelow(e, &p.Roots()[r])).Int64()
			}
			slices.Sort(all)
			return total, e.Nodes, all
		}
		want, nodes, listed := search(links.Links, true)
		for _, listing := range []bool{false, true} {
			got, did, all := search(links.Words, listing)
			if got != want || did != nodes || listing && !slices.Equal(all, listed) {
				t.Errorf("model %d, listing %v: %d solutions in %d nodes, links %d in %d",
					n, listing, got, did, want, nodes)
			}
		}
		if want > 100 {
			many++
		}
	}
	if many < 50 {
		t.Errorf("only %d of 200 models have many solutions", many)
	}
}

// crowdedCover has items that must be covered, some that may be, and options of up to three of the
// first and one of the others, or up to four if these are many; then none has others alone, or
// there would be too many solutions. A solution is planted.
func crowdedCover(rnd *rand.Rand, must, may, options int) *cover.Model {
	m := &cover.Model{}
	for i := range must + may {
		it := cover.Item{Name: strconv.Itoa(i), Min: 1, Max: 1}
		if i >= must {
			it.Min = 0
		}
		m.Items = append(m.Items, it)
	}
	for first := 0; first < must; first += 3 {
		o := []int{first}
		for i := first + 1; i < min(first+3, must); i++ {
			o = append(o, i)
		}
		m.Options = append(m.Options, o)
	}
	for range options {
		o := rnd.Perm(must)[:1+rnd.IntN(3)]
		if may > 0 && rnd.IntN(3) > 0 {
			if may < 25 && rnd.IntN(4) == 0 {
				o = nil // it only adds to a solution
			}
			for _, i := range rnd.Perm(may)[:1+rnd.IntN(1+may/25)] {
				o = append(o, must+i)
			}
		}
		slices.Sort(o)
		m.Options = append(m.Options, o)
	}
	slices.SortFunc(m.Options, slices.Compare)
	m.Options = slices.CompactFunc(m.Options, slices.Equal)
	return m
}
