package backends

import (
	"iter"

	"github.com/exactile/exactile/encode/cover"
)

// Representatives passes on one solution of each orbit under m.Sym: the one that
// is the least of its images, compared as slices. It needs all solutions of m.
func Representatives(
	m *cover.Model, solutions iter.Seq2[cover.Solution, error],
) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		for s, err := range solutions {
			if (err != nil || s.Least(m.Sym)) && !yield(s, err) {
				return
			}
		}
	}
}
