package verified_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/encode/proof/verified"
	"github.com/exactile/exactile/internal/testkit"
)

// coqc compiles a text in a folder, and returns what Coq says.
func coqc(t testing.TB, dir, name, text string) (string, error) {
	t.Helper()
	program := testkit.Program(t, "coqc")
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, program, "-q", name)
	c.Dir = dir
	out, err := c.CombinedOutput()
	return string(out), err
}

// proved returns a folder in which Recount.v is compiled.
func proved(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := coqc(t, dir, "Recount.v", verified.Recount); err != nil {
		t.Fatalf("Recount.v: %v\n%s", err, out)
	}
	return dir
}

// TestClosed: Coq accepts Recount.v, and it rests on no axiom.
func TestClosed(t *testing.T) {
	t.Parallel()
	out, err := coqc(t, t.TempDir(), "Recount.v", verified.Recount)
	if err != nil || strings.TrimSpace(out) != "Closed under the global context" {
		t.Errorf("%v\n%s", err, out)
	}
}

var (
	heading = regexp.MustCompile(`\(\* ---- .* ---- \*\)`)
	remark  = regexp.MustCompile(`(?s)\(\*.*?\*\)`)
)

// TestStatement: what a sceptic must read stays as it is, and short: who changes it says why.
func TestStatement(t *testing.T) {
	t.Parallel()
	parts := heading.Split(verified.Recount, -1)
	if len(parts) != 4 {
		t.Fatalf("%d parts", len(parts))
	}
	total := 0
	for k, most := range []int{3, 20, 160, 600} {
		lines := 0
		for line := range strings.Lines(remark.ReplaceAllString(parts[k], "")) {
			if strings.TrimSpace(line) != "" {
				lines++
			}
		}
		if total += lines; lines > most || total > 600 {
			t.Errorf("part %d has %d lines of code, %d with those before; it may have %d", k, lines, total, most)
		}
	}
	theorem := regexp.MustCompile(`(?s)Theorem recounted .*?\.\n`).FindString(parts[3])
	testkit.Golden(t, "testdata/statement.golden", []byte(parts[1]+theorem))
	for _, bad := range []string{"Admitted", "Axiom", "Parameter", "Hypothesis", "Variable", "admit"} {
		if strings.Contains(verified.Recount, bad) {
			t.Errorf("it says %q", bad)
		}
	}
	for _, lemma := range regexp.MustCompile(`(?m)^.*\n(?:Lemma|Theorem) \w+`).FindAllString(verified.Recount, -1) {
		before, _, _ := strings.Cut(lemma, "\n")
		if !strings.HasSuffix(before, "*)") && !strings.HasSuffix(before, "Qed.") {
			t.Errorf("no line of English above %q", lemma)
		}
	}
}

// TestDominoes: a board that is defined in Coq.
func TestDominoes(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("Dominoes.v")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := coqc(t, proved(t), "Dominoes.v", string(text)); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// randomModels are models with bounds, slack, items without options, items that an option covers
// twice, two items of one name, wrong and right hints and partial orders, each with a theorem: a
// recount of it, by the program alone, is what brute force finds. The number is that of models.
func randomModels(seed uint64, n int) string {
	r := rand.New(rand.NewPCG(seed, 0))
	text := bytes.NewBufferString("From Coq Require Import List NArith ZArith.\nRequire Import Recount.\n" +
		"Import ListNotations.\nOpen Scope positive_scope.\n")
	list := func(n int, one func(k int) string) string {
		var all []string
		for k := range n {
			all = append(all, one(k))
		}
		return "[" + strings.Join(all, "; ") + "]"
	}
	for k := range n {
		items, options := 1+r.IntN(6), r.IntN(10)
		type bounds struct{ name, low, high int }
		its, covers := make([]bounds, items), make([][]int, options)
		for i := range its {
			low := r.IntN(5) / 2
			its[i] = bounds{i + 1, low, low + []int{0, 0, 1, 2, 9}[r.IntN(5)]}
		}
		if r.IntN(8) == 0 {
			its[items-1].name = 1
		}
		for o := range covers {
			for range 1 + r.IntN(3) {
				covers[o] = append(covers[o], 1+r.IntN(items+1)) // perhaps no item's name, perhaps twice
			}
		}
		truth := 0
		for set := range 1 << options {
			solves := true
			for _, it := range its {
				n := 0
				for o, names := range covers {
					for _, name := range names {
						if set>>o&1 == 1 && name == it.name {
							n++
						}
					}
				}
				solves = solves && it.low <= n && n <= it.high
			}
			if solves {
				truth++
			}
		}
		fmt.Fprintf(text, "Definition m%d := Model %s %s.\n", k,
			list(items, func(i int) string { return fmt.Sprintf("Item %d %d %d", its[i].name, its[i].low, its[i].high) }),
			list(options, func(o int) string {
				return list(len(covers[o]), func(i int) string { return fmt.Sprint(covers[o][i]) })
			}))
		fmt.Fprintf(text, "Definition h%d : list hint := %s.\n", k, list(r.IntN(4), func(int) string {
			return fmt.Sprintf("Hint %d %t %s%%Z", r.IntN(items+1), r.IntN(2) == 0,
				list(r.IntN(items+2), func(int) string { return fmt.Sprint(r.IntN(5) - 2) }))
		}))
		fmt.Fprintf(text, "Definition o%d : list positive := %s.\n", k, list(r.IntN(items+2), func(int) string { return fmt.Sprint(1 + r.IntN(items+1)) }))
		fmt.Fprintf(text, "Lemma computed%d : recount h%[1]d o%[1]d m%[1]d = %d%%N. Proof. now vm_compute. Qed.\n", k, truth)
		fmt.Fprintf(text, "Theorem exactly%d : solutions m%[1]d = %d%%N. Proof. now rewrite <- (recounted h%[1]d o%[1]d). Qed.\n", k, truth)
	}
	return text.String()
}

// TestRandomModels: the theorem says what brute force says.
func TestRandomModels(t *testing.T) {
	t.Parallel()
	dir := proved(t)
	for seed := range uint64(testkit.Times(1)) {
		if out, err := coqc(t, dir, "random.v", randomModels(seed, 40)); err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, out)
		}
	}
}

// TestMutations: a program that counts wrong has no proof. Random models find which ones do: so the
// tests of the program alone would find them, too.
func TestMutations(t *testing.T) {
	t.Parallel()
	testkit.OnlyThorough(t)
	testkit.Program(t, "coqc")
	why := strings.Index(verified.Recount, "(* ---- Why")
	for k, m := range []struct {
		from, to string
		right    bool // it is only slower
	}{
		{"k + first s <=? h", "k + first s <? h", false},
		{"k + first s <=? h", "k + first s <=? h + 1", true},
		{"(k =? 0) || (k", "(k =? 1) || (k", true},
		{"(s, n + k) :: done", "(s, n) :: done", false},
		{"(s, k + n) :: l", "(s, k) :: l", false},
		{"[] :: r => t :: r", "[] :: r => r", false},
		{"k + first s :: plus", "first s :: plus", false},
		{"low it <=? first s + rest", "low it <? first s + rest", false},
		{"low it <=? first s + rest", "low it <=? first s", false},
		{"first s <=? high it) && (low it <=? first s + rest", "first s <? high it) && (low it <=? first s + rest", false},
		{"(low it <=? first s) && (first s + rest <=? high it)", "(low it <=? first s)", false},
		{"(low it <=? first s) && (first s + rest <=? high it)", "(first s + rest <=? high it)", false},
		{"snd p - covers", "snd p - 1 - covers", false},
		{"(weights h) (items m) [o] <=? 0", "(weights h) (items m) [o] <=? 1", false},
		{"(0 <? least", "(0 <=? least", false},
		{"(high it + 1) all", "(high it) all", true},
		{"N.min (high it)", "N.max (high it)", true},
		{"choose one r t (done :: choose", "choose one r open (done :: choose", false},
		{"(low (fst p) =? 0) && (snd p <=? high (fst p))", "snd p <=? high (fst p)", false},
		{"match N.compare n k with Eq => compare_states a b | c => c end", "compare_states a b", false},
		{"let (block, rest) := partition (fun o => negb (times i o =? 0)) rest in", "let (block, rest) := partition (fun o => times i o =? 1) rest in", true},
	} {
		program := strings.Replace(verified.Recount[:why], m.from, m.to, 1)
		if program == verified.Recount[:why] {
			t.Errorf("%q is not there", m.from)
			continue
		}
		dir, wrong := t.TempDir(), false
		if out, err := coqc(t, dir, "Recount.v", program); err != nil {
			t.Fatalf("mutation %d: no program: %v\n%s", k, err, out)
		}
		for seed := uint64(0); seed < 5 && !wrong; seed++ {
			models := regexp.MustCompile(`(?m)^Theorem.*\n`).ReplaceAllString(randomModels(seed, 60), "")
			_, err := coqc(t, dir, "random.v", models)
			wrong = err != nil
		}
		if wrong == m.right {
			t.Errorf("mutation %d, %q: it counts wrong: %v", k, m.to, wrong)
		}
		if out, err := coqc(t, dir, "Recount.v", program+verified.Recount[why:]); err == nil && wrong {
			t.Errorf("mutation %d, %q: it is proved\n%s", k, m.to, out)
		}
	}
}

// TestReadme: what the README of proofs tells a stranger to read is there.
func TestReadme(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join("..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile("`((?:verified|check)/[^` ]+)`").FindAllStringSubmatch(string(text), -1)
	if len(names) < 3 {
		t.Errorf("%d names", len(names))
	}
	for _, name := range names {
		if _, err := os.Stat(filepath.Join("..", name[1])); err != nil {
			t.Error(err)
		}
	}
	if !strings.Contains(verified.Recount, "Theorem recounted hints order m : recount hints order m = solutions m.") {
		t.Error("the theorem is another")
	}
}
