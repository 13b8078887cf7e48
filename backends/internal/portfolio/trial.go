package portfolio

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/argument"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/native"
)

// The budgets of the search before the race: about half a second for the usual board, and
// seldom three, for all of native's ways to search together. Budgets are in nodes, so that the
// same trial does the same on every machine. What a node takes differs by factors of a thousand:
//
//   - by tables, which the first scan shows, 10 to 30 nanoseconds
//   - by lists 1 to 300 microseconds, which listCost estimates
//   - by the beam beamCost, including all overhead
//   - in a count that merges states 30 to 80 nanoseconds in tables of up to 64 kinds of
//     placement, while the states stay in the caches, which trialMemory is for. With all memory
//     it was up to 700, and also with trialMemory in packings with room to spare, which is why
//     others race the count. In wider tables it takes some 270
const (
	trialNodes      = 1 << 13
	trialListNodes  = 1 << 15
	trialTableNodes = 5 << 20
	trialHuntNodes  = 1 << 14
	trialCountNodes = 1 << 21
	trialWideCounts = 1 << 18
	trialMemory     = 4 << 20

	trialFirst = 10 * time.Millisecond // a first scan by lists, and a first hunt
	trialTurn  = 40 * time.Millisecond // of the beam; then twice as long each time
	trialHunt  = 250 * time.Millisecond
	trialBeam  = 2520 * time.Millisecond // six turns
	beamCost   = 150 * time.Nanosecond
)

// The beam has turns with the hunter on a board with manyPieces different pieces of few copies, and
// comes last on others.
const (
	manyPieces = 8
	mostCopies = 3
)

// A trial is the search before the race, by package native alone.
type trial struct {
	searcher native.Searcher
	hunter   native.Hunter
	beam     native.Beam
	model    *cover.Model
	cost     backends.Stats // of the last search
	noTables bool           // native has searched without tables
	listCost time.Duration  // of a node by lists, about
	// beamFirst is set if the beam comes before the long searches, and not after them.
	beamFirst bool
}

// A result is the result of a trial.
type result struct {
	name     string
	solution cover.Solution   // nil: there is none
	lister   backends.Backend // the backend that found it, for further solutions
}

// The names of the searches before the race.
const (
	nativeName = "native"
	hunterName = "native/hunter"
	beamName   = "native/beam"
	// An argument is no search, but ends one.
	argumentName = "argument"
)

// search looks for a solution. The error is native.ErrBudget if the trial does not find
// out whether there is one.
//
// If one solution is requested, the hunter comes after a short scan of the board: if
// it succeeds, it does so in a fraction of the time of the long scan. Six of each
// pentomino on 24x15 take it .08 s, which five million nodes do not fill in .35. If
// more are requested it comes last, since it lists slowly.
func (t *trial) search(ctx context.Context, most int64) (result, error) {
	t.listCost = listCost(t.model)
	pieces, copies := t.pieces()
	t.beamFirst = most > 0 && pieces >= manyPieces && t.beam.Applies(t.model)
	if r, err := t.scan(ctx, min(trialNodes, t.byLists(trialFirst))); !errors.Is(err, native.ErrBudget) {
		return r, err
	}
	t.noTables = !t.tables()
	if m := t.model.Tight(); m != t.model {
		if r, err := t.argue(ctx); !errors.Is(err, native.ErrBudget) {
			return r, err // it says why there is no solution
		}
		t.model = m
	}
	during, end := context.WithCancel(ctx)
	hunter, beam := t.hunts(during), t.beams(during)
	defer hunter.wait()
	defer beam.wait()
	defer end()
	for _, stage := range t.stages(ctx, hunter, beam, most, copies) {
		if r, err := stage(); !errors.Is(err, native.ErrBudget) {
			return r, err
		}
	}
	return result{}, native.ErrBudget
}

// stages are the stages of the search after the first scan. Hunter and beam have turns that become
// longer, and go on where they were: so neither waits for a whole budget of the other. Where each
// piece is used once, the beam has twice the time of the hunter, and elsewhere half of it.
func (t *trial) stages(
	ctx context.Context, hunter, beam *turnTaker, most int64, copies int,
) (all []func() (result, error)) {
	turn := func(search *turnTaker, nodes int64) {
		all = append(all, func() (result, error) { return t.turn(search, nodes) })
	}
	hunt := func(nodes int64) {
		if most == 1 {
			turn(hunter, nodes)
		}
	}
	if !t.noTables {
		all = append(all, func() (result, error) { return t.scan(ctx, trialListNodes) })
	}
	hunt(t.byLists(trialFirst))
	all = append(all, func() (result, error) { return t.argue(ctx) })
	long := t.byLists(trialHunt)
	if t.beamFirst {
		hunted := trialFirst
		huntFor := func(d time.Duration) {
			if hunted < trialHunt {
				hunt(t.byLists(d))
				hunted += d
			}
		}
		for d, done := trialTurn, time.Duration(0); done < trialBeam; done, d = done+d, 2*d {
			if copies > 1 {
				huntFor(2 * d)
			}
			turn(beam, int64(d/beamCost))
			if copies == 1 {
				huntFor(d / 2)
			}
		}
	} else {
		hunt(min(trialHuntNodes, long))
	}
	if !t.noTables {
		long = trialTableNodes
	}
	all = append(all, func() (result, error) { return t.scan(ctx, long) })
	if most > 1 {
		turn(hunter, min(trialHuntNodes, t.byLists(trialHunt)))
	}
	return all
}

// byLists is how many nodes a search by lists has in about this time.
func (t *trial) byLists(d time.Duration) int64 { return max(1<<6, int64(d/t.listCost)) }

// listCost is about the time of a node of a hunter, within a factor of three. An item that is
// covered closes the options that also cover it, each with its list of items: on average over the
// options of 80 models, half a nanosecond for each entry so closed at the root.
func listCost(m *cover.Model) time.Duration {
	options := make([]float64, len(m.Items)) // of each item
	entries := make([]float64, len(m.Items)) // in its options
	for _, o := range m.Options {
		for _, i := range o {
			options[i]++
			entries[i] += float64(len(o))
		}
	}
	closed := 0.0
	for i, item := range m.Items {
		if item.Max == 1 {
			closed += options[i] * entries[i]
		}
	}
	return time.Microsecond + time.Duration(closed/float64(2*max(1, len(m.Options))))
}

// argue looks for an argument that shows that there is no solution.
func (t *trial) argue(ctx context.Context) (result, error) {
	a, err := argument.Find(ctx, t.model)
	switch {
	case a != nil:
		t.cost = backends.Stats{Argument: a.Text}
	case err == nil:
		err = native.ErrBudget
	}
	return result{name: argumentName}, err
}

// within returns the searcher with a budget of nodes, 0 for none, whose next search
// sets cost.
func (t *trial) within(nodes int64) native.Searcher {
	s := t.searcher
	s.MaxNodes, s.Stats = nodes, t.note
	return s
}

func (t *trial) note(st native.Stats) {
	t.cost = backends.Stats{}
	t.cost.AddSearch(st)
}

// scan searches for a solution within this number of nodes.
func (t *trial) scan(ctx context.Context, nodes int64) (result, error) {
	s, _, err := backends.First(ctx, t.within(nodes), t.model)
	return result{name: nativeName, solution: s, lister: t.within(0)}, err
}

// hunts returns the hunter's search, which takes turns.
func (t *trial) hunts(ctx context.Context) *turnTaker {
	h := t.hunter
	h.MaxNodes, h.Stats = 0, t.note
	s := &turnTaker{name: hunterName, lister: h}
	h.Stats, h.Meter = s.note, cmp.Or(h.Meter, new(native.Meter))
	s.begin(ctx, h, h.Meter, t.model)
	return s
}

// beams returns the beam's search, which takes turns.
func (t *trial) beams(ctx context.Context) *turnTaker {
	b := t.beam
	b.MaxNodes, b.Stats = 0, t.note
	s := &turnTaker{name: beamName, lister: b}
	b.Stats, b.Meter = s.note, cmp.Or(b.Meter, new(native.Meter))
	s.begin(ctx, b, b.Meter, t.model)
	return s
}

// turn gives a search a turn.
func (t *trial) turn(s *turnTaker, nodes int64) (result, error) {
	solution, err := s.turn(nodes)
	if !errors.Is(err, native.ErrBudget) {
		t.cost = s.cost
	}
	return result{name: s.name, solution: solution, lister: s.lister}, err
}

// settle is the last try before the race: to refute by counting, if native would
// merge states, and to use the beam, if some solutions are requested.
func (t *trial) settle(ctx context.Context, most int64) (result, error) {
	if !t.noTables {
		if err := t.refute(ctx); !errors.Is(err, native.ErrBudget) {
			return result{name: nativeName}, err
		}
	}
	if most == 0 || t.beamFirst || !t.beam.Applies(t.model) {
		return result{}, native.ErrBudget
	}
	during, end := context.WithCancel(ctx)
	beam := t.beams(during)
	defer beam.wait()
	defer end()
	return t.turn(beam, int64(trialBeam/beamCost))
}

// pieces is how many items of the model are no cells and may be covered up to mostCopies times, and
// how often at most: the hunter is better at pieces with many copies.
func (t *trial) pieces() (n, copies int) {
	for i, item := range t.model.Items {
		if t.model.Pos != nil && t.model.Pos[i] < 0 && item.Max > 0 && item.Max <= mostCopies {
			n++
			copies = max(copies, item.Max)
		}
	}
	return n, copies
}

// refute returns nil if a count within budgets of nodes finds that there is no
// solution. Counting merges states, and so may detect what a search does not; if it
// finds that there are solutions, it does not find them.
func (t *trial) refute(ctx context.Context) error {
	n, err := t.counted(ctx, trialMemory)
	if err == nil && n.Sign() > 0 {
		err = native.ErrBudget
	}
	return err
}

// counted counts with native alone, with this much memory for merged states; 0
// is native's default.
func (t *trial) counted(ctx context.Context, memory int64) (*big.Int, error) {
	count := func(nodes int64) (*big.Int, error) {
		s := t.within(nodes)
		if memory > 0 && (s.Memory == 0 || s.Memory > memory) {
			s.Memory = memory
		}
		return s.Count(ctx, t.model)
	}
	n, err := count(trialListNodes)
	if !t.tables() || !errors.Is(err, native.ErrBudget) {
		return n, err
	}
	if t.cost.Engine == "wide" {
		return count(trialWideCounts)
	}
	return count(trialCountNodes)
}

// tables reports whether the last search used tables, or merged states along them.
func (t *trial) tables() bool {
	switch t.cost.Engine {
	case "fast", "wide", "layers":
		return true
	}
	return false
}
