package links

import (
	"cmp"
	"slices"

	"github.com/exactile/exactile/native/internal/classes"
)

// classTests let a state pass only if its solutions are in the given classes. The state at a cell
// is known only when all cells before it are filled, so the top of the tree branches on the
// first empty cell until the last class test is passed.
type classTests struct {
	options [][]int // of the model
	filter  *classes.Filter
	cells   []classCell // in the order of the scan
	at      int         // index into cells: none before it is empty
	passed  int         // the number of classes passed
	root    int32       // the option that is placed, -1 for none
}

// A classCell is a cell with its place in the matrix of links.
type classCell struct{ position, item int32 }

// newClassTests returns the class tests of a filter. The matrix must have a header for every cell.
func newClassTests(options [][]int, f *classes.Filter, w *linkMatrix) *classTests {
	g := &classTests{options: options, filter: f, root: -1}
	for i, c := range f.Pos {
		if c >= 0 {
			g.cells = append(g.cells, classCell{c, w.headOf[i]})
		}
	}
	slices.SortFunc(g.cells, func(a, b classCell) int {
		return cmp.Compare(a.position, b.position)
	})
	return g
}

// waits reports whether there are class tests that the search has not passed.
func (g *classTests) waits() bool { return g != nil && g.passed < len(g.filter.Classes) }

// pass passes the class tests up to the first empty cell. It reports false if the state is not in
// one of their classes.
func (g *classTests) pass(w *linkMatrix, chosen []int32) bool {
	for g.at < len(g.cells) && w.heads[g.cells[g.at].item].room == 0 {
		g.at++
	}
	first := g.filter.N
	if g.at < len(g.cells) {
		first = int(g.cells[g.at].position)
	}
	for ; g.waits() && g.filter.Classes[g.passed].Cell <= first; g.passed++ {
		if class := g.filter.Classes[g.passed]; !class.In(g.sum(class.Cell, chosen)) {
			return false
		}
	}
	return true
}

// sum adds up the numbers of the state at a cell before which no cell is empty.
func (g *classTests) sum(cell int, chosen []int32) (sum uint64) {
	if g.root >= 0 {
		sum = g.filter.Option(g.options[g.root], cell)
	}
	for _, o := range chosen {
		sum += g.filter.Option(g.options[o], cell)
	}
	return sum
}
