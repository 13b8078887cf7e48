package allsat

import (
	"context"
	"slices"

	"github.com/exactile/exactile/encode/cnf"
)

// A search is one walk through the assignments. A clause of two literals is two implications; a
// longer one, and any that may be guessed from, has counters.
type search struct {
	shown   int     // of the variables, the first
	value   []int8  // of literals: 1 true, -1 false, 0 open
	rows    []int32 // what becomes of what if a literal becomes true: see row
	starts  []int   // of each literal's row
	clauses []counters
	members []int32 // the literals of clauses, end to end
	begins  []int   // where each begins among them, and the end of all
	guides  []int32 // the clauses to guess from
	units   []int32

	trail  []int32 // true literals, in the order in which they became true
	todo   []int32 // those of them whose pairs have not been followed up
	due    []int32 // literals that are the last open ones of clauses
	bad    bool    // a clause is violated
	levels []level
	kept   []counters // of the levels that have copies, end to end
	next   int        // no variable before is open, once no clause is to be guessed from

	rounds, decisions, propagations int64
}

// counters of a clause. They are two words side by side: a literal that becomes false costs one
// look at memory for each clause, and the last open literal is known without looking for it.
type counters struct {
	open int64 // literals that are not false, and satisfied for each that is true
	rest int32 // these literals, combined by exclusive or: the last one is left
}

const satisfied = 1 << 32

// A level is a guess.
type level struct {
	start, next int // the trail's length and next before it
	guess       int32
	copied      bool // the counters before it are in kept
}

// mostKept is how many counters are copied at most. A formula of a cover has some hundred long
// clauses, and a guess changes each of them several times: a copy is a third of the work saved.
const mostKept = 1 << 16

// row returns the clauses that a literal makes true, those in which its opposite becomes false, and
// the literals that follow from it. They stand side by side, behind their numbers: nearly all
// literals that become true are options that are left out, which few clauses have.
func (s *search) row(l int32) (holding, losing, implied []int32) {
	row := s.rows[s.starts[l]:s.starts[l+1]]
	h := 2 + row[0]
	n := h + row[1]
	return row[2:h], row[h:n], row[n:]
}

func newSearch(f *formula) *search {
	s := &search{
		shown: f.shown, value: make([]int8, 2*f.vars), trail: make([]int32, 0, f.vars),
		begins: []int{0},
	}
	if s.shown == 0 {
		s.shown = f.vars
	}
	isHidden := func(l int32) bool { return l&1 == 1 || int(l/2) >= s.shown }
	// how many there are of each
	occurs, implied := make([]int32, 2*f.vars), make([]int32, 2*f.vars)
	isPair := func(clause []int32) bool {
		return len(clause) == 2 &&
			slices.ContainsFunc(clause, isHidden)
	}
	for clause := range f.distinct {
		switch {
		case len(clause) == 1:
			s.units = append(s.units, clause[0])
		case isPair(clause):
			implied[clause[0]^1]++
			implied[clause[1]^1]++
		default:
			if !slices.ContainsFunc(clause, isHidden) {
				s.guides = append(s.guides, int32(len(s.clauses)))
			}
			c := counters{open: int64(len(clause))}
			for _, l := range clause {
				occurs[l]++
				c.rest ^= l
			}
			s.clauses = append(s.clauses, c)
			s.members = append(s.members, clause...)
			s.begins = append(s.begins, len(s.members))
		}
	}
	// The rows, from the end of each list to its start.
	s.starts = make([]int, 2*f.vars+1)
	holds, loses, follows := make([]int, 2*f.vars), make([]int, 2*f.vars), make([]int, 2*f.vars)
	for l := range occurs {
		holds[l] = s.starts[l] + 2 + int(occurs[l])
		loses[l] = holds[l] + int(occurs[l^1])
		follows[l] = loses[l] + int(implied[l])
		s.starts[l+1] = follows[l]
	}
	s.rows = make([]int32, s.starts[2*f.vars])
	put := func(ends []int, l, entry int32) {
		ends[l]--
		s.rows[ends[l]] = entry
	}
	for c := range s.clauses {
		for _, l := range s.members[s.begins[c]:s.begins[c+1]] {
			put(holds, l, int32(c))
			put(loses, l^1, int32(c))
		}
	}
	for clause := range f.distinct {
		if isPair(clause) {
			put(follows, clause[0]^1, clause[1])
			put(follows, clause[1]^1, clause[0])
		}
	}
	for l := range occurs {
		row := s.rows[s.starts[l]:]
		row[0], row[1] = occurs[l], occurs[l^1]
	}
	return s
}

// run calls found at each model, and ends early if that returns false.
func (s *search) run(ctx context.Context, found func() bool) error {
	s.due = append(s.due, s.units...)
	for {
		if !s.propagate() {
			if !s.turn() {
				return nil
			}
			continue
		}
		guess := s.guess()
		if guess < 0 {
			if !found() {
				return nil
			}
			for len(s.levels) > 0 && int(s.levels[len(s.levels)-1].guess/2) >= s.shown {
				s.undo()
			}
			if !s.turn() {
				return nil
			}
			continue
		}
		if s.rounds++; s.rounds%256 == 0 && ctx.Err() != nil { // a look takes longer than a guess
			return ctx.Err()
		}
		if int(guess/2) < s.shown {
			s.decisions++
		}
		copied := len(s.kept)+len(s.clauses) <= mostKept
		if copied {
			s.kept = append(s.kept, s.clauses...)
		}
		s.levels = append(s.levels, level{len(s.trail), s.next, guess, copied})
		s.assign(guess)
	}
}

// holds reports whether a literal is true.
func (s *search) holds(l cnf.Lit) bool { return s.value[literal(l)] > 0 }

// assign makes a literal true, and brings the counters up to date.
func (s *search) assign(l int32) {
	if s.value[l] != 0 {
		s.bad = s.bad || s.value[l] < 0
		return
	}
	s.value[l], s.value[l^1] = 1, -1
	s.trail = append(s.trail, l)
	holding, losing, implied := s.row(l)
	if len(implied) > 0 { // few literals have any
		s.todo = append(s.todo, l)
	}
	for _, n := range holding {
		s.clauses[n].open += satisfied
	}
	for _, n := range losing {
		c := &s.clauses[n]
		c.rest ^= l ^ 1
		if c.open--; c.open == 1 {
			s.due = append(s.due, c.rest)
		} else if c.open == 0 {
			s.bad = true
		}
	}
}

// propagate follows up what became true, and reports whether nothing is violated. Counters change
// at once and pairs are followed up later: most guesses end with a clause that has no open literal
// left, and that is seen before their consequences are complete.
func (s *search) propagate() bool {
	for !s.bad {
		if n := len(s.due); n > 0 {
			l := s.due[n-1]
			s.due = s.due[:n-1]
			s.assign(l)
			continue
		}
		n := len(s.todo)
		if n == 0 {
			return true
		}
		_, _, implied := s.row(s.todo[n-1])
		s.todo = s.todo[:n-1]
		for _, l := range implied {
			if s.value[l] > 0 {
				continue
			}
			if s.assign(l); s.bad {
				return false
			}
		}
	}
	return false
}

// guess returns an open literal of the clause with the fewest; without such a clause, a variable,
// the shown ones first; -1 if none is open.
func (s *search) guess() int32 {
	best, least := int32(-1), int64(satisfied)
	for _, c := range s.guides {
		if n := s.clauses[c].open; n < least {
			if best, least = c, n; n == 2 { // the last one would have followed
				break
			}
		}
	}
	if best >= 0 {
		for _, l := range s.members[s.begins[best]:s.begins[best+1]] {
			if s.value[l] == 0 {
				return l
			}
		}
	}
	for ; s.next < len(s.value)/2; s.next++ {
		if s.value[2*s.next] == 0 {
			return int32(2 * s.next)
		}
	}
	return -1
}

// undo takes the last guess back, and what followed from it.
func (s *search) undo() {
	last := s.levels[len(s.levels)-1]
	s.levels = s.levels[:len(s.levels)-1]
	s.propagations += int64(len(s.trail) - last.start - 1)
	for _, l := range s.trail[last.start:] {
		s.value[l], s.value[l^1] = 0, 0
		if last.copied {
			continue
		}
		holding, losing, _ := s.row(l)
		for _, n := range holding {
			s.clauses[n].open -= satisfied
		}
		for _, n := range losing {
			s.clauses[n].open++
			s.clauses[n].rest ^= l ^ 1
		}
	}
	if last.copied {
		before := len(s.kept) - len(s.clauses)
		copy(s.clauses, s.kept[before:])
		s.kept = s.kept[:before]
	}
	s.trail, s.next = s.trail[:last.start], last.next
	s.due, s.todo, s.bad = s.due[:0], s.todo[:0], false
}

// turn takes the last guess back and makes it false instead. It reports false if there is none.
func (s *search) turn() bool {
	if len(s.levels) == 0 {
		return false
	}
	l := s.levels[len(s.levels)-1].guess
	s.undo()
	s.assign(l ^ 1)
	return true
}
