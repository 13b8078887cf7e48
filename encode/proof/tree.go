package proof

import (
	"encoding/binary"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// A treeBuilder writes the steps of a search as the body of a proof.tree: the item number of each
// branch, in pre-order.
type treeBuilder struct {
	tree  []byte
	found func(cover.Solution) error
	nodes int64
}

func (b *treeBuilder) branch(item int) error {
	b.tree = binary.AppendUvarint(b.tree, uint64(item))
	b.nodes++
	return nil
}

func (b *treeBuilder) solution(path []int) error {
	s := slices.Clone(path)
	slices.Sort(s)
	return b.found(s)
}

func (b *treeBuilder) done([]int, bool) error { return nil }

// treeMagic is the first line of a proof.tree.
const treeMagic = "exactile tree 1\n"

// treeHead returns the head of a proof.tree: the magic line and the weight
// vectors. The bodies of the parts follow it.
func treeHead(vectors [][]int64) []byte {
	head := binary.AppendUvarint([]byte(treeMagic), uint64(len(vectors)))
	for _, vector := range vectors {
		for _, w := range vector {
			head = binary.AppendVarint(head, w)
		}
	}
	return head
}
