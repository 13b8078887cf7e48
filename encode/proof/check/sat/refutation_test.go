package sat

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// satisfiable tries all assignments.
func satisfiable(vars int, all [][]int32) bool {
	for bits := range 1 << vars {
		holds := func(l int32) bool { return bits>>(max(l, -l)-1)&1 == 1 == (l > 0) }
		if !slices.ContainsFunc(all, func(clause []int32) bool { return !slices.ContainsFunc(clause, holds) }) {
			return true
		}
	}
	return false
}

func randomClause(r *rand.Rand, vars int) []int32 {
	clause := make([]int32, r.IntN(4))
	for k := range clause {
		clause[k] = int32(1 + r.IntN(vars))
		if r.IntN(2) == 0 {
			clause[k] = -clause[k]
		}
	}
	return clause
}

func clauseText(clause []int32) string {
	return strings.Trim(fmt.Sprint(append(slices.Clone(clause), 0)), "[]")
}

// A proof is accepted only for clauses that are unsatisfiable, whatever clauses it derives and
// deletes: also repeated literals, clauses that are always true, and clauses of no or one literal.
func TestRefutationsAreSound(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	accepted, impossible := map[string]int{}, 0
	for range 20000 {
		vars := 1 + r.IntN(4)
		f := &Formula{vars: vars}
		var all [][]int32
		for range r.IntN(12) {
			clause := randomClause(r, vars)
			if len(clause) == 0 && r.IntN(4) > 0 {
				continue
			}
			all = append(all, clause)
			if err := f.Add(clause); err != nil {
				t.Fatal(err)
			}
		}
		var drat, lrat strings.Builder
		id := len(all)
		for range r.IntN(8) {
			clause := randomClause(r, vars+r.IntN(3)) // perhaps with new variables
			if r.IntN(4) == 0 {
				fmt.Fprintln(&drat, "d", clauseText(clause))
				fmt.Fprintln(&lrat, id, "d", 1+r.IntN(id+1), 0)
				continue
			}
			fmt.Fprintln(&drat, clauseText(clause))
			id++
			fmt.Fprint(&lrat, id, " ", clauseText(clause), " ")
			for range r.IntN(5) {
				fmt.Fprint(&lrat, 1+r.IntN(id), " ")
			}
			fmt.Fprintln(&lrat, 0)
		}
		fmt.Fprintln(&drat, 0)
		check := func(format Format, text string) error {
			return f.Check(t.Context(), format, "proof", strings.NewReader(text))
		}
		sat := satisfiable(vars, all)
		if !sat {
			impossible++
		}
		for _, p := range []struct {
			name  string
			proof string
			err   error
		}{
			{"drat", drat.String(), check(DRAT, drat.String())},
			{"lrat", lrat.String(), check(LRAT, lrat.String())},
		} {
			if p.err == nil {
				accepted[p.name]++
			}
			if p.err == nil && sat {
				t.Fatalf("%v can hold together, and this %s was accepted:\n%s", all, p.name, p.proof)
			}
		}
	}
	if accepted["drat"] < 100 || accepted["lrat"] < 20 {
		t.Errorf("accepted %v of %d", accepted, impossible)
	}
	t.Log("accepted", accepted, "of", impossible)
}

// asBinary writes the steps of a DRAT proof in the binary form.
func asBinary(t *testing.T, text string) string {
	t.Helper()
	var out []byte
	for line := range strings.Lines(text) {
		verb := byte('a')
		for word := range strings.FieldsSeq(line) {
			if word == "d" {
				verb = 'd'
				continue
			}
			l, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			if verb != 0 {
				out, verb = append(out, verb), 0
			}
			n := uint64(2 * max(l, -l))
			if l < 0 {
				n++
			}
			out = binary.AppendUvarint(out, n)
		}
	}
	return string(out)
}

// The binary form of a proof is read as its text is, and a proof that is cut off is none.
func TestBinaryProofs(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 34))
	accepted := 0
	for range 20000 {
		vars := 1 + r.IntN(4)
		var all [][]int32
		for range 4 + r.IntN(10) {
			if clause := randomClause(r, vars); len(clause) > 0 {
				all = append(all, clause)
			}
		}
		var text strings.Builder
		for range r.IntN(6) {
			if clause := randomClause(r, vars+1); r.IntN(4) == 0 {
				fmt.Fprintln(&text, "d", clauseText(clause))
			} else if len(clause) > 0 {
				fmt.Fprintln(&text, clauseText(clause))
			}
		}
		if r.IntN(2) == 0 {
			fmt.Fprintln(&text, "0")
		}
		coded := asBinary(t, text.String())
		want := Refutation(t.Context(), vars, slices.Values(all), DRAT, strings.NewReader(text.String()))
		got := Refutation(t.Context(), vars, slices.Values(all), DRAT, strings.NewReader(coded))
		if (want == nil) != (got == nil) || formatOf([]byte(text.String())) != DRAT || formatOf([]byte(coded)) != DRAT {
			t.Fatalf("%v:\n%s\nas text: %v; in binary, %q: %v", all, text.String(), want, coded, got)
		}
		if got == nil {
			if accepted++; satisfiable(vars, all) {
				t.Fatalf("%v can hold together, and this was accepted:\n%s", all, text.String())
			}
		}
	}
	if accepted < 1000 {
		t.Errorf("accepted only %d", accepted)
	}
	four := [][]int32{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}
	for proof, want := range map[string]string{
		"a\x02\x00":  "",
		"a\x02\x00x": "",
		"a\x02":      "proof: line 1:", // no step of a binary proof has ended
		"a\x00":      "proof: step 1: does not follow",
		"x\x02\x00":  "proof: step 1: it begins with the byte 120: want an a or a d",
		"d\x02\x00a": "proof: step 2: ends in the middle",
		"d\x02\x00":  "proof: step 2: the proof ends",
		"a\x01\x00":  "proof: step 1: 0 is no literal",
		"a\x00a\x00": "proof: step 1: does not follow",
		"a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00": "proof: step 1: binary: varint overflows",
		"a\xff\xff\xff\xff\x7f\x00":                         "proof: step 1: 17179869183 is no literal of",
	} {
		err := Refutation(t.Context(), 2, slices.Values(four), DRAT, strings.NewReader(proof))
		if got := fmt.Sprint(err); want == "" && err != nil || want != "" && !strings.HasPrefix(got, want) {
			t.Errorf("%q: %v, want %s", proof, err, want)
		}
	}
}

// The formats of proofs are told apart by their first lines. The empty clause needs no proof.
func TestFormatsOfProofs(t *testing.T) {
	for head, want := range map[string]Format{
		"": DRAT, "0\n": DRAT, "1 -2 0\n": DRAT, "d 1 2 0\n-1 0\n": DRAT, "c x\n\n10 0\n": DRAT, "a\x02\x00": DRAT,
		"5 1 0 1 2 0\n": LRAT, "5 0 1 2 0\n": LRAT, "4 d 1 2 0\n": LRAT, "c x\n17 -3 0 4 5 0\n": LRAT,
		"o 1 1 2 0\na 5 1 0\n": frat, "a 5 1 0 l 1 2 0\n": frat,
	} {
		if got := formatOf([]byte(head)); got != want {
			t.Errorf("%q: %s, want %s", head, got, want)
		}
	}
	for _, format := range Formats() {
		err := Refutation(t.Context(), 1, slices.Values([][]int32{{1}, {}}), format, strings.NewReader(""))
		if err != nil {
			t.Errorf("%s: the empty clause: %v", format, err)
		}
	}
}
