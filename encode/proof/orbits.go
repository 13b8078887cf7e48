package proof

import (
	"errors"

	"github.com/exactile/exactile/encode/cover"
)

// An orbitCounter counts the orbits of the solutions under a group of motions by Burnside's lemma:
// their number is the mean, over the motions, of the number of solutions that a motion fixes. The
// checker counts the least solution of each orbit instead, so that no mistake is shared.
type orbitCounter struct {
	motions [][]int
	in      []bool // by option: is it in the solution? false between two calls
	fixed   int64  // pairs of a solution and a motion that fixes it
}

// add counts the motions that fix s. It is called once for every solution.
func (c *orbitCounter) add(s cover.Solution) {
	for _, o := range s {
		c.in[o] = true
	}
	for _, g := range c.motions {
		if c.leavesAlone(g, s) {
			c.fixed++
		}
	}
	for _, o := range s {
		c.in[o] = false
	}
}

func (c *orbitCounter) leavesAlone(g []int, s cover.Solution) bool {
	for _, o := range s {
		if !c.in[g[o]] {
			return false
		}
	}
	return true
}

// count returns the number of orbits. A remainder means that the motions are not a group, or that
// the list of solutions is not closed under them.
func (c *orbitCounter) count() (int64, error) {
	n := int64(len(c.motions))
	if c.fixed%n != 0 {
		return 0, errors.New("internal error: Burnside's sum has a remainder")
	}
	return c.fixed / n, nil
}
