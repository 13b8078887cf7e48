package compared

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/comparison"
	"github.com/exactile/exactile/cmd/exactile/internal/table"
	"github.com/exactile/exactile/cmd/internal/words"
	"github.com/exactile/exactile/encode/puzzle"
)

// subject names what was compared.
func subject(t *puzzle.Tiling, c *comparison.Comparison) string {
	text := fmt.Sprintf("%s: %s, %s", c.Puzzle,
		words.Plural(len(t.Options), "placement"), words.Plural(len(t.Items)-t.Added, "item"))
	if c.First {
		text += "; first solutions"
	}
	if n := len(c.Rows[0].Runs); n > 1 {
		text += fmt.Sprintf("; median of %d runs", n)
		if seeds := c.Rows[0].Seeds(); seeds > 1 {
			text += fmt.Sprintf(" with %d seeds", seeds)
		}
	}
	return text
}

// notes are the sentences below the tables: which rows share a formula, and what its figures are
// of.
func notes(c *comparison.Comparison) (all []string) {
	for _, text := range c.Repeats() {
		all = append(all, table.Sentence(text))
	}
	for _, row := range c.Rows {
		if row.Formula.Variables > 0 {
			return append(all, comparison.FormulaNote)
		}
	}
	return all
}

// results is the table of what rows found and how long it took.
func results(c *comparison.Comparison) [][]string {
	repeated := len(c.Rows[0].Runs) > 1
	heading := []string{"backend", "count", "agrees"}
	times := []comparison.Measure{comparison.ToFirst}
	names := []string{"first s"}
	if !c.First {
		times, names = append(times, comparison.Elapsed), append(names, "all s")
	}
	for k, name := range names {
		heading = append(heading, name)
		if repeated && k == len(names)-1 {
			heading = append(heading, "least–greatest")
		}
	}
	rows := [][]string{append(heading, "cpu s", "MB")}
	verdicts := c.Verdicts()
	for k := range c.Rows {
		row := &c.Rows[k]
		cells := []string{row.Backend, countText(c, row.Typical()), table.Marked(string(verdicts[k]), row)}
		for n, measure := range times {
			spread, ok := row.Spread(measure)
			cells = append(cells, table.OrDash(ok, table.Seconds(spread.Median)))
			if repeated && n == len(times)-1 {
				cells = append(cells, table.OrDash(ok, table.Seconds(spread.Min)+"–"+table.Seconds(spread.Max)))
			}
		}
		cpu, knownCPU := row.Spread(comparison.CPU)
		memory, knownMemory := row.Spread(comparison.Memory)
		rows = append(rows, append(cells,
			table.OrDash(knownCPU, table.Seconds(cpu.Median)), table.OrDash(knownMemory, table.Megabytes(memory.Median))))
	}
	return rows
}

// spent is the table of formula sizes, work and versions, nil if no row has any of them.
func spent(c *comparison.Comparison) [][]string {
	rows := [][]string{{"backend", "variables", "clauses", "exported", "DIMACS", "work", "version"}}
	tells := false
	for k := range c.Rows {
		row := &c.Rows[k]
		if row.Same != "" {
			continue
		}
		r := row.Typical()
		st := r.Stats
		cells := []string{
			row.Backend,
			table.OrDash(st.Variables > 0, table.Short(float64(st.Variables))),
			table.OrDash(st.Clauses > 0, table.Short(float64(st.Clauses))),
			table.OrDash(row.Formula.Variables > 0, table.Short(float64(row.Formula.Variables))+", "+
				table.Short(float64(row.Formula.Clauses))),
			table.OrDash(row.Formula.Bytes > 0, words.Bytes(float64(row.Formula.Bytes))),
			mainWork(st), table.OrDash(row.Version != "", shortVersion(row.Version)),
		}
		tells = tells || strings.Trim(strings.Join(cells[1:], ""), "-") != ""
		rows = append(rows, cells)
	}
	if !tells {
		return nil
	}
	return rows
}

// figures is the table with every figure, for other programs.
func figures(c *comparison.Comparison) [][]string {
	headings := []string{
		"backend", "count", "complete", "agrees", "digest", "seconds", "cpu seconds",
		"memory bytes", "variables", "clauses", "nodes", "conflicts", "error", "runs",
		"seconds min", "seconds max", "first seconds", "first min", "first max", "decisions",
		"dimacs bytes", "version", "approximate", "propagations", "completeness", "unproved",
		"exported variables", "exported clauses", "same formula as",
	}
	rows := [][]string{headings}
	verdicts := c.Verdicts()
	for k := range c.Rows {
		row := &c.Rows[k]
		r := row.Typical()
		st := r.Stats
		all := table.Figures(row)
		if all["agrees"] = string(verdicts[k]); row.Same != "" {
			rows = append(rows, table.Under(headings, all))
			continue
		}
		all["version"] = row.Version
		all["approximate"] = fmt.Sprint(r.Approximate)
		number := func(heading string, value int64, told bool) {
			all[heading] = table.Figure("%.0f", float64(value), told)
		}
		finished := verdicts[k].Finished() || verdicts[k] == comparison.Contradicts
		solved := st.Variables > 0 || st.Clauses > 0 || finished && row.Formula.Bytes > 0
		number("variables", int64(st.Variables), solved)
		number("clauses", int64(st.Clauses), solved)
		number("nodes", st.Nodes, st.Nodes > 0 || finished && !solved)
		number("decisions", st.Decisions.N, st.Decisions.Told)
		number("dimacs bytes", row.Formula.Bytes, row.Formula.Bytes > 0)
		number("propagations", st.Propagations.N, st.Propagations.Told)
		rows = append(rows, table.Under(headings, all))
	}
	return rows
}

// published is the table for pages, Markdown and LaTeX.
func published(c *comparison.Comparison) [][]string {
	heading := []string{"backend", "count", "agrees", "first solution, s"}
	if !c.First {
		heading = append(heading, "all solutions, s")
	}
	rows := [][]string{append(heading, "CPU, s", "peak memory, MB", "variables", "clauses",
		"exported variables", "exported clauses", "DIMACS bytes", "work", "version")}
	verdicts := c.Verdicts()
	spread := func(row *comparison.Row, measure comparison.Measure, text func(float64) string) string {
		s, ok := row.Spread(measure)
		return table.OrDash(ok, table.Spread(s, text))
	}
	for k := range c.Rows {
		row := &c.Rows[k]
		st := row.Typical().Stats
		costs := work(st)
		if row.Same != "" {
			costs = "same formula as " + row.Same
		}
		cells := []string{
			row.Backend, countText(c, row.Typical()), table.Marked(string(verdicts[k]), row),
			spread(row, comparison.ToFirst, table.Seconds),
		}
		if !c.First {
			cells = append(cells, spread(row, comparison.Elapsed, table.Seconds))
		}
		rows = append(rows, append(cells,
			spread(row, comparison.CPU, table.Seconds), spread(row, comparison.Memory, table.Megabytes),
			table.OrDash(st.Variables > 0, fmt.Sprint(st.Variables)),
			table.OrDash(st.Clauses > 0, fmt.Sprint(st.Clauses)),
			table.OrDash(row.Formula.Variables > 0, fmt.Sprint(row.Formula.Variables)),
			table.OrDash(row.Formula.Clauses > 0, fmt.Sprint(row.Formula.Clauses)),
			table.OrDash(row.Formula.Bytes > 0, fmt.Sprint(row.Formula.Bytes)),
			costs, table.OrDash(row.Version != "", row.Version),
		))
	}
	return rows
}

// madeBy is the program, machine and limits of a comparison.
func madeBy(c *comparison.Comparison) string {
	text := fmt.Sprintf("exactile %s on %s, one run at a time", c.Program, c.Machine)
	if c.Timeout > 0 {
		text += fmt.Sprintf(", each for at most %v", c.Timeout)
	}
	return text + "."
}

// countText formats a count, marked as approximate or as a lower bound if it is. A first
// solution needs no mark: nothing else was asked for.
func countText(c *comparison.Comparison, r backends.Report) string {
	switch {
	case r.Error != "":
		return "-"
	case c.First:
		return r.Count.String()
	case r.Approximate:
		return "≈ " + r.Count.String()
	case !r.Complete:
		return "≥ " + r.Count.String()
	}
	return r.Count.String()
}

// work is the cost of a run in the units of its engine.
func work(st backends.Stats) string {
	var parts []string
	for _, unit := range []struct {
		n    int64
		name string
	}{
		{st.Nodes, "node"}, {st.Conflicts.N, "conflict"},
		{st.Decisions.N, "decision"}, {st.Propagations.N, "propagation"},
	} {
		if unit.n > 0 {
			parts = append(parts, words.Count(table.Short(float64(unit.n)), unit.name))
		}
	}
	return table.OrDash(len(parts) > 0, strings.Join(parts, ", "))
}

// mainWork is the first figure of work.
func mainWork(st backends.Stats) string {
	first, _, _ := strings.Cut(work(st), ",")
	return first
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
