package auto

import (
	"context"
	"fmt"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/cover"
)

// searchAlone is how long a search at least continues before an argument is looked for beside it.
const searchAlone = 50 * time.Millisecond

// alone is how long the search of m continues alone: without a board ten times as long as to look
// for an argument takes, about, which is some cubic nanoseconds of the items that must be covered.
// Boards are impossible more often, by colours that are found sooner.
func alone(m *cover.Model) time.Duration {
	const longest = 3 * time.Second
	exact := time.Duration(0)
	for _, it := range m.Items {
		if m.Pos == nil && it.Min > 0 && it.Min == it.Max {
			exact++
		}
	}
	return max(searchAlone, min(longest, 10*exact*exact*exact))
}

// toTheEnd counts or lists by native, and meanwhile looks for an argument that there is no
// solution: a search may see none for ages.
func toTheEnd(ctx context.Context, s *session, _ budget) (answer, error) {
	s.searched = true
	a := answer{yielded: true}
	found := false
	why, err := s.besideArgument(ctx, func(ctx context.Context, end func()) (err error) {
		if s.task == number {
			a.count, err = s.searcher().Count(ctx, s.model)
			return err
		}
		for solution, err := range backends.AtMostN(ctx, s.searcher(), s.model, s.most) {
			if err != nil {
				return err
			}
			if !found {
				found = true
				end()
				s.win(nativeName)
			}
			if !s.yield(solution) {
				return nil
			}
		}
		return nil
	})
	switch {
	case why != nil && found: // never seen
		return a, fmt.Errorf("internal error: a solution, though there is none: %s", why.Text)
	case why != nil && err != nil:
		s.cost = backends.Stats{Argument: why.Text}
		s.win(argumentName)
		return a, nil
	case err == nil && !found:
		s.win(nativeName)
	}
	return a, err
}

// besideArgument calls search and, if it is not over soon, looks for an argument that there is no
// solution until search calls end. An argument ends the search.
func (s *session) besideArgument(
	ctx context.Context, search func(ctx context.Context, end func()) error,
) (found *argument.Argument, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	arguing, end := context.WithCancel(ctx)
	ended := make(chan struct{})
	timer := time.AfterFunc(alone(s.model), func() {
		defer close(ended)
		// The only error is that of the context.
		if found, _ = Why(arguing, s.model, s.Colourings...); found != nil {
			cancel()
		}
	})
	err = search(ctx, end)
	end()
	if !timer.Stop() {
		<-ended
	}
	return found, err
}
