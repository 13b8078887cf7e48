package printer

import (
	"fmt"
	"io"

	"github.com/exactile/exactile/cmd/exactile/internal/cli"
	"github.com/exactile/exactile/cmd/exactile/internal/solution"
	"github.com/exactile/exactile/encode/cover"
)

// An object is all solutions of a puzzle as one JSON object.
type object struct {
	*output
	data *solution.Writer
	line []byte // scratch
}

func jsonForm(p *output) (form, error) {
	f := &object{output: p, data: solution.NewWriter(p.tiling)}
	return form{f.solution, f.end, func(n int64) error {
		if p.n == 0 || !p.many {
			return nil
		}
		return f.end(n, false, true)
	}}, nil
}

// open begins the object. It waits for the first solution, or for the end, so that a backend that
// fails before leaves nothing half-written.
func (f *object) open() {
	_, _ = f.w.Write(f.appendHead(nil))
	if f.many {
		_, _ = io.WriteString(f.w, `"solutions":[`)
	}
}

// appendHead appends the keys with which an object of solutions begins.
func (p *output) appendHead(b []byte) []byte {
	quoted := func(value any) []byte {
		data, err := cli.JSON(value)
		if err != nil {
			return []byte(`""`) // no string and no number fails to marshal
		}
		return data
	}
	b = fmt.Appendf(b, `%s"puzzle":%s,"backend":%s,`, cli.Opening,
		quoted(p.tiling.Puzzle.Name), quoted(p.Backend))
	if p.Goal != nil {
		b = fmt.Appendf(b, `"goal":%s,`, quoted(p.Goal))
	}
	return b
}

func (f *object) solution(s cover.Solution) (err error) {
	before := ",\n"
	switch {
	case !f.many:
		before = `"solution":`
	case f.n == 1:
		before = "\n"
	}
	if f.line, err = f.data.AppendJSON(append(f.line[:0], before...), s); err != nil {
		return err
	}
	if f.n == 1 {
		f.open()
	}
	_, _ = f.w.Write(f.line)
	if !f.many { // again, in a list as if several had been requested
		fmt.Fprintf(f.w, ",\"solutions\":[%s]}\n", f.line[len(before):])
	}
	return nil
}

func (f *object) end(n int64, complete, stopped bool) error {
	if f.n == 0 {
		f.open()
	}
	basis := ""
	if f.Completeness != "" {
		basis = fmt.Sprintf(`,"completeness":%q`, f.Completeness)
	}
	switch {
	case f.many:
		fmt.Fprintf(f.w, "\n],\"count\":\"%d\",\"complete\":%t%s}\n", n, complete, basis)
	case n == 0 && stopped:
		fmt.Fprintln(f.w, `"solution":null,"solutions":[],"complete":false}`)
	case n == 0:
		fmt.Fprintf(f.w, "\"solution\":null,\"solutions\":[]%s}\n", basis)
	}
	return nil
}
