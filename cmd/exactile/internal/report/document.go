package report

import (
	"slices"

	"github.com/exactile/exactile/cmd/exactile/internal/study"
)

// A document is what a report shows to people. All but the tables are sentences.
type document struct {
	Title     string
	Wrong     bool // two runs contradict each other
	Warnings  []string
	Tables    []table  // the main one first
	Notes     []string // what the tables do not show
	Details   []table  // for pages and papers
	Errors    []string
	Agreement string
	Caveat    string // what must not be concluded
	Origin    [][2]string
}

// documentOf returns the document of a study. That of a comparison, which has one puzzle, shows
// the rows of the puzzle in the place of a ranking.
func documentOf(s *study.Study) *document {
	d := &document{
		Title: s.Headline, Wrong: len(s.Wrong) > 0,
		Notes: mapTexts(s.Findings, withFullStop), Agreement: withFullStop(s.Agreement),
		Caveat: study.Caveat, Origin: origin(s),
	}
	if s.Size == "" {
		d.Warnings = s.Warnings
		d.Tables = []table{ranking(s)}
		d.Details = []table{times(s)}
		d.Notes = append(d.Notes, "Times are "+s.By.String()+".")
		return d
	}
	p := s.Puzzles[0]
	d.Title, d.Agreement, d.Caveat = subject(s), withFullStop(p.Summary()), caveat
	d.Tables = figures(p)
	d.Notes = slices.Concat(d.Notes, formulaNotes(p), []string{study.SolverNote})
	for _, row := range p.Own() {
		if row.Error != "" {
			d.Errors = append(d.Errors, row.Backend+": "+row.Error)
		}
	}
	return d
}
