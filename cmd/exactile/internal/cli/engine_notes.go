package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/auto"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/internal/text"
)

// Announcing returns b such that a race, if there is one, is announced on standard error.
func Announcing(c *Console, b backends.Backend, puzzle string) backends.Backend {
	decider, ok := b.(auto.Backend)
	if !ok {
		return b
	}
	decider.Racing = func(members []string) {
		c.Note("%s: native found nothing within its budget; running %s",
			puzzle, strings.Join(members, ", "))
	}
	return decider
}

// Effort is the text of what a run cost and of the engine and order that it used.
func Effort(st backends.Stats) string {
	var b strings.Builder
	say := func(known bool, format string, value any) {
		if known {
			fmt.Fprintf(&b, format, value)
		}
	}
	say(st.Nodes > 0, ", %d nodes", st.Nodes)
	say(st.Conflicts.N > 0, ", %d conflicts", st.Conflicts.N)
	say(st.Engine != "", "; engine %s", st.Engine)
	say(st.Order != "", ", cells by %s", st.Order)
	say(st.Away > 0, ", %.1f GB of states on disk", float64(st.Away)/1e9)
	say(st.Estimate > 0, ", about %.0f nodes expected", st.Estimate)
	return b.String()
}

// unverifiedProgram returns the outside program whose word is the only evidence that a report is
// complete. Tests compare our own engines with each other; an outside program is not tested.
func unverifiedProgram(r backends.Report) (program string, ok bool) {
	program, outside := registry.Program(r.Backend)
	return program, outside && r.Complete && r.Completeness == backends.ByEngine
}

// unprovedReason is the end of a note on an answer without a proof.
func unprovedReason(r backends.Report) string {
	if r.Unproved == "" {
		return ""
	}
	return ": " + r.Unproved
}

// NoteTrust prints a note on standard error if a count rests on an outside program
// alone, if an engine that should write proofs ran without, or if a way to count all
// solutions was given up for lack of time.
func NoteTrust(c *Console, r backends.Report) {
	if late := r.Stats.Merging; late > 0 && !r.Complete {
		c.Note("%s: merged states would count all solutions in about %s or more",
			r.Puzzle, Clock(time.Duration(late*float64(time.Second))))
	}
	program, ok := unverifiedProgram(r)
	if !ok {
		if why := r.Stats.Unproved; why != "" && !r.Complete {
			c.Note("%s: %s gave no proof: %s", r.Puzzle, r.Backend, why)
		}
		return
	}
	what := "no other solution"
	switch {
	case r.Digest == nil:
		what = fmt.Sprintf("the number %v", r.Count)
	case r.Count.Sign() == 0:
		what = "no solution"
	}
	c.Note("%s: %s reports %s; this is not verified%s", r.Puzzle, program, what, unprovedReason(r))
}

// NoteTrustOnce returns a function like [NoteTrust] for the runs of several puzzles; it names
// each program once.
func NoteTrustOnce(c *Console) (note func(runs ...backends.Report)) {
	said := make(map[string]bool)
	return func(runs ...backends.Report) {
		for _, r := range runs {
			if program, ok := unverifiedProgram(r); ok && !said[program] {
				said[program] = true
				c.Note("%s gives no proof: that its counts are complete is not verified%s", program,
					unprovedReason(r))
			}
		}
	}
}

// largeMemory is how much memory a program takes without a word. Tables of states grow by a few
// hundred megabytes a second.
const largeMemory = 200 << 20

// AnnounceMemory prints a note when a run takes more than 200 MB, before it takes much more, unless
// --memory is given. The caller ends it.
func AnnounceMemory(c *Console, puzzle string, given int64) (end func()) {
	if given > 0 {
		return func() {}
	}
	return announceMemory(contain.Peak, func() { noteMemory(c, puzzle) })
}

func noteMemory(c *Console, puzzle string) {
	most := ""
	if all := contain.MachineMemory(); all > 0 {
		most = fmt.Sprintf(" (%s)", text.Bytes(float64(all/4)))
	}
	c.Note(
		"%s: takes more than 200 MB of memory, and up to a quarter of RAM%s: --memory SIZE "+
			"limits it", puzzle, most,
	)
}

// announceMemory calls note once peak is large, until end is called: then it is called no more.
func announceMemory(peak func() int64, note func()) (end func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			if peak() > largeMemory {
				note()
				return
			}
			select {
			case <-tick.C:
			case <-done:
				return
			}
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

// NoteMemory prints a note if --memory ended a run.
func NoteMemory(c *Console, puzzle string, err error) {
	if OutOfMemory(err) {
		c.Note("%s: %v", puzzle, err)
	}
}
