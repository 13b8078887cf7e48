package check

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/bits"

	"github.com/exactile/exactile/encode/cover"
)

// This file replays the tree. With model.go, lines.go and orbits.go it is the whole proof: apart
// from these files only package cover needs to be trusted. The package comment explains the rules
// it applies, and why they are sound.

// The limits of a tree, so that memory is bounded for hostile input.
const (
	maxRowWords = 1 << 25 // words of the sets of options of all items
	maxVectors  = 16
	treeMagic   = "exactile tree 1\n"
)

// A replay walks a search tree. Its state is how often the chosen options cover each item, and the
// set of options alive: neither chosen nor excluded, and with room in every item they cover.
type replay struct {
	m       *cover.Model
	all     []int // every item
	rows    []row // the options that cover each item
	alive   []uint64
	live    int       // number of options alive
	covered []int     // how often the chosen options cover each item
	trail   []change  // the options that died since the root
	stack   []frame   // the nodes above the state
	vectors [][]int64 // a weight for each item
	tree    *bufio.Reader
	offset  int64 // bytes of the tree read
	nodes   int64 // nodes read
}

// A row is a set of options: words[k] holds the options 64*(first+k) and on.
type row struct {
	first int
	words []uint64
}

// A change is a word of alive and the options removed from it.
type change struct {
	word int
	lost uint64
}

// A frame is a node on the path to the current state: its item, the option of the item that is now
// taken, and the length of the trail before that.
type frame struct{ item, option, mark int }

// layOut prepares the root: no option is chosen, and all options that fit are alive.
func (t *replay) layOut() error {
	t.alive, t.live = make([]uint64, (len(t.m.Options)+63)/64), len(t.m.Options)
	for o := range t.m.Options {
		t.alive[o/64] |= 1 << (o % 64)
	}
	t.rows = make([]row, len(t.m.Items))
	words := 0
	for i, options := range t.m.Covers() {
		t.all = append(t.all, i)
		if len(options) == 0 {
			continue
		}
		first, last := options[0]/64, options[len(options)-1]/64
		if words += last - first + 1; words > maxRowWords {
			return errors.New("check: the model is larger than the checker takes")
		}
		t.rows[i] = row{first, make([]uint64, last-first+1)}
		for _, o := range options {
			t.rows[i].words[o/64-first] |= 1 << (o % 64)
		}
		if t.m.Items[i].Max == 0 {
			t.closeItem(i)
		}
	}
	return nil
}

// run walks the tree and returns the number of solutions it meets.
func (t *replay) run(ctx context.Context) (found int64, err error) {
	if err := t.readVectors(); err != nil {
		return 0, err
	}
	for more := true; more; {
		switch {
		case t.refuted(t.all):
			more = t.back()
		case t.live == 0: // every item is covered often enough, and no option can be added
			found++
			more = t.back()
		default:
			i, err := t.readNumber(len(t.m.Items))
			if err != nil {
				return 0, err
			}
			o := t.lowest(i)
			if o < 0 {
				return 0, t.refuse("names item %s, which no option can cover here",
					t.m.Items[i].Name)
			}
			t.nodes++
			t.take(i, o)
		}
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
	}
	if _, err := t.tree.ReadByte(); err == nil {
		return 0, t.refuse("goes on after its last node")
	} else if err != io.EOF {
		return 0, fmt.Errorf("proof.tree: %w", err)
	}
	return found, nil
}

// take chooses option o of item i, and kills the options that no longer fit.
func (t *replay) take(i, o int) {
	t.stack = append(t.stack, frame{item: i, option: o, mark: len(t.trail)})
	t.kill(o/64, 1<<(o%64))
	for _, i := range t.m.Options[o] {
		if t.covered[i]++; t.covered[i] == t.m.Items[i].Max {
			t.closeItem(i)
		}
	}
}

// back leaves a finished state: it undoes the choice that led there and excludes that option
// instead. Then it takes the item's next option or, if there is none, continues in that state with
// no option taken. It returns false if the root is done.
func (t *replay) back() bool {
	for len(t.stack) > 0 {
		f := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		for _, i := range t.m.Options[f.option] {
			t.covered[i]--
		}
		for _, c := range t.trail[f.mark:] {
			t.alive[c.word] |= c.lost
			t.live += bits.OnesCount64(c.lost)
		}
		t.trail = t.trail[:f.mark]
		t.kill(f.option/64, 1<<(f.option%64))
		if t.refuted(t.m.Options[f.option]) {
			continue
		}
		if o := t.lowest(f.item); o >= 0 {
			t.take(f.item, o)
		}
		return true
	}
	return false
}

// closeItem kills the options of an item that has no room.
func (t *replay) closeItem(i int) {
	for k, w := range t.rows[i].words {
		t.kill(t.rows[i].first+k, w)
	}
}

func (t *replay) kill(word int, options uint64) {
	if lost := t.alive[word] & options; lost != 0 {
		t.trail = append(t.trail, change{word, lost})
		t.alive[word] &^= lost
		t.live -= bits.OnesCount64(lost)
	}
}

// refuted reports whether no solution has the chosen options and none of the excluded ones, by
// either rule: one of the given items can no longer be covered often enough, or the sum of a weight
// vector is positive.
func (t *replay) refuted(items []int) bool {
	for _, i := range items {
		need := t.m.Items[i].Min - t.covered[i]
		if need > 0 && t.fits(i, need) < need {
			return true
		}
	}
	for _, vector := range t.vectors {
		var sum int64
		for i, w := range vector {
			if w > 0 {
				sum += w * int64(max(t.m.Items[i].Min-t.covered[i], 0))
			} else if w < 0 {
				sum += w * int64(t.fits(i, t.m.Items[i].Max-t.covered[i]))
			}
		}
		if sum > 0 {
			return true
		}
	}
	return false
}

// fits returns how many options alive cover item i, but at most limit.
func (t *replay) fits(i, limit int) (n int) {
	for k, w := range t.rows[i].words {
		if n += bits.OnesCount64(w & t.alive[t.rows[i].first+k]); n >= limit {
			return limit
		}
	}
	return n
}

// lowest returns the lowest option alive that covers item i, or -1.
func (t *replay) lowest(i int) int {
	for k, w := range t.rows[i].words {
		if w &= t.alive[t.rows[i].first+k]; w != 0 {
			return 64*(t.rows[i].first+k) + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// readVectors reads the head of the tree: the magic line, the number of weight
// vectors, and for each the weight w of every item, as 2w or, where w < 0, as
// -2w-1. No option may have a positive weight.
func (t *replay) readVectors() error {
	for _, want := range []byte(treeMagic) {
		if got, err := t.readNumber(128); err != nil {
			return err
		} else if got != int(want) {
			return t.refuse("is no search tree: want %q first", treeMagic)
		}
	}
	vectors, err := t.readNumber(maxVectors + 1)
	for range vectors {
		vector := make([]int64, len(t.m.Items))
		for i := range vector {
			n, err := t.readNumber(2*maxWeight + 1)
			if err != nil {
				return err
			}
			vector[i] = int64(n>>1) ^ -int64(n&1)
		}
		for o, items := range t.m.Options {
			var sum int64
			for _, i := range items {
				sum += vector[i]
			}
			if sum > 0 {
				return t.refuse("option %d has a positive weight", o+1)
			}
		}
		t.vectors = append(t.vectors, vector)
	}
	return err
}

// readNumber reads a number below a bound of at most 2^28: seven bits a byte,
// the lowest first, all but the last byte with the high bit set.
func (t *replay) readNumber(below int) (n int, err error) {
	for shift := 0; shift < 28; shift += 7 {
		c, err := t.tree.ReadByte()
		if err == io.EOF {
			return 0, t.refuse("ends too early")
		} else if err != nil {
			return 0, fmt.Errorf("proof.tree: %w", err)
		}
		t.offset++
		n |= int(c&127) << shift
		if c < 128 && n < below {
			return n, nil
		} else if c < 128 {
			break
		}
	}
	return 0, t.refuse("a number that is not below %d", below)
}

func (t *replay) refuse(format string, args ...any) error {
	return &Refusal{"proof.tree", fmt.Sprintf("byte %d", t.offset), fmt.Sprintf(format, args...)}
}
