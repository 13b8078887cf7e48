//go:build unix

package plan_test

import (
	"context"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/plan"
)

// What is no lease of ours is not waited for while it is read: it ends by its age.
func TestLeaseThatIsNoFile(t *testing.T) {
	t.Parallel()
	j := newJob(t, "native", models.Dominoes(4, 4), backends.Task{}, 2)
	f, path := folderOf(t, j)
	if err := syscall.Mkfifo(filepath.Join(path, "leases", "1of2"), 0o644); err != nil {
		t.Skipf("there are no pipes here: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := plan.Work(ctx, f, j, plan.Worker{Lease: time.Second}); err != nil {
		t.Fatal(err)
	}
	if total, err := f.Merge(j.Plan); err != nil || !total.Report.Complete {
		t.Errorf("%v, %v", total.Report.Count, err)
	}
}
