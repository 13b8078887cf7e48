package checkpoint_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/cmd/exactile/internal/checkpoint"
	"github.com/exactile/exactile/encode/cover"
)

// begun returns a job that was stopped on its way, with its output.
func begun(t *testing.T) func() *checkpoint.Job {
	t.Helper()
	b := lookup(t, "native")
	j := newJob(t, model(t, "dominoes:4x4"), b, backends.Task{}, 1)
	job := func() *checkpoint.Job {
		again := *j
		return listing(&again, j.File+".out", 8)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	first := job()
	first.Backend = watch(b, func(_ *cover.Model, n int) error {
		if n == 5 {
			cancel()
		}
		return nil
	})
	if _, err := attempt(ctx, first); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return job
}

// goesOn checks that a job ends with the right count and a whole output, and whether it warned.
func goesOn(t *testing.T, what string, j *checkpoint.Job, warns bool) {
	t.Helper()
	warned := false
	j.Warn = func(error) { warned = true }
	report, err := attempt(t.Context(), j)
	if err != nil || report.Count.Int64() != 36 || report.Checked != 36 || warned != warns {
		t.Errorf("%s: it counts %v, %v, warned: %t", what, report.Count, err, warned)
	}
	if out, err := os.ReadFile(j.File + ".out"); err != nil || bytes.Count(out, []byte("\n")) != 37 {
		t.Errorf("%s: the output has %d lines, %v", what, bytes.Count(out, []byte("\n")), err)
	}
}

// refused checks that a job does not start, and why.
func refused(t *testing.T, what string, j *checkpoint.Job, want string) {
	t.Helper()
	if _, err := attempt(t.Context(), j); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%s: it ends with %v, want an error with %q", what, err, want)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A checkpoint of another job is refused with the difference named, and remains unchanged.
func TestOtherJobsAreRefused(t *testing.T) {
	t.Parallel()
	job := begun(t)
	before := read(t, job().File)
	for _, test := range []struct {
		name, want string
		change     func(*checkpoint.Job)
	}{
		{"version", "of another run: its version is 1, this run's is 2", func(j *checkpoint.Job) { j.Facts = []checkpoint.Fact{{Name: "version", Value: "2"}} }},
		{"unknown fact", "it has no colour, which", func(j *checkpoint.Job) { j.Facts = []checkpoint.Fact{{Name: "colour", Value: "1"}} }},
		{"fact too many", "it has no a, which", func(j *checkpoint.Job) { j.Facts = append(j.Facts, checkpoint.Fact{Name: "a", Value: "b"}) }},
		{"another puzzle", job().File + ": plan: the plan is of another count", func(j *checkpoint.Job) { j.Model = model(t, "dominoes:4x6") }},
		{"numbered otherwise", job().File + ": plan: the plan is of another count", func(j *checkpoint.Job) {
			m := *j.Model
			m.Options, m.Sym = slices.Clone(m.Options), nil
			slices.Reverse(m.Options)
			j.Model = &m
		}},
	} {
		j := job()
		test.change(j)
		refused(t, test.name, j, test.want)
	}
	if !bytes.Equal(before, read(t, job().File)) {
		t.Error("the checkpoint has changed")
	}
	goesOn(t, "the job itself", job(), false)
}

// However a checkpoint is damaged, no wrong count comes of it: without a whole first line it
// is refused; what follows a damaged line is done again, and kept beside the file unless it is
// only a line cut short.
func TestDamagedCheckpoints(t *testing.T) {
	t.Parallel()
	job := begun(t)
	file := job().File
	good, written := read(t, file), read(t, file+".out.partial")
	head := 1 + bytes.IndexByte(good, '\n')
	damaged := func(name string, at int, text []byte) {
		write(t, file, text)
		write(t, file+".out.partial", written)
		_, _ = os.Remove(file+".out"), os.Remove(file+".damaged")
		if at < head {
			refused(t, name, job(), file)
			return
		}
		torn := text[len(text)-1] != '\n'
		goesOn(t, name, job(), !torn && at < len(text))
		if _, err := os.Stat(file + ".damaged"); torn == (err == nil) && at < len(text) {
			t.Errorf("%s: what was damaged is kept: %v", name, err)
		}
		goesOn(t, name+", again", job(), false)
	}
	damaged("more after it", len(good), append(slices.Clone(good), 'x'))
	for k := 1; k < len(good); k += 1 + len(good)/40 {
		flipped := slices.Clone(good)
		flipped[k] ^= 1
		damaged("flipped at "+strconv.Itoa(k), k, flipped)
		damaged("cut at "+strconv.Itoa(k), k, good[:k])
	}
}

// A seal that fits does not make a checkpoint.
func TestStrangeCheckpoints(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, text, want string }{
		{"an old form", `{"exactile_checkpoint":1,"complete":false}` + "\nsha256:0\n", "another version of exactile wrote it (format 1, not 2)"},
		{"a later form", checkpoint.Seal(`{"exactile_checkpoint":3}`), "another version of exactile wrote it (format 3, not 2)"},
		{"no object", checkpoint.Seal(`[]`), "not a checkpoint"},
		{"form zero", checkpoint.Seal(`{"exactile_checkpoint":0}`), "not a checkpoint"},
		{"no facts", checkpoint.Seal(`{"exactile_checkpoint":2}`), "it has no version, which"},
		{"a seal of another line", `{"exactile_checkpoint":2} 0123456789abcdef` + "\n", "damaged"},
	} {
		job := begun(t)
		write(t, job().File, []byte(test.text))
		refused(t, test.name, job(), test.want)
	}
	// Lines with a good seal that no job writes are not taken in.
	for name, text := range map[string]string{
		"a record of no plan":        `{"record":{"plan":"sha256:0","unit":"1of8","split":2},"output":{"bytes":0,"sha256":""}}`,
		"an output that is negative": `{"whole":true,"output":{"bytes":-1,"sha256":""}}`,
		"a partial without a count":  `{"partial":{"plan":"","unit":"1of8","split":3}}`,
		"a partial below zero":       `{"partial":{"plan":"","unit":"all","report":{"count":"-3"}}}`,
		"a record without an output": `{"whole":true}`,
		"deep":                       strings.Repeat(`{"record":`, 20000) + strings.Repeat("}", 20000),
	} {
		job := begun(t)
		write(t, job().File, append(read(t, job().File), checkpoint.Seal(text)...))
		goesOn(t, name, job(), true)
	}
}
