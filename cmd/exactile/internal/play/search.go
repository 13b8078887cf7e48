package play

import (
	"context"
	"fmt"
	"math/big"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/exactile/exactile/cmd/internal/game"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// searchTime is how long a search in the background may take: longer than a player waits for
// an answer, and short enough not to load the machine.
const searchTime = 5 * time.Second

// maxListed bounds the solutions in a browser.
const maxListed = 10000

// search ends the present search, whose answer is dropped then, and returns a command of the
// program for a new one: find gets the model of the solutions that contain the taken options.
func (e *environment) search(
	m *cover.Model, taken []int, find func(ctx context.Context, part *cover.Model) tea.Msg,
) tea.Cmd {
	if e.cancel != nil {
		e.cancel()
	}
	ctx, cancel := context.WithTimeout(e.ctx, searchTime)
	e.last++
	number := e.last
	e.cancel = cancel
	return func() tea.Msg {
		defer cancel()
		return answer{number, find(ctx, game.Containing(m, taken))}
	}
}

// answer is the result of search number n.
type answer struct {
	n   int
	msg tea.Msg
}

// solutionCount is the known facts about the solutions of a position.
type solutionCount struct {
	count *big.Int // nil: the search still runs
	exact bool     // count is exact, not a lower bound
}

// countFrom counts the solutions.
func countFrom(ctx context.Context, part *cover.Model) tea.Msg {
	count, exact := game.Count(ctx, part)
	return solutionCount{count, exact}
}

// text is the prospect in words.
func (p solutionCount) text() string {
	switch {
	case p.count == nil:
		return "looking for solutions ..."
	case p.exact && p.count.Sign() == 0:
		return "no solution from here"
	case p.exact && p.count.Cmp(big.NewInt(1)) == 0:
		return "1 solution from here"
	case p.exact:
		return fmt.Sprintf("%v solutions from here", p.count)
	case p.count.Sign() > 0:
		return fmt.Sprintf("at least %v solutions from here", p.count)
	}
	return fmt.Sprintf("no solution found in %v", searchTime)
}

// listed are solutions to step through.
type listed struct {
	solutions []cover.Solution
	all       bool
}

// listSolutions lists the solutions, up to maxListed.
func listSolutions(ctx context.Context, part *cover.Model) tea.Msg {
	var l listed
	for s, err := range (native.Searcher{}).Solutions(ctx, part) {
		if err != nil || len(l.solutions) == maxListed {
			return l
		}
		l.solutions = append(l.solutions, s)
	}
	l.all = true
	return l
}

// optionCounts are the numbers of solutions from here that contain each option; nil if not known.
type optionCounts []*big.Int

// countByOption counts, for every option, the solutions that contain it.
func countByOption(ctx context.Context, part *cover.Model) tea.Msg {
	return optionCounts(game.CountsByOption(ctx, part))
}

// A hintedOption is an option of a solution from here; -1: there is none, or none was found.
type hintedOption int
