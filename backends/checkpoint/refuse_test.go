package checkpoint_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	"github.com/exactile/exactile/backends/checkpoint"
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
		{"version", func(j *checkpoint.Job) { j.Facts[0].Value = "2" }, "its version is 1, this one's is 2"},
		{"unknown fact", func(j *checkpoint.Job) { j.Facts[0].Name = "colour" }, "nothing of this one's colour"},
		{"fact too many", func(j *checkpoint.Job) { j.Facts = append(j.Facts, checkpoint.Fact{Name: "a", Value: "b"}) }, "nothing of this one's a"},
		{"backend", func(j *checkpoint.Job) { j.Task.Backend = "gini" }, "its backend is native"},
		{"another puzzle", func(j *checkpoint.Job) { j.Model = model(t, "dominoes:4x6") }, "its model is sha256:"},
		{"the same model, numbered otherwise", func(j *checkpoint.Job) { j.Model = reversed(j.Model) }, "its model is sha256:"},
		{"up to symmetry", func(j *checkpoint.Job) { j.Task.UpToSymmetry = true }, "its up to symmetry is false"},
		{"not listed", func(j *checkpoint.Job) { j.Task.List = false }, "its list is true"},
		{"a shard", func(j *checkpoint.Job) { j.Task.Shard = j.Model.Shards(2)[0] }, "its shard is {}"},
		{"other parts", func(j *checkpoint.Job) { j.Parts = 9 }, "its number of parts is 8"},
		{"no output", func(j *checkpoint.Job) { j.Output, j.Task.Found = nil, nil }, "this one knows nothing of its number of parts"},
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

// However a checkpoint is damaged, that is an error and not another beginning.
func TestDamagedCheckpoints(t *testing.T) {
	t.Parallel()
	job, dir := begun(t)
	file := filepath.Join(dir, "checkpoint")
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	damages := map[string][]byte{
		"empty":          {},
		"more after it":  append(slices.Clone(good), 'x'),
		"something else": []byte("{}\nsha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a\n"),
	}
	for k := 0; k < len(good); k += 1 + len(good)/40 {
		damages["cut at "+strconv.Itoa(k)] = good[:k]
		flipped := slices.Clone(good)
		flipped[k] ^= 1
		damages["flipped at "+strconv.Itoa(k)] = flipped
	}
	for name, text := range damages {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := attempt(t.Context(), job()); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := os.WriteFile(file, good, 0o600); err != nil {
		t.Fatal(err)
	}
	if report, err := attempt(t.Context(), job()); err != nil || report.Count.Int64() != 36 {
		t.Errorf("undamaged it counts %v, %v", report.Count, err)
	}
}

// A checksum that fits does not make a checkpoint.
func TestStrangeCheckpoints(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"parts":[`, 20000) + strings.Repeat("]}", 20000)
	for _, test := range []struct{ name, line, want string }{
		{"another form", `{"exactile_checkpoint":2,"root":{}}`, "another form of checkpoint (2, not 1)"},
		{"no form", `{"root":{}}`, "no checkpoint"},
		{"no object", `[]`, "no checkpoint"},
		{"no parts", `{"exactile_checkpoint":1}`, "damaged"},
		{"a part that is none", `{"exactile_checkpoint":1,"root":{"parts":[null]}}`, "damaged"},
		{"done without a report", `{"exactile_checkpoint":1,"complete":true,"root":{}}`, "damaged"},
		{"a report that is not complete", `{"exactile_checkpoint":1,"root":{"report":{"count":"1","complete":false}}}`, "damaged"},
		{"a count that is none", `{"exactile_checkpoint":1,"root":{"report":{"count":"-1","complete":true}}}`, "damaged"},
		{"output before its beginning", `{"exactile_checkpoint":1,"root":{},"output":{"bytes":-1}}`, "damaged"},
		{"output that nobody knows of", `{"exactile_checkpoint":1,"facts":FACTS,"root":{}}`, "damaged"}, // and would have it emptied
		{"parts of parts of parts", `{"exactile_checkpoint":1,"root":` + deep + `}`, "no checkpoint"},
		{"other facts", `{"exactile_checkpoint":1,"root":{}}`, "nothing of this one's version"},
	} {
		job, dir := begun(t)
		good, err := os.ReadFile(filepath.Join(dir, "checkpoint"))
		if err != nil {
			t.Fatal(err)
		}
		facts := regexp.MustCompile(`"facts":(\[.*?\])`).FindStringSubmatch(string(good))[1]
		test.line = strings.ReplaceAll(test.line, "FACTS", facts)
		sum := sha256.Sum256([]byte(test.line))
		text := test.line + "\nsha256:" + hex.EncodeToString(sum[:]) + "\n"
		if err := os.WriteFile(filepath.Join(dir, "checkpoint"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := attempt(t.Context(), job()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
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

// A checkpoint that cannot be saved ends the job, and the one before stays good.
func TestCheckpointThatCannotBeSaved(t *testing.T) {
	t.Parallel()
	job, dir := begun(t)
	before, err := os.ReadFile(filepath.Join(dir, "checkpoint"))
	if err != nil {
		t.Fatal(err)
	}
	obstacle := filepath.Join(dir, "checkpoint.new")
	if err := os.Mkdir(obstacle, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := attempt(t.Context(), job()); err == nil || !strings.Contains(err.Error(), "checkpoint.new") {
		t.Errorf("it ends with %v", err)
	}
	after, err := os.ReadFile(filepath.Join(dir, "checkpoint"))
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the checkpoint has changed (%v)", err)
	}
	if err := os.Remove(obstacle); err != nil {
		t.Fatal(err)
	}
	if report, err := attempt(t.Context(), job()); err != nil || report.Count.Int64() != 36 {
		t.Errorf("then it counts %v, %v", report.Count, err)
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
	j.Units = func([]int) (backends.Backend, int) { return j.Backend, 0 }
	if listing(j, filepath.Join(t.TempDir(), "solutions")); j.Output == nil {
		t.Fatal("there is no output")
	}
	if _, err := attempt(t.Context(), j); err == nil {
		t.Error("an output of a job in units is taken")
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

// With a list, a count that is not what was checked is refused, however well the file
// is made, and so is one that no count can be.
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
		t.Fatal("no part is done")
	}
	for _, forged := range []string{`"count":"${1}9"`, `"count":"-$1"`} {
		line, _, _ := bytes.Cut(counts.ReplaceAll(good, []byte(forged)), []byte("\n"))
		sum := sha256.Sum256(line)
		text := append(line, "\nsha256:"+hex.EncodeToString(sum[:])+"\n"...)
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if report, err := attempt(t.Context(), job()); err == nil || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("%s: it counts %v, %v", forged, report.Count, err)
		}
	}
}
