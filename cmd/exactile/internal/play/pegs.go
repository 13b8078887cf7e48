package play

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"
	"github.com/exactile/exactile/encode/pegs"
	"github.com/exactile/exactile/encode/puzzle"
)

// A pegBoard is the 5x5 board on which three pegs, one in each domain, make a
// puzzle.
type pegBoard struct {
	*environment
	edition pegs.Edition
	domains [][][2]int
	at      [2]int
	pegs    [][2]int
	before  [][][2]int // positions for undo, oldest first
	message string
	tiling  *puzzle.Tiling // nil until there are three pegs
	count   solutionCount
}

func newPegBoard(e *environment) *pegBoard {
	return &pegBoard{environment: e, edition: pegs.Plan, domains: pegs.Plan.Domains()}
}

// domain returns the domain of a cell, or -1.
func (b *pegBoard) domain(cell [2]int) int {
	return slices.IndexFunc(b.domains, func(cells [][2]int) bool {
		return slices.Contains(cells, cell)
	})
}

func (b *pegBoard) key(name string) (screen, tea.Cmd) {
	b.message = ""
	if step, ok := steps[name]; ok {
		for d := range b.at {
			b.at[d] = min(max(b.at[d]+step[d], 0), pegs.Side-1)
		}
		return b, nil
	}
	switch name {
	case "space":
		return b, b.toggle()
	case "u", "ctrl+z":
		if len(b.before) == 0 {
			b.message = "nothing to undo"
			return b, nil
		}
		b.pegs = b.before[len(b.before)-1]
		b.before = b.before[:len(b.before)-1]
		return b, b.changed()
	case "c":
		if len(b.pegs) > 0 {
			b.before = append(b.before, b.pegs)
			b.pegs = nil
			return b, b.changed()
		}
	case "e":
		editions := pegs.Editions()
		b.edition = editions[(slices.Index(editions, b.edition)+1)%len(editions)]
		b.domains, b.pegs, b.before = b.edition.Domains(), nil, nil
		return b, b.changed()
	case "enter", "p":
		if b.tiling == nil {
			b.message = "put a peg into each domain first"
			return b, nil
		}
		if name == "p" {
			return newTable(b.environment, b.tiling, b.restart)
		}
		return browse(b.environment, b.tiling, nil, b.restart)
	}
	return b, nil
}

// restart shows the board once more, after a screen that ended its search.
func (b *pegBoard) restart() (screen, tea.Cmd) { return b, b.changed() }

// toggle puts a peg on the cell, or takes it off.
func (b *pegBoard) toggle() tea.Cmd {
	d := b.domain(b.at)
	if d < 0 {
		b.message = "this cell is in no domain: no peg goes here"
		return nil
	}
	pegs := slices.Clone(b.pegs)
	if k := slices.Index(pegs, b.at); k >= 0 {
		pegs = slices.Delete(pegs, k, k+1)
	} else {
		for _, p := range pegs {
			if b.domain(p) == d {
				b.message = fmt.Sprintf("domain %s has a peg on %d,%d: remove that first",
					domainName(d), p[0], p[1])
				return nil
			}
		}
		pegs = append(pegs, b.at)
	}
	b.before = append(b.before, b.pegs)
	b.pegs = pegs
	return b.changed()
}

// changed makes the puzzle of the pegs, if they define one, and starts the search for its
// solutions.
func (b *pegBoard) changed() tea.Cmd {
	b.tiling, b.count = nil, solutionCount{}
	p, err := pegs.New(b.edition, b.pegs...)
	if err != nil {
		return nil // not yet
	}
	if b.tiling, err = p.Compile(); err != nil {
		b.message = err.Error()
		return nil
	}
	return b.search(b.tiling.Model, nil, countFrom)
}

func (b *pegBoard) receive(msg tea.Msg) (screen, tea.Cmd) {
	if p, ok := msg.(solutionCount); ok {
		b.count = p
	}
	return b, nil
}

// domainName is the name of a domain, the mark of its cells: a, b, c.
func domainName(d int) string { return string(rune('a' + d)) }

func (b *pegBoard) view(columns, _ int) ([]string, int, int) {
	title := fmt.Sprintf("Pegs (%s edition): one peg in each of the domains %s to %s",
		b.edition, domainName(0), domainName(len(b.domains)-1))
	lines := []string{truncate(title, columns),
		truncate("Three pegs on 25 cells; six pieces go around them and cover all the others.",
			columns),
		truncate("Put the pegs, then see all solutions (enter) or find one by hand (p). Another",
			columns),
		truncate("puzzle has a name, as in exactile play pentominoes:6x10; exactile list has more.",
			columns), ""}
	for y := range pegs.Side {
		line := "  "
		for x := range pegs.Side {
			cell := [2]int{x, y}
			mark := "."
			if d := b.domain(cell); d >= 0 {
				mark = domainName(d)
			}
			if slices.Contains(b.pegs, cell) {
				mark = "O"
			}
			open, shut := " ", " "
			if cell == b.at {
				open, shut = "[", "]"
			}
			line += open + mark + shut
		}
		lines = append(lines, line)
	}
	status := fmt.Sprintf("%d of %d pegs", len(b.pegs), len(b.domains))
	if b.tiling != nil {
		status = b.tiling.Puzzle.Name + ": " + b.count.text()
	}
	lines = append(lines, "", truncate(status, columns), truncate(b.message, columns), "",
		truncate("arrows move  space peg  u undo  enter solve  p play  ? help  q quit", columns))
	return lines, 24, len(lines)
}

func (b *pegBoard) keys() [][2]string {
	return [][2]string{
		{"arrows, h j k l", "move"},
		{"space", "put a peg here, or take it off"},
		{"u", "undo"},
		{"c", "take all pegs off"},
		{"e", "the other edition: other domains and another piece"},
		{"enter", "solve, and step through the solutions"},
		{"p", "play the puzzle by hand"},
		{"q, ctrl+c", "quit"},
	}
}
