package checkpoint_test

import (
	"context"
	"errors"
	"iter"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/checkpoint"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/native"
)

// An interrupted backend ends the context after it has listed some solutions.
type interrupted struct {
	left int
	end  context.CancelFunc
}

func (b *interrupted) Solutions(ctx context.Context,
	m *cover.Model) iter.Seq2[cover.Solution, error] {
	return func(yield func(cover.Solution, error) bool) {
		for sol, err := range (native.Searcher{}).Solutions(ctx, m) {
			if b.left--; b.left < 0 {
				b.end()
				yield(nil, ctx.Err())
				return
			}
			if !yield(sol, err) {
				return
			}
		}
	}
}

// packing draws a packing of a few pieces, with at most 300 solutions.
func packing(t *testing.T, r *rand.Rand) (m *cover.Model, want *backends.Report, orbits int64) {
	t.Helper()
	shapes := [][]string{{"XX"}, {"XXX"}, {"XX", "X."}, {"XX", "XX"}, {"XXX", ".X."}, {"X.X", "XXX"}}
	for {
		p := &puzzle.Puzzle{Board: puzzle.Rect(2+r.IntN(3), 2+r.IntN(3)).Packing()}
		for _, k := range r.Perm(len(shapes))[:1+r.IntN(3)] {
			count := puzzle.Bounds{Min: r.IntN(2), Max: 1 + r.IntN(2)}
			p.Pieces = append(p.Pieces, puzzle.NewPiece(string(rune('A'+k)), shapes[k]...).Times(count))
		}
		tiling, err := p.Compile()
		if err != nil {
			t.Fatal(err)
		}
		m := tiling.Model
		whole, err := backends.Run(t.Context(), native.Plain{}, m, backends.Task{List: true})
		if err != nil {
			t.Fatal(err)
		}
		if n := whole.Count.Int64(); n == 0 || n > 300 {
			continue
		}
		n, err := backends.CountOrbits(t.Context(), native.Plain{}, m)
		if err != nil {
			t.Fatal(err)
		}
		return m, &whole, n.Int64()
	}
}

// Jobs that list, are interrupted a few times and resume from the file end with the whole result.
func TestInterruptedJobs(t *testing.T) {
	t.Parallel()
	const interrupts = 3
	stopped := 0
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 54))
		m, whole, orbits := packing(t, r)
		job := &checkpoint.Job{
			Model: m, File: filepath.Join(t.TempDir(), "checkpoint"), Every: 2 * time.Millisecond,
			Task: backends.Task{List: true, Backend: "native", UpToSymmetry: r.IntN(2) == 0},
		}
		want := whole.Count.Int64()
		if job.Task.UpToSymmetry {
			want = orbits
		}
		for n := range interrupts + 1 {
			ctx, cancel := context.WithCancel(t.Context())
			left := r.IntN(int(whole.Count.Int64()) + 2)
			if n == interrupts {
				left = math.MaxInt32
			}
			job.Backend = &interrupted{left, cancel}
			got, err := attempt(ctx, job)
			cancel()
			if n < interrupts && errors.Is(err, context.Canceled) {
				if stopped++; got.Complete {
					t.Fatalf("seed %d: a job that was interrupted reports that it is complete", seed)
				}
				continue
			}
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if !got.Complete || got.Count.Int64() != want || got.Checked != whole.Checked ||
				*got.Digest != *whole.Digest {
				t.Fatalf("seed %d: after %d interruptions a job counts %v (up to symmetry: %t, complete: %t, checked: %d, %v), want %d, %v",
					seed, n, got.Count, job.Task.UpToSymmetry, got.Complete, got.Checked, got.Digest, want, whole.Digest)
			}
		}
	}
	if stopped < 12 {
		t.Errorf("only %d jobs were interrupted", stopped)
	}
}
