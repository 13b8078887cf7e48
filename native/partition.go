package native

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native/internal/classes"
	"github.com/exactile/exactile/native/internal/problem"
	"github.com/exactile/exactile/native/internal/table"
)

// A Partition is a way to divide the solutions of one model into classes, for a count in
// parts. It is plain data and the same for every search, machine and memory, so that the
// parts can be counted anywhere and add up.
//
// The state of a solution at a cell is given by its options whose lowest cell is before that cell:
// the cells that they fill from there on, and how often they cover the items that are Counted. If
// there are Roots, a solution stands for its images under symmetries, all of which have the state
// of the image that contains a root. The hash of the state chooses the class.
//
// The model must be the same to the last index: options, items and symmetries are known by
// their numbers.
type Partition struct {
	// Order is the name of the order of the cells, and Pos the position of each item in
	// it, -1 for items that are no cells.
	Order string  `json:"order"`
	Pos   []int32 `json:"pos"`
	// Counted are the items whose uses are part of a state, increasing.
	Counted []int32 `json:"counted,omitempty"`
	// Roots are options, one of each orbit of the options of an item, in the order in
	// which a search finds them; none if symmetry is not used.
	Roots []int32 `json:"roots,omitempty"`
	// Cuts are the cells at which solutions fall into classes, increasing.
	Cuts []int `json:"cuts,omitempty"`
	// Engine and Nodes are hints: the search that is likely to be the fastest, and the
	// expected nodes of the whole. They do not affect any count.
	Engine string  `json:"engine,omitempty"`
	Nodes  float64 `json:"nodes,omitempty"`
}

// A Class is the solutions whose state at a cut, an index into Cuts, hashes to Index modulo
// Of.
type Class struct{ Cut, Index, Of int }

// errPartition is wrapped by the errors for a Partition that is not one of the model.
var errPartition = errors.New("native: the partition is not one of this model")

// A classRoots is a partition applied to a problem.
type classRoots struct {
	problem.Order
	scheme classes.Scheme
	roots  []problem.Root
}

// A sharedSetup is what the searches of all classes of a partition share. It does not change
// once made, so that several may use it at once.
type sharedSetup struct {
	*classRoots
	p *problem.Problem
	// scan has its tables and no class tests; nil: no search that scans cells is used.
	scan     *table.Search
	expander *table.Expander // nil: states are not merged
}

// setups holds the bases that searches share: one for counts, one for listings.
type setups struct {
	mu    sync.Mutex
	model *cover.Model
	bases [2]*sharedSetup
}

// A within is some classes of a partition.
type within struct {
	*Partition
	in     []Class
	common *setups
}

// on checks that the partition fits a problem.
func (p *Partition) on(of *problem.Problem) (*classRoots, error) {
	scheme := classes.Scheme{Pos: p.Pos, Counted: p.Counted}
	n, err := scheme.Valid(of)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errPartition, err)
	}
	d := &classRoots{scheme: scheme, roots: problem.TrivialRoot}
	d.Order = problem.Order{Name: p.Order, Pos: p.Pos, N: n}
	if len(p.Roots) > 0 {
		d.roots = of.Roots()
		if !slices.Equal(optionsOf(d.roots), p.Roots) {
			return nil, fmt.Errorf("%w: it has other roots", errPartition)
		}
	}
	return d, nil
}

// optionsOf are the options of roots, none for the trivial one.
func optionsOf(roots []problem.Root) (options []int32) {
	for _, r := range roots {
		if r.Option >= 0 {
			options = append(options, r.Option)
		}
	}
	return options
}

// A Classifier decides, without a search, in which classes a solution is. It may be used
// concurrently.
type Classifier struct {
	m      *cover.Model
	filter *classes.Filter // of no classes; nil: there are no solutions
	cuts   []int
	back   map[int32][]int32 // by option of the roots' item: where each option came from
}

// Classifier returns the classifier of a model.
func (p *Partition) Classifier(m *cover.Model) (*Classifier, error) {
	problem := problem.Load(m)
	c := &Classifier{m: m, cuts: p.Cuts, back: map[int32][]int32{}}
	if problem.Impossible {
		return c, nil // there are no solutions to classify
	}
	d, err := p.on(problem)
	if err != nil {
		return nil, err
	}
	c.filter = classes.NewFilter(d.scheme, d.N, nil)
	for _, r := range d.roots {
		for _, g := range r.Images {
			back := make([]int32, len(g))
			for o, image := range g {
				back[image] = int32(o)
			}
			c.back[int32(g[r.Option])] = back
		}
	}
	return c, nil
}

// In reports whether a solution is in all the given classes.
func (c *Classifier) In(s cover.Solution, in []Class) bool {
	for _, class := range in {
		cell := c.cuts[class.Cut]
		if !(classes.Class{Cell: cell, Index: class.Index, Of: class.Of}).In(c.sum(s, cell)) {
			return false
		}
	}
	return true
}

// sum adds up the numbers of the state at a cell.
func (c *Classifier) sum(s cover.Solution, cell int) (sum uint64) {
	if c.filter == nil {
		return 0
	}
	var back []int32
	for _, o := range s {
		if b := c.back[int32(o)]; b != nil {
			back = b
			break
		}
	}
	for _, o := range s {
		if back != nil {
			o = int(back[o])
		}
		sum += c.filter.Option(c.m.Options[o], cell)
	}
	return sum
}
