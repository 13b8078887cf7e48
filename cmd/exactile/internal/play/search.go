package play

import (
	"context"
	"fmt"
	"math/big"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// searchTime is how long a search in the background may take: longer than a player waits for
// an answer, and short enough not to load the machine.
const searchTime = 5 * time.Second

// mostListed bounds the solutions in a browser.
const mostListed = 10000

// searches numbers the searches in the background. One runs at a time: a new search ends the
// one before it, whose answer is dropped.
type searches struct {
	last   int
	cancel context.CancelFunc
}

// next ends the present search and returns a new one as a command of the program.
func (s *searches) next(
	parent context.Context, find func(context.Context) tea.Msg,
) (number int, cmd tea.Cmd) {
	if s.cancel != nil {
		s.cancel()
	}
	ctx, cancel := context.WithTimeout(parent, searchTime)
	s.last++
	number, s.cancel = s.last, cancel
	return number, func() tea.Msg {
		defer cancel()
		return answer{number, find(ctx)}
	}
}

// answer is the result of search number n.
type answer struct {
	n   int
	msg tea.Msg
}

// prospect is the known facts about the solutions of a position. The zero prospect is a search
// that still runs.
type prospect struct {
	known  bool // the search has ended
	exists bool // there is at least one
	count  *big.Int
	exact  bool // count is exact, not a lower bound
}

// prospects counts the solutions that contain the given options.
func prospects(m *cover.Model, taken []int) func(context.Context) tea.Msg {
	return func(ctx context.Context) tea.Msg {
		part := m.Restrict(cover.Shard{Take: taken})
		var meter native.Meter
		count, err := native.Searcher{Meter: &meter}.Count(ctx, part)
		if err == nil {
			return prospect{known: true, exists: count.Sign() > 0, count: count, exact: true}
		}
		n := meter.Solutions()
		return prospect{known: true, exists: n > 0, count: big.NewInt(n)}
	}
}

// text is the prospect in words.
func (p prospect) text() string {
	switch {
	case !p.known:
		return "looking for solutions ..."
	case p.exact && p.count.Sign() == 0:
		return "no solution from here"
	case p.exact && p.count.IsInt64() && p.count.Int64() == 1:
		return "1 solution from here"
	case p.exact:
		return fmt.Sprintf("%v solutions from here", p.count)
	case p.exists:
		return fmt.Sprintf("at least %v solutions from here", p.count)
	}
	return fmt.Sprintf("no solution found in %v", searchTime)
}

// listed are solutions to step through.
type listed struct {
	solutions []cover.Solution
	all       bool
}

// listing lists the solutions that contain the given options, up to mostListed.
func listing(m *cover.Model, taken []int) func(context.Context) tea.Msg {
	return func(ctx context.Context) tea.Msg {
		var l listed
		for s, err := range (native.Searcher{}).Solutions(ctx, m.Restrict(cover.Shard{Take: taken})) {
			if err != nil || len(l.solutions) == mostListed {
				return l
			}
			l.solutions = append(l.solutions, s)
		}
		l.all = true
		return l
	}
}
