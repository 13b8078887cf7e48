package sat

import (
	"github.com/exactile/exactile/encode/cover"
)

// A cube is a part of the solutions of a core.
type cube struct {
	// path orders cubes: the path of a part continues that of the whole.
	path   []int
	part   float64           // of the search, if all parts of a cube are equally large
	parent subproblem        // that it is a part of
	shard  cover.Shard       // of parent
	known  distinctSolutions // solutions of parent that were listed before it was split
	// images are the images of the root above the cube.
	images [][]int
	// out carries the outcomes of the cube, in order. Only one worker sends,
	// and closes it at the end.
	out chan outcome
}

// An outcome is a solution of a cube, its parts (instead of all further
// solutions), or the error that ended it.
type outcome struct {
	solution cover.Solution
	parts    []*cube
	err      error
}

// cubesAhead is how many outcomes a worker may be ahead of the receiver of the
// solutions.
const cubesAhead = 64

// split returns the parts of a cube by the options of an item.
func (c *cube) split(core subproblem, item int, known distinctSolutions) []*cube {
	shards := core.model.Split(item)
	parts := make([]*cube, len(shards))
	for k, shard := range shards {
		path := append(c.path[:len(c.path):len(c.path)], k)
		parts[k] = &cube{
			path: path, part: c.part / float64(len(shards)), parent: core, shard: shard,
			known: known, images: c.images, out: make(chan outcome, cubesAhead),
		}
	}
	return parts
}

// distinctSolutions is a set of solutions.
type distinctSolutions map[[16]byte]struct{}
