package links

import (
	"cmp"
	"slices"

	"github.com/exactile/exactile/native/internal/classes"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/run"
)

// gates let a state pass only if its solutions are in the given classes. The state at a cell
// is known only when all cells before it are filled, so the top of the tree branches on the
// first empty cell until the last gate is passed.
type gates struct {
	filter *classes.Filter
	cells  []gateCell // in the order of the scan
	at     int        // index into cells: none before it is empty
	passed int        // the number of classes passed
	root   int32      // the option that is placed, -1 for none
}

// A gateCell is a cell with its place in the web.
type gateCell struct{ position, head int32 }

// NewGated is New for a search of only the solutions that pass a filter.
func NewGated(p *problem.Problem, way Way, f *classes.Filter, wk run.Search) *Search {
	s := &Search{p: p, way: way, gates: &gates{filter: f, root: -1}}
	s.begin(wk, func(i int) bool { return f.Pos[i] >= 0 })
	for i, c := range f.Pos {
		if c >= 0 {
			s.gates.cells = append(s.gates.cells, gateCell{c, s.web.headOf[i]})
		}
	}
	slices.SortFunc(s.gates.cells, func(a, b gateCell) int { return cmp.Compare(a.position, b.position) })
	return s
}

// scan searches below a state that still has gates to pass.
func (s *Search) scan() {
	g, w := s.gates, s.web
	before, passed := g.at, g.passed
	defer func() { g.at, g.passed = before, passed }()
	for g.at < len(g.cells) && w.heads[g.cells[g.at].head].room == 0 {
		g.at++
	}
	first := g.filter.N
	if g.at < len(g.cells) {
		first = int(g.cells[g.at].position)
	}
	classes := g.filter.Classes
	for g.passed < len(classes) && classes[g.passed].Cell <= first {
		if class := classes[g.passed]; !class.In(s.sum(class.Cell)) {
			return
		}
		g.passed++
	}
	if g.passed == len(classes) {
		s.Nodes--
		s.run()
		return
	}
	base := len(s.forced)
	_, fewest := s.choose()
	s.forced = s.forced[:base]
	if fewest <= 0 {
		return
	}
	cell := g.cells[g.at].head
	optional := w.heads[cell].need <= 0
	s.branchOnce(cell)
	if optional && !s.Stopped {
		w.use(cell) // it stays empty
		s.run()
		w.unuse(cell)
	}
}

// sum adds up the numbers of the state at a cell before which no cell is empty.
func (s *Search) sum(cell int) (sum uint64) {
	g, options := s.gates, s.p.Model.Options
	if g.root >= 0 {
		sum = g.filter.Option(options[g.root], cell)
	}
	for _, o := range s.Chosen {
		sum += g.filter.Option(options[o], cell)
	}
	return sum
}

// waits reports whether there are gates that the search has not passed.
func (g *gates) waits() bool { return g != nil && g.passed < len(g.filter.Classes) }
