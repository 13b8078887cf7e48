package plan_test

import (
	"bytes"
	"errors"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/internal/file"
	"github.com/exactile/exactile/internal/testkit"
)

// What does not read as a record is none: its unit is done again, and the file is set aside under
// another name, so that nothing is lost. It must not end every worker and every merge from then on.
func TestDamagedRecordsAreDoneAgain(t *testing.T) {
	t.Parallel()
	j := newJob(t, "native", models.Dominoes(4, 4), backends.Task{}, 2)
	for _, damage := range []func([]byte) []byte{
		func(text []byte) []byte { return text[:len(text)/2] },
		func([]byte) []byte { return nil },
		func(text []byte) []byte { return make([]byte, len(text)) }, // a disk that lost its power
		func(text []byte) []byte { return bytes.Replace(text, []byte(`"count":"`), []byte(`"count":"1`), 1) },
		func([]byte) []byte { return []byte(`{"plan":"x","unit":"1of2"}`) },
	} {
		f, path := folderOf(t, j)
		if err := plan.Work(t.Context(), f, j, plan.Worker{}); err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(path, "units", "1of2.json")
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		bad := damage(whole)
		if err := os.WriteFile(name, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if total, err := f.Merge(j.Plan); err != nil || total.Report.Complete || len(total.Missing) != 1 {
			t.Errorf("before the work: %+v, %v", total, err)
		}
		if err := plan.Work(t.Context(), f, j, plan.Worker{}); err != nil {
			t.Fatal(err)
		}
		if total, err := f.Merge(j.Plan); err != nil || !total.Report.Complete || total.Report.Count.Int64() != 36 {
			t.Errorf("after the work: %+v, %v", total, err)
		}
		if text, err := os.ReadFile(name + ".damaged1"); err != nil || !bytes.Equal(text, bad) {
			t.Errorf("the damaged record is not kept: %v", err)
		}
	}
}

// Files that killed workers were writing are removed by the next worker. A new one may be of a
// worker that lives.
func TestLeftoversAreRemoved(t *testing.T) {
	t.Parallel()
	j := newJob(t, "native", models.Dominoes(4, 4), backends.Task{}, 2)
	f, path := folderOf(t, j)
	for _, dir := range []string{"units", "splits", "audits", "leases"} {
		for name, age := range map[string]time.Duration{".new-1": 48 * time.Hour, ".new-2": 0} {
			at := filepath.Join(path, dir, name)
			if err := os.WriteFile(at, []byte("half"), 0o600); err != nil {
				t.Fatal(err)
			}
			then := time.Now().Add(-age)
			if err := os.Chtimes(at, then, then); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := plan.Work(t.Context(), f, j, plan.Worker{}); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"units", "splits", "audits", "leases"} {
		if _, err := os.Lstat(filepath.Join(path, dir, ".new-1")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: what a killed worker left is there: %v", dir, err)
		}
		if _, err := os.Lstat(filepath.Join(path, dir, ".new-2")); err != nil {
			t.Errorf("%s: what a living worker writes is gone: %v", dir, err)
		}
	}
}

// Of several records of a unit that are kept at once one is: the others are an alarm if they have
// another answer, also where hard links fail.
func TestOneRecordIsKept(t *testing.T) {
	j := newJob(t, "native", models.Dominoes(4, 4), backends.Task{}, 2)
	digest, u := j.Plan.Digest(), j.Plan.All()[0]
	for n := range testkit.Times(20) {
		if n == 1 {
			defer file.WithoutLinks()() // not beside other tests
		}
		f, _ := folderOf(t, j)
		errs := make([]error, 8)
		start := make(chan struct{})
		var group sync.WaitGroup
		for k := range errs {
			group.Go(func() {
				report := &backends.Report{Count: big.NewInt(int64(k % 2)), Complete: true, Plan: digest, Unit: u.Name()}
				<-start
				errs[k] = f.Keep(plan.Record{Plan: digest, Unit: u, Report: report}, false)
			})
		}
		close(start)
		group.Wait()
		against := 0
		for _, err := range errs {
			var two *plan.Contradiction
			if errors.As(err, &two) {
				against++
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if records, err := f.Records(); err != nil || len(records) != 1 || against != len(errs)/2 {
			t.Fatalf("%d records, %d of %d contradict: %v", len(records), against, len(errs), err)
		}
	}
}
