package check

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/exactile/exactile/encode/cover"
)

// This file is the part of the checker that counts orbits.

// maxMotions bounds the time that verifying a group takes.
const maxMotions = 1 << 10

// readMotions reads a group: for each motion a line with the images of the options and a line with
// those of the items. It verifies that each motion is an automorphism of m, and that all together
// are a group.
func readMotions(ctx context.Context, m *cover.Model, r io.Reader) (motions [][]int, err error) {
	in := newLines("symmetry.txt", r, m)
	known := make(map[string]bool)
	for in.next() && ctx.Err() == nil {
		g, err := in.permutation(len(m.Options))
		if err != nil {
			return nil, err
		}
		in.next()
		images, err := in.permutation(len(m.Items))
		if err != nil {
			return nil, err
		}
		if !isAutomorphism(m, g, images) {
			return nil, in.refuse("the motion of these two lines is no automorphism")
		}
		motions, known[packed(g)] = append(motions, g), true
		if len(motions) > maxMotions || len(known) < len(motions) {
			return nil, in.refuse("a motion is repeated, or there are more than %d", maxMotions)
		}
	}
	// A finite set of permutations that is closed under composition is a group. Only then has each
	// orbit exactly one member that is the least of its images.
	product := make([]int, len(m.Options))
	for _, g := range motions {
		for _, h := range motions {
			for o := range product {
				product[o] = g[h[o]]
			}
			if !known[packed(product)] && ctx.Err() == nil {
				return nil, in.refuse("no group: the product of two motions is missing")
			}
		}
	}
	if err := errors.Join(ctx.Err(), in.end()); err != nil || len(motions) > 0 {
		return motions, err
	}
	return nil, in.refuse("there is no motion, not even the identity")
}

func packed(g []int) string {
	b := make([]byte, 0, 4*len(g))
	for _, o := range g {
		b = append(b, byte(o), byte(o>>8), byte(o>>16), byte(o>>24))
	}
	return string(b)
}

// isAutomorphism reports whether g and images, permutations of the options and
// of the items, keep bounds and map an option's items to those of its image.
func isAutomorphism(m *cover.Model, g, images []int) bool {
	for i, j := range images {
		if m.Items[i].Min != m.Items[j].Min || m.Items[i].Max != m.Items[j].Max {
			return false
		}
	}
	var mapped []int
	for o, items := range m.Options {
		mapped = mapped[:0]
		for _, i := range items {
			mapped = append(mapped, images[i])
		}
		slices.Sort(mapped)
		if !slices.Equal(mapped, m.Options[g[o]]) {
			return false
		}
	}
	return true
}
