package report

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"sync"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/internal/text"
)

// columns are the figures of a row by their headings.
type columns func(*study.Row) map[string]string

// tableOf returns a table of some columns, whose headings are its first row.
func tableOf(all columns, rows []*study.Row, headings ...string) [][]string {
	table := [][]string{headings}
	for _, r := range rows {
		texts, line := all(r), make([]string, len(headings))
		for k, heading := range headings {
			line[k] = texts[heading]
		}
		table = append(table, line)
	}
	return table
}

// forPeople are the columns of tables for people. A figure that is not known is a dash.
func forPeople(r *study.Row) map[string]string {
	st, f := &r.Typical.Stats, r.Formula
	whole := study.Elapsed // the time that counts most
	if r.Of.First {
		whole = study.ToFirst
	}
	times, known := r.Spreads[whole]
	middle := func(m study.Measure, text func(float64) string) string {
		s, known := r.Spreads[m]
		return orDash(known, text(s.Median))
	}
	return map[string]string{
		"backend":        r.Backend,
		"count":          countText(r),
		"agrees":         markUnproved(string(r.Agrees()), r),
		"first s":        middle(study.ToFirst, seconds),
		"all s":          middle(study.Elapsed, seconds),
		"least–greatest": orDash(known, seconds(times.Min)+"–"+seconds(times.Max)),
		"solver s":       middle(study.SolverTime, seconds),
		"cpu s":          middle(study.CPU, seconds),
		"MB":             middle(study.Memory, megabytes),
		"formula":        orDash(f.Given != "", string(f.Given)),
		"given":          orDash(st.Variables > 0 || st.Clauses > 0, givenText(st)),
		"exported":       orDash(f.Variables > 0, size(f.Variables, f.Clauses)),
		"DIMACS":         orDash(f.Bytes > 0, text.Bytes(float64(f.Bytes))),
		"work":           work(st),
		"version":        orDash(r.Version != "", shortVersion(r.Version)),
	}
}

// forPrograms are the columns of tables for other programs. There is none for a figure that is not
// known, since 0 would be a value.
func forPrograms(r *study.Row) map[string]string {
	t := &r.Typical
	st, f := &t.Stats, r.Formula
	engine, encoding := study.SplitEncoding(r.Backend)
	all := map[string]string{
		"puzzle": r.Of.Name, "fingerprint": r.Of.Fingerprint, "backend": r.Backend,
		"engine": engine, "encoding": encoding, "same formula as": r.Same, "runs": "0",
		"verdict": string(r.Verdict), "solved": fmt.Sprint(r.Verdict.Finished()),
		"agrees": string(r.Agrees()),
	}
	add := func(known bool, heading, format string, value any) {
		if known {
			all[heading] = fmt.Sprintf(format, value)
		}
	}
	add(!math.IsInf(float64(r.PAR2), 0), "par2", "%.6f", float64(r.PAR2))
	if r.Same != "" { // all else is in the row of these runs
		return all
	}
	add(true, "runs", "%d", r.NumRuns)
	add(r.Error == "", "count", "%s", r.Count)
	add(true, "complete", "%t", t.Complete)
	add(true, "completeness", "%s", t.Completeness)
	add(true, "approximate", "%t", t.Approximate)
	all["digest"], all["error"], all["unproved"] = r.Digest, r.Error, t.Unproved
	all["given"], all["version"] = string(f.Given), r.Version
	for _, column := range []struct {
		heading, least, greatest, format string
		measure                          study.Measure
	}{
		{"seconds", "seconds min", "seconds max", "%.6f", study.Elapsed},
		{"first seconds", "first min", "first max", "%.6f", study.ToFirst},
		{"cpu seconds", "", "", "%.6f", study.CPU},
		{"solver seconds", "", "", "%.6f", study.SolverTime},
		{"memory bytes", "", "", "%.0f", study.Memory},
	} {
		s, known := r.Spreads[column.measure]
		add(known, column.heading, column.format, s.Median)
		add(known, column.least, column.format, s.Min)
		add(known, column.greatest, column.format, s.Max)
	}
	finished := r.Verdict.Finished() || r.Verdict == study.Contradicts
	solved := st.Variables > 0 || st.Clauses > 0 || finished && f.Digest != ""
	add(solved, "formulas", "%d", st.Formulas)
	add(solved, "variables", "%d", st.Variables)
	add(solved, "clauses", "%d", st.Clauses)
	add(f.Variables > 0, "exported variables", "%d", f.Variables)
	add(f.Clauses > 0, "exported clauses", "%d", f.Clauses)
	add(f.Bytes > 0, "dimacs bytes", "%d", f.Bytes)
	add(st.Nodes > 0 || finished && !solved, "nodes", "%d", st.Nodes)
	add(st.Conflicts.Reported, "conflicts", "%d", st.Conflicts.N)
	add(st.Decisions.Reported, "decisions", "%d", st.Decisions.N)
	add(st.Propagations.Reported, "propagations", "%d", st.Propagations.N)
	return all
}

// countText is a count, marked as approximate or as a lower bound if it is. A first solution needs
// no mark: nothing else was requested.
func countText(r *study.Row) string {
	switch {
	case r.Error != "":
		return "-"
	case r.Of.First:
	case r.Typical.Approximate:
		return "≈ " + r.Count
	case !r.Typical.Complete:
		return "≥ " + r.Count
	}
	return r.Count
}

// givenText is the formulas that an engine got: how many if there were several, and the largest.
func givenText(st *backends.Stats) string {
	text := size(st.Variables, st.Clauses)
	if st.Formulas > 1 {
		return fmt.Sprintf("%s x, largest %s", short(float64(st.Formulas)), text)
	}
	return text
}

// size is the size of a formula.
func size(variables, clauses int) string {
	return short(float64(variables)) + "/" + short(float64(clauses))
}

// work is the cost of a run in the first of the units that its engine counts.
func work(st *backends.Stats) string {
	for _, unit := range []struct {
		n    int64
		name string
	}{
		{st.Nodes, "node"}, {st.Conflicts.N, "conflict"},
		{st.Decisions.N, "decision"}, {st.Propagations.N, "propagation"},
	} {
		if unit.n > 0 {
			return text.Count(short(float64(unit.n)), unit.name)
		}
	}
	return "-"
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
	return v[:min(len(v), 16)]
}
