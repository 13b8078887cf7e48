package sat

import (
	"context"
	"io"
	"slices"
)

// checkHints checks a refutation by its hints, which may visit at most so many literals: when all
// literals of a clause are assumed false, each clause that a hint names must have just one literal
// that is not false, which becomes true, until a hint names a clause with none. The clauses of f
// are numbered from 1. The last clause must be the empty one.
//
// Source: L. Cruz-Filipe, M. J. H. Heule, W. A. Hunt, M. Kaufmann and P. Schneider-Kamp, Efficient
// Certified RAT Verification, CADE 2017; but clauses that are only RAT are refused.
func checkHints(ctx context.Context, in *words, f *Formula, most int64) error {
	p := &hinted{
		f: f, in: in, value: make([]int8, 2*f.vars+2),
		lemmas: make(map[int64][]int32), gone: make(map[int64]bool),
	}
	for {
		word, err := p.in.next()
		if err == io.EOF {
			if !p.empty {
				return p.in.refuse("the last clause is not the empty one")
			}
			return nil
		} else if err != nil {
			return err
		}
		id, err := p.in.parse(word, 1)
		if err != nil {
			return err
		}
		if word, err = p.in.more(); err != nil {
			return err
		}
		if string(word) == "d" {
			err = p.remove()
		} else {
			err = p.derive(id, word)
		}
		switch {
		case err != nil:
			return err
		case p.steps > most || p.held > maxLiterals:
			return ErrTooLarge
		case ctx.Err() != nil:
			return ctx.Err()
		}
	}
}

// hinted is a proof with hints that is being checked.
type hinted struct {
	f      *Formula
	in     *words
	value  []int8            // by literal: 1 true, -1 false
	trail  []int32           // the literals that are true
	lemmas map[int64][]int32 // the clauses derived, by their numbers
	gone   map[int64]bool    // clauses of f that were deleted
	empty  bool              // the last clause is empty
	steps  int64
	held   int // literals of lemmas and numbers of deleted clauses
}

// clause returns the clause with a number.
func (p *hinted) clause(id int64) (lits []int32, ok bool) {
	if id <= int64(len(p.f.ends)) {
		return p.f.at(int(id - 1)), !p.gone[id]
	}
	lits, ok = p.lemmas[id]
	return lits, ok
}

// remove deletes the clauses whose numbers follow in the line.
func (p *hinted) remove() error {
	for {
		id, err := p.in.number(0)
		if err != nil || id == 0 {
			return err
		}
		lits, ok := p.clause(id)
		switch {
		case !ok:
			return p.in.refuse("there is no clause %d", id)
		case id <= int64(len(p.f.ends)):
			p.gone[id] = true
			p.held++
		default:
			delete(p.lemmas, id)
			p.held -= len(lits) + 1
		}
	}
}

// derive checks the clause whose first word is given, by the hints after it.
func (p *hinted) derive(id int64, word []byte) error {
	lits, err := p.in.clause(word, nil, p.f.vars)
	if err != nil {
		return err
	}
	if _, taken := p.lemmas[id]; taken || id <= int64(len(p.f.ends)) {
		return p.in.refuse("there is a clause %d already", id)
	}
	conflict := false
	for _, l := range lits {
		conflict = p.assign(-l) || conflict
	}
	for {
		hint, err := p.in.number(0)
		if err != nil {
			return err
		}
		if hint == 0 {
			break
		}
		if conflict {
			continue
		}
		hinted, ok := p.clause(hint)
		if !ok {
			return p.in.refuse("there is no clause %d", hint)
		}
		p.steps += int64(len(hinted))
		open := slices.IndexFunc(hinted, p.notFalse)
		switch {
		case open < 0:
			conflict = true
		case slices.ContainsFunc(hinted[open+1:], p.notFalse):
			return p.in.refuse("clause %d has more than one literal that is not false", hint)
		default:
			p.assign(hinted[open])
		}
	}
	for _, l := range p.trail {
		p.value[slot(l)], p.value[slot(-l)] = 0, 0
	}
	p.trail = p.trail[:0]
	if !conflict {
		return p.in.refuse("does not follow by its hints")
	}
	p.lemmas[id] = lits
	p.held += len(lits) + 1
	p.empty = len(lits) == 0
	return nil
}

func (p *hinted) notFalse(l int32) bool { return p.value[slot(l)] >= 0 }

// assign makes a literal true, and reports whether it was false.
func (p *hinted) assign(l int32) (wasFalse bool) {
	switch p.value[slot(l)] {
	case -1:
		return true
	case 0:
		p.value[slot(l)], p.value[slot(-l)] = 1, -1
		p.trail = append(p.trail, l)
	}
	return false
}
