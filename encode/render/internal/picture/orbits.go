package picture

import "github.com/exactile/exactile/internal/text"

// Orbits describe solutions of which each stands for its orbit under the symmetries of the puzzle.
// In the zero Orbits each solution stands for itself.
type Orbits struct {
	// Symmetries is how many motions count as the same, the identity included.
	Symmetries int
	// Solutions is the total number of solutions, 0 if unknown.
	Solutions int64
}

// Some reports whether a solution stands for its orbit.
func (o Orbits) Some() bool { return o.Symmetries > 1 }

// Of appends to a number of solutions, or a word for it, the symmetries and the total: "65
// solutions up to 8 symmetries (520 in all)".
func (o Orbits) Of(solutions string) string {
	return text.UpTo(solutions, o.Symmetries, o.Solutions)
}
