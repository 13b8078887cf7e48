package main

import (
	"fmt"
	"io"
	"strings"
)

// A section is the results of one question, as the table and the chart show them.
type section struct {
	task    string
	title   string
	results []*result // puzzle by puzzle, in the order of the file
}

// sections sorts results by question; questions without results are left out.
func sections(results []*result) []section {
	var all []section
	for _, s := range []section{
		{task: count, title: "The number of all solutions"},
		{task: first, title: "A first solution"},
	} {
		for _, r := range results {
			if r.peer.task() == s.task {
				s.results = append(s.results, r)
			}
		}
		if len(s.results) > 0 {
			all = append(all, s)
		}
	}
	return all
}

// base returns what a result is compared with: the first program that has a time
// for the same puzzle.
func (s section) base(r *result) *result {
	for _, b := range s.results {
		if b.puzzle == r.puzzle && len(b.samples) > 0 {
			return b
		}
	}
	return nil
}

// writeTable writes a Markdown table for each section.
func writeTable(w io.Writer, all []section, rounds int, skipped []string) error {
	var b strings.Builder
	b.WriteString("# exactile and its peers\n\n")
	fmt.Fprintf(&b, "Processor time in user mode of whole processes: the median of %d rounds in which the programs took turns, and the least and the greatest. ", rounds)
	b.WriteString("The ratio is to the first program that has a time for the puzzle: the median over the rounds, and the range. ")
	b.WriteString("The answer of every run was compared with exactile's count, or checked as a solution.\n")
	for _, s := range all {
		fmt.Fprintf(&b, "\n## %s\n\n", s.title)
		b.WriteString("| puzzle | solutions | program | does | time | from – to | ratio | from – to |\n")
		b.WriteString("| --- | ---: | --- | --- | ---: | ---: | ---: | ---: |\n")
		last := ""
		for _, r := range s.results {
			puzzle, count := cell(r.puzzle), r.count
			if r.puzzle == last {
				puzzle, count = "", ""
			}
			last = r.puzzle
			fmt.Fprintf(&b, "| %s | %s | %s | %s | ", puzzle, count, cell(r.peer.Name), r.peer.Does)
			if r.reason != "" {
				fmt.Fprintf(&b, "%s | | | |\n", cell(r.reason))
				continue
			}
			relative := ratios(r.samples, s.base(r).samples)
			fmt.Fprintf(&b, "%s | %s | ", duration(median(r.samples)), spread(r.samples, duration))
			if len(relative) == 0 {
				b.WriteString("| |\n")
				continue
			}
			fmt.Fprintf(&b, "%s | %s |\n", figures(median(relative)), spread(relative, figures))
		}
	}
	if len(skipped) > 0 {
		b.WriteString("\n## Not run\n\n")
		for _, s := range skipped {
			fmt.Fprintf(&b, "- %s\n", s)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cell keeps a text within one cell of a table.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ").Replace(s)
}
