package auto

import (
	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// A turnTaker is a search that takes turns with others, see [native.Turns]. The caller must call
// its stop.
type turnTaker struct {
	name   string
	lister backends.Backend // for further solutions
	cost   backends.Stats   // once it has ended
	turn   func(nodes int64) (cover.Solution, error)
	stop   func()
}

// note keeps the cost of the search. It is the session's only if the search has a result.
func (t *turnTaker) note(st native.Stats) { t.cost.AddSearch(st) }
