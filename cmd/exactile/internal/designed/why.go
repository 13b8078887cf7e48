package designed

import (
	"fmt"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/grouped"
	"github.com/exactile/exactile/cmd/internal/words"
	"github.com/exactile/exactile/encode/cover"
)

// Why is the reason why there are no more puzzles than made, after [Maker.Puzzles] has ended.
func (m *Maker) Why(made int) string {
	if m.family() {
		return m.whyFamily(made)
	}
	h, all := m.hints, m.solutions()
	fewest := "it takes at least " + words.Plural(h.AtLeast, "hint") + " to leave "
	switch {
	case h.Solutions == 0:
		return "there is no solution"
	case made > 0 && h.Listed && h.Spent:
		return "of " + all + " some were given up, after too many sets of hints"
	case made > 0 && h.Listed:
		return "there are no more, of all " + all
	case made > 0:
		return all + " gave no more"
	case h.Contained == h.Solutions: // not if all are listed: the largest is part of none
		return "hints do not say that nothing is added, and " + all + " are parts of others"
	case h.AtLeast > 0 && h.Listed:
		return fewest + "one of " + all
	case h.AtLeast > 0:
		return fewest + "any of " + all
	}
	return "with the hints allowed, none of " + all + " was left alone in time"
}

// Looked is how many solutions were searched, "" for a family.
func (m *Maker) Looked() string {
	switch {
	case m.family():
		return ""
	case m.hints.Listed:
		return m.solutions() + " listed"
	}
	return m.solutions()
}

// solutions describes the solutions that were searched.
func (m *Maker) solutions() string {
	text := words.Plural(m.hints.Solutions, "solution")
	if !m.hints.Listed {
		text += " drawn from very many"
	}
	return text
}

// whyFamily is Why for a family.
func (m *Maker) whyFamily(made int) string {
	things := "ways to place the pieces"
	if m.Uses {
		things = "sets of pieces"
	}
	switch {
	case m.groups == 0:
		return "there is no solution"
	case made > 0 && m.Hints > 0:
		return fmt.Sprintf("the others of %d %s take more hints", m.groups, things)
	case made > 0 && m.same > 0:
		return fmt.Sprintf("symmetric ones aside (%d), the others of %d %s have more solutions",
			m.same, m.groups, things)
	case made > 0:
		return fmt.Sprintf("the others of %d %s have more solutions", m.groups, things)
	case m.Hints > 0:
		return fmt.Sprintf("%d hints leave one solution for none of %d %s", m.Hints, m.groups, things)
	}
	t := grouped.Table{Tiling: m.Tiling, By: m.By, Uses: m.Uses}
	if m.Uses {
		t.AddUses([]cover.Group{*m.fewest}, grouped.Varying(m.Tiling))
	} else {
		t.AddBy([]cover.Group{*m.fewest})
	}
	var b strings.Builder
	_ = t.Text(&b) // a Builder never fails
	group, _, _ := strings.Cut(b.String(), "\t")
	return fmt.Sprintf("none of %d %s has just one solution: the fewest are %v, for %s",
		m.groups, things, m.fewest.Count, group)
}
