package registry

import (
	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/backends/internal/engines"
)

// autoName is what runs when nobody names a backend, and portfolioName the same with a race for
// counts, too.
const (
	autoName      = "auto"
	portfolioName = "portfolio"
)

// Auto returns the backend that decides what runs, as Lookup finds it by the name auto.
func (o Options) Auto() auto.Backend {
	one := o
	one.Workers = 1   // each member of a race has a core, and others have the rest
	one.Monitor = nil // it must show only one search
	return auto.Backend{
		Native: fast(o), Hunter: hunter(o), Beam: beam(o),
		Engine: func(name string) backends.Backend {
			e, _ := engines.Of(name)
			b, err := engineBackend(name, e, "", one)
			if err != nil {
				panic(err) // the names in the table are right
			}
			return b
		},
	}
}
