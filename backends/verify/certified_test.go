package verify

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/proof"
	"github.com/exactile/exactile/encode/proof/check"
	"github.com/exactile/exactile/internal/contain"
	"github.com/exactile/exactile/internal/testkit"
)

// certify writes the certificate of the first puzzle of a file.
func certify(t *testing.T, file, dir string, o proof.Options) {
	t.Helper()
	content, err := formats.ReadFile(file, formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tiling, err := content.Documents[0].Compile()
	if err != nil {
		t.Fatal(err)
	}
	o.Puzzle, o.Recount, o.Uncompressed = tiling.Puzzle.Name, check.Recount, true
	if _, err := proof.Write(t.Context(), dir, tiling.Model, o); err != nil {
		t.Fatal(err)
	}
}

// only returns the one result of a file.
func only(t *testing.T, ctx context.Context, checker Checker, file string) Result {
	t.Helper()
	var all []Result
	for r := range checker.Files(ctx, file) {
		all = append(all, r)
	}
	if len(all) != 1 {
		t.Fatalf("%d results", len(all))
	}
	return all[0]
}

// Claims are confirmed by the certificates that they name, and by nothing else.
func TestCertified(t *testing.T) {
	text := twoDominoes + `claims:
  - {solutions: 2, certificate: proofs/two.certificate}
  - {up_to_symmetry: 1, certificate: proofs/two.certificate}
  - {up_to_symmetry: 2, symmetry: none, certificate: proofs/two.certificate}
  - {up_to_symmetry: 1, symmetry: turns, certificate: proofs/two.certificate}
  - {at_least: 1, certificate: proofs/two.certificate}
  - {solutions: 2}
`
	file := write(t, "two.yaml", text)
	dir := filepath.Join(filepath.Dir(file), "proofs", "two.certificate")
	certify(t, file, dir, proof.Options{Form: "layers", UpToSymmetry: true})
	verdicts := func(r Result) (text string) {
		for _, c := range r.Claims {
			text += string(c.Verdict) + " "
		}
		return text
	}
	r := only(t, t.Context(), Checker{Certified: true}, file)
	if got := verdicts(r); got != "ok ok ok unfinished ok unfinished " || r.Verdict != Unfinished || len(r.Runs) != 1 {
		t.Errorf("%s: %s: %+v", got, r, r.Runs)
	}
	if r.Claims[5].Reason != "it names no certificate" || r.Claims[3].Reason != "the proof is not up to turns" {
		t.Errorf("%q", r.Claims[5].Reason)
	}
	part := func(name string) string { return filepath.Join(dir, name) }
	layers, err := os.ReadFile(part(proof.FileNames.Layers))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		fault  string
		make   func() error
		want   Verdict
		reason string
	}{
		{"a false total", func() error {
			return os.WriteFile(part(proof.FileNames.Layers), bytes.Replace(layers, []byte("total 2"), []byte("total 3"), 1), 0o666)
		}, Broken, "but the recount has"},
		{"no layers", func() error { return os.Remove(part(proof.FileNames.Layers)) }, Failed, "proof.layers"},
		{"no folder", func() error { return os.RemoveAll(dir) }, Failed, "two.certificate"},
		{"a folder elsewhere", func() error {
			elsewhere := filepath.Join(t.TempDir(), "two")
			certify(t, file, elsewhere, proof.Options{Form: "layers", UpToSymmetry: true})
			return os.Symlink(elsewhere, dir)
		}, Failed, "two.certificate"},
	} {
		if err := c.make(); err != nil {
			t.Fatal(err)
		}
		r := only(t, t.Context(), Checker{Certified: true}, file)
		if one := r.Claims[0]; r.Verdict != c.want || one.Verdict != c.want || !strings.Contains(one.Reason, c.reason) {
			t.Errorf("%s: %s: %+v", c.fault, r.Verdict, one)
		}
	}
	wrong := write(t, "wrong.yaml", twoDominoes+"claims: [{solutions: 3, certificate: two}, {digest: \"sha256:"+strings.Repeat("0", 64)+"\", certificate: two}]\n")
	certify(t, wrong, filepath.Join(filepath.Dir(wrong), "two"), proof.Options{Form: "layers"})
	if r := only(t, t.Context(), Checker{Certified: true}, wrong); verdicts(r) != "broken broken " {
		t.Errorf("a false claim: %s", r)
	}
	for _, path := range []string{"../two", "/two", ".", "a//b", "''"} {
		file := write(t, "p.yaml", twoDominoes+"claims: [{solutions: 2, certificate: "+path+"}]\n")
		if r := only(t, t.Context(), Checker{Certified: true}, file); r.Verdict != Failed || !strings.Contains(r.String(), "certificate") {
			t.Errorf("%s: %s", path, r)
		}
	}
}

// A check that takes too long is not finished, and never ok.
func TestCertifiedWithinTime(t *testing.T) {
	file := write(t, "long.yaml", "name: long\nboard: |\n"+strings.Repeat("  ....................\n", 20)+
		"pieces: [{name: D, shape: [XX], count: any}]\nclaims: [{at_least: 1, certificate: long}]\n")
	dir := filepath.Join(filepath.Dir(file), "long")
	small := write(t, "small.yaml", twoDominoes)
	certify(t, small, dir, proof.Options{Form: "layers"})
	began := contain.CPU()
	r := only(t, t.Context(), Checker{Certified: true, Timeout: time.Nanosecond}, file)
	if r.Verdict != Unfinished || !r.Late || contain.CPU()-began > time.Minute {
		t.Errorf("%v: %s", r.Late, r)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for r := range (Checker{Certified: true}).Files(ctx, file) {
		if r.Verdict != Skipped {
			t.Errorf("after the end: %s", r)
		}
	}
}

// Of all pairs of a puzzle and a certificate, with the same number of solutions each, only those are
// ok where the certificate is of this puzzle.
func TestCertificatesOfOtherPuzzles(t *testing.T) {
	t.Parallel()
	n := 12
	if testkit.Thorough() {
		n = 100
	}
	dir := t.TempDir()
	files := make([]string, n)
	text := func(k, certificate int) string {
		// A strip with a cell that is blocked: it moves, and with it the piece that fits only once.
		board := []byte(strings.Repeat(".", n+1))
		board[k] = '#'
		return fmt.Sprintf("name: strip\nboard: |\n  %s\npieces: [{name: M, shape: [X], count: %d}]\nclaims: [{solutions: 1, certificate: c%d}]\n", board, n, certificate)
	}
	for k := range n {
		files[k] = filepath.Join(dir, fmt.Sprintf("p%d.yaml", k))
		if err := os.WriteFile(files[k], []byte(text(k, k)), 0o666); err != nil {
			t.Fatal(err)
		}
		certify(t, files[k], filepath.Join(dir, fmt.Sprintf("c%d", k)), proof.Options{Form: "layers"})
	}
	for k := range n {
		for j := range n {
			if err := os.WriteFile(files[k], []byte(text(k, j)), 0o666); err != nil {
				t.Fatal(err)
			}
			want := Broken
			if j == k {
				want = OK
			}
			if r := only(t, t.Context(), Checker{Certified: true}, files[k]); r.Verdict != want || want == Broken && !strings.Contains(r.String(), "model.dlx") {
				t.Fatalf("the certificate of %d for %d: %s", j, k, r)
			}
		}
	}
}
