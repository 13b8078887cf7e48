package export

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/exactile/exactile/encode/cover"
)

// MiniZinc writes m as a constraint model in MiniZinc, for any solver behind that: x[o+1]
// is 1 if option o is chosen. An item {n,n} is an equation, another one an inequality for
// each of its bounds that can bind. Solutions are printed as SAT solvers print them, an `s`
// and a `v` line each. Each option has a comment line. The error is that of w.
//
// Source: N. Nethercote and others, MiniZinc: Towards a Standard CP Modelling Language,
// CP 2007.
func MiniZinc(w io.Writer, m *cover.Model, label Label) error {
	b := bufio.NewWriterSize(w, 1<<16)
	for text := range comments(m, label) {
		b.WriteString("% ")
		b.WriteString(strings.Map(oneLine, text))
		if err := b.WriteByte('\n'); err != nil {
			return err
		}
	}
	n := len(m.Options)
	fmt.Fprintf(b, "array[1..%d] of var 0..1: x", n)
	if n == 0 {
		b.WriteString(" = []")
	}
	b.WriteString(";\n")
	for i, options := range m.Covers() {
		low, high := m.Items[i].Min, m.Items[i].Max
		var err error
		switch {
		case low == high:
			err = sum(b, options, "=", low)
		case low > 0 && high < len(options):
			err = errors.Join(sum(b, options, ">=", low), sum(b, options, "<=", high))
		case low > 0:
			err = sum(b, options, ">=", low)
		case high < len(options):
			err = sum(b, options, "<=", high)
		}
		if err != nil {
			return err
		}
	}
	b.WriteString("solve satisfy;\n")
	fmt.Fprintf(b, "output [\"s SATISFIABLE\\nv\"] ++ "+
		"[if fix(x[o]) = 1 then \" \\(o)\" else \" -\\(o)\" endif | o in 1..%d] ++ [\" 0\\n\"];\n", n)
	return b.Flush()
}

// sum writes that so many of the options are chosen.
func sum(b *bufio.Writer, options []int, relation string, bound int) error {
	b.WriteString("constraint sum([")
	var text []byte
	for k, o := range options {
		if k > 0 {
			b.WriteByte(',')
		}
		text = append(strconv.AppendInt(append(text[:0], "x["...), int64(o+1), 10), ']')
		b.Write(text)
	}
	_, err := fmt.Fprintf(b, "]) %s %d;\n", relation, bound)
	return err
}
