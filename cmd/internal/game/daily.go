package game

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// dailyVersion is part of the seed of each day. Puzzles of past days are on paper and in messages:
// who changes anything below that changes them raises it, and with it the golden dates.
const dailyVersion = 1

// dailyBoards take turns; laidOn is how many pieces are to be laid on each day of the week, from
// Sunday, which has as few given pieces as can be found.
var (
	dailyBoards = []string{"pentominoes:6x10", "pentominoes:5x12", "pentominoes:8x8-center",
		"pentominoes:4x15"}
	laidOn = [7]int{12, 4, 5, 6, 7, 8, 9}
)

// DailyEntry describes the puzzles of the day as the catalogue describes its own.
var DailyEntry = catalogue.Entry{Pattern: "daily:YYYY-MM-DD", Example: "today",
	Text: "the puzzle of that day, today for this: pentominoes, some of them given, with one " +
		"solution; easy on Monday, hard on Sunday"}

// IsDaily reports whether a name is that of a puzzle of the day: "today", or "daily:" with a date.
func IsDaily(name string) bool { return name == "today" || strings.HasPrefix(name, "daily:") }

// Daily returns the puzzle of the day: pentominoes with some of them given, so that there is one
// solution. The name is "daily:2026-11-27", or "today" for the date of now where now is. It
// depends on nothing but the date.
func Daily(ctx context.Context, name string, now time.Time) (*puzzle.Puzzle, error) {
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	if name != "today" {
		var err error
		if day, err = time.Parse(time.DateOnly, strings.TrimPrefix(name, "daily:")); err != nil {
			return nil, fmt.Errorf("%s names no day: want daily:2026-11-27, or today", name)
		}
	}
	number, boards := day.Unix()/(24*60*60), int64(len(dailyBoards))
	all, err := catalogue.Lookup(dailyBoards[(number%boards+boards)%boards]) // also before 1970
	if err != nil {
		return nil, err
	}
	p := *all[0]
	t, err := p.Compile()
	if err != nil {
		return nil, err
	}
	var solutions []cover.Solution
	for s, err := range (native.Searcher{}).Solutions(ctx, t.Model) {
		if err != nil {
			return nil, err
		}
		solutions = append(solutions, s)
	}
	slices.SortFunc(solutions, func(a, b cover.Solution) int { return slices.Compare(a, b) })
	given := dailyHints(solutions, laidOn[day.Weekday()], rand.NewPCG(uint64(number), dailyVersion))
	p.Name = "daily:" + day.Format(time.DateOnly)
	p.Claims = nil
	for _, o := range t.Ordered(given) {
		pl := t.Placements[o]
		p.Place = append(p.Place, puzzle.Hint{Piece: p.Pieces[pl.Piece].Name, Cells: pl.Cells})
	}
	return &p, nil
}

// dailyHints returns options that only one of the solutions has, so few that as many others are
// laid as wanted, or nearly so. It drops options of a solution in random order, none that is
// needed, and takes the best of some tries.
func dailyHints(solutions []cover.Solution, laid int, source *rand.PCG) []int {
	with := make(map[int][]uint64) // the solutions with an option, a bit each
	words := (len(solutions) + 63) / 64
	for n, s := range solutions {
		for _, o := range s {
			if with[o] == nil {
				with[o] = make([]uint64, words)
			}
			with[o][n/64] |= 1 << (n % 64)
		}
	}
	alone := func(given []int) bool {
		found := 0
		for w := range words {
			both := ^uint64(0)
			for _, o := range given {
				both &= with[o][w]
			}
			if found += bits.OnesCount64(both); found > 1 {
				return false
			}
		}
		return len(given) > 0
	}
	const tries = 40
	var best []int
	for range tries {
		s := solutions[source.Uint64()%uint64(len(solutions))]
		given := slices.Clone([]int(s))
		for _, k := range cover.Permutation(source, len(s)) {
			if len(s)-len(given) == laid {
				return given
			}
			fewer := slices.DeleteFunc(slices.Clone(given), func(o int) bool { return o == s[k] })
			if alone(fewer) {
				given = fewer
			}
		}
		if best == nil || len(given) < len(best) {
			best = given
		}
	}
	return best
}
