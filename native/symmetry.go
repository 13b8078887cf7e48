package native

import "math/big"

// A root is where a search starts: an option that is placed first, and how the
// solutions that contain it stand for others. Solutions that contain an option
// are as many as those that contain its image under a symmetry. So if every
// solution has exactly one option of some item, one representative of each orbit
// of those options is enough, weighted by how many of them the orbit has. No
// count is divided by anything, and solutions that are symmetric themselves need
// no care.
type root struct {
	option int32 // -1: nothing is placed, and the solutions stand for themselves
	// images are symmetries that take the option to each option of the item in
	// its orbit, one for each, the identity first: applied to the solutions with
	// the option they give all solutions with one of the orbit.
	images [][]int
}

// weighted is the number of solutions that n solutions below r stand for.
func (r *root) weighted(n *big.Int) *big.Int {
	if r.option < 0 {
		return n
	}
	return n.Mul(n, big.NewInt(int64(len(r.images))))
}

// trivialRoot starts from nothing.
var trivialRoot = []root{{option: -1}}

// roots chooses the item whose options fall into the fewest orbits among the
// items that are no cells and that every solution covers exactly once.
func (p *problem) roots() []root {
	if len(p.m.Sym) < 2 {
		return trivialRoot
	}
	byItem := make([][]int32, len(p.items))
	for i, b := range p.items {
		if b.n > 0 && b.lo == 1 && b.hi == 1 && (p.m.Pos == nil || p.m.Pos[i] < 0) {
			byItem[i] = make([]int32, 0, b.n)
		}
	}
	for _, o := range p.live {
		for _, i := range p.m.Options[o] {
			if byItem[i] != nil {
				byItem[i] = append(byItem[i], o)
			}
		}
	}
	var best []root
	seen := make([]int32, len(p.m.Options)) // 1 + the item whose orbits it was found in
	for i, options := range byItem {
		if options == nil || best != nil && len(options) >= len(best)*len(p.m.Sym) {
			continue // too many for fewer orbits
		}
		mark := int32(i + 1)
		for _, o := range options {
			seen[o] = -mark
		}
		var roots []root
		for _, o := range options {
			if seen[o] == mark {
				continue
			}
			r := root{option: o}
			for _, g := range p.m.Sym {
				if image := g[o]; seen[image] == -mark {
					seen[image] = mark
					r.images = append(r.images, g)
				}
			}
			roots = append(roots, r)
		}
		if best == nil || len(roots) < len(best) {
			best = roots
		}
	}
	if best == nil {
		return trivialRoot
	}
	return best
}
