package backends

import "github.com/exactile/exactile/encode/cover"

// Conjugates are the classes of conjugate symmetries.
var Conjugates = conjugates

// NumSums returns the number of sums that the solutions that g fixes must keep.
func NumSums(m *cover.Model, g []int) int { return len(newFixed(m, g).sums) }
