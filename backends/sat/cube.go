package sat

import (
	"math"

	"github.com/exactile/exactile/encode/cover"
)

// A cube is a part of the solutions of a core.
type cube struct {
	// path orders cubes: the path of a part continues that of the whole.
	path  []int
	part  float64 // of the search, if all parts of a cube are equally large
	whole core
	shard cover.Shard // of whole
	known seen        // solutions of whole that were listed before it was split
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
func (c *cube) split(whole core, item int, known seen) []*cube {
	shards := whole.model.Split(item)
	parts := make([]*cube, len(shards))
	for k, shard := range shards {
		path := append(c.path[:len(c.path):len(c.path)], k)
		parts[k] = &cube{
			path: path, part: c.part / float64(len(shards)), whole: whole, shard: shard,
			known: known, images: c.images, out: make(chan outcome, cubesAhead),
		}
	}
	return parts
}

// branchItem returns the item that splits m into the fewest parts, at least two,
// or -1 if there is none.
func branchItem(m *cover.Model) int {
	count := make([]int, len(m.Items))
	for _, items := range m.Options {
		for _, i := range items {
			count[i]++
		}
	}
	item, fewest := -1, math.MaxInt
	for i, it := range m.Items {
		// Of n options, at least k of which are chosen, one of the first n-k+1 is the
		// lowest chosen one; or none is chosen.
		parts := count[i] - max(it.Min-1, 0)
		if it.Min == 0 {
			parts++
		}
		if parts > 1 && parts < fewest {
			item, fewest = i, parts
		}
	}
	return item
}
