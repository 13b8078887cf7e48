package checkpoint_test

import (
	"context"
	"errors"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/checkpoint"
	"github.com/exactile/exactile/encode/cover"
)

// counter is a backend that counts as a function does.
type counter struct {
	backends.Backend
	count func(context.Context, *cover.Model) (*big.Int, error)
}

func (c counter) Count(ctx context.Context, m *cover.Model) (*big.Int, error) {
	return c.count(ctx, m)
}

// saved returns a job that counts 4x4 with dominoes as the function does, which gets
// the number of searches so far.
func saved(
	t *testing.T, count func(ctx context.Context, m *cover.Model, searches int) (*big.Int, error),
) *checkpoint.Job {
	t.Helper()
	searches := 0
	again := func(ctx context.Context, m *cover.Model) (*big.Int, error) {
		searches++
		return count(ctx, m, searches)
	}
	b := counter{lookup(t, "native/plain"), again}
	return &checkpoint.Job{
		Model: model(t, "dominoes:4x4"), Backend: b, Task: backends.Task{Backend: "b"},
		File: filepath.Join(t.TempDir(), "checkpoint"), Every: time.Millisecond,
	}
}

// Parts are large beside their own setting up, whatever the interval: what does not take
// long is not parted, and a part gets the more time the longer the cheapest one took.
func TestShortIntervalsDoNotPart(t *testing.T) {
	var searches int
	j := saved(t, func(ctx context.Context, m *cover.Model, n int) (*big.Int, error) {
		searches = n
		select {
		case <-time.After(100 * time.Millisecond): // two hundred times half the interval
			return backends.Count(ctx, lookup(t, "native/plain"), m)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	report, err := attempt(t.Context(), j)
	if err != nil || report.Count.Int64() != 36 || searches != 1 {
		t.Errorf("%v, %v after %d searches, want 36 after one", report.Count, err, searches)
	}
}

// A count that is stopped reports the solutions found one by one, as without a
// checkpoint; and that number does not fall when the job is resumed.
func TestStoppedCountKnowsWhatWasFound(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	found := int64(100) // by others
	hang := func(ctx context.Context, _ *cover.Model, _ int) (*big.Int, error) {
		found += 7
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	}
	j := saved(t, hang)
	j.Found = func() int64 { return found }
	report, err := attempt(ctx, j)
	if !errors.Is(err, context.Canceled) || report.Count.Int64() != 7 || report.Complete {
		t.Errorf("stopped with %v, %v, complete: %t, want 7", report.Count, err, report.Complete)
	}
	file := j.File
	ctx, cancel = context.WithCancel(t.Context())
	j = saved(t, func(ctx context.Context, _ *cover.Model, _ int) (*big.Int, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	})
	j.File = file
	if report, err := attempt(ctx, j); !errors.Is(err, context.Canceled) || report.Count.Int64() != 7 {
		t.Errorf("stopped again with %v, %v, want 7 still", report.Count, err)
	}
	j = saved(t, func(ctx context.Context, m *cover.Model, _ int) (*big.Int, error) {
		return backends.Count(ctx, lookup(t, "native/plain"), m)
	})
	j.File = file
	if report, err := attempt(t.Context(), j); err != nil || report.Count.Int64() != 36 {
		t.Errorf("in the end %v, %v, want 36", report.Count, err)
	}
}

// A line that cannot be written is a warning, and the run goes on; one that fails at the end
// does not withhold the count.
func TestFailedSavings(t *testing.T) {
	for _, again := range []bool{true, false} {
		var warnings []error
		var run *checkpoint.Run
		var mend func()
		j := saved(t, func(ctx context.Context, m *cover.Model, n int) (*big.Int, error) {
			switch {
			case n == 1:
				var err error
				if mend, err = run.Break(); err != nil {
					t.Error(err)
				}
				return nil, context.DeadlineExceeded // as if its time were up
			case n == 5 && again:
				mend()
			}
			return backends.Count(ctx, lookup(t, "native/plain"), m)
		})
		j.Warn = func(err error) { warnings = append(warnings, err) }
		var err error
		if run, _, err = j.Start(); err != nil {
			t.Fatal(err)
		}
		report, err := run.Count(t.Context())
		if report.Count.Int64() != 36 || !report.Complete {
			t.Errorf("it counts %v, complete: %t, %v", report.Count, report.Complete, err)
		}
		if len(warnings) != 1 {
			t.Errorf("warned of %v, want one warning", warnings)
		}
		var unsaved *checkpoint.SavingError
		if errors.As(err, &unsaved) == again || err != nil && again {
			t.Errorf("room again: %t: it ends with %v", again, err)
		}
		if !again {
			mend()
		}
		if err := run.Close(); err != nil {
			t.Error(err)
		}
		// What was written is taken up.
		left := 0
		j.Backend = counter{lookup(t, "native/plain"), func(ctx context.Context, m *cover.Model) (*big.Int, error) {
			left++
			return backends.Count(ctx, lookup(t, "native/plain"), m)
		}}
		if report, err := attempt(t.Context(), j); err != nil || report.Count.Int64() != 36 || again != (left == 0) {
			t.Errorf("then it counts %v with %d searches, %v", report.Count, left, err)
		}
	}
}

// A link that leads nowhere is named as what it is, and nothing is left; one that leads
// to a checkpoint keeps doing so.
func TestLinks(t *testing.T) {
	j := saved(t, func(ctx context.Context, m *cover.Model, _ int) (*big.Int, error) { return big.NewInt(36), nil })
	dir := filepath.Dir(j.File)
	link := filepath.Join(dir, "link")
	if err := os.Symlink("checkpoint", link); err != nil {
		t.Skip("a symbolic link cannot be made here: ", err)
	}
	there := *j
	j.File = link
	if _, err := attempt(t.Context(), j); err == nil || !strings.Contains(err.Error(), link+": is a symbolic link to "+dir+"/checkpoint, where there is nothing") {
		t.Errorf("it ends with %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 1 {
		t.Errorf("%q are left, %v", left, err)
	}
	for _, job := range []*checkpoint.Job{&there, j} {
		if report, err := attempt(t.Context(), job); err != nil || report.Count.Int64() != 36 {
			t.Errorf("%v, %v", report.Count, err)
		}
	}
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Errorf("the link is now %v, %v", info.Mode(), err)
	}
}
