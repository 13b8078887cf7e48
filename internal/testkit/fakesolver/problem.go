package fakesolver

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A problem is variables from 1, and constraints that at least n of their literals hold.
// The search keeps, for each constraint, how many more of its literals may become false.
type problem struct {
	vars, shown int // those to show come first
	named       bool
	lits        [][]int
	slack       []int
	in          map[int][]int // the constraints with a literal
	value       map[int]bool  // of literals
}

// read reads constraints from a file that ends in .opb, else clauses.
func read(path string) (*problem, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if filepath.Ext(path) != ".opb" {
		return clauses(file)
	}
	p := &problem{named: true, in: map[int][]int{}, value: map[int]bool{}}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		if err := p.constraint(lines.Text()); err != nil {
			return nil, err
		}
	}
	return p, lines.Err()
}

// clauses reads a formula.
func clauses(r io.Reader) (*problem, error) {
	f, show, err := ReadFormula(r)
	if err != nil {
		return nil, err
	}
	p := &problem{vars: f.NumVars(), shown: f.NumVars(), in: map[int][]int{}, value: map[int]bool{}}
	for k, l := range show {
		if int(l) != k+1 {
			return nil, fmt.Errorf("the variables to show are %v", show)
		}
	}
	if show != nil {
		p.shown = len(show)
	}
	for clause := range f.Clauses() {
		lits := make([]int, len(clause))
		for k, l := range clause {
			lits[k] = int(l)
		}
		p.atLeast(1, lits...)
	}
	return p, nil
}

// Count counts the models of a formula over all of its variables.
func Count(r io.Reader) (n int64, err error) {
	p, err := clauses(r)
	if err == nil {
		p.models(func([]int) bool { n++; return true })
	}
	return n, err
}

// constraint reads a line of OPB with coefficients of 1 and -1.
func (p *problem) constraint(line string) error {
	fields := strings.Fields(line)
	if fields[0] == "*" {
		if len(fields) > 2 && fields[1] == "#variable=" {
			p.vars, _ = strconv.Atoi(fields[2])
		}
		return nil
	}
	n := len(fields) - 3
	bound, err := strconv.Atoi(fields[n+1])
	if err != nil || fields[n+2] != ";" {
		return fmt.Errorf("no constraint: %q", line)
	}
	var lits, negated []int
	for k := 0; k < n; k += 2 {
		v, err := strconv.Atoi(fields[k+1][1:])
		if err != nil || v < 1 || v > p.vars {
			return fmt.Errorf("no variable: %q", fields[k+1])
		}
		if fields[k] == "-1" { // -x is (not x) - 1
			v, bound = -v, bound+1
		}
		lits, negated = append(lits, v), append(negated, -v)
	}
	if p.atLeast(bound, lits...); fields[n] == "=" {
		p.atLeast(len(lits)-bound, negated...)
	}
	return nil
}

// atLeast adds that at least bound of the literals hold.
func (p *problem) atLeast(bound int, lits ...int) {
	for _, l := range lits {
		p.in[l] = append(p.in[l], len(p.lits))
	}
	p.lits, p.slack = append(p.lits, lits), append(p.slack, len(lits)-bound)
}

// assign makes literals true, and all that follows. It returns those that were open before,
// and false if a constraint cannot hold any more.
func (p *problem) assign(lits ...int) (trail []int, ok bool) {
	for ok = true; ok && len(lits) > 0; {
		l := lits[len(lits)-1]
		lits = lits[:len(lits)-1]
		if holds, known := p.value[l]; known {
			ok = ok && holds
			continue
		}
		p.value[l], p.value[-l] = true, false
		trail = append(trail, l)
		for _, c := range p.in[-l] {
			p.slack[c]--
			lits, ok = p.follow(c, lits, ok)
		}
	}
	return trail, ok
}

// follow appends the open literals of a constraint that must all hold.
func (p *problem) follow(c int, lits []int, ok bool) ([]int, bool) {
	if p.slack[c] == 0 {
		for _, l := range p.lits[c] {
			if _, known := p.value[l]; !known {
				lits = append(lits, l)
			}
		}
	}
	return lits, ok && p.slack[c] >= 0
}

// models calls yield with each model, as literals by variable, until it returns false, which
// models then returns.
func (p *problem) models(yield func([]int) bool) bool {
	var units []int
	ok := true
	for c := range p.lits {
		units, ok = p.follow(c, units, ok)
	}
	return !ok || p.under(units, yield)
}

// under yields the models with the literals.
func (p *problem) under(lits []int, yield func([]int) bool) bool {
	trail, ok := p.assign(lits...)
	goOn := true
	if ok {
		goOn = p.branch(yield)
	}
	for _, l := range trail {
		delete(p.value, l)
		delete(p.value, -l)
		for _, c := range p.in[-l] {
			p.slack[c]++
		}
	}
	return goOn
}

// branch yields the models below the present values.
func (p *problem) branch(yield func([]int) bool) bool {
	model := make([]int, p.vars)
	for v := 1; v <= p.vars; v++ {
		holds, known := p.value[v]
		switch {
		case !known:
			return p.under([]int{v}, yield) && p.under([]int{-v}, yield)
		case holds:
			model[v-1] = v
		default:
			model[v-1] = -v
		}
	}
	return yield(model)
}

// solve prints the first model, or that there is none, and returns the exit status.
func (p *problem) solve() int {
	found := !p.models(func(model []int) bool {
		fmt.Println("s SATISFIABLE")
		p.print(model)
		return false
	})
	if !found {
		fmt.Println("s UNSATISFIABLE")
		return 20
	}
	return 10
}

// print prints a model, of names for constraints.
func (p *problem) print(model []int) {
	fmt.Print("v")
	for _, l := range model {
		switch {
		case !p.named:
			fmt.Print(" ", l)
		case l < 0:
			fmt.Print(" -x", -l)
		default:
			fmt.Print(" x", l)
		}
	}
	if !p.named {
		fmt.Print(" 0")
	}
	fmt.Println()
}
