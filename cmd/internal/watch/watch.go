// Package watch records how searches for a first solution go, for a person to look at: what is
// laid, where it leads nowhere, and what is taken back. It is slow, and keeps to the order in which
// one would tell it: the item with the fewest options left comes first.
//
// In this package m is a model and o an option.
package watch

import (
	"context"
	"slices"

	"github.com/exactile/exactile/encode"
	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
)

// A Step lays options, first the one that is guessed and then those that follow from it, or takes
// back those of the last step that is still laid.
type Step struct {
	Lay  []int `json:"lay,omitempty"` // nil: take back
	Dead bool  `json:"dead,omitempty"`
}

// A Record is the steps of a search. Solved is set if it ends with a solution on the board, Ended
// if there is none; neither if the steps were too many.
type Record struct {
	Steps  []Step `json:"steps"`
	Solved bool   `json:"solved"`
	Ended  bool   `json:"ended"`
}

// A mover lays options and takes them back.
type mover interface {
	// lay lays an option and returns what follows; ok is false if it leads nowhere. Undo is its
	// reverse.
	lay(option int) (implied []int, ok bool)
	undo()
	// open reports whether an option may still be laid.
	open(option int) bool
}

// A recorder is one search.
type recorder struct {
	mover
	ctx    context.Context
	model  *cover.Model
	covers [][]int // the options of each item
	need   []int   // how often each must still be covered
	most   int
	Record
}

// Cells records a search of the board itself: it sees that a place is taken, and nothing else.
func Cells(ctx context.Context, m *cover.Model, most int) (Record, error) {
	b := &board{model: m, count: make([]int, len(m.Items)), lies: make([]bool, len(m.Options))}
	return record(ctx, m, b, nil, most)
}

// Clauses records a search of the formula as SAT solvers go about it, but for what they learn: each
// guess is followed by all that unit propagation draws from it.
func Clauses(ctx context.Context, m *cover.Model, e encode.Encoding, most int) (Record, error) {
	f, err := encode.Encode(m, e)
	if err != nil {
		return Record{}, err
	}
	s := &formula{
		options: f.NumOptions(), value: make([]int8, f.NumVars()+1),
		occurs: make([][][]cnf.Lit, 2*f.NumVars()+2),
	}
	var units []cnf.Lit
	for clause := range f.Clauses() {
		clause = slices.Clone(clause)
		for _, l := range clause {
			s.occurs[index(l)] = append(s.occurs[index(l)], clause)
		}
		switch len(clause) {
		case 0:
			return Record{Steps: []Step{}, Ended: true}, nil
		case 1:
			units = append(units, clause[0])
		}
	}
	if !s.suppose(units...) {
		return Record{Steps: []Step{}, Ended: true}, nil
	}
	return record(ctx, m, s, s.positive(0), most)
}

// record records a search that begins with some options laid.
func record(ctx context.Context, m *cover.Model, by mover, at []int, most int) (Record, error) {
	r := &recorder{
		mover: by, ctx: ctx, model: m, covers: m.Covers(), most: most,
		Record: Record{Steps: []Step{}},
	}
	for _, it := range m.Items {
		r.need = append(r.need, it.Min)
	}
	r.count(at, -1)
	if r.Solved = r.search(); r.Solved && len(at) > 0 {
		r.Steps = append([]Step{{Lay: at}}, r.Steps...)
	}
	r.Ended = !r.Solved && len(r.Steps) < most
	return r.Record, ctx.Err()
}

// search reports whether it ends with a solution on the board.
func (r *recorder) search() bool {
	choices, done := r.choices()
	if done {
		return true
	}
	for _, o := range choices {
		if len(r.Steps) >= r.most || r.ctx.Err() != nil {
			return false
		}
		implied, ok := r.lay(o)
		laid := append([]int{o}, implied...)
		r.count(laid, -1)
		r.Steps = append(r.Steps, Step{Lay: laid, Dead: !ok})
		if ok && r.search() {
			return true
		}
		if len(r.Steps) >= r.most {
			return false
		}
		r.undo()
		r.count(laid, 1)
		r.Steps = append(r.Steps, Step{})
	}
	return false
}

// count adds to the needs of the items of some options.
func (r *recorder) count(options []int, n int) {
	for _, o := range options {
		for _, i := range r.model.Options[o] {
			r.need[i] += n
		}
	}
}

// choices returns the open options of the item that has the fewest and needs one; done is set if no
// item does.
func (r *recorder) choices() (best []int, done bool) {
	done = true
	for i, need := range r.need {
		if need <= 0 {
			continue
		}
		var open []int
		for _, o := range r.covers[i] {
			if r.open(o) {
				if open = append(open, o); !done && len(open) >= len(best) {
					break
				}
			}
		}
		if done || len(open) < len(best) {
			best, done = open, false
		}
	}
	return best, done
}

// A board is the mover that counts how often items are covered.
type board struct {
	model *cover.Model
	count []int
	lies  []bool
	order []int // what lies
}

func (b *board) lay(o int) ([]int, bool) {
	b.lies[o] = true
	b.order = append(b.order, o)
	for _, i := range b.model.Options[o] {
		b.count[i]++
	}
	return nil, true
}

func (b *board) undo() {
	last := len(b.order) - 1
	o := b.order[last]
	b.order, b.lies[o] = b.order[:last], false
	for _, i := range b.model.Options[o] {
		b.count[i]--
	}
}

func (b *board) open(o int) bool {
	for _, i := range b.model.Options[o] {
		if b.count[i] >= b.model.Items[i].Max {
			return false
		}
	}
	return !b.lies[o]
}

// A formula is the mover that knows the clauses alone.
type formula struct {
	options int
	occurs  [][][]cnf.Lit // the clauses with a literal, by its index
	value   []int8        // of each variable: 1, -1, or 0 while it is open
	trail   []cnf.Lit
	levels  []int // how long the trail was before each guess
}

// index is a number for a literal.
func index(l cnf.Lit) int {
	if l.Positive() {
		return 2 * l.Var()
	}
	return 2*l.Var() + 1
}

// of returns the value of a literal.
func (s *formula) of(l cnf.Lit) int8 {
	if l.Positive() {
		return s.value[l.Var()]
	}
	return -s.value[l.Var()]
}

// suppose makes literals true, and all that follows, until a clause is empty: then it returns
// false.
func (s *formula) suppose(lits ...cnf.Lit) bool {
	s.levels = append(s.levels, len(s.trail))
	for _, l := range lits {
		if !s.set(l) {
			return false
		}
	}
	for at := s.levels[len(s.levels)-1]; at < len(s.trail); at++ {
		for _, clause := range s.occurs[index(-s.trail[at])] {
			open, free, holds := cnf.Lit(0), 0, false
			for _, l := range clause {
				switch s.of(l) {
				case 1:
					holds = true
				case 0:
					open = l
					free++
				}
			}
			if !holds && (free == 0 || free == 1 && !s.set(open)) {
				return false
			}
		}
	}
	return true
}

// set makes a literal true, and reports whether it was not false.
func (s *formula) set(l cnf.Lit) bool {
	if v := s.of(l); v != 0 {
		return v > 0
	}
	s.value[l.Var()] = -1
	if l.Positive() {
		s.value[l.Var()] = 1
	}
	s.trail = append(s.trail, l)
	return true
}

func (s *formula) lay(o int) (implied []int, ok bool) {
	ok = s.suppose(cnf.Lit(o + 1))
	return s.positive(s.levels[len(s.levels)-1] + 1), ok
}

// positive lists the options on the trail from some place on.
func (s *formula) positive(from int) (options []int) {
	for _, l := range s.trail[min(from, len(s.trail)):] {
		if l.Positive() && l.Var() <= s.options {
			options = append(options, l.Var()-1)
		}
	}
	return options
}

func (s *formula) undo() {
	last := len(s.levels) - 1
	for _, l := range s.trail[s.levels[last]:] {
		s.value[l.Var()] = 0
	}
	s.trail, s.levels = s.trail[:s.levels[last]], s.levels[:last]
}

func (s *formula) open(o int) bool { return s.value[o+1] == 0 }
