package frontier

import (
	"math/bits"

	"github.com/exactile/exactile/native/internal/run"
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

func newLayer(width int, shift uint) *layer {
	return &layer{rows: make([]uint64, (keyWords+width)<<(64-shift)), width: width, shift: shift}
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
	row := l.row(k)
	if row[1] == 0 {
		row[0], row[1] = k[0], k[1]
		l.used++
	}
	if over := run.AddTimes(row[keyWords:], n, times); over > 0 {
		l.remake(l.width+1, l.shift)
		row = l.row(k)
		row[len(row)-1] = over
	}
	if 3*l.used > 2<<(64-l.shift) {
		l.remake(l.width, l.shift-1)
	}
}

// row returns the row of a state, or the free one for it.
func (l *layer) row(k key) []uint64 {
	stride := keyWords + l.width
	for at := int(hash(k) >> l.shift); ; at = (at + 1) & (1<<(64-l.shift) - 1) {
		row := l.rows[at*stride:][:stride]
		if row[1] == 0 || row[0] == k[0] && row[1] == k[1] {
			return row
		}
	}
}

// remake moves the states to a table of another width or size.
func (l *layer) remake(width int, shift uint) {
	old := *l
	*l = *newLayer(width, shift)
	l.used = old.used
	from := keyWords + old.width
	for ; len(old.rows) > 0; old.rows = old.rows[from:] {
		if row := old.rows[:from]; row[1] != 0 {
			copy(l.row(key{row[0], row[1]}), row)
		}
	}
}
