package studied

import (
	"slices"

	"github.com/exactile/exactile/cmd/exactile/internal/compared"
	"github.com/exactile/exactile/cmd/exactile/internal/study"
	"github.com/exactile/exactile/internal/visible"
)

// seen returns a study with invisible characters escaped: in the names of puzzles and
// programs, and in the versions and errors of programs.
func seen(s *study.Study) *study.Study {
	all := *s
	all.Backends = texts(s.Backends)
	all.Standings, all.Pairs = slices.Clone(s.Standings), slices.Clone(s.Pairs)
	for k := range all.Standings {
		all.Standings[k].Backend = visible.Text(all.Standings[k].Backend)
	}
	all.Repeats = slices.Clone(s.Repeats)
	for k, r := range all.Repeats {
		all.Repeats[k].As, all.Repeats[k].Backends = visible.Text(r.As), texts(r.Backends)
	}
	for k, p := range all.Pairs {
		all.Pairs[k].A, all.Pairs[k].B = visible.Text(p.A), visible.Text(p.B)
	}
	all.Puzzles = slices.Clone(s.Puzzles)
	for k := range all.Puzzles {
		all.Puzzles[k] = seenResult(all.Puzzles[k])
	}
	record := *s.Record
	record.Sessions = slices.Clone(record.Sessions)
	for k := range record.Sessions {
		t := &record.Sessions[k]
		t.Command, t.Settings = texts(t.Command), texts(t.Settings)
		t.Program, t.Commit = visible.Text(t.Program), visible.Text(t.Commit)
		t.Machine = compared.SeenMachine(t.Machine)
		versions := make(map[string]string)
		for name, version := range t.Versions {
			versions[visible.Text(name)] = visible.Text(version)
		}
		t.Versions = versions
	}
	all.Record = &record
	return &all
}

// seenResult is seen for a puzzle.
func seenResult(p study.Result) study.Result {
	p.Name, p.Fingerprint = visible.Text(p.Name), visible.Text(p.Fingerprint)
	p.Comparison, p.Cells = compared.Seen(p.Comparison), slices.Clone(p.Cells)
	n := 0
	for k, cell := range p.Cells {
		if cell == nil {
			continue
		}
		shown := *cell
		shown.Row = &p.Comparison.Rows[n] // there is a row for each cell
		n++
		p.Cells[k] = &shown
	}
	return p
}

// texts returns visible.Text of each text.
func texts(all []string) []string {
	shown := make([]string, len(all))
	for k, text := range all {
		shown[k] = visible.Text(text)
	}
	return shown
}
