package table

import (
	"github.com/exactile/exactile/native/internal/run"
)

// completions is the memo of a listing: how the board can be completed from states at
// which few cells are left. Where pieces have copies, a listing arrives at the same such
// state many times, and most of its nodes are below them. So each of them is searched
// once, and what was found is repeated, in the same order, as often as the state recurs.
// Merging does the same for a count.
//
// The memo changes no result. The nodes below a state count each time, and where they
// would exceed the budget the search goes through them again, so that it ends at the same
// node with and without the memo.
type completions struct {
	at    int          // states are remembered whose first empty cell is not before it
	table []completion // by hash; a state takes the place of an earlier one
	// Options holds the completions of all states, each after their number.
	Options []int32
	// Sets holds the same completions as sets of options, words words each; nil if
	// that would be too many.
	Sets  []uint64
	words int
	most  int // numbers in options
	// What is being recorded: the completions of a state at which so many placements
	// were made are in options[from:].
	depth  int
	from   int
	begun  int // the length of sets then
	active bool
}

// A completion is what is known of a state.
type completion struct {
	st        State
	known     bool
	from, to  int32 // its completions in options
	set, sets int32 // and in sets
	nodes     int64 // below it
}

const (
	// The states to be remembered are those at which half of the cells are left, but
	// so many at least and at most: with more left there are more solutions to each,
	// but too many to remember, and fewer states that recur.
	fewestCompletionCells = 16
	mostCompletionCells   = 28

	completionBits = 10      // of an index into the table
	MaxCompletions = 1 << 18 // numbers in options
	minCompletions = 1 << 12 // to remember fewer is not worth while

	// maxCompletionWords is how many words of options make it dearer to put sets together
	// than to note what is in one and not in the next.
	maxCompletionWords = 8
)

// NewCompletions returns nil where states hardly ever recur.
func NewCompletions(s *run.Settings, w *Window) *completions {
	left := 0
	for c := range w.N {
		left += int(w.Open[c] & 1)
	}
	left = min(max(left/2, fewestCompletionCells), mostCompletionCells)
	switch {
	case s.Completions > 0:
		left = s.Completions
	case s.Completions < 0 || w.Sameness() > ManyCopies:
		return nil
	}
	e := &completions{at: w.N}
	if n := run.WordsFor(len(w.p.Model.Options)); n <= maxCompletionWords {
		e.words = n
	}
	if e.most = mostCompletions(s, e.words); e.most < minCompletions {
		return nil
	}
	for ; e.at > 0 && left > 0; e.at-- {
		left -= int(w.Open[e.at-1] & 1)
	}
	return e
}

// mostCompletions returns how many numbers each worker may remember, with sets of so many
// words: all workers together take an eighth of the memory at most.
func mostCompletions(s *run.Settings, words int) int {
	if s.Memory <= 0 {
		return MaxCompletions // a machine has more than that
	}
	// A completion is two numbers at least, and a set. What grows has a quarter to spare.
	number := int64(4+8*words/2) * 5 / 4
	return int(min(MaxCompletions, s.Memory/8/int64(s.Workers)/number))
}

// forget empties e: the board is to be another.
func (e *completions) forget() {
	e.Options = e.Options[:0]
	e.Sets = e.Sets[:0]
	clear(e.table)
}

// of returns the place of a state.
func (e *completions) of(st State) *completion {
	if e.table == nil {
		e.table = make([]completion, 1<<completionBits)
	}
	h := (st.F ^ (st.K+uint64(st.C))*0x9e3779b97f4a7c15) * 0x94d049bb133111eb
	return &e.table[h>>(64-completionBits)]
}

// begin begins to record the completions of a state at which so many placements
// are made.
func (e *completions) begin(depth int) {
	if len(e.Options) > e.most-e.most/8 {
		e.forget()
	}
	e.depth, e.from, e.begun, e.active = depth, len(e.Options), len(e.Sets), true
}

// add records a completion, given with the placements before it.
func (e *completions) add(trail []int32) {
	ending := trail[e.depth:]
	if len(e.Options)-e.from+len(ending) >= e.most/8 {
		e.active = false // too many
		return
	}
	e.Options = append(append(e.Options, int32(len(ending))), ending...)
	if e.words == 0 {
		return
	}
	for range e.words {
		e.Sets = append(e.Sets, 0)
	}
	set := e.Sets[len(e.Sets)-e.words:]
	for _, o := range ending {
		if o >= 0 {
			set[o/64] |= 1 << (o % 64)
		}
	}
}
