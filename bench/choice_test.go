//go:build unix

package bench

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"math/big"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/native"
)

var regret = flag.String("regret", "", "a folder of puzzles: measure what the choice of an engine costs on them, on those of testdata, and on random covers")

// TestRegret counts models by the chosen engine and by each forced engine, those of files
// also without positions and names, and reports how much longer the choice took than the
// best of them. It fails only if counts differ.
func TestRegret(t *testing.T) {
	if *regret == "" {
		t.Skip("minutes of measuring")
	}
	const most = 400 * time.Millisecond
	var rows []instance
	r := rand.New(rand.NewPCG(17, 5))
	for _, folder := range []string{*regret, "../testdata"} {
		err := filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			content, err := formats.ReadFile(file, formats.Options{})
			if err != nil {
				return nil // there are files of all kinds
			}
			for _, d := range content.Documents[:min(2, len(content.Documents))] {
				if tiling, err := d.Compile(); err == nil && len(tiling.Options) < 5000 {
					name := filepath.Base(file)
					rows = append(rows, instance{name: name, model: tiling.Model},
						instance{name: name + ", bare", model: bare(r, tiling.Model)})
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for range 300 {
		rows = append(rows, randomCover(r))
	}
	judged, worse := 0, 0
	for _, row := range rows {
		var want *big.Int
		var st native.Stats
		count := func(engine string) (took time.Duration, ok bool) {
			ctx, cancel := context.WithTimeout(t.Context(), 2*most)
			defer cancel()
			runtime.GC()
			began := contain.CPU()
			s := native.Searcher{Stats: func(s native.Stats) { st = s }}.Forced(native.Choice{Engine: engine})
			n, err := s.Count(ctx, row.model)
			took = contain.CPU() - began
			switch {
			case err != nil:
				return took, false
			case want == nil:
				want = n
			case n.Cmp(want) != 0:
				t.Errorf("%s: %v by %q, %v before", row.name, n, engine, want)
			}
			return took, true
		}
		best, name := time.Duration(0), ""
		for _, engine := range native.Engines() {
			if took, ok := count(engine); ok && (name == "" || took < best) {
				best, name = took, engine
			}
		}
		if name == "" || best > most {
			continue
		}
		chosen, _ := count("")
		// What else the machine does adds to a time and takes nothing from it.
		for range 4 {
			if chosen < best*6/5 {
				break
			}
			took, _ := count(name)
			best = min(best, took)
			took, _ = count("")
			chosen = min(chosen, took)
		}
		if chosen < 5*time.Millisecond {
			continue
		}
		judged++
		if ratio := chosen.Seconds() / best.Seconds(); ratio > 1.2 {
			worse++
			t.Logf("%-40s %8.1f ms by %s (%s), %8.1f by %s: %.2f", row.name, chosen.Seconds()*1e3, st.Engine, st.Order, best.Seconds()*1e3, name, ratio)
		}
	}
	t.Logf("%d of %d models that take 5 ms and more take more than 1.2 of the best engine; %d are shorter or too long for all", worse, judged, len(rows)-judged)
}

// bare is a model with its items and options in any order, without positions and
// symmetries.
func bare(r *rand.Rand, m *cover.Model) *cover.Model {
	to := r.Perm(len(m.Items))
	out := &cover.Model{Items: make([]cover.Item, len(m.Items))}
	for i, j := range to {
		out.Items[j] = m.Items[i]
	}
	for _, o := range r.Perm(len(m.Options)) {
		var items []int
		for _, i := range m.Options[o] {
			items = append(items, to[i])
		}
		slices.Sort(items)
		out.Options = append(out.Options, items)
	}
	return out
}

// randomCover draws items and options, perhaps with those near to each other in a ring, a
// grid or nothing, and with bounds of every kind.
func randomCover(r *rand.Rand) instance {
	n, size, near := 18+r.IntN(40), 2+r.IntN(4), r.IntN(3)
	m := &cover.Model{}
	for i := range n {
		it := cover.Item{Name: fmt.Sprint(i), Min: 1, Max: 1}
		switch r.IntN(20) {
		case 0:
			it.Min = 0
		case 1:
			it.Max = 1 + r.IntN(3)
		}
		m.Items = append(m.Items, it)
	}
	for range n * (3 + r.IntN(8)) {
		set := map[int]bool{}
		at := r.IntN(n)
		for len(set) < min(size, n) {
			switch near {
			case 0:
				set[r.IntN(n)] = true
			case 1:
				set[(at+r.IntN(2*size))%n] = true
			case 2:
				set[(at+r.IntN(size)+6*r.IntN(size))%n] = true
			}
		}
		var items []int
		for i := range set {
			items = append(items, i)
		}
		slices.Sort(items)
		m.Options = append(m.Options, items)
	}
	return instance{name: strings.TrimSpace(fmt.Sprintf("random %d by %d, %s", n, size, []string{"", "ring", "grid"}[near])), model: bare(r, m)}
}
