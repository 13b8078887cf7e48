package sat

import (
	"encoding/binary"
	"hash/fnv"
	"slices"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// topDepth is the number of choices behind the cubes of the first cut: with one there are
// too few cubes to share out, and with three it takes long to make them.
const topDepth = 2

// classes are the classes that the solutions of a search must be in. The class of a
// solution is given by the hash of the path of its cube after the number of choices of the
// cut, or fewer if there are no more. A path depends on the model alone.
type classes []native.Class

// depth is how many choices every cube must have behind it, if there are that many.
func (all classes) depth() int {
	deepest := 0
	for _, c := range all {
		deepest = max(deepest, topDepth+c.Cut)
	}
	return deepest
}

// have reports whether a cube at that path may have solutions in the classes. whole is set
// if the cube has no parts.
func (all classes) have(path []int, whole bool) bool {
	for _, c := range all {
		depth := topDepth + c.Cut
		if len(path) < depth && !whole {
			continue
		}
		if pathHash(path[:min(len(path), depth)])%uint64(c.Of) != uint64(c.Index) {
			return false
		}
	}
	return true
}

// pathHash is the hash of a path. It defines units and so must never change: a test
// holds some of its values.
func pathHash(path []int) uint64 {
	h := fnv.New64a()
	var b [8]byte
	for _, k := range path {
		binary.LittleEndian.PutUint64(b[:], uint64(k))
		h.Write(b[:])
	}
	x := h.Sum64()
	return (x ^ x>>29) * 0x94d049bb133111eb >> 16
}

// InCubes reports whether a solution of m is in all the given classes, as those
// of [Backend.Cubes].
func InCubes(m *cover.Model, s cover.Solution, in ...native.Class) bool {
	all := classes(in)
	c := newCore(m)
	if !c.impossible {
		c = c.restricted(cover.Shard{}) // as the first cube is
	}
	var path []int
	for !c.impossible && len(c.model.Options) > 0 && len(path) < all.depth() {
		item := branchItem(c.model)
		if item < 0 {
			break
		}
		k := slices.IndexFunc(c.model.Split(item), func(sh cover.Shard) bool { return c.holds(sh, s) })
		if k < 0 {
			return false // it is not a solution
		}
		path = append(path, k)
		c = c.restricted(c.model.Split(item)[k])
	}
	return all.have(path, true)
}
