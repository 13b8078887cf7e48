package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/exactile/exactile/backends/adapter"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/internal/text"
)

// A table has rows of cells, the first of which is the heading.
type table struct {
	Title   string
	Rows    [][]string
	dropped []string // the columns that a narrow terminal does without, in this order
}

// ranking is the table of the backends in the order of their ranks, and the virtual best.
func ranking(s *study.Study) table {
	n := s.Counted
	rows := [][]string{{
		"backend", "rank", "solved", "PAR-2 s", "median s", "quartiles", "fastest", "alone",
		"gain", "not solved", "cpu s", "MB",
	}}
	limit := s.Timeout
	for _, st := range append(slices.Clip(s.Standings), s.Best) {
		real := st.Rank > 0 // not the virtual best
		if !real && len(s.Standings) < 2 {
			continue
		}
		rows = append(rows, []string{
			st.Backend, orDash(real, fmt.Sprint(st.Rank)), fmt.Sprintf("%d/%d", st.Solved, n),
			number(st.PAR2), bounded(st.Median, limit),
			bounded(st.Low, limit) + "–" + bounded(st.High, limit),
			orDash(real, fmt.Sprint(st.Fastest)), orDash(real, fmt.Sprint(st.Alone)),
			orDash(real, gain(st.Gain)), unsolvedText(st),
			orDash(real, number(study.Number(st.CPU))),
			orDash(st.Memory > 0, megabytes(float64(st.Memory))),
		})
	}
	dropped := []string{"MB", "cpu s", "quartiles", "fastest", "gain", "alone"}
	return table{"Ranking", rows, dropped}
}

// times is the table of the puzzles with the median time of each backend.
func times(s *study.Study) table {
	heading := append([]string{"puzzle"}, s.Backends...)
	rows := [][]string{append(heading, "solutions")}
	for _, p := range s.Puzzles {
		line := []string{p.Name}
		for _, row := range p.Rows {
			line = append(line, timeText(row, s.By))
		}
		rows = append(rows, append(line, solutions(p)))
	}
	return table{Title: "Median time of each puzzle, in seconds", Rows: rows}
}

// timeText formats the time of a backend for a puzzle, with the least and the greatest of
// several runs, or the reason why there is no time.
func timeText(row *study.Row, by study.By) string {
	if row == nil {
		return "not run"
	}
	if row.Same != "" {
		return "= " + row.Same
	}
	times, ok := row.Spreads[by.Measure()]
	if !ok || !row.Verdict.Finished() {
		return string(row.Verdict)
	}
	return markUnproved(spread(times, seconds), row)
}

// solutions formats the number of solutions on which the finished backends agree.
func solutions(p *study.Result) string {
	if len(p.Disagreements) > 0 {
		return "DISAGREEMENT"
	}
	for _, row := range p.Own() {
		if row.Verdict.Finished() {
			return row.Count
		}
	}
	return "-"
}

// origin returns what a reader needs to repeat a study, as pairs of a heading and a text.
func origin(s *study.Study) [][2]string {
	var lines [][2]string
	add := func(what, written string) {
		if written != "" {
			lines = append(lines, [2]string{what, text.Visible(written)})
		}
	}
	for _, session := range s.Sessions {
		quoted := func(arg string) string { return text.Shell(text.Visible(arg)) }
		add("Command", strings.Join(mapTexts(session.Command, quoted), " "))
		add("Date", session.Date.UTC().Format("2006-01-02 15:04 UTC"))
		add("exactile", session.Program)
		add("Commit", session.Commit)
		m := session.Machine
		written := fmt.Sprintf("%s, %s", m, text.Plural(m.Cores, "core"))
		if m.Memory > 0 {
			written += ", " + text.Bytes(float64(m.Memory)) + " of memory"
		}
		add("Machine", written)
		if session.Load != nil {
			add("Load before", fmt.Sprintf("%.1f", *session.Load))
		}
	}
	if s.Others != nil {
		add("Load meanwhile", fmt.Sprintf("others kept %.1f cores busy", max(*s.Others, 0)))
	}
	var versions []string
	for k, name := range s.Backends {
		if v := s.Versions[k]; v != "" {
			versions = append(versions, name+" "+v)
		}
	}
	add("Versions", strings.Join(versions, ", "))
	limits := "no limit of time"
	if s.Timeout > 0 {
		limits = s.Limit().String()
	}
	if memory := s.Sessions[0].Memory; memory > 0 {
		limits += ", " + text.Bytes(float64(memory)) + " of memory"
	}
	add("Limits of a run", limits)
	add("Seeds", fmt.Sprintf("%v for the order of the placements", s.Seeds))
	if s.Size == "" {
		add("Tests",
			fmt.Sprintf("Wilcoxon's signed ranks, %s, at %.3g each by Holm's correction of %v",
				text.Plural(s.Test.Pairs, "pair"), s.Test.Level, study.Error))
		add("Variables and clauses", strings.Join(formulaNotes(s.Puzzles...), " "))
	}
	return lines
}

// unsolvedText counts why puzzles were not solved: "2 timeout, 1 failed".
func unsolvedText(st study.Standing) string {
	var all []string
	for _, o := range study.Outcomes() {
		if n := st.Verdicts[o.Verdict]; n > 0 && !o.Finished() {
			all = append(all, fmt.Sprintf("%d %s", n, o.Verdict))
		}
	}
	return orDash(len(all) > 0, strings.Join(all, ", "))
}

// data is the table with a row for each puzzle and backend, for other programs.
func data(s *study.Study) [][]string {
	if s.Size != "" {
		return tableOf(forPrograms, s.Puzzles[0].Cells, "backend", "count", "complete", "agrees",
			"digest", "seconds", "cpu seconds", "memory bytes", "variables", "clauses", "nodes",
			"conflicts", "error", "runs", "seconds min", "seconds max", "first seconds",
			"first min", "first max", "decisions", "dimacs bytes", "version", "approximate",
			"propagations", "completeness", "unproved", "exported variables", "exported clauses",
			"same formula as", "given", "formulas", "solver seconds")
	}
	var rows []*study.Row
	for _, p := range s.Puzzles {
		rows = append(rows, p.Cells...)
	}
	table := tableOf(forPrograms, rows, "puzzle", "backend", "engine", "encoding", "runs",
		"verdict", "solved", "count", "complete", "completeness", "digest", "seconds",
		"seconds min", "seconds max", "par2", "cpu seconds", "memory bytes", "first seconds",
		"variables", "clauses", "nodes", "conflicts", "error", "fingerprint", "unproved",
		"solver seconds", "exported variables", "exported clauses", "same formula as", "given",
		"formulas")
	for k, heading := range table[0] {
		if !slices.Contains([]string{"variables", "clauses", "nodes", "formulas"}, heading) {
			continue
		}
		for _, row := range table[1:] { // here a 0 is a figure that is not known
			if row[k] == "0" {
				row[k] = ""
			}
		}
	}
	return table
}

// caveat is what must not be concluded from one puzzle.
const caveat = "One puzzle on one machine: times of searches have heavy tails, so a factor " +
	"below 3 between two rows is noise, the order can be another on the next puzzle or with " +
	"the options numbered differently, and times of a busy machine mean little."

// subject names what was compared.
func subject(s *study.Study) string {
	text := fmt.Sprintf("%s: %s", s.Puzzles[0].Name, s.Size)
	if s.First {
		text += "; first solutions"
	}
	if n := len(s.Puzzles[0].Cells[0].Runs); n > 1 {
		text += fmt.Sprintf("; median of %d runs", n)
		if seeds := len(s.Seeds); seeds > 1 {
			text += fmt.Sprintf(" with %d seeds", seeds)
		}
	}
	return text
}

// formulaNotes are sentences on the formulas that the rows of puzzles were given.
func formulaNotes(puzzles ...*study.Result) (all []string) {
	given := make(map[adapter.Given]bool)
	for _, p := range puzzles {
		for _, row := range p.Cells {
			given[row.Given] = true
		}
	}
	note := func(seen bool, text string) {
		if seen {
			all = append(all, text)
		}
	}
	note(given[adapter.GivenParts],
		"parts of the core: the model is reduced and split; N x, largest V/C "+
			"are the number of parts, and the variables and clauses of the largest.")
	note(given[adapter.GivenCore], "core: one formula, of the reduced model.")
	note(given[adapter.GivenReduced],
		"export: the formula that exactile export writes in that encoding.")
	note(given[adapter.GivenModel],
		"export --no-reduce: the formula that this command writes in that encoding.")
	note(len(all) > 0, "exported: variables and clauses of exactile export in that encoding.")
	return all
}

// figures are the tables of the rows of a puzzle: their results, and what they were given, if
// anything is known of that.
func figures(p *study.Result) []table {
	headings := []string{"backend", "count", "agrees", "first s"}
	if !p.First {
		headings = append(headings, "all s")
	}
	if len(p.Cells[0].Runs) > 1 {
		headings = append(headings, "least–greatest")
	}
	headings = append(headings, "solver s", "cpu s", "MB")
	all := []table{{
		Title: "Results", Rows: tableOf(forPeople, p.Cells, headings...),
		dropped: []string{"cpu s", "first s"},
	}}
	given := tableOf(forPeople, p.Own(),
		"backend", "formula", "given", "exported", "DIMACS", "work", "version")
	known := func(row []string) bool { return strings.Trim(strings.Join(row[1:], ""), "-") != "" }
	if slices.ContainsFunc(given[1:], known) {
		all = append(all, table{
			Title: "Formulas and work", Rows: given,
			dropped: []string{"version", "DIMACS", "exported"},
		})
	}
	return all
}
