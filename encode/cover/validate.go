package cover

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Validate reports the first fault of m as a model: bounds that are negative or crossed, repeated
// names, options that are empty, not strictly increasing or out of range, a Pos of the wrong
// length, a Sym entry that is not an automorphism, or a Sym that is not a group as its comment
// requires: counts by symmetry would be wrong. It is for models from outside; Compile builds only
// valid ones.
func (m *Model) Validate() error {
	if len(m.Items) > maxIndex || len(m.Options) > maxIndex {
		return fmt.Errorf("cover: %d items and %d options are more than a model can have",
			len(m.Items), len(m.Options))
	}
	names := make(map[string]int, len(m.Items))
	for i, it := range m.Items {
		if it.Min < 0 || it.Max < it.Min {
			return fmt.Errorf("cover: item %d (%q) has bounds %d..%d", i, it.Name, it.Min, it.Max)
		}
		if j, dup := names[it.Name]; dup {
			return fmt.Errorf("cover: items %d and %d are both named %q", j, i, it.Name)
		}
		names[it.Name] = i
	}
	for o, items := range m.Options {
		if len(items) == 0 {
			return fmt.Errorf("cover: option %d covers nothing", o)
		}
		last := -1
		for _, i := range items {
			if i <= last || i >= len(m.Items) {
				return fmt.Errorf("cover: option %d: item %d out of order or out of range", o, i)
			}
			last = i
		}
	}
	if m.Pos != nil && len(m.Pos) != len(m.Items) {
		return fmt.Errorf("cover: %d positions for %d items", len(m.Pos), len(m.Items))
	}
	if m.AddedItems < 0 || m.AddedItems > len(m.Items) {
		return fmt.Errorf("cover: %d added items of %d", m.AddedItems, len(m.Items))
	}
	for k, g := range m.Sym {
		if !m.Automorphism(g) {
			return fmt.Errorf("cover: symmetry %d is no automorphism of the model", k)
		}
	}
	return m.validateGroup()
}

// validateGroup returns an error unless Sym is nil or a group without repeats whose first element
// is the identity. It assumes that the elements are permutations: a finite set of permutations that
// is closed under composition is a group.
func (m *Model) validateGroup() error {
	if len(m.Sym) == 0 {
		return nil
	}
	for o, image := range m.Sym[0] {
		if o != image {
			return errors.New("cover: the first symmetry is not the identity")
		}
	}
	known := make(map[string]bool, len(m.Sym))
	var key []byte
	keyOf := func(image func(o int) int) []byte {
		key = key[:0]
		for o := range m.Options {
			key = binary.LittleEndian.AppendUint32(key, uint32(image(o)))
		}
		return key
	}
	for k, g := range m.Sym {
		known[string(keyOf(func(o int) int { return g[o] }))] = true
		if len(known) <= k {
			return fmt.Errorf("cover: symmetry %d is there twice", k)
		}
	}
	for k, g := range m.Sym {
		for n, h := range m.Sym {
			if !known[string(keyOf(func(o int) int { return g[h[o]] }))] {
				return fmt.Errorf("cover: the symmetries are no group: %d after %d is none of them",
					k, n)
			}
		}
	}
	return nil
}

// maxIndex limits a model: option variables, literals and offsets are 32 bits wide in the formats
// and engines that use the model.
const maxIndex = math.MaxInt32 - 1
