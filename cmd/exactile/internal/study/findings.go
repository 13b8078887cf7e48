package study

import (
	"fmt"
	"math"
	"strings"

	"github.com/exactile/exactile/internal/text"
)

// Caveat is what must not be concluded from a study.
const Caveat = "These puzzles on this machine: an interval says how far the typical factor " +
	"(Hodges and Lehmann's) would move with other puzzles like these, and nothing of puzzles " +
	"unlike them. All pairs of backends are tested by Wilcoxon's signed ranks and corrected for " +
	"their number (Holm): in at most one study of twenty, some are told apart that are alike. " +
	"Not told apart is not alike: with more puzzles they may be. A rank is that of the best of a " +
	"group, and the others of the group cannot be told apart from it. Times of a busy machine " +
	"mean little."

// maxHeadline is the length of two lines of a terminal.
const maxHeadline = 2 * 80

// headline is [Study.Headline].
func (s *Study) headline() string {
	text := []rune(s.mainFinding())
	if len(text) > maxHeadline {
		text = append(text[:maxHeadline-1], '…')
	}
	return string(text)
}

func (s *Study) mainFinding() string {
	n, backends := s.Counted, len(s.Standings)
	switch {
	case len(s.Wrong) > 0:
		p := s.Puzzles[s.Wrong[0]]
		written := fmt.Sprintf("DISAGREEMENT: %s: %s", p.Name, p.Reasons[0])
		if n := len(s.Wrong) - 1; n > 0 {
			written += ", and on " + text.Plural(n, "more puzzle")
		}
		return written
	case n == 0:
		return "No puzzle was run by every backend so far"
	case backends == 1:
		return fmt.Sprintf("%s solves %d of %s",
			s.Standings[0].Backend, s.Standings[0].Solved, puzzles(n))
	case s.tooFew():
		return fmt.Sprintf("%s %s too few to tell %d backends apart: %s %s at least %d",
			puzzles(s.usable), pluralVerb(s.usable, "is", "are"), backends,
			text.Plural(s.Test.Pairs, "pair"),
			pluralVerb(s.Test.Pairs, "needs", "need"), s.Test.Fewest)
	}
	first, slower := &s.Standings[0], 0
	var group []string // those that are not told apart from the first
	for k := range s.Standings[1:] {
		st := &s.Standings[1+k]
		if st.Rank == 1 {
			group = append(group, st.Backend)
		} else if p := s.Pair(first, st); !(p.Factor < 1) {
			slower++
		}
	}
	ahead := " cannot be told apart from " + first.Backend
	switch others := backends - 1 - len(group); {
	case len(group) == 0:
		return s.Pairs[0].String()
	case slower == others && others > 0:
		ahead += ", which is ahead of " + text.Plural(others, "other backend")
	case others > 0: // typically faster than the first, which has the lower PAR-2
		ahead += fmt.Sprintf(", which is ahead of %d of the other %d", slower, others)
	case !s.some:
		return fmt.Sprintf("Nothing can be told apart: %s by %s, and no interval of a factor "+
			"leaves out 1", puzzles(n), text.Plural(backends, "backend"))
	}
	if written := enumeration(group) + ahead; len([]rune(written)) <= maxHeadline {
		return written
	}
	return text.Plural(len(group), "backend") + ahead
}

// tooFew reports whether there are too few puzzles for any pair to be told apart.
func (s *Study) tooFew() bool {
	return s.Test.Pairs > 0 && s.usable < s.Test.Fewest
}

// findings are [Study.Findings].
func (s *Study) findings() []string {
	all := []string{}
	for _, r := range s.Repeats {
		on := ""
		if len(s.Puzzles) > 1 {
			on = fmt.Sprintf(" on %d of %s", r.Puzzles, puzzles(s.Counted))
		}
		all = append(all, fmt.Sprintf("same formula as %s%s, which ran once for all: %s",
			r.As, on, strings.Join(r.Backends, ", ")))
	}
	return all
}

// String is a sentence: which of the two is faster, and how sure that is.
func (p Pair) String() string {
	more := ""
	if p.More > 0 {
		more = "solves " + puzzles(p.More) + " more"
	}
	within := func(low, high Number) string {
		return fmt.Sprintf("%.4g%%: %s to %s", 100*(1-p.Level), factor(low), factor(high))
	}
	switch {
	case p.Puzzles == 0:
		return fmt.Sprintf("%s %s than %s", p.A, more, p.B)
	case p.Factor < 1:
		if more == "" {
			more = "has the lower PAR-2"
		}
		return fmt.Sprintf("%s is typically %s times as fast as %s on %s (%s), but %[3]s %[6]s",
			p.B, factor(1/p.Factor), p.A, puzzles(p.Puzzles), within(1/p.High, 1/p.Low), more)
	}
	text := fmt.Sprintf("%s is typically %s times as fast as %s on %s (%s)",
		p.A, factor(p.Factor), p.B, puzzles(p.Puzzles), within(p.Low, p.High))
	if more != "" {
		text += ", and " + more
	}
	return text
}

// factor formats a ratio.
func factor(f Number) string {
	switch {
	case math.IsNaN(float64(f)):
		return "-"
	case f < .01:
		return fmt.Sprintf("%.2g", f)
	case f < 2:
		return fmt.Sprintf("%.2f", f)
	case f < 10:
		return fmt.Sprintf("%.1f", f)
	}
	return fmt.Sprintf("%.0f", f)
}

// puzzles is a number of puzzles.
func puzzles(n int) string { return text.Plural(n, "puzzle") }

// enumeration joins names as in a sentence.
func enumeration(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// agreement is [Study.Agreement].
func (s *Study) agreement() string {
	on := make(map[Agreement]int)
	for k := range s.Puzzles {
		on[s.Puzzles[k].Agreement]++
	}
	written := fmt.Sprintf("%s by %s, %s", puzzles(len(s.Puzzles)),
		text.Plural(len(s.Backends), "backend"), text.Plural(s.Made, "run"))
	if n := len(s.plan.Seeds); n > 1 {
		written += fmt.Sprintf(" with %d seeds", n)
	}
	if n := len(s.Wrong); n > 0 {
		return written + ": backends contradict each other on " + puzzles(n)
	}
	var parts []string
	for _, part := range []struct {
		on   Agreement
		text string
	}{
		{OnSet, "the set of solutions of %s"},
		{OnCount, "the number of solutions of %s"},
		{OnFirst, "whether there is a solution of %s"},
	} {
		if n := on[part.on]; n > 0 {
			parts = append(parts, fmt.Sprintf(part.text, puzzles(n)))
		}
	}
	if len(parts) > 0 {
		written += ": all that finished agree on " + enumeration(parts)
	}
	if n := on[Undecided]; n > 0 {
		written += fmt.Sprintf("; of %s fewer than two finished", puzzles(n))
	}
	return written
}

// busyCores is how many cores other programs may keep busy without a warning.
const busyCores = .1

// warnings are [Study.Warnings].
func (s *Study) warnings() []string {
	all := []string{}
	warn := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	if s.Made < s.Wanted {
		warn("unfinished: %d of %s %s still to be made; figures are of the %s that every "+
			"backend has run", s.Wanted-s.Made, text.Plural(s.Wanted, "run"),
			pluralVerb(s.Wanted-s.Made, "is", "are"), puzzles(s.Counted))
	}
	if s.Others != nil && *s.Others >= busyCores {
		warn("other programs kept %.1f cores busy while this ran, so that its times mean "+
			"little", *s.Others)
	}
	for _, session := range s.Sessions {
		if session.Load != nil && *session.Load >= .5 {
			warn("other programs were at work before the first run (load %.1f)", *session.Load)
			break
		}
	}
	machines, programs := make(map[string]bool), make(map[string]bool)
	for _, session := range s.Sessions {
		machines[session.Machine.String()] = true
		programs[session.Program+session.Commit] = true
	}
	if n := len(machines); n > 1 {
		warn("the runs were made on %d different machines", n)
	}
	if n := len(programs); n > 1 {
		warn("the runs were made by %d versions of exactile", n)
	}
	for k, name := range s.Backends {
		was := s.plan.Backends[k]
		if n := s.Record.changed(was, s.Record.latest[was]); n > 0 {
			warn("%s has changed since %s, which do not count", name, text.Plural(n, "run"))
		}
	}
	if n := s.Record.Unsealed; n > 0 {
		warn("no seal: %s of the record were written by an older version or by hand, and may have "+
			"been edited", text.Plural(n, "line"))
	}
	if s.Record.Double > 0 {
		warn("the record has %s twice: the first counts", text.Plural(s.Record.Double, "run"))
	}
	return all
}
