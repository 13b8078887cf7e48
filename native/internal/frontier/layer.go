package frontier

import (
	"math/big"
	"math/bits"
)

// A layer is the states that wait for one step, each with its number of ways. It is a hash
// table with open addressing. A row is a key and the words of a number, the lowest first.
type layer struct {
	rows  []uint64
	width int // words of a number
	used  int
	shift uint // of a hash, to get a place
}

// taken marks a row as used; it is a bit of the key.
const taken = 1 << 63

const (
	keyWords   = len(key{})
	firstShift = 64 - 4
)

func newLayer(width int) *layer { return (&layer{}).init(width, firstShift) }

func (l *layer) init(width int, shift uint) *layer {
	*l = layer{rows: make([]uint64, (keyWords+width)<<(64-shift)), width: width, shift: shift}
	return l
}

func (l *layer) bytes() int64 { return int64(len(l.rows)) * 8 }

func hash(k key) uint64 {
	high, low := bits.Mul64(k[0]^0x9e3779b97f4a7c15, k[1]^0xd1342543de82ef95)
	return (high ^ low ^ k[0]>>32) * 0xbf58476d1ce4e5b9
}

// add adds n times the factor times to the number of ways of a state.
func (l *layer) add(k key, n []uint64, times uint64) {
	if len(n) > l.width {
		l.remake(len(n), l.shift)
	}
	stride := keyWords + l.width
	for at := int(hash(k) >> l.shift); ; {
		row := l.rows[at*stride:][:stride]
		switch {
		case row[1] == 0:
			row[0], row[1] = k[0], k[1]
			l.used++
		case row[0] != k[0] || row[1] != k[1]:
			if at++; at == 1<<(64-l.shift) {
				at = 0
			}
			continue
		}
		if over := addTimes(row[keyWords:], n, times); over > 0 {
			// The overflow goes into the new highest word.
			l.remake(l.width+1, l.shift)
			l.carry(k, over)
		}
		if 3*l.used > 2<<(64-l.shift) {
			l.remake(l.width, l.shift-1)
		}
		return
	}
}

// carry adds over to the highest word of a state that the layer has.
func (l *layer) carry(k key, over uint64) {
	stride := keyWords + l.width
	for at := int(hash(k) >> l.shift); ; at = (at + 1) & (1<<(64-l.shift) - 1) {
		if row := l.rows[at*stride:][:stride]; row[0] == k[0] && row[1] == k[1] {
			row[stride-1] += over
			return
		}
	}
}

// addTimes adds n times the factor times to sum, and returns the overflow.
func addTimes(sum, n []uint64, times uint64) (over uint64) {
	if times == 1 {
		for j := range sum {
			x := uint64(0)
			if j < len(n) {
				x = n[j]
			} else if over == 0 {
				return 0
			}
			sum[j], over = bits.Add64(sum[j], x, over)
		}
		return over
	}
	for j := range sum {
		high, low := uint64(0), uint64(0)
		if j < len(n) {
			high, low = bits.Mul64(n[j], times)
		}
		var c uint64
		low, c = bits.Add64(low, over, 0)
		high += c
		sum[j], c = bits.Add64(sum[j], low, 0)
		over = high + c
	}
	return over
}

// remake moves the states to a table of another width or size.
func (l *layer) remake(width int, shift uint) {
	old := *l
	l.init(width, shift)
	l.used = old.used
	from, to := keyWords+old.width, keyWords+width
	for ; len(old.rows) > 0; old.rows = old.rows[from:] {
		row := old.rows[:from]
		if row[1] == 0 {
			continue
		}
		k := key{row[0], row[1]}
		for at := int(hash(k) >> shift); ; at = (at + 1) & (1<<(64-shift) - 1) {
			if l.rows[at*to+1] == 0 {
				copy(l.rows[at*to:], row)
				break
			}
		}
	}
}

// number returns the number with the given words.
func number(n []uint64) *big.Int {
	sum := new(big.Int)
	for j := len(n) - 1; j >= 0; j-- {
		sum.Lsh(sum, 64).Or(sum, new(big.Int).SetUint64(n[j]))
	}
	return sum
}
