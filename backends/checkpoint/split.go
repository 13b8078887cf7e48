package checkpoint

import (
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// A split is one part of a split shard.
type split struct {
	shard cover.Shard
	// like is the index of the first part with as many solutions: its own, or that
	// of a part whose image it is under a symmetry.
	like int
}

// fan is into how many parts a part is split that took too long.
const fan = 16

// splitShard splits a shard of m into about n parts, the same every time. If only numbers
// are needed, symmetries may make some parts alike. A shard that cannot be split is
// returned as the only part.
func splitShard(m *cover.Model, shard cover.Shard, n int, numbers bool) []split {
	// Without positions Reduce looks at items one by one, and not at regions: there are many
	// parts, and each is reduced again when it is searched.
	part := m.Restrict(shard)
	part.Pos = nil
	part = part.Reduce()
	if numbers {
		if splits := byOrbits(part); splits != nil {
			return splits
		}
	}
	var splits []split
	for k, sh := range part.Shards(n) {
		splits = append(splits, split{sh, k})
	}
	return splits
}

// maxOrbits bounds the number of orbits of parts: if there are more, there are
// enough parts without symmetry.
const maxOrbits = 64

// byOrbits splits m by an item that is covered exactly once and whose options
// form fewer orbits under the symmetries than there are options; it returns nil
// if there is none. The solutions with option o are as many as those with an
// image of o, since symmetries map solutions to solutions. It takes an item with
// the fewest orbits but at least fan, or else with the most.
func byOrbits(m *cover.Model) []split {
	if len(m.Sym) < 2 {
		return nil
	}
	var best []split
	bestOrbits := 0
	for i, it := range m.Items {
		if it.Min != 1 || it.Max != 1 {
			continue
		}
		splits, orbits := orbitsOf(m, m.Split(i))
		switch {
		case splits == nil, orbits == len(splits), orbits > maxOrbits:
		case best == nil,
			bestOrbits < fan && orbits > bestOrbits,
			orbits >= fan && orbits < bestOrbits:
			best, bestOrbits = splits, orbits
		}
	}
	return best
}

// orbitsOf finds out which parts of a split by an item that is covered exactly
// once are images of each other, and how many are not images of an earlier
// part. It returns nil if the image of a part is no part.
func orbitsOf(m *cover.Model, shards []cover.Shard) (splits []split, orbits int) {
	index := make(map[int]int, len(shards))
	for k, sh := range shards {
		index[sh.Take[0]] = k
	}
	for k, sh := range shards {
		like := k
		for _, g := range m.Sym {
			image, ok := index[g[sh.Take[0]]]
			if !ok {
				return nil, 0
			}
			like = min(like, image)
		}
		if like == k {
			orbits++
		}
		splits = append(splits, split{sh, like})
	}
	return slices.Clip(splits), orbits
}
