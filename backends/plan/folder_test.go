package plan_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/cover"
)

// workerFolder names the folder that this program works at instead of testing.
const workerFolder = "EXACTILE_TEST_PLAN_FOLDER"

// The count that worker processes make: of nearly as many solutions as listings.
const (
	folderBackend   = "gini"
	folderSolutions = 6728 // OEIS A004003
)

func folderModel() *cover.Model { return models.Dominoes(6, 6) }

func TestMain(m *testing.M) {
	if path := os.Getenv(workerFolder); path != "" {
		if err := workAt(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func workAt(path string) error {
	f, p, err := plan.OpenFolder(path)
	if err != nil {
		return err
	}
	b, err := registry.Lookup(folderBackend, registry.Options{})
	if err != nil {
		return err
	}
	j, err := plan.NewJob(p, b, folderModel(), version)
	if err != nil {
		return err
	}
	return f.Work(context.Background(), j, plan.Worker{Index: os.Getpid(), Lease: 10 * time.Second})
}

// folderOf plans a count into a folder.
func folderOf(t *testing.T, j *plan.Job) (*plan.Folder, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "job")
	f, err := plan.CreateFolder(path, j.Plan, []byte("a puzzle"))
	if err != nil {
		t.Fatal(err)
	}
	return f, path
}

// TestWorkersMayBeKilled starts workers and kills them at any time, with no chance to tidy
// up, until all is done. The sum must be right, and every unit there once.
func TestWorkersMayBeKilled(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	j := newJob(t, folderBackend, folderModel(), backends.Task{List: true}, 12)
	j.Plan.Budget = 300 // some units are split
	j, err = plan.NewJob(j.Plan, j.Backend, j.Model, version)
	if err != nil {
		t.Fatal(err)
	}
	f, path := folderOf(t, j)
	var group sync.WaitGroup
	kills := make([]int, 2)
	for k := range kills {
		r := rand.New(rand.NewPCG(18, uint64(k)))
		group.Go(func() {
			for patience := 20 * time.Millisecond; ; patience += patience / 4 {
				cmd := exec.Command(self)
				cmd.Env = append(os.Environ(), workerFolder+"="+path)
				if err := cmd.Start(); err != nil {
					t.Error(err)
					return
				}
				ended := make(chan error, 1)
				go func() { ended <- cmd.Wait() }()
				select {
				case err := <-ended:
					if err != nil {
						t.Error(err)
					}
					return
				case <-time.After(patience + time.Duration(r.Int64N(int64(patience)))):
					_ = cmd.Process.Kill()
					<-ended
					kills[k]++
				}
			}
		})
	}
	group.Wait()
	total, err := f.Merge(j.Plan)
	if err != nil || !total.Report.Complete || total.Report.Count.Int64() != folderSolutions || total.Report.Checked != folderSolutions {
		t.Fatalf("after %v kills: %+v, %v missing, %v", kills, total.Report, total.Missing, err)
	}
	want, err := backends.Run(t.Context(), j.Backend, j.Model, backends.Task{List: true})
	if err != nil || *want.Digest != *total.Report.Digest {
		t.Errorf("the digest is %v, want %v: %v", total.Report.Digest, want.Digest, err)
	}
	records, err := f.Records()
	if err != nil {
		t.Fatal(err)
	}
	splits, sum := 0, new(big.Int)
	for _, r := range records {
		if r.Report == nil {
			splits++
			continue
		}
		sum.Add(sum, r.Report.Count)
	}
	if sum.Int64() != folderSolutions {
		t.Errorf("the records add up to %v", sum)
	}
	t.Logf("%v kills, %d records, %d splits", kills, len(records), splits)
}

// TestLyingWorkerIsFound has a worker add a solution to some units, and audits.
func TestLyingWorkerIsFound(t *testing.T) {
	t.Parallel()
	m := models.Dominoes(4, 4)
	j := newJob(t, "native", m, backends.Task{}, 40)
	auditor, err := plan.NewJob(j.Plan, lookup(t, "native/plain"), m, version)
	if err != nil {
		t.Fatal(err)
	}
	auditor.Name = "native/plain"
	for _, lies := range []bool{false, true} {
		f, _ := folderOf(t, j)
		told := 0
		liar := plan.Lying(plan.Worker{Name: "liar"}, func(r *plan.Record) {
			if lies && r.Report != nil && r.Unit.String() == "17of40" {
				r.Report.Count = new(big.Int).Add(r.Report.Count, big.NewInt(1))
				told++
			}
		})
		if err := f.Work(t.Context(), j, liar); err != nil {
			t.Fatal(err)
		}
		if total, err := f.Merge(j.Plan); err != nil || lies == (total.Report.Count.Int64() == 36) {
			t.Fatalf("before the audit: %v %v", total.Report.Count, err)
		}
		audits := 0
		err := f.Work(t.Context(), j, plan.Worker{Name: "honest", Audit: 1, Auditor: auditor, Workers: 2, Done: func(_ plan.Record, audit bool) {
			if audit {
				audits++
			}
		}})
		var two *plan.Contradiction
		if lies != errors.As(err, &two) {
			t.Fatalf("lies: %t, and the audit says %v", lies, err)
		}
		if !lies {
			if audits != 40 {
				t.Errorf("%d audits of 40", audits)
			}
			continue
		}
		if two.A.Worker != "liar" || two.B.Worker != "honest" || !strings.Contains(err.Error(), "17of40") || !strings.Contains(err.Error(), "native/plain") {
			t.Errorf("the alarm says %v", err)
		}
		if _, err := f.Merge(j.Plan); !errors.As(err, &two) {
			t.Errorf("there is a sum after the alarm: %v", err)
		}
		if told != 1 {
			t.Errorf("%d lies", told)
		}
	}
}

// TestSomeUnitsAreAudited asks for a part of the audits.
func TestSomeUnitsAreAudited(t *testing.T) {
	t.Parallel()
	m := models.Dominoes(4, 4)
	j := newJob(t, "native", m, backends.Task{}, 200)
	f, _ := folderOf(t, j)
	if err := f.Work(t.Context(), j, plan.Worker{Audit: .1, Auditor: j}); err != nil {
		t.Fatal(err)
	}
	audits, err := f.Audits()
	if err != nil || len(audits) < 5 || len(audits) > 50 {
		t.Errorf("%d of 200 units are done again: %v", len(audits), err)
	}
}

// TestFoldersThatAreNoneAreRefused opens what is there instead of a folder of a plan.
func TestFoldersThatAreNoneAreRefused(t *testing.T) {
	t.Parallel()
	m := models.Dominoes(4, 4)
	j := newJob(t, "native", m, backends.Task{}, 2)
	f, path := folderOf(t, j)
	if _, err := plan.CreateFolder(path, j.Plan, nil); err != nil {
		t.Errorf("the same plan again: %v", err)
	}
	other := newJob(t, "native", m, backends.Task{}, 3)
	if _, err := plan.CreateFolder(path, other.Plan, nil); !errors.Is(err, plan.ErrOther) {
		t.Errorf("another plan: %v", err)
	}
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "mine"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := plan.CreateFolder(full, j.Plan, nil); err == nil {
		t.Error("a plan is put beside what somebody has there")
	}
	if _, _, err := plan.OpenFolder(full); err == nil {
		t.Error("a folder without a plan is opened")
	}
	for _, text := range []string{"", "{", `{"plan":"x","unit":"1of2"}`, `{"plan":"x","unit":"2of2","split":3}`} {
		if err := os.WriteFile(filepath.Join(path, "units", "1of2.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Merge(j.Plan); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("a record that says %s: %v", text, err)
		}
	}
}

// TestOneRecordIsKept puts two records of one unit into a folder at once.
func TestOneRecordIsKept(t *testing.T) {
	t.Parallel()
	j := newJob(t, "native", models.Dominoes(4, 4), backends.Task{}, 2)
	f, _ := folderOf(t, j)
	var group sync.WaitGroup
	errs := make([]error, 8)
	for k := range errs {
		group.Go(func() {
			report := &backends.Report{Count: big.NewInt(int64(k / 4)), Complete: true}
			errs[k] = plan.Keep(f, plan.Record{Plan: j.Plan.Digest(), Unit: j.Plan.All()[0], Report: report})
		})
	}
	group.Wait()
	against := 0
	for _, err := range errs {
		var two *plan.Contradiction
		if errors.As(err, &two) {
			against++
		} else if err != nil {
			t.Error(err)
		}
	}
	records, err := f.Records()
	if err != nil || len(records) != 1 || against != 4 {
		t.Errorf("%d records, %d contradictions: %v", len(records), against, err)
	}
}
