package auto

import (
	"context"
	"errors"
	"iter"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/engines"
	"github.com/exactile/exactile/backends/internal/portfolio"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// usualMembers are the members of a race, the most promising first.
//
// Native and gini come first because most puzzles suit one of them. The beam and the
// hunter use other prices and orders than before the race, for the largest boards.
// Counting finds at once that some boards cannot be filled, where nothing else does. And
// gophersat, with another encoding, makes another search. Each has a core, and others have the
// rest.
func (b Backend) usualMembers() []member {
	searcher, hunter, beam := b.Native, b.Hunter, b.Beam
	searcher.Workers = 1
	counter := searcher
	counter.Meter, counter.Progress = nil, nil // they must show only one search
	hunter.Meter, beam.Meter = nil, nil
	hunter.Seed, beam.Seed = hunter.Seed+1, beam.Seed+1
	engine := b.Engine
	if engine == nil {
		engine = func(name string) backends.Backend { return engines.Usual(name, sat.Backend{}) }
	}
	as := func(name string, b backends.Backend) portfolio.Member {
		return portfolio.Member{Name: name, Backend: b}
	}
	return []member{
		{Member: as(nativeName, searcher)},
		{Member: as("gini", engine("gini"))},
		{Member: as(beamName, beam), findsOnly: true, applies: native.Beam{}.Applies},
		{Member: as(hunterName, hunter), findsOnly: true},
		{Member: as("native by counting", countRefuter{counter}), tables: true},
		{Member: as("gophersat", engine("gophersat"))},
	}
}

// prepare makes the race, in which nobody has started.
func (s *session) prepare(
	ctx context.Context, work func(context.Context, backends.Backend, func(portfolio.Message) bool),
) {
	if s.members == nil {
		s.members = s.usualMembers()
	}
	var all []portfolio.Member
	for _, m := range s.members {
		all = append(all, m.Member)
	}
	s.race = portfolio.New(ctx, all, work)
	if s.together > 0 {
		s.race.Together = s.together
	}
	s.race.Announce, s.race.Won = s.Racing, s.win
}

// run runs the race.
func (s *session) run(receive func(portfolio.Message) bool) error {
	var racing []int
	for k, m := range s.members {
		if !(m.findsOnly && s.most == 0) && !(m.tables && s.noTables) &&
			(m.applies == nil || m.applies(s.model)) {
			racing = append(racing, k)
		}
	}
	return s.race.Run(racing, receive)
}

// A countRefuter counts, and can show only that there is no solution.
type countRefuter struct{ counter backends.Backend }

// Observed implements [adapter.Observable].
func (r countRefuter) Observed(report func(backends.Stats)) backends.Backend {
	return countRefuter{backends.Observed(r.counter, report)}
}

var errNotRefuted = errors.New("there are solutions, but a count does not say which")

func (r countRefuter) Solutions(
	ctx context.Context, m *cover.Model,
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		n, err := backends.Count(ctx, r.counter, m)
		if err == nil && n.Sign() > 0 {
			err = errNotRefuted
		}
		if err != nil {
			yield(nil, err)
		}
	}
}
