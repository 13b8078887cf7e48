package table

import (
	"github.com/exactile/exactile/native/internal/run"
)

// completions is the memo of a listing: the completions of states at which few cells are
// left. Where pieces have copies, a listing reaches the same state many times, and most
// of its nodes are below these states. So each state is searched once, and its completions
// are repeated, in the same order, whenever the state recurs. Merging does the same for a
// count.
//
// The memo changes no result. The nodes below a state are counted each time. If they would
// exceed the budget, the search visits them again, so that it ends at the same node with and
// without the memo.
type completions struct {
	at    int          // states are remembered if their first empty cell is at or after it
	table []completion // by hash; a state replaces an earlier one in its place
	// Options holds the completions of all states, each preceded by its number of options.
	Options []int32
	// Sets holds the same completions as sets of options, of words words each; nil if a
	// set would have too many words.
	Sets  []uint64
	words int
	most  int // numbers in options
	// The state being recorded: depth placements were made before it, and its completions
	// are in options[from:].
	depth  int
	from   int
	begun  int // the length of sets when the recording began
	active bool
}

// A completion is an entry of the memo, for one state.
type completion struct {
	st        State
	known     bool
	from, to  int32 // its completions in options
	set, sets int32 // and in sets
	nodes     int64 // below it
}

const (
	// States are remembered when half of the cells are left, within these bounds. With more
	// cells left each state has more solutions, too many to remember, and fewer states
	// recur.
	fewestCompletionCells = 16
	mostCompletionCells   = 28

	completionBits = 10      // of an index into the table
	MaxCompletions = 1 << 18 // numbers in options
	minCompletions = 1 << 12 // with fewer the memo is not worth while

	// maxCompletionWords is the size of a set above which building whole sets costs more than
	// recording the difference between one solution and the next.
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

// mostCompletions returns how many numbers each worker may remember if a set has the given
// words: all workers together take at most an eighth of the memory.
func mostCompletions(s *run.Settings, words int) int {
	if s.Memory <= 0 {
		return MaxCompletions // a machine has more than that
	}
	// A completion is at least two numbers and a set. Growing slices have a quarter to spare.
	number := int64(4+8*words/2) * 5 / 4
	return int(min(MaxCompletions, s.Memory/8/int64(s.Workers)/number))
}

// forget empties e, for another board or when it is nearly full.
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

// begin begins to record the completions of a state at which depth placements are made.
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
