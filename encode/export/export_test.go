package export_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/encode/export"
	"github.com/exactile/exactile/encode/internal/dlx"
	"pgregory.net/rapid"
)

// small has every kind of bound, a dropped option and an added item.
func small() *cover.Model {
	return &cover.Model{
		Items: []cover.Item{
			{Name: "a", Min: 1, Max: 1}, {Name: "b", Min: 0, Max: 1}, {Name: "p", Min: 1, Max: 2},
			{Name: "q", Min: 0, Max: 9}, {Name: "!drop"},
		},
		Options:    [][]int{{0, 2}, {0, 1, 2}, {1, 2, 3}, {1, 3, 4}},
		AddedItems: 1,
	}
}

// formula returns a formula of small; its content does not matter here.
func formula() *cnf.Formula {
	f := new(cnf.Formula)
	f.AddVars(5)
	f.Add(1, 2)
	f.Add(-4)
	return f
}

func TestGolden(t *testing.T) {
	m := small()
	shards := []cover.Shard{{Take: []int{0}}, {Take: []int{1}, Drop: []int{0}}, {Drop: []int{0, 1}}, {}}
	label := func(o int) string { return fmt.Sprintf("piece\n%d", o) }
	for _, c := range []struct {
		name  string
		write func(w io.Writer) error
		want  string
	}{
		{"dimacs", func(w io.Writer) error { return formula().WriteDIMACS(w, export.Comments(m, nil)) }, `c t pmc
c 5 items and 4 options, which are the first variables:
c 1 a p
c 2 a b p
c 3 b p q
c 4 b q
p cnf 5 2
c p show 1 2 3 4 0
1 2 0
-4 0
`},
		{"icnf", func(w io.Writer) error { return export.ICNF(w, m, formula(), shards, label) }, `c 5 items and 4 options, which are the first variables:
c 1 piece 0
c 2 piece 1
c 3 piece 2
c 4 piece 3
p inccnf
1 2 0
-4 0
a 1 0
a 2 -1 0
a -1 -2 0
a 0
`},
		{"opb", func(w io.Writer) error { return export.Write(w, "opb", m, label) }, `* #variable= 4 #constraint= 5
* 5 items and 4 options, which are the first variables:
* 1 piece 0
* 2 piece 1
* 3 piece 2
* 4 piece 3
+1 x1 +1 x2 = 1 ;
-1 x2 -1 x3 -1 x4 >= -1 ;
+1 x1 +1 x2 +1 x3 >= 1 ;
-1 x1 -1 x2 -1 x3 >= -2 ;
+1 x4 = 0 ;
`},
		{"asp", func(w io.Writer) error { return export.Write(w, "asp", m, label) }, `% 5 items and 4 options, which are the first variables:
% 1 piece 0
% 2 piece 1
% 3 piece 2
% 4 piece 3
{ x(1..4) }.
:- not { x(1); x(2) } = 1.
:- not { x(2); x(3); x(4) } <= 1.
:- not { x(1); x(2); x(3) } >= 1.
:- not { x(1); x(2); x(3) } <= 2.
:- not { x(4) } = 0.
#show x/1.
`},
		{"lp", func(w io.Writer) error { return export.Write(w, "lp", m, label) }, `\ 5 items and 4 options, which are the first variables:
\ 1 piece 0
\ 2 piece 1
\ 3 piece 2
\ 4 piece 3
Minimize
 obj: 0 x1 + 0 x2 + 0 x3 + 0 x4
Subject To
 x1 + x2 = 1
 x2 + x3 + x4 <= 1
 x1 + x2 + x3 >= 1
 x1 + x2 + x3 <= 2
 x4 = 0
Binary
 x1 x2 x3 x4
End
`},
		{"smt2", func(w io.Writer) error { return export.Write(w, "smt2", m, label) }, `; 5 items and 4 options, which are the first variables:
; 1 piece 0
; 2 piece 1
; 3 piece 2
; 4 piece 3
(set-option :produce-models true)
(set-logic QF_LIA)
(declare-const x1 Bool)
(declare-const x2 Bool)
(declare-const x3 Bool)
(declare-const x4 Bool)
(assert (= (+ (ite x1 1 0) (ite x2 1 0)) 1))
(assert (<= (+ (ite x2 1 0) (ite x3 1 0) (ite x4 1 0)) 1))
(assert (>= (+ (ite x1 1 0) (ite x2 1 0) (ite x3 1 0)) 1))
(assert (<= (+ (ite x1 1 0) (ite x2 1 0) (ite x3 1 0)) 2))
(assert (= (ite x4 1 0) 0))
(check-sat)
(get-value (x1 x2 x3 x4))
`},
		{"dlx", func(w io.Writer) error { return export.Write(w, "dlx", m, nil) }, `| exactile: items 4 options 3 added 0
a 0:1|b 1:2|p 0:9|q
a p
a b p
b p q
`},
		{"an empty model", func(w io.Writer) error { return export.Write(w, "opb", new(cover.Model), nil) }, `* #variable= 0 #constraint= 0
* 0 items and 0 options, which are the first variables:
`},
		{"an item without options", func(w io.Writer) error {
			return export.Write(w, "opb", &cover.Model{Items: []cover.Item{{Name: "a", Min: 1, Max: 1}, {Name: "b", Max: 1}}}, nil)
		}, `* #variable= 1 #constraint= 1
* 2 items and 0 options, which are the first variables:
+1 x1 >= 2 ;
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := c.write(&b); err != nil {
				t.Fatal(err)
			}
			if b.String() != c.want {
				t.Errorf("got\n%s\nwant\n%s", &b, c.want)
			}
		})
	}
}

var errFull = errors.New("disk full")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestErrors(t *testing.T) {
	m := small()
	for name, err := range map[string]error{
		"dimacs": formula().WriteDIMACS(fullDisk{}, export.Comments(m, nil)),
		"icnf":   export.ICNF(fullDisk{}, m, formula(), nil, nil),
		"asp":    export.Write(fullDisk{}, "asp", m, nil),
		"lp":     export.Write(fullDisk{}, "lp", m, nil),
		"smt2":   export.Write(fullDisk{}, "smt2", m, nil),
		"opb":    export.Write(fullDisk{}, "opb", m, nil),
		"dlx":    export.Write(fullDisk{}, "dlx", m, nil),
	} {
		if !errors.Is(err, errFull) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	for _, sh := range []cover.Shard{{Take: []int{4}}, {Drop: []int{-1}}} {
		var b bytes.Buffer
		if err := export.ICNF(&b, m, formula(), []cover.Shard{sh}, nil); err == nil || b.Len() > 0 {
			t.Errorf("shard %v: error %v, %d bytes written", sh, err, b.Len())
		}
	}
	m.Items[1].Name = "no name"
	var b bytes.Buffer
	if err := export.Write(&b, "dlx", m, nil); err == nil || b.Len() > 0 {
		t.Errorf("a name with a space: error %v, %d bytes written", err, b.Len())
	}
	const want = `export: no format is called "mps": want one of asp, dlx, lp, minizinc, opb, smt2`
	if err := export.Write(&b, "mps", m, nil); err == nil || err.Error() != want || b.Len() > 0 {
		t.Errorf("an unknown format: error %v, %d bytes written", err, b.Len())
	}
}

// drawModel draws a small model with all kinds of bounds.
func drawModel(t *rapid.T) *cover.Model {
	m := new(cover.Model)
	items := rapid.IntRange(0, 4).Draw(t, "items")
	for i := range items {
		low := rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "min")
		high := low + rapid.IntRange(0, 2).Draw(t, "more")
		m.Items = append(m.Items, cover.Item{Name: fmt.Sprint("i", i), Min: low, Max: high})
	}
	for range rapid.IntRange(0, 7).Draw(t, "options") {
		var option []int
		for i := range items {
			if rapid.Bool().Draw(t, "covers") {
				option = append(option, i)
			}
		}
		if option != nil {
			m.Options = append(m.Options, option)
		}
	}
	return m
}

// solutions returns the subsets of the options of m that solve it, as bits.
func solutions(m *cover.Model) map[int]bool {
	set := make(map[int]bool)
	for bits := range 1 << len(m.Options) {
		var s cover.Solution
		for o := range m.Options {
			if bits>>o&1 == 1 {
				s = append(s, o)
			}
		}
		if m.Check(s) == nil {
			set[bits] = true
		}
	}
	return set
}

var (
	opbHeader = regexp.MustCompile(`^\* #variable= (\d+) #constraint= (\d+)\n`)
	opbLine   = regexp.MustCompile(`^((?:[+-]\d+ x\d+ )+)(>=|=) (-?\d+) ;$`)
	opbTerm   = regexp.MustCompile(`([+-]\d+) x(\d+) `)
)

// opbMeans evaluates a text for every assignment, by a reader that knows only the format's grammar:
// bit v-1 of assignment a is variable v.
func opbMeans(t *rapid.T, text string) (satisfied []bool) {
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	header := opbHeader.FindStringSubmatch(text)
	if header == nil {
		t.Fatalf("no header in\n%s", text)
	}
	vars := number(header[1])
	satisfied = make([]bool, 1<<vars)
	for a := range satisfied {
		satisfied[a] = true
	}
	constraints := 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "*") {
			continue
		}
		constraints++
		parts := opbLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if parts == nil {
			t.Fatalf("no constraint: %q", line)
		}
		bound := number(parts[3])
		for a := range satisfied {
			sum := 0
			for _, term := range opbTerm.FindAllStringSubmatch(parts[1], -1) {
				v := number(term[2])
				if v < 1 || v > vars {
					t.Fatalf("variable %d of %d", v, vars)
				}
				if a>>(v-1)&1 == 1 {
					sum += number(term[1])
				}
			}
			if parts[2] == "=" && sum != bound || parts[2] == ">=" && sum < bound {
				satisfied[a] = false
			}
		}
	}
	if constraints != number(header[2]) {
		t.Fatalf("%d constraints in\n%s", constraints, text)
	}
	return satisfied
}

func TestOPBMeansTheModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		var b bytes.Buffer
		if err := export.Write(&b, "opb", m, nil); err != nil {
			t.Fatal(err)
		}
		want := solutions(m)
		for a, ok := range opbMeans(t, b.String()) {
			if ok != want[a] {
				t.Fatalf("assignment %b: %v in\n%s", a, ok, b.String())
			}
		}
	})
}

// Constraints with literals of both signs hold where they should, also with bounds that always or
// never hold, and without literals.
func TestConstraintsMeanWhatTheySay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const vars = 4
		constraints := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) export.Constraint {
			var c export.Constraint
			for v := cnf.Lit(1); v <= vars; v++ {
				if sign := rapid.IntRange(-1, 1).Draw(t, "sign"); sign != 0 {
					c.Lits = append(c.Lits, cnf.Lit(sign)*v)
				}
			}
			c.Bound = rapid.IntRange(-1, vars+1).Draw(t, "bound")
			c.Exactly = rapid.Bool().Draw(t, "exactly")
			return c
		}), 0, 4).Draw(t, "constraints")
		var b bytes.Buffer
		if err := export.WriteConstraints(&b, vars, nil, slices.Values(constraints)); err != nil {
			t.Fatal(err)
		}
		for a, ok := range opbMeans(t, b.String()) {
			want := true
			for _, c := range constraints {
				n := 0
				for _, l := range c.Lits {
					if l.Positive() == (a>>(l.Var()-1)&1 == 1) {
						n++
					}
				}
				want = want && (n == c.Bound || n > c.Bound && !c.Exactly)
			}
			if ok != want {
				t.Fatalf("assignment %b: %v for %v in\n%s", a, ok, constraints, b.String())
			}
		}
	})
}

// TestDLXKeepsTheSolutions: leaving out dead options does not change the solutions.
func TestDLXKeepsTheSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		if len(m.Options) > 0 {
			take := rapid.IntRange(0, len(m.Options)-1).Draw(t, "take")
			drop := rapid.IntRange(0, len(m.Options)-1).Draw(t, "drop")
			m = m.Restrict(cover.Shard{Take: []int{take}, Drop: []int{drop}})
		}
		var b bytes.Buffer
		if err := export.Write(&b, "dlx", m, nil); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if regexp.MustCompile(`\b0\|`).MatchString(text) {
			t.Fatalf("an upper bound of zero in\n%s", text)
		}
		back, err := dlx.Parse(&b, "back", dlx.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := digest(back), digest(m); got != want {
			t.Fatalf("solutions differ: %v and %v in\n%s", got, want, text)
		}
	})
}

// digest returns the digest of the solutions of m, which does not depend on how
// options are numbered.
func digest(m *cover.Model) cover.Digest {
	d := m.Digester()
	var sum cover.Digest
	for bits := range solutions(m) {
		var s cover.Solution
		for o := range m.Options {
			if bits>>o&1 == 1 {
				s = append(s, o)
			}
		}
		sum = sum.Add(d.Solution(s))
	}
	return sum
}
