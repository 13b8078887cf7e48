package picture

import "fmt"

// Orbits say for how many solutions those of a drawing stand, where that is one of
// each orbit under the symmetries of the puzzle. The zero Orbits: each for itself.
type Orbits struct {
	// Symmetries is how many motions count as the same, the identity included.
	Symmetries int
	// Solutions is how many there are in all, 0 if that is not known.
	Solutions int64
}

// Some reports whether solutions stand for others at all.
func (o Orbits) Some() bool { return o.Symmetries > 1 }

// Of adds to a number of solutions, or a word for it, what it is a number of: "65
// solutions up to 8 symmetries (520 in all)".
func (o Orbits) Of(solutions string) string {
	if !o.Some() {
		return solutions
	}
	solutions += fmt.Sprintf(" up to %d symmetries", o.Symmetries)
	if o.Solutions > 0 {
		solutions += fmt.Sprintf(" (%d in all)", o.Solutions)
	}
	return solutions
}
