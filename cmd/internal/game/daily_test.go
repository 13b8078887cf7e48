package game_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/exactile/exactile/backends/design"
	"github.com/exactile/exactile/cmd/internal/game"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/testkit"
	"github.com/exactile/exactile/native"
)

// TestDaily: the puzzles of fourteen days are those that they were on the first of them, to the last
// byte of their files. Each has one solution, by a search that knows no more than the rules, and they
// grow harder from Monday to Sunday.
func TestDaily(t *testing.T) {
	t.Parallel()
	monday := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	var text bytes.Buffer
	nodes := make([]int64, 14)
	for n := range 14 {
		day := monday.AddDate(0, 0, n)
		p, err := game.Daily(t.Context(), "daily:"+day.Format(time.DateOnly), time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		digest := sha256.New()
		if err := formats.Write(digest, "yaml", p); err != nil {
			t.Fatal(err)
		}
		base, taken := withoutHints(t, p)
		fmt.Fprintf(&text, "%s: %d pieces, %d given, sha256:%x\n", p.Name, len(p.Pieces), len(taken), digest.Sum(nil))
		if !testkit.Thorough() && n != 0 && n != 6 {
			continue // the first week's Monday and Sunday stand for all
		}
		found := 0
		for _, err := range (native.Plain{}).Solutions(t.Context(), game.Containing(base.Model, taken)) {
			if err != nil {
				t.Fatal(err)
			}
			found++
		}
		if found != 1 {
			t.Errorf("%s has %d solutions", p.Name, found)
		}
		r, err := design.Rate(t.Context(), native.Searcher{}, base.Model, taken, design.RateOptions{Orders: 25})
		if err != nil {
			t.Fatal(err)
		}
		nodes[n] = r.Nodes.Median
		t.Logf("%s %s: %d given, %d nodes, %d stars", day.Weekday(), p.Name, len(taken), nodes[n], r.Stars())
		if n%7 == 6 && nodes[n] < 10*nodes[n-6] {
			t.Errorf("Sunday takes %d nodes, Monday %d", nodes[n], nodes[n-6])
		}
	}
	testkit.Golden(t, filepath.Join("testdata", "daily.txt"), text.Bytes())

	today, err := game.Daily(t.Context(), "today", time.Date(2026, 11, 27, 23, 59, 0, 0, time.FixedZone("", -5*3600)))
	if err != nil || today.Name != "daily:2026-11-27" {
		t.Errorf("%v, %v", today, err)
	}
	if p, err := game.Daily(t.Context(), "daily:1905-02-30", time.Time{}); err == nil {
		t.Errorf("%s is no day", p.Name)
	}
	if _, err := game.Daily(t.Context(), "daily:1905-02-28", time.Time{}); err != nil {
		t.Error(err) // before 1970
	}
}

// withoutHints returns the puzzle without its hints, and their options.
func withoutHints(t *testing.T, p *puzzle.Puzzle) (base *puzzle.Tiling, taken []int) {
	t.Helper()
	bare := *p
	bare.Place = nil
	base, err := bare.Compile()
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range p.Place {
		taken = append(taken, base.Find(p.Piece(h.Piece), h.Cells))
		if taken[len(taken)-1] < 0 {
			t.Fatal(fmt.Errorf("%s: %s lies nowhere", p.Name, h.Piece))
		}
	}
	return base, taken
}
