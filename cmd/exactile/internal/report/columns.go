package report

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/internal/text"
)

// A form is what a table of rows is for.
type form int

const (
	brief form = iota // a terminal
	full              // pages and papers
	data              // other programs
)

// A column is a figure of a row. Tables pick it by its heading in their form, "" if it has none
// there.
type column struct {
	brief, full, data string
	// texts are the figure in each form. One that is not known is a dash for people and empty for
	// programs, since 0 would be a value.
	texts [3]string
}

// columnsOf returns all figures of a row.
func columnsOf(r *study.Row) []column {
	t := &r.Typical
	st, f := &t.Stats, r.Formula
	engine, encoding := study.SplitEncoding(r.Backend)
	runs := r.NumRuns
	if r.Same != "" {
		runs = 0
	}
	allMin, allMax := bounds(r, study.Elapsed)
	firstMin, firstMax := bounds(r, study.ToFirst)
	finished := r.Verdict.Finished() || r.Verdict == study.Contradicts
	solved := st.Variables > 0 || st.Clauses > 0 || finished && f.Digest != ""
	par2 := float64(r.PAR2)
	return []column{
		{"", "", "puzzle", sameForAll(r.Of.Name)},
		{"", "", "fingerprint", sameForAll(r.Of.Fingerprint)},
		{"backend", "backend", "backend", sameForAll(r.Backend)},
		{"", "", "engine", sameForAll(engine)},
		{"", "", "encoding", sameForAll(encoding)},
		{"", "", "same formula as", sameForAll(r.Same)},
		{"", "", "runs", sameForAll(fmt.Sprint(runs))},
		{"", "", "verdict", sameForAll(string(r.Verdict))},
		{"", "", "solved", sameForAll(fmt.Sprint(r.Verdict.Finished()))},
		{
			"agrees", "agrees", "agrees",
			byReader(markUnproved(string(r.Agrees()), r), string(r.Agrees())),
		},
		{"count", "count", "count", count(r, t)},
		{"", "", "complete", sameForAll(fmt.Sprint(t.Complete))},
		{"", "", "completeness", sameForAll(string(t.Completeness))},
		{"", "", "approximate", sameForAll(fmt.Sprint(t.Approximate))},
		{"", "", "digest", sameForAll(r.Digest)},
		{"", "", "unproved", sameForAll(t.Unproved)},
		{"", "", "error", sameForAll(r.Error)},
		{
			"first s", "first solution, s", "first seconds",
			measured(r, study.ToFirst, seconds, "%.6f"),
		},
		{"", "", "first min", sameForAll(firstMin)},
		{"", "", "first max", sameForAll(firstMax)},
		{"all s", "all solutions, s", "seconds", measured(r, study.Elapsed, seconds, "%.6f")},
		{"", "", "seconds min", sameForAll(allMin)},
		{"", "", "seconds max", sameForAll(allMax)},
		{"least–greatest", "", "", sameForAll(timeRange(r))},
		{"", "", "par2", sameForAll(machineNumber("%.6f", par2, !math.IsInf(par2, 0)))},
		{"cpu s", "CPU, s", "cpu seconds", measured(r, study.CPU, seconds, "%.6f")},
		{"solver s", "solver, s", "solver seconds", measured(r, study.SolverTime, seconds, "%.6f")},
		{"MB", "peak memory, MB", "memory bytes", measured(r, study.Memory, megabytes, "%.0f")},
		{
			"formula", "formula", "given",
			byReader(orDash(f.Given != "", string(f.Given)), string(f.Given)),
		},
		{"given", "", "", sameForAll(given(st))},
		{"", "formulas", "formulas", figure(st.Formulas, solved)},
		{"", "variables", "variables", figure(int64(st.Variables), solved)},
		{"", "clauses", "clauses", figure(int64(st.Clauses), solved)},
		{"exported", "", "", sameForAll(orDash(f.Variables > 0,
			size(f.Variables, f.Clauses)))},
		{
			"", "exported variables", "exported variables",
			figure(int64(f.Variables), f.Variables > 0),
		},
		{"", "exported clauses", "exported clauses", figure(int64(f.Clauses), f.Clauses > 0)},
		{"DIMACS", "", "", sameForAll(orDash(f.Bytes > 0, text.Bytes(float64(f.Bytes))))},
		{"", "DIMACS bytes", "dimacs bytes", figure(f.Bytes, f.Bytes > 0)},
		{"", "", "nodes", figure(st.Nodes, st.Nodes > 0 || finished && !solved)},
		{"", "", "conflicts", figure(st.Conflicts.N, st.Conflicts.Reported)},
		{"", "", "decisions", figure(st.Decisions.N, st.Decisions.Reported)},
		{"", "", "propagations", figure(st.Propagations.N, st.Propagations.Reported)},
		{"work", "work", "", work(r, st)},
		{"version", "version", "version", [3]string{
			orDash(r.Version != "", shortVersion(r.Version)), orDash(r.Version != "", r.Version),
			r.Version,
		}},
	}
}

// sharedHeadings are the headings of what rows without runs of their own have for other programs.
var sharedHeadings = []string{"puzzle", "fingerprint", "backend", "engine", "encoding",
	"same formula as",
	"runs", "verdict", "solved", "agrees", "par2"}

// tableOf returns a table of the columns with some headings, which are its first row.
func tableOf(f form, rows []*study.Row, headings ...string) [][]string {
	all := [][]string{headings}
	for _, r := range rows {
		texts := make(map[string]string)
		for _, c := range columnsOf(r) {
			texts[[3]string{c.brief, c.full, c.data}[f]] = c.texts[f]
		}
		row := make([]string, len(headings))
		for k, heading := range headings {
			if f != data || r.Same == "" || slices.Contains(sharedHeadings, heading) {
				row[k] = texts[heading]
			}
		}
		all = append(all, row)
	}
	return all
}

// sameForAll is a text that is the same in each form.
func sameForAll(text string) [3]string { return [3]string{text, text, text} }

// byReader is a text for people and another one for programs.
func byReader(people, programs string) [3]string { return [3]string{people, people, programs} }

// figure is a number, for programs if the engine tells it, for people if it is above 0.
func figure(n int64, known bool) [3]string {
	return [3]string{
		orDash(n > 0, short(float64(n))), orDash(n > 0, fmt.Sprint(n)),
		machineNumber("%.0f", float64(n), known),
	}
}

// measured is the median of a measure, with the least and the greatest where there is room.
func measured(
	r *study.Row, m study.Measure, text func(float64) string, format string,
) [3]string {
	s, known := r.Spread(m)
	return [3]string{
		orDash(known, text(s.Median)), orDash(known, spread(s, text)),
		machineNumber(format, s.Median, known),
	}
}

// bounds are the least and the greatest of a measure.
func bounds(r *study.Row, m study.Measure) (least, greatest string) {
	s, known := r.Spread(m)
	return machineNumber("%.6f", s.Min, known), machineNumber("%.6f", s.Max, known)
}

// timeRange are the least and the greatest of the time that counts most.
func timeRange(r *study.Row) string {
	m := study.Elapsed
	if r.Of.First {
		m = study.ToFirst
	}
	s, known := r.Spread(m)
	return orDash(known, seconds(s.Min)+"–"+seconds(s.Max))
}

// count is a count, for people marked as approximate or as a lower bound if it is. A first
// solution needs no mark: nothing else was requested.
func count(r *study.Row, t *backends.Report) [3]string {
	n := r.Count
	switch {
	case r.Error != "":
		return byReader("-", "")
	case r.Of.First:
	case t.Approximate:
		return byReader("≈ "+n, n)
	case !t.Complete:
		return byReader("≥ "+n, n)
	}
	return sameForAll(n)
}

// given is the formulas that an engine got: how many if there were several, and the largest.
func given(st *backends.Stats) string {
	text := size(st.Variables, st.Clauses)
	if st.Formulas > 1 {
		text = fmt.Sprintf("%s x, largest %s", short(float64(st.Formulas)), text)
	}
	return orDash(st.Variables > 0 || st.Clauses > 0, text)
}

// size is the size of a formula.
func size(variables, clauses int) string {
	return short(float64(variables)) + "/" + short(float64(clauses))
}

// work is the cost of a run in the units of its engine: on a terminal in the first of them.
func work(r *study.Row, st *backends.Stats) [3]string {
	var parts []string
	for _, unit := range []struct {
		n    int64
		name string
	}{
		{st.Nodes, "node"}, {st.Conflicts.N, "conflict"},
		{st.Decisions.N, "decision"}, {st.Propagations.N, "propagation"},
	} {
		if unit.n > 0 {
			parts = append(parts, text.Count(short(float64(unit.n)), unit.name))
		}
	}
	if len(parts) == 0 {
		parts = []string{"-"}
	}
	if r.Same != "" {
		return [3]string{full: "same formula as " + r.Same}
	}
	return [3]string{brief: parts[0], full: strings.Join(parts, ", ")}
}

// commit matches a Go pseudo-version, whose only information is its commit.
var commit = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`-(?:0\.)?\d{14}-([0-9a-f]{12})$`)
})

// shortVersion shortens a version: no build metadata, and at most 16 characters.
func shortVersion(v string) string {
	v, _, _ = strings.Cut(v, "+")
	if hash := commit().FindStringSubmatch(v); hash != nil {
		return hash[1]
	}
	if len(v) > 16 {
		v = v[:16]
	}
	return v
}
