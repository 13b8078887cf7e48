package studied

import (
	"fmt"
	"math"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
	"github.com/exactile/exactile/cmd/exactile/internal/statistics"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/cmd/exactile/internal/table"
	"github.com/exactile/exactile/cmd/internal/words"
)

// ranking is the table of the backends in the order of their ranks, and the virtual best.
func ranking(s *study.Study) [][]string {
	n := s.Counted()
	rows := [][]string{{
		"backend", "rank", "solved", "PAR-2 s", "median s", "quartiles", "fastest", "alone",
		"gain", "not solved", "cpu s", "MB",
	}}
	limit := s.Timeout.Seconds()
	for _, st := range s.Standings {
		rows = append(rows, []string{
			st.Backend, fmt.Sprint(st.Rank), fmt.Sprintf("%d/%d", st.Solved, n),
			number(st.PAR2), bounded(st.Median, limit),
			bounded(st.Low, limit) + "–" + bounded(st.High, limit),
			fmt.Sprint(st.Fastest), fmt.Sprint(st.Alone), gain(st.Gain), unsolved(st),
			number(st.CPU), table.OrDash(st.Memory > 0, table.Megabytes(float64(st.Memory))),
		})
	}
	if b := s.Best; len(s.Standings) > 1 {
		rows = append(rows, []string{
			b.Backend, "-", fmt.Sprintf("%d/%d", b.Solved, n), number(b.PAR2),
			bounded(b.Median, limit), bounded(b.Low, limit) + "–" + bounded(b.High, limit),
			"-", "-", "-", "-", "-", "-",
		})
	}
	return rows
}

// times is the table of the puzzles with the median time of each backend.
func times(s *study.Study) [][]string {
	heading := append([]string{"puzzle"}, s.Backends...)
	rows := [][]string{append(heading, "solutions")}
	for k := range s.Puzzles {
		p := &s.Puzzles[k]
		row := []string{p.Name}
		for _, cell := range p.Cells {
			row = append(row, timeText(cell, s.By))
		}
		rows = append(rows, append(row, solutions(p)))
	}
	return rows
}

// timeText formats the time of a backend for a puzzle, with the least and the greatest of
// several runs, or the reason why there is no time.
func timeText(cell *study.Cell, by study.By) string {
	if cell == nil {
		return "not run"
	}
	if cell.Row.Same != "" {
		return "= " + cell.Row.Same
	}
	spread, ok := cell.Row.Spread(by.Measure())
	if !ok || !cell.Verdict.Finished() {
		return string(cell.Verdict)
	}
	return table.Marked(table.Spread(spread, table.Seconds), cell.Row)
}

// solutions formats the number of solutions on which the finished backends agree.
func solutions(p *study.Result) string {
	if len(p.Comparison.Disagreements()) > 0 {
		return "DISAGREEMENT"
	}
	for _, cell := range p.Cells {
		if cell != nil && cell.Verdict.Finished() {
			return cell.Row.Typical().Count.String()
		}
	}
	return "-"
}

// eachAgainstEach is the title of the table of factors.
const eachAgainstEach = "How many times as fast the row is as the column, typically; " +
	"* where the two can be told apart."

// factors is the table of each backend against each, nil if there are fewer than two.
func factors(s *study.Study) [][]string {
	if len(s.Factors) < 2 {
		return nil
	}
	rows := [][]string{{"backend"}}
	for _, st := range s.Standings {
		rows[0] = append(rows[0], st.Backend)
	}
	for k, st := range s.Standings {
		row := []string{st.Backend}
		for n, f := range s.Factors[k] {
			text := study.Factor(f)
			if s.Told[k][n] {
				text += "*"
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return rows
}

// measured says what the times of a study are.
func measured(s *study.Study) string { return "Times are " + s.By.String() + "." }

// origin returns what a reader needs to repeat a study, as pairs of a heading and a text.
func origin(s *study.Study) [][2]string {
	var lines [][2]string
	add := func(what, text string) {
		if text != "" {
			lines = append(lines, [2]string{what, text})
		}
	}
	for _, session := range s.Record.Sessions {
		add("Command", command(session.Command))
		add("Date", session.Date.UTC().Format("2006-01-02 15:04 UTC"))
		add("exactile", session.Program)
		add("Commit", session.Commit)
		m := session.Machine
		text := fmt.Sprintf("%s, %s", m, words.Plural(m.Cores, "core"))
		if m.Memory > 0 {
			text += ", " + words.Bytes(float64(m.Memory)) + " of memory"
		}
		add("Machine", text)
		if session.Load != nil {
			add("Load before", fmt.Sprintf("%.1f", *session.Load))
		}
	}
	if others, known := s.Others(); known {
		add("Load meanwhile", fmt.Sprintf("others kept %.1f cores busy", max(others, 0)))
	}
	var versions []string
	for _, name := range s.Backends {
		if v := s.Version(name); v != "" {
			versions = append(versions, name+" "+v)
		}
	}
	add("Versions", strings.Join(versions, ", "))
	limits := "no limit of time"
	if s.Timeout > 0 {
		limits = s.Timeout.String()
	}
	if len(s.Record.Sessions) > 0 {
		first := s.Record.Sessions[0]
		if first.Memory > 0 {
			limits += ", " + words.Bytes(float64(first.Memory)) + " of memory"
		}
		add("Limits of a run", limits)
		add("Seeds", fmt.Sprintf("%v for the order of the placements", s.Record.Seeds()))
		add("Tests", fmt.Sprintf("Wilcoxon's signed ranks, %s, at %.3g each by Holm's correction of %v",
			words.Plural(s.Tested, "pair"), s.Level, study.Error))
		add("Variables and clauses", comparison.FormulaNote)
	}
	return lines
}

// command quotes a command line for a shell.
func command(args []string) string {
	quoted := make([]string, len(args))
	for k, arg := range args {
		quoted[k] = words.Shell(arg)
	}
	return strings.Join(quoted, " ")
}

// unsolved counts why puzzles were not solved: "2 timeout, 1 failed".
func unsolved(st study.Standing) string {
	text := ""
	for _, v := range []comparison.Verdict{
		comparison.Contradicts, comparison.FailedRun, comparison.Timeout, comparison.NoMemory,
		comparison.NotRun, comparison.Estimate,
	} {
		if n := st.Verdicts[v]; n > 0 {
			if text != "" {
				text += ", "
			}
			text += fmt.Sprintf("%d %s", n, v)
		}
	}
	return table.OrDash(text != "", text)
}

// number formats seconds, or a dash if they are infinite or not known.
func number(seconds float64) string {
	if math.IsNaN(seconds) || math.IsInf(seconds, 0) {
		return "-"
	}
	return table.Seconds(seconds)
}

// gain formats what a backend adds to the virtual best, which may be very small.
func gain(seconds float64) string {
	if seconds > 0 && seconds < .0001 {
		return "<0.0001"
	}
	return number(seconds)
}

// bounded formats a time that may be beyond the limit.
func bounded(seconds, limit float64) string {
	if !statistics.Solved(seconds) && limit > 0 {
		return ">" + table.Seconds(limit)
	}
	return number(seconds)
}

// cells is the table with a row for each puzzle and backend, for other programs.
func cells(s *study.Study) [][]string {
	headings := []string{
		"puzzle", "backend", "engine", "encoding", "runs", "verdict", "solved", "count",
		"complete", "completeness", "digest", "seconds", "seconds min", "seconds max", "par2",
		"cpu seconds", "memory bytes", "first seconds", "variables", "clauses", "nodes",
		"conflicts", "error", "fingerprint", "unproved", "solver cpu seconds",
		"exported variables", "exported clauses", "same formula as",
	}
	rows := [][]string{headings}
	for _, p := range s.Puzzles {
		for _, cell := range p.Cells {
			if cell == nil {
				continue
			}
			all := table.Figures(cell.Row)
			all["puzzle"], all["fingerprint"] = p.Name, p.Fingerprint
			all["engine"], all["encoding"] = comparison.SplitEncoding(cell.Row.Backend)
			all["verdict"] = string(cell.Verdict)
			all["solved"] = fmt.Sprint(cell.Verdict.Finished())
			all["par2"] = table.Figure("%.6f", cell.PAR2, !math.IsInf(cell.PAR2, 0))
			number := func(heading string, value int64) {
				all[heading] = table.Figure("%.0f", float64(value), value > 0)
			}
			if cell.Row.Same != "" {
				rows = append(rows, table.Under(headings, all))
				continue
			}
			st := cell.Row.Typical().Stats
			number("variables", int64(st.Variables))
			number("clauses", int64(st.Clauses))
			number("nodes", st.Nodes)
			rows = append(rows, table.Under(headings, all))
		}
	}
	return rows
}
