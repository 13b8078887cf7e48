package registry_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/backends/internal/gophersat"
	"github.com/exactile/exactile/backends/internal/models"
	"github.com/exactile/exactile/backends/process"
	"github.com/exactile/exactile/backends/registry"
	"github.com/exactile/exactile/backends/sat"
	"github.com/exactile/exactile/encode/cnf"
)

// fakeConstraints is fakeProgram for constraints. It reads their grammar and knows
// nothing else.
func fakeConstraints(name string, r io.Reader) error {
	e, vars, err := readConstraints(r)
	if err != nil {
		return err
	}
	say := func(model []cnf.Lit) {
		fmt.Print("v")
		for _, l := range model {
			fmt.Print(strings.Replace(fmt.Sprintf(" x%d", l), "x-", "-x", 1))
		}
		fmt.Println()
	}
	switch name {
	case "lists":
		for model := range shown(e, variables(vars)) {
			say(model)
		}
		fmt.Println("s SATISFIABLE")
		os.Exit(30)
	case "solves":
		for model := range shown(e, variables(vars)) {
			say(model)
			fmt.Println("s OPTIMUM FOUND")
			os.Exit(30)
		}
		fmt.Println("s UNSATISFIABLE")
		os.Exit(20)
	case "counts all":
		n := 0
		for range shown(e, variables(vars)) {
			n++
		}
		fmt.Printf("s mc %d\n", n)
	case "lies":
		say(variables(vars))
		os.Exit(10)
	case "hangs":
		time.Sleep(time.Hour)
	default:
		return errors.New("it is given constraints, and wants clauses")
	}
	return nil
}

// readConstraints reads the format OPB with coefficients of 1 and -1.
func readConstraints(r io.Reader) (e *gophersat.Engine, vars int, err error) {
	e = gophersat.New()
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if fields[0] == "*" {
			if len(fields) > 2 && fields[1] == "#variable=" {
				if vars, err = strconv.Atoi(fields[2]); err != nil {
					return nil, 0, err
				}
			}
			continue
		}
		n := len(fields) - 3
		bound, wrong := strconv.Atoi(fields[n+1])
		if wrong != nil || fields[n+2] != ";" {
			return nil, 0, fmt.Errorf("no constraint: %q", lines.Text())
		}
		var lits, negated []cnf.Lit
		for k := 0; k < n; k += 2 {
			v, wrong := strconv.Atoi(fields[k+1][1:])
			l := cnf.Lit(v)
			switch {
			case wrong != nil || v < 1 || v > vars:
				return nil, 0, fmt.Errorf("no variable: %q", fields[k+1])
			case fields[k] == "-1":
				l = l.Not()
				bound++
			}
			lits, negated = append(lits, l), append(negated, l.Not())
		}
		if e.AddAtMost(negated, len(lits)-bound); fields[n] == "=" {
			e.AddAtMost(lits, bound)
		}
	}
	return e, vars, lines.Err()
}

// A program that reads only constraints, that is run for one solution after the other,
// or that counts, agrees with the table in all ways.
func TestConstraintPrograms(t *testing.T) {
	known, err := process.Builtin().With("my.yaml", []byte(`programs:
  - {name: mypb, input: opb, solve: ["{formula}"]}
  - {name: mycount, input: opb, count: ["{formula}"]}
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range table {
		if r.want > outsideSolutions("") {
			continue
		}
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			m := models.Load(t, r.puzzle).Model
			want := reference(t, r, m)
			for _, blocking := range []bool{false, true} {
				b := lookupWith(t, fake(t, "mypb", "solves"), registry.Options{Profiles: &known, Blocking: blocking})
				report := runRow(t, b, "mypb", m, backends.Task{List: true})
				if report.Count.Int64() != r.want || *report.Digest != want {
					t.Errorf("it lists %v, digest %v; want %d, %v", report.Count, report.Digest, r.want, want)
				}
			}
			b := lookupWith(t, fake(t, "mycount", "counts all"), registry.Options{Profiles: &known})
			if report := runRow(t, b, "mycount", m, backends.Task{}); report.Count.Int64() != r.want {
				t.Errorf("it counts %v, want %d", report.Count, r.want)
			}
		})
	}
}

// Encodings make clauses: a program that reads none takes no encoding.
func TestConstraintsAndEncodings(t *testing.T) {
	known, err := process.Builtin().With("my.yaml", []byte("programs: [{name: mypb, input: opb, solve: ['{formula}']}]"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, fails string
		o           registry.Options
	}{
		{fake(t, "mypb", "solves") + "product", "mypb reads pseudo-Boolean constraints and no clauses", registry.Options{Profiles: &known}},
		{fake(t, "clasp", "lists") + "prodct", `"prodct"`, registry.Options{}},
		{fake(t, "mypb", "solves"), "it writes no proofs", registry.Options{Profiles: &known, Proofs: sat.InsistOnProofs}},
	} {
		if _, err := registry.Lookup(c.name, c.o); err == nil || !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%s: %v, want an error with %q", c.name, err, c.fails)
		}
	}
	for encoding, want := range map[string]string{"": "", "product": "product", "pairwise": "pairwise"} {
		b := lookupWith(t, fake(t, "clasp", "lists")+encoding, registry.Options{})
		if got := b.(backends.Formulator).EncodingName(); got != want {
			t.Errorf("clasp with %q has the encoding %q", encoding, got)
		}
	}
}

// Lies about constraints are found out as lies about clauses are.
func TestConstraintsLies(t *testing.T) {
	known, err := process.Builtin().With("my.yaml", []byte("programs: [{name: mypb, input: opb, solve: ['{formula}']}]"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ base, does, fails string }{
		{"mypb", "lies", "the engine's model is no solution"},
		{"mypb", "wants clauses", "exit status 1"},
		{"clasp", "lies", "the engine's model is no solution"},
	} {
		b := lookupWith(t, fake(t, c.base, c.does), registry.Options{Profiles: &known})
		if n, err := backends.Count(t.Context(), b, models.Dominoes(4, 4)); err == nil || !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%s: Count = %v, %v, want an error with %q", c.does, n, err, c.fails)
		}
	}
}
