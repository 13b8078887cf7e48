package main

import (
	"fmt"
	"slices"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// groupIsClosed checks that the symmetries are a group of automorphisms, and that
// they take solutions to solutions.
func groupIsClosed(s *subject) error {
	for k, g := range s.Sym {
		if !s.Automorphism(g) {
			return fmt.Errorf("symmetry %d (%s) is no automorphism", k, s.Motions[k].Name)
		}
		for _, h := range s.Sym {
			product := make([]int, len(g))
			for o := range g {
				product[o] = h[g[o]]
			}
			if !slices.ContainsFunc(s.Sym, func(f []int) bool { return slices.Equal(f, product) }) {
				return fmt.Errorf("the symmetries are no group: %v and then %v is none of them", g, h)
			}
		}
	}
	_, err := s.countOrbits()
	return err
}

// geometricSymmetries looks for the motions that map the puzzle onto itself with
// every piece onto itself, by sets of cells alone, and checks that none is missing.
func geometricSymmetries(s *subject) error {
	l := s.Puzzle.Lattice
	placed := make(map[string]int, len(s.Placements))
	for o, pl := range s.Placements {
		placed[placementKey(pl.Piece, pl.Cells)] = o
	}
	for _, g := range l.Motions {
		move := boardMotion(s.Puzzle, g)
		if move == nil || !keepsPieces(s.Tiling, g) || !keepsHints(s.Puzzle, move) {
			continue
		}
		perm := make([]int, len(s.Placements))
		for o, pl := range s.Placements {
			at, ok := placed[placementKey(pl.Piece, move(pl.Cells))]
			if !ok {
				return fmt.Errorf("%s maps the puzzle onto itself, but the placement %s to none", g.Name, s.PlacementName(o))
			}
			perm[o] = at
		}
		if !slices.ContainsFunc(s.group(), func(h []int) bool { return slices.Equal(h, perm) }) {
			return fmt.Errorf("%s maps the puzzle onto itself, but is not among the %d symmetries", g.Name, len(s.Sym))
		}
	}
	return nil
}

func placementKey(piece int, cells []lattice.Cell) string {
	return fmt.Sprint(piece, lattice.Sorted(cells))
}

// boardMotion returns how g and a translation map the board onto itself, or nil if
// none does.
func boardMotion(p *puzzle.Puzzle, g lattice.Motion) func([]lattice.Cell) []lattice.Cell {
	sites := make(map[lattice.Cell]puzzle.Site)
	var cells []lattice.Cell
	for _, s := range p.Board.Sites {
		sites[s.At] = s
		cells = append(cells, s.At)
	}
	shift := p.Lattice.Corner(p.Lattice.Apply(g, cells)).Sub(p.Lattice.Corner(cells))
	move := func(cells []lattice.Cell) []lattice.Cell {
		moved := p.Lattice.Apply(g, cells)
		for n := range moved {
			moved[n] = moved[n].Add(shift)
		}
		return moved
	}
	for n, c := range move(cells) {
		from := sites[cells[n]]
		from.At = c
		if to, there := sites[c]; !there || to != from {
			return nil
		}
	}
	return move
}

// keepsPieces reports whether every piece's orientations are mapped onto
// themselves.
func keepsPieces(t *puzzle.Tiling, g lattice.Motion) bool {
	l := t.Puzzle.Lattice
	for _, ways := range t.Orientations {
		known := make(map[string]bool)
		for _, o := range ways {
			known[fmt.Sprint(o)] = true
		}
		for _, o := range ways {
			moved := puzzle.Piece{}
			for _, c := range o {
				moved.Cells = append(moved.Cells, puzzle.Cell{At: l.Apply(g, []lattice.Cell{c.At})[0], Symbol: c.Symbol})
			}
			if !known[fmt.Sprint(moved.Orientations(l)[0])] {
				return false
			}
		}
	}
	return true
}

func keepsHints(p *puzzle.Puzzle, move func([]lattice.Cell) []lattice.Cell) bool {
	known := make(map[string]bool)
	for _, h := range p.Place {
		known[placementKey(p.Piece(h.Piece), h.Cells)] = true
	}
	for _, h := range p.Place {
		if !known[placementKey(p.Piece(h.Piece), move(h.Cells))] {
			return false
		}
	}
	return true
}

// orbits compares Burnside's lemma and the listing of representatives with the
// orbits of the listed solutions.
func orbits(s *subject) error {
	if s.rand.IntN(4) == 0 { // the turns alone, which are a group too
		turns := *s
		turns.Tiling, turns.orbits = s.WithSymmetry(func(mirror bool) bool { return !mirror }), -1
		if err := groupIsClosed(&turns); err != nil {
			return fmt.Errorf("turns alone: %w", err)
		}
		s = &turns
	}
	want, err := s.countOrbits()
	if err != nil {
		return err
	}
	var b backend = native.Searcher{}
	if s.rand.IntN(3) == 0 {
		b = s.pick().new(s)
	}
	n, err := backends.CountOrbits(s.ctx, b, s.Model)
	if err != nil {
		return err
	}
	if n.Int64() != int64(want) {
		return fmt.Errorf("%v orbits by Burnside's lemma, %d by listing", n, want)
	}
	r, err := s.run(b, backends.Task{List: true, UpToSymmetry: true})
	if err != nil {
		return err
	}
	if r.Count.Int64() != int64(want) || r.Checked != int64(len(s.solutions)) || *r.Digest != s.digest {
		return fmt.Errorf("a listing up to symmetry has %v orbits and %d solutions, want %d and %d", r.Count, r.Checked, want, len(s.solutions))
	}
	return nil
}

// fixed compares the models of Fixed with the listed solutions that a symmetry
// leaves as they are.
func fixed(s *subject) error {
	if len(s.Sym) < 2 {
		return nil
	}
	k := s.rand.IntN(len(s.Sym))
	want := 0
	for _, sol := range s.solutions {
		if slices.Equal(image(s.Sym[k], sol), sol) {
			want++
		}
	}
	got := 0
	for m := range s.Model.Fixed(s.Sym[k]) {
		all, err := s.list(native.Plain{}, m, 0)
		if err != nil {
			return err
		}
		got += len(all)
	}
	if got != want {
		return fmt.Errorf("%s leaves %d solutions as they are, the models of Fixed have %d", s.Motions[k].Name, want, got)
	}
	return nil
}

// reduce checks that a reduced model has the same solutions and symmetries.
func reduce(s *subject) error {
	m := s.Model.Reduce()
	if err := m.Validate(); err != nil {
		return fmt.Errorf("the reduced model: %w", err)
	}
	all, err := s.list(native.Plain{}, m, 0)
	if err != nil {
		return err
	}
	if len(m.Sym) != len(s.Sym) {
		return fmt.Errorf("the reduced model has %d symmetries, the model %d", len(m.Sym), len(s.Sym))
	}
	if digestOf(m, all) != s.digest {
		return fmt.Errorf("the reduced model has another digest")
	}
	return s.sameCount("the reduced model", len(all))
}

// permutedModel shuffles items and options of the model, and checks that nothing
// changes but their numbers.
func permutedModel(s *subject) error {
	items, options := s.rand.Perm(len(s.Items)), s.rand.Perm(len(s.Options))
	m := &cover.Model{Items: make([]cover.Item, len(items)), Options: make([][]int, len(options))}
	if s.rand.IntN(2) == 0 {
		m.Pos = make([]int, len(items))
	}
	for i, to := range items {
		m.Items[to] = s.Items[i]
		if m.Pos != nil {
			m.Pos[to] = s.Pos[i]
		}
	}
	for o, to := range options {
		for _, i := range s.Options[o] {
			m.Options[to] = append(m.Options[to], items[i])
		}
		slices.Sort(m.Options[to])
	}
	for _, g := range s.Sym {
		moved := make([]int, len(g))
		for o := range g {
			moved[options[o]] = options[g[o]]
		}
		m.Sym = append(m.Sym, moved)
	}
	if err := m.Validate(); err != nil {
		return err
	}
	if s.Added == 0 && m.Fingerprint() != s.Fingerprint() {
		return fmt.Errorf("the fingerprint depends on the numbering")
	}
	c := s.pick()
	all, err := s.list(c.new(s), m, 0)
	if err != nil {
		return fmt.Errorf("%s on the permuted model: %w", c.name, err)
	}
	if s.Added == 0 && digestOf(m, all) != s.digest {
		return fmt.Errorf("%s: the permuted model has another digest", c.name)
	}
	return s.sameCount(c.name+" on the permuted model", len(all))
}

// oneOption takes and drops one option.
func oneOption(s *subject) error {
	if len(s.Options) == 0 {
		return nil
	}
	o := s.rand.IntN(len(s.Options))
	with := 0
	for _, sol := range s.solutions {
		if _, in := slices.BinarySearch(sol, o); in {
			with++
		}
	}
	c := s.pick()
	for _, part := range []struct {
		shard cover.Shard
		want  int
	}{
		{cover.Shard{Take: []int{o}}, with},
		{cover.Shard{Drop: []int{o}}, len(s.solutions) - with},
	} {
		m := s.Model.Restrict(part.shard)
		all, err := s.list(c.new(s), m, 0)
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		if len(all) != part.want {
			return fmt.Errorf("%s: %d solutions with %+v, want %d", c.name, len(all), part.shard, part.want)
		}
	}
	return nil
}
