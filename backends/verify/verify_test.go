package verify

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/lattice"
	"github.com/exactile/exactile/encode/puzzle"
)

// A claim is judged by all facts together: a contradiction outweighs any number
// of confirmations, and lower bounds contradict what they exceed.
func TestJudge(t *testing.T) {
	exact := func(n int64) facts { return facts{backend: "b", solutions: big.NewInt(n), complete: true} }
	bound := func(n int64) facts { return facts{backend: "b", solutions: big.NewInt(n)} }
	orbits := func(n int64, whole bool) facts {
		return facts{backend: "b", orbits: big.NewInt(n), orbitsComplete: whole}
	}
	word := func(program string, n, checked int64) facts {
		return facts{
			backend: program, program: program, solutions: big.NewInt(n), complete: true, checked: big.NewInt(checked),
		}
	}
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
		{"the word of a program", count(puzzle.Solutions, 5), []facts{word("a", 5, 5)}, Unfinished},
		{"its word against the claim", count(puzzle.Solutions, 5), []facts{word("a", 4, 4)}, Unfinished},
		{"twice the same program", count(puzzle.Solutions, 5), []facts{word("a", 5, 5), word("a", 5, 5)}, Unfinished},
		{"two programs", count(puzzle.Solutions, 5), []facts{word("a", 5, 0), word("b", 5, 5)}, OK},
		{"two programs against the claim", count(puzzle.Solutions, 5), []facts{word("a", 4, 0), word("b", 4, 0)}, Broken},
		{"two programs that disagree", count(puzzle.Solutions, 5), []facts{word("a", 5, 0), word("b", 4, 0)}, Unfinished},
		{"a program and an engine", count(puzzle.Solutions, 5), []facts{word("a", 5, 0), exact(5)}, OK},
		{"a program and a bound", count(puzzle.Solutions, 5), []facts{word("a", 5, 0), bound(5)}, Unfinished},
		{"a program has found more", count(puzzle.Solutions, 5), []facts{word("a", 6, 6)}, Broken},
		{"a program counts more", count(puzzle.Solutions, 5), []facts{word("a", 6, 0)}, Unfinished},
		{"at least, by its word", count(puzzle.AtLeast, 5), []facts{word("a", 6, 0)}, Unfinished},
		{"at least, found by a program", count(puzzle.AtLeast, 5), []facts{word("a", 6, 6)}, OK},
	} {
		got := judge(test.claim, test.facts)
		if got.Verdict != test.want || got.Verdict != OK && got.Reason == "" {
			t.Errorf("%s: %s (%q), want %s", test.name, got.Verdict, got.Reason, test.want)
		}
	}
}

// What an interrupt leaves open is unfinished, what would follow is skipped, and what is done
// stays.
func TestInterruptedFiles(t *testing.T) {
	dir := t.TempDir()
	puzzle := twoDominoes + "claims: [{solutions: 2}, {up_to_symmetry: 1}, {up_to_symmetry: 2, symmetry: none}]\n"
	for name, text := range map[string]string{"1.yaml": puzzle, "2.yaml": puzzle + "---\nname: second\n" + puzzle, "3.yaml": puzzle} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		backend string // at which the interrupt comes
		checker Checker
		reason  string // of the first claim of the second file
	}{
		{"auto", Checker{}, "interrupted"},
		{"allsat", Checker{}, ""}, // the first has found what it claims
		{"gini", Checker{Strict: true, Backends: []string{"native", "gini"}}, ""},
		{"proof", Checker{Certified: true}, "it names no certificate"},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var steps []Step
		test.checker.Watch = func(s Step) {
			if steps = append(steps, s); filepath.Base(s.File) == "2.yaml" && s.Backend == test.backend {
				cancel()
			}
		}
		var got []Verdict
		for r := range test.checker.Files(ctx, dir) {
			got = append(got, r.Verdict)
			if len(got) != 2 || test.checker.Certified {
				continue
			}
			if r.Claims[0].Reason != test.reason || !strings.Contains(r.String(), "unfinished: interrupted") || r.Late {
				t.Errorf("%s: %v", test.backend, r)
			}
		}
		want := []Verdict{OK, Unfinished, Skipped, Skipped}
		if test.checker.Certified { // which names no certificate
			want = []Verdict{Unfinished, Unfinished, Unfinished, Unfinished}
		} else if first := (Step{filepath.Join(dir, "1.yaml"), "1", test.checker.witnesses()[0].name, 2}); steps[0] != first {
			t.Errorf("the first step is %v, want %v", steps[0], first)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", test.backend, got, want)
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
	engines := []string{"native", "native/plain", "gini", "gophersat", "gophersat/cardinality"}
	n := 0
	for r := range (Checker{Backends: engines, Timeout: 5 * time.Minute}).Files(t.Context(), file) {
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

// Nothing is shown of a puzzle without claims: no backend runs, and a test of it
// fails unless that is allowed.
func TestUnclaimedPuzzleIsNotOK(t *testing.T) {
	bare, lenient := write(t, "bare.yaml", twoDominoes), Checker{AllowUnclaimed: true}
	for r := range (Checker{Strict: true, AllowUnclaimed: true}).Files(t.Context(), bare) {
		if r.Verdict != Unclaimed || len(r.Runs) != 0 {
			t.Errorf("%s after %d runs", r, len(r.Runs))
		}
	}
	const nothing, alone = "nothing is claimed in", "unclaimed: the puzzle has no claims, so nothing was checked"
	err := Claims(t.Context(), bare)
	if err == nil || !strings.Contains(err.Error(), alone) || !strings.Contains(err.Error(), nothing) {
		t.Errorf("Claims of a puzzle without claims: %v", err)
	}
	if err := lenient.Claims(t.Context(), bare); err != nil {
		t.Errorf("Claims where nothing is claimed, which is allowed of a puzzle: %v", err)
	}
	claimed := filepath.Join(filepath.Dir(bare), "claimed.yaml")
	if err := os.WriteFile(claimed, []byte(twoDominoes+"claims: [{solutions: 2, source: me}]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Claims(t.Context(), filepath.Dir(bare)); err == nil || !strings.Contains(err.Error(), alone) || strings.Contains(err.Error(), nothing) {
		t.Errorf("Claims of a folder with a puzzle without claims: %v", err)
	}
	if err := lenient.Claims(t.Context(), filepath.Dir(bare)); err != nil {
		t.Errorf("Claims that allows it: %v", err)
	}
}

// The error of Claims tells how to have more time, and the option gives it.
func TestClaimsSaysHowToHaveMoreTime(t *testing.T) {
	file := write(t, "p.yaml", twoDominoes+"claims: [{solutions: 2, source: me}]\n")
	err := (Checker{Timeout: 1}).Claims(t.Context(), file)
	if err == nil || !strings.Contains(err.Error(), "verify.Checker.Timeout gives backends more time") {
		t.Errorf("with no time: %v", err)
	}
	if err := (Checker{Timeout: -1}).Claims(t.Context(), file); err != nil {
		t.Errorf("without a limit: %v", err)
	}
}

// What is charged is CPU time, wall time where that is less, and wall time where
// nothing works.
func TestClockChargesWork(t *testing.T) {
	for _, test := range []struct{ wall, cpu, want time.Duration }{
		{10, 10, 10},
		{10, 35, 10}, // several threads, or others in the process
		{30, 10, 10}, // a busy machine
		{wallFactor * 10, 10, 10},
		{wallFactor*10 + wallFactor, 10, wallFactor*10 + wallFactor}, // it hangs
		{10, 0, 10}, // nobody tells
	} {
		if got := chargedTime(test.wall, test.cpu); got != test.want {
			t.Errorf("%d of wall time and %d of CPU time are charged as %d, want %d", test.wall, test.cpu, got, test.want)
		}
	}
}

// A limit ends what sleeps about when a wall clock would.
func TestLimitEndsWhatSleeps(t *testing.T) {
	start := time.Now()
	ctx, cancel := startClock().within(t.Context(), limit(200*time.Millisecond))
	defer cancel()
	<-ctx.Done()
	if took := time.Since(start); took < 200*time.Millisecond || took > 5*time.Minute || context.Cause(ctx) != errTimeout {
		t.Errorf("it ended after %v: %v", took, context.Cause(ctx))
	}
	ctx, cancel = startClock().within(t.Context(), unlimited)
	cancel()
	if context.Cause(ctx) != context.Canceled {
		t.Errorf("without a limit it was %v", context.Cause(ctx))
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

var plain = Checker{Backends: []string{"native/plain"}}

func TestUpdateFile(t *testing.T) {
	const source = "exactile: native/plain"
	for _, test := range []struct{ name, before, after string }{
		{"none.yaml", twoDominoes, twoDominoes + "claims:\n  - {solutions: 2, source: \"" + source + "\"}\n  - {up_to_symmetry: 1, source: \"" + source + "\"}\n"},
		{"no-newline.yaml", strings.TrimSuffix(twoDominoes, "\n"), twoDominoes + "claims:\n  - {solutions: 2, source: \"" + source + "\"}\n  - {up_to_symmetry: 1, source: \"" + source + "\"}\n"},
		{"behind.yaml", twoDominoes + "claims:\n- solutions: 2\n  source: me\n# end\n", twoDominoes + "claims:\n- solutions: 2\n  source: me\n- {up_to_symmetry: 1, source: \"" + source + "\"}\n# end\n"},
		{"done.yaml", twoDominoes + "claims: [{solutions: 2, source: me}, {up_to_symmetry: 1, source: me}]\n", ""},
	} {
		file := write(t, test.name, test.before)
		u, err := plain.UpdateFile(t.Context(), file)
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
		if string(after) != test.after || (u.Written == 0) != (test.after == test.before) {
			t.Errorf("%s: %d claims written:\n%s\nwant\n%s", test.name, u.Written, after, test.after)
		}
		if again, err := plain.UpdateFile(t.Context(), file); again.Written != 0 || err != nil {
			t.Errorf("%s: a second update wrote %d claims (%v)", test.name, again.Written, err)
		}
	}
}

// What cannot be updated is left as it was.
func TestUpdateFileRefuses(t *testing.T) {
	const wrong = "claims:\n  - {solutions: 7, source: a guess}\n"
	for _, test := range []struct {
		name, text, want string
		backends         []string
		verdict          Verdict
	}{
		{"flow.yaml", twoDominoes + "claims: [{solutions: 2, source: me}]\n", "add them by hand", []string{"native/plain"}, OK},
		{"p.dlx", "a b\na b\na\nb\n", "has no claims", []string{"native/plain"}, OK},
		{"fails.yaml", twoDominoes, "process:false", []string{"native/plain", "process:false"}, Failed},
		{"broken.yaml", twoDominoes + wrong, "solutions: 7 is broken: native/plain finds 2 solutions", []string{"native/plain"}, Broken},
		{"whole.yaml", twoDominoes + wrong + "  - {up_to_symmetry: 1, source: me}\n", "solutions: 7 is broken", []string{"native/plain"}, Broken},
		{"second.yaml", twoDominoes + "---\n" + twoDominoes + wrong, "solutions: 7 is broken", []string{"native/plain"}, Broken},
		{"unique.yaml", twoDominoes + "claims:\n  - {unique: true, source: me}\n", "unique: true is broken", []string{"native/plain"}, Broken},
	} {
		file := write(t, test.name, test.text)
		u, err := Checker{Backends: test.backends}.UpdateFile(t.Context(), file)
		said, verdict := "", OK
		for _, r := range u.Results {
			verdict = worse(verdict, r.Verdict)
			said += r.String()
		}
		if err != nil {
			said += err.Error()
		}
		if u.Written != 0 || verdict != test.verdict || !strings.Contains(said, test.want) {
			t.Errorf("%s: %d claims written, %s, %q; want none, %s, %q", test.name, u.Written, verdict, said, test.verdict, test.want)
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

// Claims that no run contradicts or confirms do not prevent writing the known
// numbers, but are reported.
func TestUpdateFileTellsWhatIsUnfinished(t *testing.T) {
	file := write(t, "p.yaml", twoDominoes+"claims:\n  - {digest: \"sha256:"+strings.Repeat("0", 64)+"\", source: me}\n")
	u, err := Checker{Backends: plain.Backends, Timeout: 1}.UpdateFile(t.Context(), file)
	if len(u.Results) != 1 || u.Results[0].Verdict != Unfinished || !u.Results[0].Late || u.Written != 0 {
		t.Errorf("%+v, %v", u, err)
	}
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "a longer timeout gives more") {
		t.Errorf("the error is %v", err)
	}
}

// A JSON file is written anew, with its claims.
func TestUpdateJSON(t *testing.T) {
	const dominoes = `"board": "..\n..", "pieces": [{"name": "D", "shape": ["XX"], "count": 2}]`
	for _, test := range []struct {
		name, before string
		claims       int
	}{
		{"line", `{` + dominoes + `}`, 2},
		{"behind a mark, CR LF", "\ufeff{\r\n" + dominoes + "\r\n}\r\n", 2},
		{"empty list", `{"claims": [], ` + dominoes + `}`, 2},
		{"one claim", `{"claims": [{"solutions": 2}], ` + dominoes + `}`, 1},
		{"two puzzles", `{` + dominoes + `, "claims": [{"solutions": 2}, {"up_to_symmetry": 1}]} {"name": "x", ` + dominoes + `, "claims": [{"up_to_symmetry": 1}]}`, 1},
	} {
		file := write(t, "p.json", test.before)
		before, err := formats.Read(file, strings.NewReader(test.before), formats.Options{})
		if err != nil {
			t.Fatal(err)
		}
		u, err := plain.UpdateFile(t.Context(), file)
		if err != nil || u.Written != test.claims {
			t.Errorf("%s: %d claims written, %v", test.name, u.Written, err)
			continue
		}
		after, err := formats.ReadFile(file, formats.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for k, p := range after.Puzzles() {
			var kinds []string
			for _, c := range p.Claims {
				kinds = append(kinds, fmt.Sprint(c.Kind, c.Count))
			}
			slices.Sort(kinds)
			if want := []string{"solutions2", "up_to_symmetry1"}; !slices.Equal(kinds, want) {
				t.Errorf("%s: it claims %v, want %v", test.name, kinds, want)
			}
			if old := before.Puzzles()[k]; p.Name != old.Name || fmt.Sprint(p.Board) != fmt.Sprint(old.Board) {
				t.Errorf("%s: %q became %q", test.name, old.Name, p.Name)
			}
		}
		again, err := plain.UpdateFile(t.Context(), file)
		if err != nil || again.Written != 0 {
			t.Errorf("%s: a second update wrote %d claims, %v", test.name, again.Written, err)
		}
	}
}

// A symbolic link stays one, and what it leads to keeps its permissions.
func TestUpdateFileFollowsLinks(t *testing.T) {
	file := write(t, "real.yaml", twoDominoes)
	link := filepath.Join(t.TempDir(), "link.yaml")
	if err := os.Symlink(file, link); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	u, err := plain.UpdateFile(t.Context(), link)
	if err != nil || u.Written != 2 {
		t.Fatalf("%d claims written, %v", u.Written, err)
	}
	if to, err := os.Readlink(link); err != nil || to != file {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "solutions: 2") {
		t.Errorf("the file is %q, %v", text, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
}

// A change by others meanwhile is not lost.
func TestReplaceKeepsWhatChanged(t *testing.T) {
	file := write(t, "p.yaml", "new")
	if err := replace(file, []byte("old"), []byte("ours")); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("the error is %v", err)
	}
	if text, _ := os.ReadFile(file); string(text) != "new" {
		t.Errorf("the file is %q", text)
	}
}

// A run whose engine should prove its answer, and did not, confirms and breaks no claim of any
// kind, unless engines are trusted. What it has found counts all the same.
func TestUnprovedRunsShowNothing(t *testing.T) {
	digest := new(cover.Digest)
	run := func(n int64, orbits bool) *backends.Report {
		return &backends.Report{
			Count: big.NewInt(n), Checked: n, Complete: true, UpToSymmetry: orbits, Digest: digest,
			Completeness: backends.ByEngine, Unproved: "refused",
		}
	}
	of := func(kind puzzle.ClaimKind, n int64) puzzle.Claim {
		return puzzle.Claim{Kind: kind, Count: big.NewInt(n)}
	}
	for _, c := range []struct {
		claim          puzzle.Claim
		trusted, alone Verdict // alone: without trust
	}{
		{of(puzzle.Solutions, 2), OK, Unfinished},
		{of(puzzle.Solutions, 3), Broken, Unfinished},
		{of(puzzle.Solutions, 1), Broken, Broken},
		{of(puzzle.Unique, 0), Broken, Broken},
		{of(puzzle.AtLeast, 2), OK, OK},
		{of(puzzle.AtLeast, 3), Broken, Unfinished},
		{of(puzzle.UpToSymmetry, 2), OK, Unfinished},
		{puzzle.Claim{Kind: puzzle.DigestIs, Digest: *digest}, OK, Unfinished},
	} {
		for _, trusts := range []bool{true, false} {
			f := factsOf("liar", trusts, run(2, false), run(2, true))
			want := c.alone
			if trusts {
				want = c.trusted
			}
			if got := judge(c.claim, []facts{f}); got.Verdict != want || trusts == (f.unproved != "") {
				t.Errorf("%s, trusted %t: %s (%s), want %s", got.Claim, trusts, got.Verdict, f.unproved, want)
			}
		}
	}
}

// An argument is one witness beside the backends, settles a claim where none finishes, and
// contradicts a false one.
func TestArgumentIsAWitness(t *testing.T) {
	set, err := catalogue.Set("hexominoes")
	if err != nil {
		t.Fatal(err)
	}
	domino := []puzzle.Piece{puzzle.NewPiece("domino", "XX").Times(puzzle.Bounds{Max: puzzle.Unbounded})}
	for _, c := range []struct {
		board    puzzle.Board
		pieces   []puzzle.Piece
		claim    int64
		want     Verdict
		finished bool // native
	}{
		{puzzle.Rect(15, 14), set.Pieces, 0, OK, false},
		{puzzle.Rect(15, 14), set.Pieces, 5, Broken, false},
		{puzzle.Rect(3, 3), domino, 0, OK, true},
		{puzzle.Rect(3, 3), domino, 1, Broken, true},
	} {
		tiling, err := (&puzzle.Puzzle{
			Board: c.board, Pieces: c.pieces, Claims: []puzzle.Claim{{Kind: puzzle.Solutions, Count: big.NewInt(c.claim)}},
		}).Compile()
		if err != nil {
			t.Fatal(err)
		}
		r := Checker{Backends: []string{"native"}, Timeout: 100 * time.Millisecond}.Tiling(t.Context(), tiling)
		if len(r.Runs) != 2 {
			t.Fatalf("%d runs: %+v", len(r.Runs), r)
		}
		argued := r.Runs[1]
		if r.Verdict != c.want || r.Runs[0].Complete != c.finished || argued.Completeness != backends.ByArgument || argued.Argument == "" {
			t.Errorf("%s; native %+v, the argument %+v", r, r.Runs[0], argued)
		}
	}
}

// Where no backend is named, two answers of one search are one witness: what auto has asked is not
// asked again.
func TestWitnessesShareNoSearch(t *testing.T) {
	dominoes := func(count puzzle.Bounds) []puzzle.Piece {
		return []puzzle.Piece{puzzle.NewPiece("domino", "XX").Times(count)}
	}
	anyNumber := puzzle.Bounds{Max: puzzle.Unbounded}
	corners := puzzle.Rect(6, 6, lattice.Cell{}, lattice.Cell{5, 5})
	l := []puzzle.Piece{puzzle.NewPiece("L", "XXX", "X").Times(puzzle.Exactly(25))}
	claim := func(kind puzzle.ClaimKind, n string) puzzle.Claim {
		count, _ := new(big.Int).SetString(n, 10)
		return puzzle.Claim{Kind: kind, Count: count}
	}
	for _, c := range []struct {
		board  puzzle.Board
		pieces []puzzle.Piece
		claims []puzzle.Claim
		want   []string // the first witnesses
	}{
		{puzzle.Rect(4, 4), dominoes(anyNumber), []puzzle.Claim{claim(puzzle.Solutions, "36")}, []string{"native", "allsat"}},
		{puzzle.Rect(4, 4), dominoes(anyNumber), []puzzle.Claim{claim(puzzle.Solutions, "36"), claim(puzzle.UpToSymmetry, "9")}, []string{"native", "native", "allsat"}},
		{puzzle.Rect(12, 12), dominoes(anyNumber), []puzzle.Claim{claim(puzzle.Solutions, "53060477521960000")}, []string{"formula", "native"}},
		{corners, dominoes(anyNumber), []puzzle.Claim{claim(puzzle.Solutions, "0")}, []string{"argument", "native"}},
		{puzzle.Rect(6, 4), dominoes(anyNumber), []puzzle.Claim{claim(puzzle.AtLeast, "3")}, []string{"native", "allsat"}},
		{puzzle.Rect(10, 10), l, []puzzle.Claim{claim(puzzle.AtLeast, "1")}, nil}, // a race
	} {
		tiling, err := (&puzzle.Puzzle{Board: c.board, Pieces: c.pieces, Claims: c.claims}).Compile()
		if err != nil {
			t.Fatal(err)
		}
		checker := Checker{Timeout: 10 * time.Minute}
		if c.want == nil {
			checker.Timeout = 200 * time.Millisecond
		}
		r := checker.Tiling(t.Context(), tiling)
		var names []string
		asked := make(map[string]int)
		for _, run := range r.Runs {
			names = append(names, run.Backend)
			asked[run.Backend]++
		}
		if (r.Verdict == OK) != (c.want != nil) {
			t.Errorf("%v: %v", c.claims, r)
		}
		if len(names) < len(c.want) || !slices.Equal(names[:len(c.want)], c.want) {
			t.Errorf("%v: asked %v, want %v", c.claims, names, c.want)
		}
		for name, n := range asked {
			if n > len(c.claims) {
				t.Errorf("%v: %s is a witness twice: %v", c.claims, name, names)
			}
		}
		if asked["auto"] > 0 {
			t.Errorf("%v: a report is by auto: %v", c.claims, names)
		}
	}
}

// A claim up to symmetry is about the motions that it names.
func TestClaimsNameTheirMotions(t *testing.T) {
	const board = "name: four by four\nboard: \"....\\n....\\n....\\n....\"\npieces: [{name: D, shape: [XX], count: 8}]\nclaims:\n"
	right := "  - {up_to_symmetry: 9}\n  - {up_to_symmetry: 12, symmetry: turns}\n  - {up_to_symmetry: 36, symmetry: none}\n  - {up_to_symmetry: 9, symmetry: all}\n"
	for text, want := range map[string][]Verdict{
		right: {OK, OK, OK, OK},
		"  - {up_to_symmetry: 12, symmetry: turns}\n":                          {OK},
		"  - {up_to_symmetry: 12}\n  - {up_to_symmetry: 9, symmetry: turns}\n": {Broken, Broken},
	} {
		r := Checker{Backends: []string{"native", "native/plain"}}.Files(t.Context(), write(t, "four.yaml", board+text))
		for result := range r {
			var got []Verdict
			for _, c := range result.Claims {
				got = append(got, c.Verdict)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v (%v), want %v", text, got, result.Reasons, want)
			}
		}
	}
	two := big.NewInt(2)
	claim := puzzle.Claim{Kind: puzzle.UpToSymmetry, Count: two, Symmetry: "turns"}
	if got := Proved([]puzzle.Claim{claim}, big.NewInt(8), two, 8, ""); got[0].Verdict != Unfinished {
		t.Errorf("a proof up to all symmetries says %s of a claim up to turns", got[0].Verdict)
	}
	claim.Symmetry = "none"
	if got := Proved([]puzzle.Claim{claim}, big.NewInt(8), two, 8, ""); got[0].Verdict != Broken {
		t.Errorf("a proof of 8 solutions says %s of 2 up to no symmetry", got[0].Verdict)
	}
}

// BurrTools' examples, on all of its grids, have as many assemblies as they say. They are not part
// of this repository: the environment variable EXACTILE_SEEDS names a folder with the folder
// burr-tools of them.
func TestBurrTools(t *testing.T) {
	folder := filepath.Join(os.Getenv("EXACTILE_SEEDS"), "burr-tools")
	if _, err := os.Stat(folder); err != nil || testing.Short() {
		t.Skip("EXACTILE_SEEDS names no folder with burr-tools/*.xmpuzzle, or the tests are short")
	}
	files, ok := 0, 0
	for r := range (Checker{}).Files(t.Context(), folder) {
		files++
		switch {
		case r.Verdict == OK:
			ok++
		case r.Verdict == Unclaimed:
		case strings.Contains(r.Puzzle, "SolidSixPieceBurrs"): // it counts mirror images as different
		default:
			t.Error(r)
		}
	}
	if files < 28 || ok < 23 {
		t.Errorf("%d of %d problems are as they say, want 23 of 28", ok, files)
	}
}
