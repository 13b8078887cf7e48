package checkpoint_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/plan"
	"github.com/exactile/exactile/cmd/exactile/internal/checkpoint"
	"github.com/exactile/exactile/encode/cover"
)

// begun returns a job that was stopped on its way, with its output.
func begun(t *testing.T) (job func() *checkpoint.Job, dir string) {
	t.Helper()
	dir = t.TempDir()
	m := model(t, "dominoes:4x4")
	job = func() *checkpoint.Job {
		j := &checkpoint.Job{
			Model: m, Backend: lookup(t, "native"), Task: backends.Task{Backend: "native", List: true},
			Facts: []checkpoint.Fact{{Name: "version", Value: "1"}},
			File:  filepath.Join(dir, "checkpoint"), Every: time.Nanosecond, Parts: 8,
		}
		listing(j, filepath.Join(dir, "out"))
		return j
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	j := job()
	j.Backend = &stopper{Backend: j.Backend, after: 5, stop: cancel}
	if _, err := attempt(ctx, j); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return job, dir
}

// A checkpoint of another job is refused with the difference named, and remains
// unchanged.
func TestOtherJobsAreRefused(t *testing.T) {
	t.Parallel()
	job, dir := begun(t)
	before, err := os.ReadFile(filepath.Join(dir, "checkpoint"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		change func(*checkpoint.Job)
		want   string
	}{
		{"version", func(j *checkpoint.Job) { j.Facts[0].Value = "2" }, "its version is 1, this run's is 2"},
		{"unknown fact", func(j *checkpoint.Job) { j.Facts[0].Name = "colour" }, "has no colour, which"},
		{"fact too many", func(j *checkpoint.Job) { j.Facts = append(j.Facts, checkpoint.Fact{Name: "a", Value: "b"}) }, "has no a, which"},
		{"backend", func(j *checkpoint.Job) { j.Task.Backend = "gini" }, "its backend is native"},
		{"another puzzle", func(j *checkpoint.Job) { j.Model = model(t, "dominoes:4x6") }, "its model is sha256:"},
		{"the same model, numbered otherwise", func(j *checkpoint.Job) { j.Model = reversed(j.Model) }, "its model is sha256:"},
		{"up to symmetry", func(j *checkpoint.Job) { j.Task.UpToSymmetry = true }, "its up to symmetry is false"},
		{"not listed", func(j *checkpoint.Job) { j.Task.List = false }, "its list is true"},
		{"a unit", func(j *checkpoint.Job) {
			j.Output, j.Task.Found, j.Plan = nil, nil, &plan.Plan{Units: 2}
		}, "has no plan, which"},
		{"other parts", func(j *checkpoint.Job) { j.Parts = 9 }, "its number of parts is 8"},
		{"no output", func(j *checkpoint.Job) { j.Output, j.Task.Found = nil, nil }, "it has a number of parts, which this run has not"},
	} {
		t.Run(test.name, func(t *testing.T) {
			j := job()
			test.change(j)
			_, err := attempt(t.Context(), j)
			if !errors.Is(err, checkpoint.ErrOther) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("it ends with %v, want an error with %q", err, test.want)
			}
		})
	}
	after, err := os.ReadFile(filepath.Join(dir, "checkpoint"))
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the checkpoint has changed (%v)", err)
	}
	if report, err := attempt(t.Context(), job()); err != nil || report.Count.Int64() != 36 {
		t.Errorf("the job itself counts %v, %v", report.Count, err)
	}
}

// reversed is the same model with its options the other way round.
func reversed(m *cover.Model) *cover.Model {
	r := *m
	r.Options = slices.Clone(m.Options)
	slices.Reverse(r.Options)
	r.Sym = nil
	return &r
}

// However a checkpoint is damaged, no wrong count comes of it: without a whole first line it
// is refused; what follows a damaged line is done again, and kept beside the file unless it is
// only a line cut short.
func TestDamagedCheckpoints(t *testing.T) {
	t.Parallel()
	job, dir := begun(t)
	file, partial := filepath.Join(dir, "checkpoint"), filepath.Join(dir, "out.partial")
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(partial)
	if err != nil {
		t.Fatal(err)
	}
	head := 1 + bytes.IndexByte(good, '\n')
	damages := map[string][]byte{"more after it": append(slices.Clone(good), 'x')}
	at := map[string]int{"more after it": len(good)}
	for k := 1; k < len(good); k += 1 + len(good)/60 {
		cut, flip := "cut at "+strconv.Itoa(k), "flipped at "+strconv.Itoa(k)
		flipped := slices.Clone(good)
		flipped[k] ^= 1
		damages[cut], damages[flip], at[cut], at[flip] = good[:k], flipped, k, k
	}
	for name, text := range damages {
		for path, text := range map[string][]byte{file: text, partial: written} {
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		_ = os.Remove(filepath.Join(dir, "out"))
		_ = os.Remove(file + ".damaged")
		j := job()
		var warned error
		j.Warn = func(err error) { warned = err }
		report, err := attempt(t.Context(), j)
		if at[name] < head {
			if err == nil || !strings.Contains(err.Error(), file) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil || report.Count.Int64() != 36 || report.Checked != 36 {
			t.Errorf("%s: it counts %v, %v", name, report.Count, err)
		}
		out, err := os.ReadFile(filepath.Join(dir, "out"))
		if err != nil || bytes.Count(out, []byte("\n")) != 37 {
			t.Errorf("%s: the output has %d lines, %v", name, bytes.Count(out, []byte("\n")), err)
		}
		_, kept := os.Stat(file + ".damaged")
		if torn := text[len(text)-1] != '\n'; (kept == nil) != (warned != nil) || kept == nil && torn ||
			kept != nil && strings.HasPrefix(name, "flipped") && !torn {
			t.Errorf("%s: warned of %v, kept: %v", name, warned, kept)
		}
	}
}

// A seal that fits does not make a checkpoint.
func TestStrangeCheckpoints(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"an old form", `{"exactile_checkpoint":1,"complete":false,"facts":[{"name":"exactile","value":"v0.9"}],"root":{}}` + "\nsha256:0\n",
			"another version of exactile wrote it (format 1, not 2), v0.9, which can finish it"},
		{"a later form", checkpoint.Seal(`{"exactile_checkpoint":3}`), "another version of exactile wrote it (format 3, not 2)"},
		{"no form", checkpoint.Seal(`{"facts":[]}`), "not a checkpoint"},
		{"no object", checkpoint.Seal(`[]`), "not a checkpoint"},
		{"other facts", checkpoint.Seal(`{"exactile_checkpoint":2}`), "has no version, which"},
		{"form zero", checkpoint.Seal(`{"exactile_checkpoint":0}`), "not a checkpoint"},
		{"a seal of another line", `{"exactile_checkpoint":2} 0123456789abcdef` + "\n", "damaged"},
	} {
		job, dir := begun(t)
		if err := os.WriteFile(filepath.Join(dir, "checkpoint"), []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := attempt(t.Context(), job()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	// Lines with a good seal that no job writes are not taken in.
	for name, text := range map[string]string{
		"a record of no plan":        `{"record":{"plan":"sha256:0","unit":"1of8","split":2},"output":{"bytes":0,"sha256":""}}`,
		"an output that is negative": `{"whole":true,"output":{"bytes":-1,"sha256":""}}`,
		"a partial without a count":  `{"partial":{"plan":"","unit":"1of8","split":3}}`,
		"a record without an output": `{"whole":true}`,
		"another plan":               `{"plan":{"exactile_plan":1,"units":1,"fan":8,"restricts":1},"unit":"all"}`,
		"deep":                       strings.Repeat(`{"record":`, 20000) + strings.Repeat("}", 20000),
	} {
		job, dir := begun(t)
		file, err := os.OpenFile(filepath.Join(dir, "checkpoint"), os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteString(checkpoint.Seal(text)); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		j := job()
		warned := false
		j.Warn = func(error) { warned = true }
		if report, err := attempt(t.Context(), j); err != nil || report.Count.Int64() != 36 || !warned {
			t.Errorf("%s: %v, %v, warned: %t", name, report.Count, err, warned)
		}
	}
}

// The output must be what the job wrote; what was written after the checkpoint
// may be anything.
func TestOutputIsNotWhatWasWritten(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		change func(text []byte) []byte
		fails  bool
	}{
		{"more was written", func(text []byte) []byte { return append(text, "half a solu"...) }, false},
		{"cut", func(text []byte) []byte { return text[:len(text)-1] }, true},
		{"edited", func(text []byte) []byte { text[0] ^= 1; return text }, true},
		{"gone", func([]byte) []byte { return nil }, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			job, dir := begun(t)
			partial := filepath.Join(dir, "out.partial")
			text, err := os.ReadFile(partial)
			if err != nil || len(text) == 0 {
				t.Fatalf("the job has written %d bytes, %v", len(text), err)
			}
			if err := os.Remove(partial); err != nil {
				t.Fatal(err)
			}
			if text = test.change(text); text != nil {
				if err := os.WriteFile(partial, text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			report, err := attempt(t.Context(), job())
			switch {
			case test.fails && (err == nil || !strings.Contains(err.Error(), partial)):
				t.Errorf("it ends with %v", err)
			case !test.fails && (err != nil || report.Count.Int64() != 36):
				t.Errorf("it counts %v, %v", report.Count, err)
			}
		})
	}
}

// Two processes do not work on one job.
func TestOneAtATime(t *testing.T) {
	t.Parallel()
	job, _ := begun(t)
	run, start, err := job().Start()
	if err != nil || !start.Resumed || start.Complete {
		t.Fatal(start, err)
	}
	if _, err := attempt(t.Context(), job()); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("a second one ends with %v", err)
	}
	if report, err := run.Count(t.Context()); err != nil || report.Count.Int64() != 36 {
		t.Errorf("the first one counts %v, %v", report.Count, err)
	}
	if err := run.Close(); err != nil {
		t.Error(err)
	}
	if _, err := attempt(t.Context(), job()); err != nil {
		t.Error(err)
	}
}

func TestJobsThatMakeNoSense(t *testing.T) {
	t.Parallel()
	j := &checkpoint.Job{Model: &cover.Model{}, Backend: lookup(t, "native"), Task: backends.Task{Limit: 1}, File: filepath.Join(t.TempDir(), "c")}
	if _, err := attempt(t.Context(), j); err == nil {
		t.Error("a limit is taken")
	}
	j.Task = backends.Task{Found: func(cover.Solution) {}}
	if _, err := attempt(t.Context(), j); err == nil {
		t.Error("solutions that go nowhere are taken")
	}
	j.Plan = &plan.Plan{}
	if listing(j, filepath.Join(t.TempDir(), "solutions")); j.Output == nil {
		t.Fatal("there is no output")
	}
	if _, err := attempt(t.Context(), j); err == nil {
		t.Error("an output of a unit of a plan is taken")
	}
}

// A resumed job reports how many solutions its output holds.
func TestStartTellsOfSolutions(t *testing.T) {
	t.Parallel()
	job, dir := begun(t)
	run, start, err := job().Start()
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	text, err := os.ReadFile(filepath.Join(dir, "out.partial"))
	if lines := int64(bytes.Count(text, []byte("\n"))); err != nil || lines == 0 || start.Solutions != lines {
		t.Errorf("it tells of %d solutions, the output holds %d (%v)", start.Solutions, lines, err)
	}
}

// With a list, a count that is not what was checked is not taken in, however well the line is
// made, and neither is one that no count can be: the unit is done again.
func TestForgedCounts(t *testing.T) {
	t.Parallel()
	job, dir := begun(t)
	file := filepath.Join(dir, "checkpoint")
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	counts := regexp.MustCompile(`"count":"(\d+)"`)
	if !counts.Match(good) {
		t.Fatal("no unit is done")
	}
	for _, forged := range []string{`"count":"${1}9"`, `"count":"-$1"`} {
		var text []byte
		for line := range bytes.Lines(good) {
			line = bytes.TrimSuffix(line, []byte("\n"))
			line = counts.ReplaceAll(line[:bytes.LastIndexByte(line, ' ')], []byte(forged))
			text = append(text, checkpoint.Seal(string(line))...)
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		warned := false
		j := job()
		j.Warn = func(error) { warned = true }
		if report, err := attempt(t.Context(), j); err != nil || report.Count.Int64() != 36 || !warned {
			t.Errorf("%s: it counts %v, %v", forged, report.Count, err)
		}
	}
}
