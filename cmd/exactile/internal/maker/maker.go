// Package maker makes puzzles with one solution from a puzzle with many, and proves that they have
// one.
package maker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/design"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/verify"
	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/groups"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/text"
)

// A Maker makes puzzles from a puzzle. Its exported fields must not change after the first call.
type Maker struct {
	Tiling  *puzzle.Tiling
	Backend backends.Backend
	// By are the pieces that define a family: each placement of them is a member. With Uses
	// each choice of how often the pieces are used is a member. Without either, the puzzle
	// itself is the only member.
	By   []int
	Uses bool
	// UpToSymmetry accepts a set of pieces with one solution up to symmetry.
	UpToSymmetry bool
	// Hints is how many hints may be added to a member with several solutions.
	Hints int
	Seed  uint64

	hints     design.Report // of the last member that got hints
	groups    int           // of the family
	symmetric int           // of these, symmetric to an earlier one
	fewest    *cover.Group  // a group with the fewest solutions
}

// A Puzzle is a new puzzle, still without claims.
type Puzzle struct {
	*puzzle.Puzzle
	Hints int // number of hints added
	// Fewest is the least number of hints that leave its solution, -1 if not known.
	Fewest int
}

// family reports whether By or Uses define a family.
func (m *Maker) family() bool { return len(m.By) > 0 || m.Uses }

// errNoHints is the error for a puzzle without geometry.
var errNoHints = errors.New("it has no geometry, so it has no hints")

// errCounts is the error for families with a rule that the counts of a member would change.
var errCounts = errors.New("its rule that nothing more fits depends on the counts of the pieces, " +
	"which each member of a family fixes")

// Puzzles yields puzzles with one solution each, no two of which are equal up to the motions
// of the board: those with the fewest hints first if all solutions are listed, else in random
// order.
func (m *Maker) Puzzles(ctx context.Context) iter.Seq2[Puzzle, error] {
	switch {
	case m.Tiling.Puzzle.Cover != nil:
		return func(yield func(Puzzle, error) bool) { yield(Puzzle{}, errNoHints) }
	case m.family():
		return m.members(ctx)
	}
	return m.designs(ctx, m.Tiling)
}

// designs yields a puzzle with each set of hints.
func (m *Maker) designs(ctx context.Context, t *puzzle.Tiling) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		o := design.Options{Hints: m.Hints, Seed: m.Seed}
		for d, err := range design.All(ctx, m.Backend, t.Model, o, &m.hints) {
			if err != nil {
				yield(Puzzle{}, err)
				return
			}
			if !yield(Puzzle{withHints(t, d.Hints), len(d.Hints), d.Fewest}, nil) {
				return
			}
		}
	}
}

// withHints returns a puzzle with more hints, in the order of the pieces and cells.
func withHints(t *puzzle.Tiling, options []int) *puzzle.Puzzle {
	p := *t.Puzzle
	p.Claims, p.Place = nil, slices.Clone(p.Place)
	for _, o := range t.Ordered(options) {
		pl := t.Placements[o]
		given := slices.ContainsFunc(t.Puzzle.Place, func(h puzzle.Hint) bool {
			return t.Puzzle.Piece(h.Piece) == pl.Piece && t.Find(pl.Piece, h.Cells) == o
		})
		if !given {
			p.Place = append(p.Place, puzzle.Hint{Piece: p.Pieces[pl.Piece].Name, Cells: pl.Cells})
		}
	}
	return &p
}

// members yields a puzzle for each member of the family with one solution; then, if hints are
// allowed, one for each other member for which hints leave one solution.
func (m *Maker) members(ctx context.Context) iter.Seq2[Puzzle, error] {
	return func(yield func(Puzzle, error) bool) {
		groups, err := m.count(ctx)
		if slices.ContainsFunc(m.Tiling.Puzzle.Rules,
			func(r puzzle.Rule) bool { return r.At == "fits" }) {
			err = errCounts
		}
		if err != nil {
			yield(Puzzle{}, err)
			return
		}
		seen := make(map[string]bool)
		for _, one := range m.order(groups) {
			if len(m.By) > 0 {
				key := fmt.Sprint(one.Options.Canonical(m.Tiling.Sym))
				if seen[key] {
					m.symmetric++
					continue
				}
				seen[key] = true
			}
			p := m.member(one)
			if one.Count.Cmp(big.NewInt(1)) == 0 {
				if !yield(Puzzle{p, 0, 0}, nil) {
					return
				}
				continue
			}
			if m.Hints <= 0 {
				return // all that follow have more solutions
			}
			t, err := p.Compile()
			if err != nil {
				yield(Puzzle{}, err)
				return
			}
			for p, err := range m.designs(ctx, t) {
				if !yield(p, err) || err != nil {
					return
				}
				break // one set of hints for each member
			}
		}
	}
}

// count counts the members.
func (m *Maker) count(ctx context.Context) (found []cover.Group, err error) {
	g := cover.Grouping{By: m.By}
	if m.Uses {
		g.Use = groups.Varying(m.Tiling)
	}
	if m.UpToSymmetry {
		found, err = backends.GroupOrbits(ctx, m.Backend, m.Tiling.Model, g)
	} else {
		found, err = backends.Groups(ctx, m.Backend, m.Tiling.Model, g)
	}
	m.groups = len(found)
	for n := range found {
		if m.fewest == nil || found[n].Count.Cmp(m.fewest.Count) < 0 {
			m.fewest = &found[n]
		}
	}
	return found, err
}

// order returns the groups with one solution and then the others, each in random order.
func (m *Maker) order(groups []cover.Group) []cover.Group {
	type drawn struct {
		cover.Group
		several int
		number  uint64
	}
	all := make([]drawn, len(groups))
	source := rand.NewPCG(m.Seed, 0)
	for n, one := range groups {
		several := min(1, one.Count.Cmp(big.NewInt(1)))
		all[n] = drawn{one, several, source.Uint64()}
	}
	slices.SortStableFunc(all, func(a, b drawn) int {
		return cmp.Or(a.several-b.several, cmp.Compare(a.number, b.number))
	})
	ordered := make([]cover.Group, len(all))
	for n := range all {
		ordered[n] = all[n].Group
	}
	return ordered
}

// member returns the puzzle whose solutions are those of a group: the placements of By are hints
// and no other copies of these pieces are used, or each piece is used as often as in the group.
func (m *Maker) member(of cover.Group) *puzzle.Puzzle {
	p := withHints(m.Tiling, of.Options)
	p.Pieces = slices.Clone(p.Pieces)
	for _, k := range m.By {
		used := 0
		for _, o := range of.Options {
			if m.Tiling.Placements[o].Piece == k {
				used++
			}
		}
		p.Pieces[k].Count = puzzle.Exactly(used)
	}
	if !m.Uses {
		return p
	}
	for n, k := range groups.Varying(m.Tiling) {
		p.Pieces[k].Count = puzzle.Exactly(of.Use[n])
	}
	all := p.Pieces
	p.Pieces = slices.DeleteFunc(slices.Clone(all), func(piece puzzle.Piece) bool {
		return piece.Count == puzzle.Exactly(0)
	})
	if _, err := p.Compile(); err != nil {
		p.Pieces = all // the board may need symbols of unused pieces
	}
	return p
}

// proverNames are the engines that must agree that a puzzle has one solution. They share no code.
func proverNames() []string { return []string{"native", "gini"} }

// A Proved is a puzzle as a file that claims one solution. Each of the [proverNames] has
// confirmed the claim by a complete search.
type Proved struct {
	Puzzle
	Text   []byte
	Tiling *puzzle.Tiling // compiled from the text
}

// Prove names a puzzle, writes it with its claim, reads the file back, and proves the claim, which
// names the certificate unless it is "".
func (m *Maker) Prove(
	ctx context.Context, p Puzzle, name, certificate string, work registry.Options,
) (proved Proved, err error) {
	file := *p.Puzzle
	file.Name = name
	claim := puzzle.Claim{
		Kind: puzzle.Unique, Certificate: certificate,
		Source: fmt.Sprintf("exactile design; %s agree", strings.Join(proverNames(), " and ")),
	}
	if m.UpToSymmetry {
		claim.Kind, claim.Count = puzzle.UpToSymmetry, big.NewInt(1)
	}
	file.Claims = []puzzle.Claim{claim}
	proved.Puzzle = Puzzle{&file, p.Hints, p.Fewest}
	if proved.Text, err = cli.PuzzleText("yaml", &file); err != nil {
		return proved, err
	}
	if proved.Tiling, err = cli.ReadBack(name, proved.Text, "yaml"); err != nil {
		return proved, fmt.Errorf("internal error: the written puzzle cannot be read: %w", err)
	}
	checker := verify.Checker{Backends: proverNames(), Timeout: -1, Strict: true, Work: work}
	r := checker.Tiling(ctx, proved.Tiling)
	if err := ctx.Err(); err != nil {
		return proved, err
	}
	switch r.Verdict {
	case verify.OK:
		return proved, nil
	case verify.Broken:
		return proved, cli.WithStatus(cli.Disagree, fmt.Errorf("internal error: %s", r))
	}
	return proved, fmt.Errorf("not proved: %s", r)
}

// ReasonText is the reason why there are no more puzzles than made, after [Maker.Puzzles] has
// ended.
func (m *Maker) ReasonText(made int) string {
	if m.family() {
		return m.familyReason(made)
	}
	h, all := m.hints, m.solutions()
	fewest := "it takes at least " + text.Plural(h.AtLeast, "hint") + " to leave "
	switch {
	case h.Solutions == 0:
		return "there is no solution"
	case made > 0 && h.Listed && h.Spent:
		return "of " + all + " some were given up, after too many sets of hints"
	case made > 0 && h.Listed:
		return "there are no more, of all " + all
	case made > 0:
		return all + " gave no more"
	case h.Contained == h.Solutions: // not if all are listed: the largest is part of none
		return "each of " + all + " is part of a larger one, so no hints can single it out"
	case h.AtLeast > 0 && h.Listed:
		return fewest + "one of " + all
	case h.AtLeast > 0:
		return fewest + "any of " + all
	}
	return "with the hints allowed, none of " + all + " was left alone in time"
}

// SearchedText is how many solutions were searched, "" for a family.
func (m *Maker) SearchedText() string {
	switch {
	case m.family():
		return ""
	case m.hints.Listed:
		return m.solutions() + " listed"
	}
	return m.solutions()
}

// solutions describes the solutions that were searched.
func (m *Maker) solutions() string {
	s := text.Plural(m.hints.Solutions, "solution")
	if !m.hints.Listed {
		s += " drawn from very many"
	}
	return s
}

// familyReason is Why for a family.
func (m *Maker) familyReason(made int) string {
	things := "ways to place the pieces"
	if m.Uses {
		things = "sets of pieces"
	}
	switch {
	case m.groups == 0:
		return "there is no solution"
	case made > 0 && m.Hints > 0:
		return fmt.Sprintf("the others of %d %s take more hints", m.groups, things)
	case made > 0 && m.symmetric > 0:
		return fmt.Sprintf("symmetric ones aside (%d), the others of %d %s have more solutions",
			m.symmetric, m.groups, things)
	case made > 0:
		return fmt.Sprintf("the others of %d %s have more solutions", m.groups, things)
	case m.Hints > 0:
		return fmt.Sprintf("%d hints leave one solution for none of %d %s", m.Hints, m.groups,
			things)
	}
	few := []cover.Group{*m.fewest}
	t := groups.By(m.Tiling, m.By, few)
	if m.Uses {
		t = groups.Uses(m.Tiling, groups.Varying(m.Tiling), few)
	}
	var b strings.Builder
	_ = t.Text(&b) // a Builder never fails
	group, _, _ := strings.Cut(b.String(), "\t")
	return fmt.Sprintf("none of %d %s has just one solution: the fewest are %v, for %s",
		m.groups, things, m.fewest.Count, group)
}
