package cover

import (
	"cmp"
	"encoding/binary"
	"errors"
	"iter"
	"math/big"
	"slices"
)

// A Grouping defines which solutions are counted together: those with the same options of the items
// By, and with equally many covers of each of the items Use. The zero Grouping makes one group.
type Grouping struct{ By, Use []int }

// A Group is a non-empty set of solutions of a model under a grouping.
type Group struct {
	Options Solution // those that cover items of By
	Use     []int    // how often each item of Use is covered
	Count   *big.Int // number of solutions
}

// GroupRoom bounds the memory of groups, in words: each takes [Group.Words].
const GroupRoom = 1 << 26

// ErrManyGroups reports groups that exceed GroupRoom.
var ErrManyGroups = errors.New("cover: the solutions fall into more groups than there is room for")

// Words is about the number of words that a group takes.
func (g *Group) Words() int { return 16 + 2*(len(g.Options)+len(g.Use)) }

// Of returns the group of a solution, with a count of 1.
func (g Grouping) Of(m *Model, s Solution) Group {
	is := Group{Options: Solution{}, Use: make([]int, len(g.Use)), Count: big.NewInt(1)}
	for _, o := range s {
		for n, i := range g.Use {
			if _, covers := slices.BinarySearch(m.Options[o], i); covers {
				is.Use[n]++
			}
		}
		for _, i := range g.By {
			if _, covers := slices.BinarySearch(m.Options[o], i); covers {
				is.Options = append(is.Options, o)
				break
			}
		}
	}
	return is
}

// Keeps reports whether a symmetry of the model maps every solution to one in the same group.
func (g Grouping) Keeps(m *Model, symmetry []int) bool {
	for o, items := range m.Options {
		image := m.Options[symmetry[o]]
		for _, i := range g.By {
			if _, covers := slices.BinarySearch(items, i); covers && symmetry[o] != o {
				return false
			}
		}
		for _, i := range g.Use {
			_, before := slices.BinarySearch(items, i)
			if _, after := slices.BinarySearch(image, i); before != after {
				return false
			}
		}
	}
	return true
}

// Grouped returns the groups of the listed solutions, sorted by their options and then by their
// uses. The error is that of the listing, or [ErrManyGroups].
func (g Grouping) Grouped(m *Model, solutions iter.Seq2[Solution, error]) ([]Group, error) {
	type counted struct {
		Group
		n int64
	}
	all := make(map[string]*counted)
	var key []byte
	room := GroupRoom
	for s, err := range solutions {
		if err != nil {
			return nil, err
		}
		is := g.Of(m, s)
		// The key is unambiguous: its last numbers are always as many as there are uses.
		key = key[:0]
		for _, list := range [][]int{is.Options, is.Use} {
			for _, x := range list {
				key = binary.LittleEndian.AppendUint64(key, uint64(x))
			}
		}
		if had := all[string(key)]; had != nil {
			had.n++
			continue
		}
		if room -= is.Words(); room < 0 {
			return nil, ErrManyGroups
		}
		all[string(key)] = &counted{is, 1}
	}
	groups := make([]Group, 0, len(all))
	for _, is := range all {
		is.Count.SetInt64(is.n)
		groups = append(groups, is.Group)
	}
	SortGroups(groups)
	return groups, nil
}

// SortGroups sorts groups by their options, and then by their uses.
func SortGroups(groups []Group) {
	slices.SortFunc(groups, func(a, b Group) int {
		return cmp.Or(slices.Compare(a.Options, b.Options), slices.Compare(a.Use, b.Use))
	})
}

// Marginals returns how many of the listed solutions contain each option, and their number. If the
// listing fails, it returns the error with the numbers so far.
func Marginals(
	m *Model, solutions iter.Seq2[Solution, error],
) (options []*big.Int, total *big.Int, err error) {
	counts := make([]int64, len(m.Options))
	n := int64(0)
	for s, failed := range solutions {
		if failed != nil {
			err = failed
			break
		}
		n++
		for _, o := range s {
			counts[o]++
		}
	}
	options = make([]*big.Int, len(counts))
	for o, count := range counts {
		options[o] = big.NewInt(count)
	}
	return options, big.NewInt(n), err
}
