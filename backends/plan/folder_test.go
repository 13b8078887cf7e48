package plan_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
)

// workerFolder names the folder that this program works at instead of testing.
const workerFolder = "EXACTILE_TEST_PLAN_FOLDER"

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

// workAt does the units of a folder whose puzzle is a model as JSON.
func workAt(path string) error {
	f, p, err := plan.OpenFolder(path)
	if err != nil {
		return err
	}
	text, err := f.Puzzle()
	if err != nil {
		return err
	}
	var m cover.Model
	if err := json.Unmarshal(text, &m); err != nil {
		return err
	}
	b, err := registry.Lookup(p.Backend, registry.Options{})
	if err != nil {
		return err
	}
	j, err := p.Job(b, &m, version)
	if err != nil {
		return err
	}
	return plan.Work(context.Background(), f, j, plan.Worker{Index: os.Getpid(), Lease: 10 * time.Second})
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

// A killed is a count whose workers are killed. Where it has a budget some units are split.
type killed struct {
	name, backend string
	model         *cover.Model
	task          backends.Task
	units         int
	budget        int64
}

// killedCounts are twenty counts, of which the first few show most.
func killedCounts(t *testing.T) []killed {
	t.Helper()
	list, orbits := backends.Task{List: true}, backends.Task{UpToSymmetry: true}
	both := backends.Task{List: true, UpToSymmetry: true}
	all := []killed{
		{"dominoes 6x6", "gini", models.Dominoes(6, 6), list, 12, 300},
		{"cilada 7", "native", models.Load(t, "cilada:7").Model, list, 9, 100},
		{"dominoes 6x6", "native", models.Dominoes(6, 6), orbits, 30, 0},
		{"dominoes 5x6", "gophersat/cardinality", models.Dominoes(5, 6), both, 7, 100},
		{"pentominoes 5x12", "native", models.Load(t, "pentominoes:5x12").Model, orbits, 64, 0},
		{"dominoes in 4x4", "native", models.Packing(4, 4, 0, 3, 5), both, 25, 40},
	}
	r := rand.New(rand.NewPCG(18, 20))
	for n := len(all); n < 20; n++ {
		task := []backends.Task{list, orbits, both, {}}[n%4]
		backend := []string{"native", "native/plain", "gini"}[n%3]
		all = append(all, killed{fmt.Sprint("random ", n), backend, some(t, r), task, 2 + r.IntN(20), 20})
	}
	return all
}

// TestWorkersMayBeKilled starts workers and kills them at any time, with no chance to tidy
// up, until all is done. Every total must be right, and every unit there once.
func TestWorkersMayBeKilled(t *testing.T) {
	t.Parallel()
	all, workers, patience := killedCounts(t), 6, 20*time.Millisecond
	if !testkit.Thorough() {
		all, workers, patience = all[:2], 2, 50*time.Millisecond
	}
	kills := 0
	for _, k := range all {
		b := lookup(t, k.backend)
		k.task.Backend, k.task.Puzzle = k.backend, k.name
		p, _, err := plan.New(t.Context(), b, k.model, plan.Request{Version: version, Task: k.task, Units: k.units, Budget: k.budget})
		if err != nil {
			t.Fatalf("%s: %v", k.name, err)
		}
		if k.budget > 0 && p.States != nil { // one cut would do for counts as short as these
			cells := int(slices.Max(p.States.Pos)) + 1
			p.States.Cuts = []int{cells / 4, cells / 2, cells * 3 / 4}
		}
		text, err := json.Marshal(k.model)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "job")
		f, err := plan.CreateFolder(path, p, text)
		if err != nil {
			t.Fatal(err)
		}
		kills += workAndKill(t, path, workers, patience)
		k.check(t, f, p)
	}
	if kills == 0 {
		t.Error("nobody was killed")
	}
	t.Logf("%d kills", kills)
}

// workAndKill runs workers at a folder, each of which is killed and started again, later
// each time, until it ends by itself. It returns how many were killed.
func workAndKill(t *testing.T, path string, workers int, patience time.Duration) int {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var kills atomic.Int64
	var group sync.WaitGroup
	for k := range workers {
		r := rand.New(rand.NewPCG(18, uint64(k)))
		group.Go(func() {
			for patience := patience; ; patience += patience / 4 {
				cmd := exec.Command(self)
				cmd.Env = append(os.Environ(), workerFolder+"="+path)
				cmd.Stderr = os.Stderr
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
					kills.Add(1)
				}
			}
		})
	}
	group.Wait()
	return int(kills.Load())
}

// check compares the content of a folder with a count without kills.
func (k *killed) check(t *testing.T, f *plan.Folder, p *plan.Plan) {
	t.Helper()
	want, err := backends.Run(t.Context(), lookup(t, "native"), k.model, k.task)
	if err != nil {
		t.Fatal(err)
	}
	total, err := f.Merge(p)
	got := total.Report
	if err != nil || !got.Complete || len(total.Double)+len(total.Missing) > 0 || got.Count.Cmp(want.Count) != 0 {
		t.Fatalf("%s by %s: %+v, %v missing, %v double, want %v: %v", k.name, k.backend, got, total.Missing, total.Double, want.Count, err)
	}
	if k.task.List && (got.Checked != want.Checked || *got.Digest != *want.Digest) {
		t.Errorf("%s by %s: %d checked, digest %v, want %d, %v", k.name, k.backend, got.Checked, got.Digest, want.Checked, want.Digest)
	}
	records, err := f.Records()
	if err != nil {
		t.Fatal(err)
	}
	units, splits, sum := map[string]bool{}, 0, new(big.Int)
	for _, r := range records {
		if units[r.Unit.Name()] {
			t.Errorf("%s: unit %v is there twice", k.name, r.Unit)
		}
		if units[r.Unit.Name()] = true; r.Report == nil {
			splits++
			continue
		}
		sum.Add(sum, r.Report.Count)
	}
	if whole := new(big.Int).Mul(want.Count, big.NewInt(int64(max(1, p.Symmetries)))); sum.Cmp(whole) != 0 {
		t.Errorf("%s by %s: the records add up to %v, want %v", k.name, k.backend, sum, whole)
	}
	if k.budget >= 100 && splits == 0 {
		t.Errorf("%s by %s: nothing was split", k.name, k.backend)
	}
}

// TestLyingWorkerIsFound has a worker add a solution to some units, and audits: some, and all.
func TestLyingWorkerIsFound(t *testing.T) {
	t.Parallel()
	m := models.Dominoes(4, 4)
	const units, lies = 100, 2
	j := newJob(t, "native", m, backends.Task{}, units)
	auditor, err := j.Plan.Job(lookup(t, "native/plain"), m, version)
	if err != nil {
		t.Fatal(err)
	}
	auditor.Name = "native/plain"
	for _, test := range []struct {
		audit        float64
		lies         bool
		fewest, most int // audits
	}{{.1, false, 3, 30}, {1, false, units, units}, {1, true, 1, units}} {
		f, _ := folderOf(t, j)
		liar := plan.Lying(plan.Worker{Name: "liar"}, func(r *plan.Record) {
			if test.lies && r.Report != nil && r.Unit[0].Index%50 == 16 {
				r.Report.Count = new(big.Int).Add(r.Report.Count, big.NewInt(1))
			}
		})
		if err := plan.Work(t.Context(), f, j, liar); err != nil {
			t.Fatal(err)
		}
		if total, err := f.Merge(j.Plan); err != nil || (total.Report.Count.Int64() == 36+lies) != test.lies {
			t.Fatalf("before the audit: %v %v", total.Report.Count, err)
		}
		audits := 0
		err := plan.Work(t.Context(), f, j, plan.Worker{Name: "honest", Audit: test.audit, Auditor: auditor, Workers: 2, Done: func(_ plan.Record, audit bool) {
			if audit {
				audits++
			}
		}})
		if !test.lies {
			if err != nil || audits < test.fewest || audits > test.most {
				t.Errorf("%d audits of %d: %v", audits, units, err)
			}
			continue
		}
		var two *plan.Contradiction
		if !errors.As(err, &two) || two.A.Worker != "liar" || two.B.Worker != "honest" || two.A.Unit[0].Index%50 != 16 || !strings.Contains(err.Error(), "native/plain") {
			t.Errorf("the alarm says %v", err)
		}
		if _, err := f.Merge(j.Plan); !errors.As(err, &two) {
			t.Errorf("there is a sum after the alarm: %v", err)
		}
	}
}

// TestFoldersThatAreNoneAreRefused opens other things than a folder of a plan.
func TestFoldersThatAreNoneAreRefused(t *testing.T) {
	t.Parallel()
	m := models.Dominoes(4, 4)
	j := newJob(t, "native", m, backends.Task{}, 2)
	_, path := folderOf(t, j)
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
}

// TestEditedRecordsAreNotAddedUp edits records in a folder, a digit or a name at a time.
func TestEditedRecordsAreNotAddedUp(t *testing.T) {
	t.Parallel()
	j := newJob(t, "native", models.Dominoes(4, 4), backends.Task{List: true}, 2)
	f, path := folderOf(t, j)
	if err := plan.Work(t.Context(), f, j, plan.Worker{}); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(path, "units", "1of2.json")
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if total, err := f.Merge(j.Plan); err != nil || total.Report.Count.Int64() != 36 {
		t.Fatalf("%v: %v", total.Report.Count, err)
	}
	// What a unit took, and what it is called, may be edited; what it found may not.
	evidence := regexp.MustCompile(`"(plan|unit|count|checked|digest|fingerprint|seal)":"?[^",]*`)
	for _, found := range evidence.FindAllIndex(whole, -1) {
		for at := found[0]; at < found[1]; at++ {
			if whole[at] < '0' || whole[at] > '9' {
				continue
			}
			edited := slices.Clone(whole)
			edited[at] = '0' + (whole[at]-'0'+1)%10
			if err := os.WriteFile(name, edited, 0o600); err != nil {
				t.Fatal(err)
			}
			if total, err := f.Merge(j.Plan); err == nil && total.Done > 1 {
				t.Errorf("digit %d of %s is edited, and %v solutions are added up", at, whole[found[0]:found[1]], total.Report.Count)
			}
		}
	}
	for _, swap := range [][2]string{
		{`"complete":true`, `"complete":false`}, {`"completeness":"search"`, `"completeness":"engine"`},
		{`"up_to_symmetry":false`, `"up_to_symmetry":true`}, {`"complete":true`, `"complete":true,"approximate":true`},
		{`"seal"`, `"steal"`}, {"}\n", "\n"}, {"\n", "\n{}"},
	} {
		edited := strings.Replace(string(whole), swap[0], swap[1], 1)
		if err := os.WriteFile(name, []byte(edited), 0o600); err != nil {
			t.Fatal(err)
		}
		if total, err := f.Merge(j.Plan); err == nil && total.Done > 1 || edited == string(whole) {
			t.Errorf("%s for %s: nobody minds", swap[1], swap[0])
		}
	}
}

// An audit is checked like every record: an audit of another plan tells nothing about this
// one, and one without a report has compared nothing.
func TestForeignAuditsAreRefused(t *testing.T) {
	t.Parallel()
	m := models.Dominoes(4, 4)
	j, other := newJob(t, "native", m, backends.Task{}, 2), newJob(t, "native", m, backends.Task{}, 3)
	for name, of := range map[string]*plan.Job{"of another plan": other, "without a report": j} {
		f, _ := folderOf(t, j)
		if err := plan.Work(t.Context(), f, j, plan.Worker{}); err != nil {
			t.Fatal(err)
		}
		if err := f.Keep(plan.Record{Plan: of.Plan.Digest(), Unit: j.Plan.All()[0], Split: j.Plan.Fan}, true); err != nil {
			t.Fatal(err)
		}
		if total, err := f.Merge(j.Plan); err == nil {
			t.Errorf("an audit %s, and %v solutions are added up", name, total.Report.Count)
		}
		if err := plan.Work(t.Context(), f, j, plan.Worker{Audit: 1, Auditor: j}); err == nil {
			t.Errorf("an audit %s, and a worker has nothing to say", name)
		}
	}
}

// TestTwoPlansForOneFolder writes two plans to one folder at once: the writer that succeeds
// finds its plan there.
func TestTwoPlansForOneFolder(t *testing.T) {
	t.Parallel()
	m := models.Dominoes(4, 4)
	jobs := []*plan.Job{newJob(t, "native", m, backends.Task{}, 2), newJob(t, "native", m, backends.Task{}, 3)}
	for range 50 {
		path := filepath.Join(t.TempDir(), "job")
		errs := make([]error, len(jobs))
		var group sync.WaitGroup
		for k, j := range jobs {
			group.Go(func() { _, errs[k] = plan.CreateFolder(path, j.Plan, []byte(fmt.Sprint(j.Plan.Units))) })
		}
		group.Wait()
		f, p, err := plan.OpenFolder(path)
		if err != nil {
			t.Fatalf("%v: %v", err, errs)
		}
		if text, err := f.Puzzle(); err != nil || string(text) != fmt.Sprint(p.Units) {
			t.Errorf("a plan of %d units is beside the puzzle of %s: %v", p.Units, text, err)
		}
		for k, j := range jobs {
			if (errs[k] == nil) != (p.Units == j.Plan.Units) {
				t.Errorf("%d units are in the folder, and of %d it was said: %v", p.Units, j.Plan.Units, errs[k])
			}
		}
	}
}

// TestFoldersAreMadeToTheEnd makes a folder again of which all but the plan was made.
func TestFoldersAreMadeToTheEnd(t *testing.T) {
	t.Parallel()
	j := newJob(t, "native", models.Dominoes(4, 4), backends.Task{}, 2)
	_, path := folderOf(t, j)
	for _, name := range []string{"plan.json", "splits", "units"} {
		if err := os.Remove(filepath.Join(path, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(path, ".new-123"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := plan.CreateFolder(path, j.Plan, []byte("another puzzle")); !errors.Is(err, plan.ErrOther) {
		t.Errorf("another puzzle: %v", err)
	}
	f, err := plan.CreateFolder(path, j.Plan, []byte("a puzzle"))
	if err != nil {
		t.Fatal(err)
	}
	if err := plan.Work(t.Context(), f, j, plan.Worker{}); err != nil {
		t.Error(err)
	}
}

// Work that was stopped says so once, however many workers stop.
func TestWorkEndsWithItsContext(t *testing.T) {
	t.Parallel()
	j := newJob(t, "native", models.Dominoes(4, 4), backends.Task{}, 2)
	f, _ := folderOf(t, j)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := plan.Work(ended, f, j, plan.Worker{Workers: 3}); err != context.Canceled {
		t.Errorf("Work = %q, want %q", err, context.Canceled)
	}
}
