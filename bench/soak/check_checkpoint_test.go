package soak_test

import (
	"context"
	"errors"
	"iter"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/checkpoint"
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

// checkpointed lists with a checkpoint, is interrupted a few times and resumes from
// the file.
func checkpointed(s *subject) {
	dir := value(os.MkdirTemp("", "soak-*"))
	defer os.RemoveAll(dir)
	const interrupts = 3
	job := &checkpoint.Job{
		Model: s.Model, File: filepath.Join(dir, "checkpoint"), Every: 2 * time.Millisecond,
		Task: backends.Task{List: true, Backend: "native", UpToSymmetry: s.rand.IntN(2) == 0},
	}
	want := int64(len(s.solutions))
	if job.Task.UpToSymmetry {
		want = int64(s.countOrbits())
	}
	for attempt := range interrupts + 1 {
		ctx, cancel := context.WithCancel(s.ctx)
		left := s.rand.IntN(len(s.solutions) + 2)
		if attempt == interrupts {
			left = math.MaxInt32
		}
		job.Backend = &interrupted{left, cancel}
		r, err := resume(ctx, job)
		cancel()
		if attempt < interrupts && errors.Is(err, context.Canceled) && s.ctx.Err() == nil {
			if r.Complete {
				fail("a job that was interrupted reports that it is complete")
			}
			continue
		}
		must(err)
		if !r.Complete || r.Count.Int64() != want || r.Checked != int64(len(s.solutions)) ||
			*r.Digest != s.digest {
			fail("after %d interruptions a job counts %v (up to symmetry: %t, complete: %t, checked: %d, %v), want %d, %v",
				attempt, r.Count, job.Task.UpToSymmetry, r.Complete, r.Checked, r.Digest, want,
				s.digest)
		}
	}
}

// resume does the rest of a job.
func resume(ctx context.Context, job *checkpoint.Job) (backends.Report, error) {
	run, _, err := job.Start()
	if err != nil {
		return backends.Report{}, err
	}
	r, err := run.Count(ctx)
	return r, errors.Join(err, run.Close())
}
