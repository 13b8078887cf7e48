package auto

import (
	"context"
	"errors"
	"time"

	"github.com/exactile/exactile/native"
)

const (
	shortHunt = 10 * time.Millisecond // also the first scan by lists
	longHunt  = 250 * time.Millisecond
	beamTurn  = 40 * time.Millisecond // the first; then twice as long each time
	beamTime  = 2520 * time.Millisecond
	beamCost  = 150 * time.Nanosecond // of a node
)

// endTurns ends the searches that take turns.
func (s *session) endTurns() {
	for _, search := range []**turnTaker{&s.hunter, &s.beam} {
		if *search != nil {
			(*search).stop()
			*search = nil
		}
	}
}

// hunts returns the hunter's search, which takes turns.
func (s *session) hunts(ctx context.Context) *turnTaker {
	if s.hunter != nil {
		return s.hunter
	}
	h := s.Hunter
	h.MaxNodes, h.Stats = 0, s.note
	t := &turnTaker{name: hunterName, lister: h}
	h.Stats = t.note
	t.turn, t.stop = native.Turns(ctx, h, s.model)
	s.hunter = t
	return t
}

// beams returns the beam's search, which takes turns.
func (s *session) beams(ctx context.Context) *turnTaker {
	if s.beam != nil {
		return s.beam
	}
	b := s.Beam
	b.MaxNodes, b.Stats = 0, s.note
	t := &turnTaker{name: beamName, lister: b}
	b.Stats = t.note
	t.turn, t.stop = native.Turns(ctx, b, s.model)
	s.beam = t
	return t
}

// turn gives a search a turn.
func (s *session) turn(t *turnTaker, nodes int64) (answer, error) {
	solution, err := t.turn(nodes)
	if solution != nil {
		err = s.model.Check(solution)
	}
	if !errors.Is(err, native.ErrBudget) {
		s.cost = t.cost
	}
	return answer{name: t.name, solution: solution, lister: t.lister}, err
}

// hunt gives the hunter a turn.
func hunt(ctx context.Context, s *session, b budget) (answer, error) {
	return s.turn(s.hunts(ctx), s.nodes(b))
}

// sendBeam gives the beam a turn, if it can search the model.
func sendBeam(ctx context.Context, s *session, b budget) (answer, error) {
	if !s.beamFirst && !s.Beam.Applies(s.model) {
		return answer{}, native.ErrBudget
	}
	return s.turn(s.beams(ctx), s.nodes(b))
}

// inTurns gives beam and hunter turns that become longer, and go on where they were: so neither
// waits for a whole budget of the other. Where each piece is used once, the beam has twice the time
// of the hunter, and elsewhere half of it.
func inTurns(ctx context.Context, s *session, _ budget) (a answer, err error) {
	hunted := shortHunt
	hunt := func(d time.Duration) {
		if errors.Is(err, native.ErrBudget) && s.task == one && hunted < longHunt {
			a, err = hunt(ctx, s, budget{lists: d})
			hunted += d
		}
	}
	err = native.ErrBudget
	for d, done := beamTurn, time.Duration(0); done < beamTime; done, d = done+d, 2*d {
		if s.copies > 1 {
			hunt(2 * d)
		}
		if errors.Is(err, native.ErrBudget) {
			a, err = s.turn(s.beams(ctx), int64(d/beamCost))
		}
		if s.copies == 1 {
			hunt(d / 2)
		}
		if !errors.Is(err, native.ErrBudget) {
			break
		}
	}
	return a, err
}
