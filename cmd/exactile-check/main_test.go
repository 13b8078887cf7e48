package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/internal/testkit"
)

// square is the model of two dominoes on a 2x2 board: two solutions, which a
// quarter turn exchanges.
func square() *cover.Model {
	m := &cover.Model{Options: [][]int{{0, 1}, {0, 2}, {1, 3}, {2, 3}}}
	for _, name := range []string{"a", "b", "c", "d"} {
		m.Items = append(m.Items, cover.Item{Name: name, Min: 1, Max: 1})
	}
	m.Sym = [][]int{{0, 1, 2, 3}, {1, 0, 3, 2}}
	return m
}

func certificate(t *testing.T, uncompressed bool) string {
	dir := t.TempDir()
	if _, err := proof.Write(t.Context(), dir, square(), proof.Options{UpToSymmetry: true, Uncompressed: uncompressed}); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestRun(t *testing.T) {
	dir := certificate(t, true)
	file := func(name string) string { return filepath.Join(dir, name) }
	broken := certificate(t, true)
	if err := os.WriteFile(filepath.Join(broken, proof.FileNames.Solutions), []byte("1 4\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	unclaimed := certificate(t, true)
	if err := os.Remove(filepath.Join(unclaimed, proof.FileNames.Certificate)); err != nil {
		t.Fatal(err)
	}
	noModel := certificate(t, true)
	if err := os.WriteFile(filepath.Join(noModel, proof.FileNames.Model), []byte("a b:\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	// Folders of a goal: with none beyond, with some, and with two boards and nothing beyond.
	best, worse, two := t.TempDir(), t.TempDir(), t.TempDir()
	for _, part := range []struct {
		dir  string
		item cover.Item
	}{
		{filepath.Join(best, "best"), cover.Item{Name: "!", Min: 2, Max: 2}},
		{filepath.Join(best, "beyond"), cover.Item{Name: "!", Max: 1}},
		{filepath.Join(worse, "best"), cover.Item{Name: "!", Min: 2, Max: 2}},
		{filepath.Join(worse, "beyond"), cover.Item{Name: "!", Min: 1, Max: 3}},
		{filepath.Join(two, "best-1x2"), cover.Item{Name: "!", Min: 2, Max: 2}},
		{filepath.Join(two, "best-2x1"), cover.Item{Name: "!", Min: 2, Max: 2}},
	} {
		m := square().Bounded(part.item, 0)
		if _, err := proof.Write(t.Context(), part.dir, m, proof.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name           string
		args           []string
		status         int
		stdout, stderr string // must be contained
	}{
		{"a folder", []string{dir}, 0, "proved: exactly 2 solutions, in 1 orbit\n", ""},
		{"says what it trusted", []string{dir}, 0, "trusted: that model.dlx says what you mean: no puzzle was given, and the name is the certificate's own\n", ""},
		{"the step from the puzzle", []string{unclaimed}, 0, "trusted: that model.dlx says what the puzzle says: the step from the puzzle to the model was not checked\n", ""},
		{"says what it did not check", []string{dir}, 0, "not checked: certificate.json: which program wrote it\n", ""},
		{"a compressed one", []string{certificate(t, false)}, 0, "proved: exactly 2 solutions, in 1 orbit\n", ""},
		{"three files", []string{file("model.dlx"), file("solutions.txt"), file("proof.tree")}, 0, "proved: exactly 2 solutions\n", ""},
		{"four files", []string{file("model.dlx"), file("solutions.txt"), file("proof.tree"), file("symmetry.txt")}, 0, "in 1 orbit\n", ""},
		{"the count asked for", []string{"-n", "2", dir}, 0, "proved", ""},
		{"another count", []string{"-n", "3", dir}, 3, "", "refused: proof.tree: end: proves 2 solutions, not 3\n"},
		{"quiet", []string{"--quiet", dir}, 0, "", ""},
		{"a solution too few", []string{broken}, 3, "", "refused: proof.tree: byte 20: the tree has 2 solutions, the list 1\n"},
		{"the claim of the folder", []string{dir}, 0, "it claims what was proved\n", ""},
		{"a folder without a claim", []string{unclaimed}, 0, "proved: exactly 2 solutions, in 1 orbit\n", ""},
		{"best and beyond", []string{"-n", "2", best}, 0, filepath.Join(best, "beyond") + ": proved: exactly 0 solutions\n", ""},
		{"another number of best ones", []string{"-n", "1", best}, 3, "", "proves 2 solutions, not 1\n"},
		{"better than best", []string{worse}, 3, "", "proves 2 solutions, not 0\n"},
		{"the sum of the best ones", []string{"-n", "4", two}, 0, filepath.Join(two, "best-2x1") + ": proved: exactly 2 solutions\n", ""},
		{"beyond alone", []string{filepath.Join(worse, "beyond")}, 0, "proved: exactly 2 solutions\n", ""},
		{"no model", []string{noModel}, 1, "", `model.dlx:1:3: item name "b:" has ':' in it`},
		{"no folder", []string{filepath.Join(dir, "none")}, 1, "", filepath.Join(dir, "none") + ": stat model.dlx: "},
		{"a folder for a file", []string{dir, dir, dir}, 1, "", "is not a regular file"},
		{"no arguments", nil, 2, "", "Usage:"},
		{"an unknown flag", []string{"--fast", dir}, 2, "", "Usage:"},
		{"a bad number", []string{"-n", "x", dir}, 2, "", "Usage:"},
		{"help", []string{"--help"}, 0, "Usage:", ""},
		{"version", []string{"--version"}, 0, "exactile-check ", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			status := run(t.Context(), c.args, &stdout, &stderr)
			if status != c.status {
				t.Errorf("status %d, want %d", status, c.status)
			}
			for _, s := range []struct {
				stream, got, want string
			}{{"output", stdout.String(), c.stdout}, {"errors", stderr.String(), c.stderr}} {
				if !strings.Contains(s.got, s.want) || s.want == "" && c.name == "quiet" && s.got != "" {
					t.Errorf("%s: %q, want %q in it", s.stream, s.got, s.want)
				}
			}
			if (stderr.Len() > 0) != (status != 0) {
				t.Errorf("status %d with %q on standard error", status, &stderr)
			}
		})
	}
}

// A claim of certificate.json that is not proved is refused. So is a file that it does not list, or
// lists with another digest.
func TestFalseClaims(t *testing.T) {
	dir := certificate(t, true)
	text, err := os.ReadFile(filepath.Join(dir, proof.FileNames.Certificate))
	if err != nil {
		t.Fatal(err)
	}
	var cert proof.Certificate
	if err := json.Unmarshal(text, &cert); err != nil {
		t.Fatal(err)
	}
	for what, forge := range map[string]func(c *proof.Certificate){
		"solutions": func(c *proof.Certificate) { c.Claim.Solutions = "3" },
		"orbits":    func(c *proof.Certificate) { c.Claim.Orbits = "2" },
		"motions":   func(c *proof.Certificate) { c.Claim.Motions = "1" },
		"the digest of the solutions": func(c *proof.Certificate) {
			c.Claim.Digest = "sha256:" + strings.Repeat("0", 64)
		},
		"the model":      func(c *proof.Certificate) { c.Claim.Model = "sha256:" + strings.Repeat("0", 64) },
		"nodes":          func(c *proof.Certificate) { c.Nodes = "9" },
		"size or digest": func(c *proof.Certificate) { c.Files[0].SHA256 = strings.Repeat("0", 64) },
		"is in the folder, but not among the files": func(c *proof.Certificate) { c.Files = c.Files[1:] },
	} {
		forged := cert
		forged.Files = slices.Clone(cert.Files)
		forge(&forged)
		text, err := json.MarshalIndent(forged, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, proof.FileNames.Certificate), append(text, '\n'), 0o666); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		status := run(t.Context(), []string{dir}, &stdout, &stderr)
		if status != statusRefused || stdout.Len() > 0 || !strings.Contains(stderr.String(), "refused: certificate.json: ") ||
			!strings.Contains(stderr.String(), what) {
			t.Errorf("%s: status %d, %s%s", what, status, &stdout, &stderr)
		}
	}
}

// A recount stops at its limits, and what allows more is named. The order is of every seventh cell, so
// that there are too many states.
func TestLimits(t *testing.T) {
	m := &cover.Model{}
	const side = 12
	for range side * side {
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprint("c", len(m.Items)), Min: 1, Max: 1})
	}
	for c := range side * side {
		if c%side < side-1 {
			m.Options = append(m.Options, []int{c, c + 1})
		}
		if c+side < side*side {
			m.Options = append(m.Options, []int{c, c + side})
		}
	}
	dir := t.TempDir()
	options := proof.Options{Form: "layers", Recount: check.Recount, RecountSteps: 1000, Uncompressed: true}
	if _, err := proof.Write(t.Context(), dir, m, options); err != nil {
		t.Fatal(err)
	}
	hostile := "exactile layers 1\norder"
	for k := range side * side {
		hostile += fmt.Sprint(" ", 7*k%(side*side+1)+1) // 145 and 7 have no common divisor
	}
	hostile = strings.Replace(hostile, " 145", "", 1) + " 139\ntotal 53060477521960000\n"
	file := filepath.Join(t.TempDir(), "proof.layers")
	if err := os.WriteFile(file, []byte(hostile), 0o666); err != nil {
		t.Fatal(err)
	}
	model := filepath.Join(dir, proof.FileNames.Model)
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{dir}, 0, "proved: exactly 53060477521960000 solutions"},
		{[]string{"--steps", "1000", dir}, 4, "needs more than 1000 steps"},
		{[]string{"--memory", "100K", dir}, 4, "needs more than 1 MB of memory: --memory SIZE allows more"},
		{[]string{"--memory", "1M", "--steps", "80000", dir}, 0, "proved"},
		{[]string{"--memory", "20M", model, file}, 4, "not checked: proof.layers: line 3: "},
		{[]string{"--steps", "9000", model, file}, 4, "needs more than 9000 steps: --steps N allows more\n"},
		{[]string{"--memory", "2Q", dir}, 2, "want a number of bytes, or one with K, M or G"},
		{[]string{"--steps", "0", dir}, 2, "it is no number of steps"},
	} {
		var stdout, stderr bytes.Buffer
		if status := run(t.Context(), c.args, &stdout, &stderr); status != c.status || !strings.Contains(stdout.String()+stderr.String(), c.want) {
			t.Errorf("%v: status %d, want %d, and %q in %s%s", c.args, status, c.status, c.want, &stdout, &stderr)
		}
	}
}

func TestStopped(t *testing.T) {
	dir := certificate(t, true)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	if status := run(ctx, []string{dir}, &stdout, &stderr); status != 4 {
		t.Errorf("status %d: %s", status, &stderr)
	}
}

// A file name can hold any characters. It is shown escaped, in one line, so that no terminal
// obeys it.
func TestArgumentsAreShownAndNotObeyed(t *testing.T) {
	const forging = "a\nproved: exactly 9 solutions\r\x1b[31m\u202e"
	folder := filepath.Join(t.TempDir(), forging)
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Skip("no such names here:", err)
	}
	for _, args := range [][]string{
		{forging}, {folder}, {folder, forging, forging}, {forging, forging}, {"--" + forging}, {"-n", forging, folder}, {"--timeout", forging, folder},
	} {
		var stdout, stderr bytes.Buffer
		run(t.Context(), args, &stdout, &stderr)
		message, _, _ := strings.Cut(strings.TrimPrefix(stderr.String(), "exactile-check: "), "\n")
		if stdout.Len() > 0 || message == "" || strings.ContainsFunc(message, func(r rune) bool { return !unicode.IsPrint(r) }) ||
			strings.Contains(stderr.String(), "\nproved") {
			t.Errorf("%q: printed %q, %q", args, &stdout, &stderr)
		}
	}
}

// A fullDisk fails on every write.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// An answer that could not be written is an error.
func TestAnswersThatCannotBeWritten(t *testing.T) {
	dir := certificate(t, true)
	for _, args := range [][]string{{"-version"}, {"--version"}, {"-h"}, {"--help"}, {dir}, {"-n", "2", dir}} {
		var stderr bytes.Buffer
		if status := run(t.Context(), args, fullDisk{}, &stderr); status != statusBadInput || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("%v: status %d, %q", args, status, &stderr)
		}
	}
	var stderr bytes.Buffer
	if status := run(t.Context(), []string{"--quiet", dir}, fullDisk{}, &stderr); status != statusProved {
		t.Errorf("nothing to write: status %d, %q", status, &stderr)
	}
}

// TestCoq: with --coq the count is a theorem that Coq accepts, and without Coq it is not checked. A
// coqc that refuses, hangs or takes all memory proves nothing.
func TestCoq(t *testing.T) {
	dir := t.TempDir()
	if _, err := proof.Write(t.Context(), dir, square(), proof.Options{
		UpToSymmetry: true, Recount: check.Recount, Theorems: check.WriteTheorems,
	}); err != nil {
		t.Fatal(err)
	}
	real := os.Getenv("PATH")
	fake := func(script string) string {
		path := t.TempDir()
		if script != "" {
			if err := os.WriteFile(filepath.Join(path, "coqc"), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		return path
	}
	for _, test := range []struct {
		name, path, dir string
		flags           []string
		status          int
		out, errors     string
	}{
		{"no coqc", fake(""), dir, nil, 4, "", "not checked: " + dir + ": no answer of coqc: it is not on the PATH"},
		{"accepts", fake("exit 0"), dir, nil, 0, "proved in Coq: exactly 2 solutions\nproved: they make 1 orbit\n", ""},
		{"refuses", fake("echo 'Unable to unify' >&2; exit 1"), dir, nil, 3, "", "refused: Recount.v: end: Coq does not accept it: Unable to unify"},
		{"hangs", fake("PATH=" + real + " sleep 1000"), dir, []string{"--timeout", "2s"}, 4, "", "stopped: "},
		{"takes all memory", fake("PATH=" + real + " exec awk 'BEGIN { while (1) s = s \"0123456789012345678901234567890123456789\" s }'"), dir,
			[]string{"--memory", "40M"}, 4, "", "no answer of coqc: Recount.v: "},
		{"no theorems", fake("exit 0"), certificate(t, true), nil, 1, "", "there is no count.v for Coq: certify --coq writes it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("PATH", test.path)
			var stdout, stderr bytes.Buffer
			status := run(t.Context(), append(test.flags, "--coq", test.dir), &stdout, &stderr)
			if status != test.status || !strings.HasPrefix(stdout.String(), test.out) ||
				!strings.Contains(stderr.String(), test.errors) {
				t.Errorf("status %d\n%s%s", status, &stdout, &stderr)
			}
		})
	}
	t.Run("Coq", func(t *testing.T) {
		testkit.Program(t, "coqc")
		var stdout, stderr bytes.Buffer
		if status := run(t.Context(), []string{"--coq", dir}, &stdout, &stderr); status != 0 ||
			!strings.Contains(stdout.String(), "Coq's kernel accepts its 2 theorems") {
			t.Errorf("status %d\n%s%s", status, &stdout, &stderr)
		}
	})
}
