package export

import (
	"bytes"
	"fmt"
	"strconv"
)

// glpkAnswer is the output of glpsol --write: a line "s mip", rows (i), columns (j) by number, and
// a last line "e o f". A column is the option of the same number.
type glpkAnswer struct {
	options int
	none    bool // there is no model: ignore columns
	open    bool // there is one, and it has not ended
}

func (a *glpkAnswer) line(out, text []byte, _ bool) ([]byte, error) {
	fields := bytes.Fields(text)
	kind := "c"
	if len(fields) > 0 {
		kind = string(fields[0])
	}
	switch {
	case kind == "c" || kind == "i":
		return out, nil
	case kind == "s" && len(fields) == 6:
		return a.status(out, fields[4])
	case kind == "j" && len(fields) == 3:
		if a.none || a.options == 0 { // without an option there is a column for form's sake
			return out, nil
		}
		n, err := strconv.Atoi(string(fields[1]))
		if err != nil || n < 1 || n > a.options {
			return out, fmt.Errorf("found the column %.40q: want a number from 1 to %d", fields[1],
				a.options)
		}
		one, err := zeroOrOne(fields[2])
		if err != nil {
			return out, err
		}
		if !one {
			n = -n
		}
		return strconv.AppendInt(append(out, "v "...), int64(n), 10), nil
	case string(text) == "e o f":
		if a.none {
			return out, nil
		}
		a.open = false
		return append(out, "v 0"...), nil
	}
	return out, fmt.Errorf("found %.40q: want a line of glpsol --write", text)
}

// status reads the solver's status: optimal (o), feasible (f), no solution (n), or unknown (u).
func (a *glpkAnswer) status(out, found []byte) ([]byte, error) {
	switch string(found) {
	case "o", "f":
		a.open = true
		return append(out, "s SATISFIABLE"...), nil
	case "n":
		a.none = true
		return append(out, "s UNSATISFIABLE"...), nil
	case "u":
		a.none = true
		return append(out, "s UNKNOWN"...), nil
	}
	return out, fmt.Errorf("found the status %.40q: want o, f, n or u", found)
}

func (a *glpkAnswer) end(out []byte) ([]byte, error) {
	if a.open {
		return out, errCut
	}
	return out, nil
}

// cbcAnswer is the solution file of cbc: a status, and a line for each column that is not zero, or
// for every column.
type cbcAnswer struct {
	marked marks
	state  cbcState
	status map[string]bool // the columns read so far
	zero   bool            // a column was zero, so all must have a line
}

type cbcState int

const (
	cbcStart cbcState = iota
	cbcFound
	cbcNothing // ignore columns
)

func (a *cbcAnswer) line(out, text []byte, ended bool) ([]byte, error) {
	if !ended {
		return out, errCut
	}
	if a.state == cbcStart {
		switch {
		case bytes.HasPrefix(text, []byte("Optimal")):
			a.state = cbcFound
			return append(out, "s SATISFIABLE"...), nil
		case bytes.HasPrefix(text, []byte("Infeasible")),
			bytes.HasPrefix(text, []byte("Integer infeasible")):
			a.state = cbcNothing
			return append(out, "s UNSATISFIABLE"...), nil
		}
		a.state = cbcNothing
		return append(out, "s UNKNOWN"...), nil
	}
	fields := bytes.Fields(text)
	if a.state == cbcNothing || len(fields) == 0 {
		return out, nil
	}
	if len(fields) != 4 || fields[1][0] != 'x' {
		return out, fmt.Errorf("found %.40q: want a column, x1, x2, ..., and its value", text)
	}
	one, err := zeroOrOne(fields[2])
	if err == nil && one {
		err = a.marked.set(fields[1][1:])
	}
	name := string(fields[1])
	if err == nil && a.status[name] {
		err = fmt.Errorf("the column %.40q is there twice", name)
	}
	a.status[name] = true
	a.zero = a.zero || string(fields[2]) == "0"
	return out, err
}

func (a *cbcAnswer) end(out []byte) ([]byte, error) {
	if all := len(a.marked.chosen); a.state == cbcFound && a.zero && len(a.status) < all {
		return out, fmt.Errorf("the end of the text after %d of %d columns: it was cut off",
			len(a.status), all)
	}
	if a.state == cbcFound {
		out = append(a.marked.model(out), '\n')
	}
	return out, nil
}

// zeroOrOne reads the value of a binary variable, which MIP solvers may print as any number close
// to 0 or 1.
func zeroOrOne(text []byte) (bool, error) {
	const close = 1e-5
	v, err := strconv.ParseFloat(string(text), 64)
	switch {
	case err == nil && v > -close && v < close:
		return false, nil
	case err == nil && v > 1-close && v < 1+close:
		return true, nil
	}
	return false, fmt.Errorf("found the value %.40q: want 0 or 1", text)
}
