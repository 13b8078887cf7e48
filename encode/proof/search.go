package proof

import (
	"context"
	"errors"
	"math/bits"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// A visitor gets the steps of a search, in pre-order except for done.
type visitor interface {
	// branch: the state is split by the options of an item.
	branch(item int) error
	// solution: the chosen options, in the order they were chosen, are a solution.
	solution(path []int) error
	// done: all solutions that contain the path and none of the excluded options have been visited.
	// Now the last option of the path is excluded, unless forced is true: then its item could not
	// be covered often enough without it.
	done(path []int, forced bool) error
}

// A search visits every solution of a model by branching on the item with the fewest ways to be
// covered. It prunes only by the checker's rules, so that the checker can follow: see the package
// comment.
//
// The checker counts anew in each state, while the search updates its counts; they share only the
// rules. A search is used by one goroutine.
type search struct {
	m       *cover.Model
	rows    []optionSet
	vectors [][]int64
	visit   visitor
	// fork may take over the state that the path has just led to; may be nil.
	fork func() (bool, error)

	alive []uint64
	live  int
	// For each item: the number of options alive that cover it, how often it must still be covered,
	// and how often it can be. need goes below zero.
	fits, need, budget []int
	short              int   // items with fits < need
	trail              []int // options that died, in order
	path               []int // options chosen, in order
	steps, most        int   // options taken, and how many are at most taken; 0: any number
	every              int   // number of steps between two checks of the context
}

// errLong ends a search that has taken its most steps.
var errLong = errors.New("proof: the search is too long")

// stepWork is about the number of items and options that a search visits between two checks of its
// context: some milliseconds.
const stepWork = 1 << 20

// An optionSet holds the options 64*(first+k) and on in words[k].
type optionSet struct {
	first int
	words []uint64
}

// newSearch returns a search at the root, without vectors and visitor. It takes seconds for a large
// model.
func newSearch(m *cover.Model) *search {
	s := &search{
		m:      m,
		rows:   make([]optionSet, len(m.Items)),
		alive:  make([]uint64, (len(m.Options)+63)/64),
		live:   len(m.Options),
		fits:   make([]int, len(m.Items)),
		need:   make([]int, len(m.Items)),
		budget: make([]int, len(m.Items)),
		every:  1 + stepWork/(1+len(m.Items)+len(m.Options)),
	}
	for o := range m.Options {
		s.alive[o/64] |= 1 << (o % 64)
	}
	for i, options := range m.Covers() {
		it := m.Items[i]
		s.fits[i], s.need[i], s.budget[i] = len(options), it.Min, it.Max
		if len(options) < it.Min {
			s.short++
		}
		if len(options) == 0 {
			continue
		}
		first, last := options[0]/64, options[len(options)-1]/64
		s.rows[i] = optionSet{first, make([]uint64, last-first+1)}
		for _, o := range options {
			s.rows[i].words[o/64-first] |= 1 << (o % 64)
		}
	}
	for i, it := range m.Items {
		if it.Max == 0 {
			s.fill(i)
		}
	}
	return s
}

// clone returns a search of the current state for another visitor and goroutine.
func (s *search) clone(visit visitor) *search {
	c := *s
	c.visit, c.fork, c.trail = visit, nil, nil
	c.alive, c.path = slices.Clone(s.alive), slices.Clone(s.path)
	c.fits, c.need, c.budget = slices.Clone(s.fits), slices.Clone(s.need), slices.Clone(s.budget)
	return &c
}

// run visits all solutions of the current state, and returns to that state unless it fails.
func (s *search) run(ctx context.Context) error {
	mark := len(s.trail)
	defer s.undo(mark)
	for s.short == 0 && !s.unbalanced() {
		if s.live == 0 {
			return s.visit.solution(s.path)
		}
		i := s.choose()
		if err := s.visit.branch(i); err != nil {
			return err
		}
		if err := s.tryAll(ctx, i); err != nil {
			return err
		}
	}
	return nil
}

// tryAll takes each option alive of item i, in increasing order, and excludes it afterwards. It
// stops early if the state is refuted.
func (s *search) tryAll(ctx context.Context, i int) error {
	row := s.rows[i]
	for k := range row.words {
		// The word of alive is read each time, since excluded options are removed from it.
		for {
			w := row.words[k] & s.alive[row.first+k]
			if w == 0 {
				break
			}
			if s.steps++; s.steps%s.every == 0 && ctx.Err() != nil {
				return ctx.Err()
			} else if s.most > 0 && s.steps > s.most {
				return errLong
			}
			o := 64*(row.first+k) + bits.TrailingZeros64(w)
			forced := s.fits[i] == s.need[i]
			mark := len(s.trail)
			s.take(o)
			if err := s.descend(ctx); err != nil {
				return err
			}
			if err := s.visit.done(s.path, forced); err != nil {
				return err
			}
			s.untake(o, mark)
			s.kill(o)
			if s.short > 0 || s.unbalanced() {
				return nil
			}
		}
	}
	return nil
}

// descend visits the state that a taken option has led to, unless fork takes it over.
func (s *search) descend(ctx context.Context) error {
	if s.fork != nil {
		if forked, err := s.fork(); forked || err != nil {
			return err
		}
	}
	return s.run(ctx)
}

// take chooses option o. Once an item is short, it leaves the remaining options that no longer fit
// alive: nothing reads them before untake.
func (s *search) take(o int) {
	s.path = append(s.path, o)
	for _, i := range s.m.Options[o] {
		s.need[i]--
		s.budget[i]--
	}
	s.kill(o)
	for _, i := range s.m.Options[o] {
		if s.budget[i] == 0 && s.fill(i) {
			return
		}
	}
}

func (s *search) untake(o, mark int) {
	s.undo(mark)
	for _, i := range s.m.Options[o] {
		s.need[i]++
		s.budget[i]++
	}
	s.path = s.path[:len(s.path)-1]
}

// fill kills the options of an item without room. It stops and returns true as soon as an item is
// short.
func (s *search) fill(i int) bool {
	row := s.rows[i]
	for k, w := range row.words {
		for w &= s.alive[row.first+k]; w != 0; w &= w - 1 {
			s.kill(64*(row.first+k) + bits.TrailingZeros64(w))
			if s.short > 0 {
				return true
			}
		}
	}
	return false
}

func (s *search) kill(o int) {
	s.alive[o/64] &^= 1 << (o % 64)
	s.live--
	s.trail = append(s.trail, o)
	for _, i := range s.m.Options[o] {
		if s.fits[i]--; s.fits[i] == s.need[i]-1 {
			s.short++
		}
	}
}

// undo revives the options that died since the trail had the given length. need is still what it
// was when they died, so the count of short items is restored exactly.
func (s *search) undo(mark int) {
	for k := len(s.trail) - 1; k >= mark; k-- {
		o := s.trail[k]
		s.alive[o/64] |= 1 << (o % 64)
		s.live++
		for _, i := range s.m.Options[o] {
			if s.fits[i] == s.need[i]-1 {
				s.short--
			}
			s.fits[i]++
		}
	}
	s.trail = s.trail[:mark]
}

// balance returns the sum that the second refutation rule compares with zero.
func (s *search) balance(vector []int64) (sum int64) {
	for i, w := range vector {
		if w > 0 {
			sum += w * int64(max(s.need[i], 0))
		} else if w < 0 {
			sum += w * int64(min(s.budget[i], s.fits[i]))
		}
	}
	return sum
}

func (s *search) unbalanced() bool {
	for _, vector := range s.vectors {
		if s.balance(vector) > 0 {
			return true
		}
	}
	return false
}

// choose returns the item with the fewest branches. An item with f options that needs n > 0 of them
// has at most f-n+1 branches before too few options are left; an item that needs none has one more
// branch, that of taking none.
func (s *search) choose() int {
	best, least := -1, 0
	for i, f := range s.fits {
		if f == 0 {
			continue
		}
		if branches := f - max(s.need[i], 0) + 1; best < 0 || branches < least {
			best, least = i, branches
			if branches == 1 {
				break
			}
		}
	}
	return best
}
