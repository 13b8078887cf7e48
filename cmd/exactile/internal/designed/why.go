package designed

import (
	"fmt"
	"strings"

	"github.com/exactile/exactile/cmd/exactile/internal/grouped"
	"github.com/exactile/exactile/cmd/internal/words"
	"github.com/exactile/exactile/encode/cover"
)

// Why says why there are no more puzzles than so many, once they have come to their end.
func (m *Maker) Why(made int) string {
	switch {
	case m.family():
		return m.whyFamily(made)
	case m.hints.Solutions == 0:
		return "there is no solution"
	case made > 0 && m.hints.Listed && m.hints.Spent:
		return fmt.Sprintf("of %s some were given up, after too many sets of hints",
			words.Plural(m.hints.Solutions, "solution"))
	case made > 0 && m.hints.Listed:
		return fmt.Sprintf("there are no more, of all %s",
			words.Plural(m.hints.Solutions, "solution"))
	case made > 0:
		return fmt.Sprintf("%s gave no more", drawn(m.hints.Solutions))
	case m.hints.Contained == m.hints.Solutions:
		return fmt.Sprintf("hints do not say that nothing is added, and %s are parts of others",
			drawn(m.hints.Solutions))
	case m.hints.AtLeast > 0 && m.hints.Listed:
		return fmt.Sprintf("it takes at least %s to leave one of %s",
			words.Plural(m.hints.AtLeast, "hint"), words.Plural(m.hints.Solutions, "solution"))
	case m.hints.AtLeast > 0:
		return fmt.Sprintf("it takes at least %s to leave any of %s",
			words.Plural(m.hints.AtLeast, "hint"), drawn(m.hints.Solutions))
	case m.hints.Listed:
		return fmt.Sprintf("with the hints allowed, none of %s was left alone in time",
			words.Plural(m.hints.Solutions, "solution"))
	}
	return fmt.Sprintf("with the hints allowed, none of %s was left alone in time",
		drawn(m.hints.Solutions))
}

// Looked says what was looked through, "" for a family.
func (m *Maker) Looked() string {
	if m.family() {
		return ""
	}
	if m.hints.Listed {
		return words.Plural(m.hints.Solutions, "solution") + " listed"
	}
	return drawn(m.hints.Solutions)
}

// drawn names solutions of which there are too many to list.
func drawn(n int) string {
	return words.Plural(n, "solution") + " drawn from very many"
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
	_ = t.Text(&b) // a Builder takes everything
	group, _, _ := strings.Cut(b.String(), "\t")
	return fmt.Sprintf("none of %d %s has just one solution: the fewest are %v, for %s",
		m.groups, things, m.fewest.Count, group)
}
