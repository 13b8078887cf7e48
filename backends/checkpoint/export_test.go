package checkpoint

import (
	"time"

	"github.com/exactile/exactile/encode/cover"
)

// SaveOften has the job save after each n parts that were tried.
func (j *Job) SaveOften(n int) { j.often = n }

// CountedWith returns for each part of a split by an item the first part with as
// many solutions by symmetry.
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

// Allowance is how long a part may take after parts that took so much CPU time; 0 is
// one that was given up.
func Allowance(every time.Duration, parts ...time.Duration) time.Duration {
	p := newPace(every)
	for _, cpu := range parts {
		if cpu > 0 {
			p.finished(cpu)
		} else {
			p.failed()
		}
	}
	return p.allowance()
}

// GiveUpAfter ends a context when a part has had its time.
var GiveUpAfter = giveUpAfter
