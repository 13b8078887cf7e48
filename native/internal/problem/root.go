package problem

import "math/big"

// A Root is where a search starts: an option that is placed first, and how the
// solutions that contain it stand for others. Solutions that contain an option
// are as many as those that contain its image under a symmetry. So if every
// solution has exactly one option of some item, one representative of each orbit
// of those options is enough, weighted by how many of them the orbit has. No
// count is divided by anything, and solutions that are symmetric themselves need
// no care.
type Root struct {
	Option int32 // -1: nothing is placed, and the solutions stand for themselves
	// Images are symmetries that take the option to each option of the item in
	// its orbit, one for each, the identity first: applied to the solutions with
	// the option they give all solutions with one of the orbit.
	Images [][]int
}

// Weighted is the number of solutions that n solutions below r stand for.
func (r *Root) Weighted(n *big.Int) *big.Int {
	if r.Option < 0 {
		return n
	}
	return n.Mul(n, big.NewInt(int64(len(r.Images))))
}

// TrivialRoot starts from nothing.
var TrivialRoot = []Root{{Option: -1}}

// Roots chooses the item whose options fall into the fewest orbits among the
// items that are no cells and that every solution covers exactly once.
func (p *Problem) Roots() []Root {
	if len(p.Model.Sym) < 2 {
		return TrivialRoot
	}
	byItem := make([][]int32, len(p.Items))
	for i, b := range p.Items {
		if b.N > 0 && b.Lo == 1 && b.Hi == 1 && (p.Model.Pos == nil || p.Model.Pos[i] < 0) {
			byItem[i] = make([]int32, 0, b.N)
		}
	}
	for _, o := range p.Live {
		for _, i := range p.Model.Options[o] {
			if byItem[i] != nil {
				byItem[i] = append(byItem[i], o)
			}
		}
	}
	var best []Root
	seen := make([]int32, len(p.Model.Options)) // 1 + the item whose orbits it was found in
	for i, options := range byItem {
		if options == nil || best != nil && len(options) >= len(best)*len(p.Model.Sym) {
			continue // too many for fewer orbits
		}
		mark := int32(i + 1)
		for _, o := range options {
			seen[o] = -mark
		}
		var roots []Root
		for _, o := range options {
			if seen[o] == mark {
				continue
			}
			r := Root{Option: o}
			for _, g := range p.Model.Sym {
				if image := g[o]; seen[image] == -mark {
					seen[image] = mark
					r.Images = append(r.Images, g)
				}
			}
			roots = append(roots, r)
		}
		if best == nil || len(roots) < len(best) {
			best = roots
		}
	}
	if best == nil {
		return TrivialRoot
	}
	return best
}
