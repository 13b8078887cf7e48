package cover

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// A Digest identifies a set of solutions: the sum modulo 2^256 of the SHA-256 of every solution in
// canonical form. It does not depend on the order of the solutions, on the numbering of options and
// items, or on the program that found them. The digests of disjoint parts add up to the digest of
// the whole, and a solution listed twice changes the digest. The zero Digest is that of the empty
// set.
//
// The canonical form of a solution is a list of byte strings in Go's string order, one for each
// option: the names of the option's items without added items, sorted and each followed by a NUL.
// An option of added items alone is left out. The strings are joined by newlines.
type Digest [4]uint64 // little-endian words

// Add returns the digest of the union of two disjoint sets.
func (d Digest) Add(e Digest) Digest {
	var carry uint64
	for k := range d {
		d[k], carry = bits.Add64(d[k], e[k], carry)
	}
	return d
}

// String returns "sha256:" and 64 hexadecimal digits, most significant first.
func (d Digest) String() string {
	var b [32]byte
	for k, w := range d {
		binary.BigEndian.PutUint64(b[24-8*k:], w)
	}
	return "sha256:" + hex.EncodeToString(b[:])
}

// ParseDigest parses the form of String.
func ParseDigest(s string) (Digest, error) {
	digits, ok := strings.CutPrefix(s, "sha256:")
	b, err := hex.DecodeString(digits)
	if !ok || err != nil || len(b) != 32 {
		return Digest{},
			fmt.Errorf("cover: %q is no digest: want sha256: and 64 hexadecimal digits", s)
	}
	return digestOf([32]byte(b)), nil
}

func digestOf(b [32]byte) (d Digest) {
	for k := range d {
		d[k] = binary.BigEndian.Uint64(b[24-8*k:])
	}
	return d
}

// MarshalText returns the form of String, which JSON uses too.
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText is the inverse of MarshalText.
func (d *Digest) UnmarshalText(text []byte) (err error) {
	*d, err = ParseDigest(string(text))
	return err
}

// A Digester computes digests of solutions of one model. It prepares the
// canonical form of every option once. It is not safe for concurrent use.
type Digester struct {
	forms []string // the canonical forms of the options, in order
	rank  []int    // position of each option in that order
	ranks []int    // scratch
	buf   []byte   // scratch
	// marks is scratch with a bit for each rank; all zero between solutions.
	marks []uint64
}

// Digester returns a new digester of the solutions of m.
func (m *Model) Digester() *Digester {
	options := make([]string, len(m.Options))
	named := len(m.Items) - m.AddedItems
	byName, place := m.byName(named)
	var items []int
	for o := range m.Options {
		items = items[:0]
		for _, i := range m.Options[o] {
			if i < named {
				items = append(items, place[i])
			}
		}
		slices.Sort(items)
		var b strings.Builder
		for _, p := range items {
			b.WriteString(m.Items[byName[p]].Name)
			b.WriteByte(0)
		}
		options[o] = b.String()
	}
	order, rank := ranked(options)
	forms := make([]string, len(order))
	for r, o := range order {
		forms[r] = options[o]
	}
	return &Digester{forms: forms, rank: rank, marks: make([]uint64, (len(order)+63)/64)}
}

// byName returns the first n items in the order of their names, and the rank of each item.
func (m *Model) byName(n int) (order, rank []int) {
	names := make([]string, n)
	for i := range names {
		names[i] = m.Items[i].Name
	}
	return ranked(names)
}

// ranked returns the indices of the texts in the order of the texts, and the rank of each text.
func ranked(texts []string) (order, rank []int) {
	order, rank = make([]int, len(texts)), make([]int, len(texts))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(texts[a], texts[b]) })
	for r, k := range order {
		rank[k] = r
	}
	return order, rank
}

// Clone returns a Digester of the same solutions for another goroutine. It is much faster than
// [Model.Digester].
func (d *Digester) Clone() *Digester {
	return &Digester{forms: d.forms, rank: d.rank, marks: make([]uint64, len(d.marks))}
}

// Solution returns the digest of the set of the one solution s. Digests of several solutions add up
// with Add.
func (d *Digester) Solution(s Solution) Digest {
	d.sort(s)
	d.buf = d.buf[:0]
	ranks := d.ranks
	for len(ranks) > 0 && d.forms[ranks[0]] == "" { // they come first
		ranks = ranks[1:]
	}
	for k, r := range ranks {
		if k > 0 {
			d.buf = append(d.buf, '\n')
		}
		d.buf = append(d.buf, d.forms[r]...)
	}
	return digestOf(sha256.Sum256(d.buf))
}

// sort sorts the ranks of the options. If there are few ranks, it sets a bit for each and reads
// them in order, which is several times as fast as comparing.
func (d *Digester) sort(s Solution) {
	d.ranks = d.ranks[:0]
	if len(d.marks) <= 4*len(s) {
		for _, o := range s {
			r := uint(d.rank[o])
			d.marks[r/64] |= 1 << (r % 64)
		}
		for j, w := range d.marks {
			for ; w != 0; w &= w - 1 {
				d.ranks = append(d.ranks, j*64+bits.TrailingZeros64(w))
			}
			d.marks[j] = 0
		}
		if len(d.ranks) == len(s) {
			return
		}
		d.ranks = d.ranks[:0] // an option is repeated
	}
	for _, o := range s {
		d.ranks = append(d.ranks, d.rank[o])
	}
	slices.Sort(d.ranks)
}
