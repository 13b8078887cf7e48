package verify

import (
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
)

// A claim is judged by all facts together: a contradiction outweighs any number
// of confirmations, and lower bounds contradict what they exceed.
func TestJudge(t *testing.T) {
	exact := func(n int64) facts { return facts{backend: "b", solutions: big.NewInt(n), complete: true} }
	bound := func(n int64) facts { return facts{backend: "b", solutions: big.NewInt(n)} }
	orbits := func(n int64, whole bool) facts { return facts{backend: "b", orbits: big.NewInt(n), whole: whole} }
	set := func(d string) facts { return facts{backend: "b", digest: d} }
	count := func(kind puzzle.ClaimKind, n int64) puzzle.Claim {
		return puzzle.Claim{Kind: kind, Count: big.NewInt(n)}
	}
	digest := puzzle.Claim{Kind: puzzle.DigestIs, Digest: cover.Digest{1, 2, 3, 4}}
	for _, test := range []struct {
		name  string
		claim puzzle.Claim
		facts []facts
		want  Verdict
	}{
		{"nobody looked", count(puzzle.Solutions, 5), nil, Unfinished},
		{"exact and equal", count(puzzle.Solutions, 5), []facts{exact(5)}, OK},
		{"exact and not equal", count(puzzle.Solutions, 5), []facts{exact(4)}, Broken},
		{"one finished, one did not", count(puzzle.Solutions, 5), []facts{bound(3), exact(5), bound(0)}, OK},
		{"a bound below the claim", count(puzzle.Solutions, 5), []facts{bound(5)}, Unfinished},
		{"a bound above the claim", count(puzzle.Solutions, 5), []facts{exact(5), bound(6)}, Broken},
		{"one confirms, one contradicts", count(puzzle.Solutions, 5), []facts{exact(5), exact(6)}, Broken},
		{"unique", puzzle.Claim{Kind: puzzle.Unique}, []facts{exact(1)}, OK},
		{"none is not unique", puzzle.Claim{Kind: puzzle.Unique}, []facts{exact(0)}, Broken},
		{"two found are not unique", puzzle.Claim{Kind: puzzle.Unique}, []facts{bound(2)}, Broken},
		{"at least, by a bound", count(puzzle.AtLeast, 5), []facts{bound(5)}, OK},
		{"at least, not there yet", count(puzzle.AtLeast, 5), []facts{bound(4)}, Unfinished},
		{"at least, too few", count(puzzle.AtLeast, 5), []facts{exact(4)}, Broken},
		{"orbits", count(puzzle.UpToSymmetry, 3), []facts{orbits(3, true)}, OK},
		{"orbits, a bound", count(puzzle.UpToSymmetry, 3), []facts{orbits(3, false)}, Unfinished},
		{"orbits, too many", count(puzzle.UpToSymmetry, 3), []facts{orbits(4, false)}, Broken},
		{"solutions say nothing of orbits", count(puzzle.UpToSymmetry, 3), []facts{exact(3)}, Unfinished},
		{"digest", digest, []facts{set(digest.Digest.String())}, OK},
		{"another digest", digest, []facts{set(cover.Digest{}.String())}, Broken},
		{"no digest", digest, []facts{exact(5)}, Unfinished},
	} {
		got := judge(test.claim, test.facts)
		if got.Verdict != test.want || got.Verdict != OK && got.Reason == "" {
			t.Errorf("%s: %s (%q), want %s", test.name, got.Verdict, got.Reason, test.want)
		}
	}
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

const twoDominoes = "board: |\n  ..\n  ..\npieces: [{name: D, shape: [XX], count: 2}]\n"

func TestFilesJudgesEveryKindOfClaim(t *testing.T) {
	file := write(t, "all.yaml", twoDominoes+`claims:
  - {solutions: 2, source: by hand}
  - {up_to_symmetry: 1, source: by hand}
  - {at_least: 2, source: by hand}
  - {digest: "sha256:0000000000000000000000000000000000000000000000000000000000000000", source: a guess}
`)
	o := Options{Backends: []string{"native", "native/plain", "gini", "gophersat", "gophersat/cardinality"}, Timeout: time.Minute}
	n := 0
	for r := range Files(t.Context(), o, file) {
		n++
		var verdicts []string
		for _, c := range r.Claims {
			verdicts = append(verdicts, string(c.Verdict))
		}
		if got := strings.Join(verdicts, " "); got != "ok ok ok broken" || r.Verdict != Broken {
			t.Errorf("%s: %s", got, r)
		}
	}
	if n != 1 {
		t.Errorf("%d results, want 1", n)
	}
}

func TestClaimsWantsPuzzles(t *testing.T) {
	if err := Claims(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "no puzzle file") {
		t.Errorf("an empty folder: %v", err)
	}
	if err := Claims(t.Context(), filepath.Join(t.TempDir(), "missing")); err == nil {
		t.Error("a folder that is not there is not an error")
	}
}

func TestUpdateFile(t *testing.T) {
	o := Options{Backends: []string{"native/plain"}}
	const source = "exactile: native/plain"
	for _, test := range []struct{ name, before, after string }{
		{"none.yaml", twoDominoes, twoDominoes + "claims:\n  - {solutions: 2, source: \"" + source + "\"}\n  - {up_to_symmetry: 1, source: \"" + source + "\"}\n"},
		{"no-newline.yaml", strings.TrimSuffix(twoDominoes, "\n"), twoDominoes + "claims:\n  - {solutions: 2, source: \"" + source + "\"}\n  - {up_to_symmetry: 1, source: \"" + source + "\"}\n"},
		{"behind.yaml", twoDominoes + "claims:\n- solutions: 2\n  source: me\n# end\n", twoDominoes + "claims:\n- solutions: 2\n  source: me\n- {up_to_symmetry: 1, source: \"" + source + "\"}\n# end\n"},
		{"done.yaml", twoDominoes + "claims: [{solutions: 2, source: me}, {up_to_symmetry: 1, source: me}]\n", ""},
	} {
		file := write(t, test.name, test.before)
		n, err := UpdateFile(t.Context(), o, file)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if test.after == "" {
			test.after = test.before
		}
		after, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(after) != test.after || (n == 0) != (test.after == test.before) {
			t.Errorf("%s: %d claims written:\n%s\nwant\n%s", test.name, n, after, test.after)
		}
		if again, err := UpdateFile(t.Context(), o, file); again != 0 || err != nil {
			t.Errorf("%s: a second update wrote %d claims (%v)", test.name, again, err)
		}
	}
}

// What cannot be updated is left as it was.
func TestUpdateFileRefuses(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
		backends         []string
	}{
		{"flow.yaml", twoDominoes + "claims: [{solutions: 2, source: me}]\n", "add them by hand", []string{"native/plain"}},
		{"p.dlx", "a b\na b\na\nb\n", "has no claims", []string{"native/plain"}},
		{"fails.yaml", twoDominoes, "process:false", []string{"native/plain", "process:false"}},
	} {
		file := write(t, test.name, test.text)
		_, err := UpdateFile(t.Context(), Options{Backends: test.backends}, file)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
		if after, _ := os.ReadFile(file); string(after) != test.text {
			t.Errorf("%s was changed to\n%s", test.name, after)
		}
		entries, err := os.ReadDir(filepath.Dir(file))
		if err != nil || len(entries) != 1 {
			t.Errorf("%s: files were left behind: %v, %v", test.name, entries, err)
		}
	}
}

func TestUpdateJSON(t *testing.T) {
	file := write(t, "p.json", `{"board": "..\n..", "pieces": [{"name": "D", "shape": ["XX"], "count": 2}]}`)
	if n, err := UpdateFile(t.Context(), Options{Backends: []string{"native/plain"}}, file); n != 2 || err != nil {
		t.Fatalf("%d claims written, %v", n, err)
	}
	content, err := formats.ReadFile(file, formats.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if claims := content.Puzzles()[0].Claims; len(claims) != 2 || claims[0].Count.Int64() != 2 {
		t.Errorf("claims %+v", claims)
	}
}
