package checkpoint

import "github.com/exactile/exactile/encode/cover"

// SaveOften has the job save after each n parts that were tried.
func (j *Job) SaveOften(n int) { j.often = n }

// CountedWith returns for each part of a split by an item which part has as many
// solutions by symmetry, the first of those that have.
func CountedWith(m *cover.Model, item int) (like []int) {
	splits, _ := orbitsOf(m, m.Split(item))
	for _, s := range splits {
		like = append(like, s.like)
	}
	return like
}

// How files are opened and locked.
var (
	Hold = hold
	Lock = lock
)
