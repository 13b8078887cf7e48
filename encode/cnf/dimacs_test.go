package cnf

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestWriteDIMACS(t *testing.T) {
	for _, c := range []struct {
		name  string
		vars  int
		add   [][]Lit
		notes Comments
		want  string
	}{
		{"nothing", 0, nil, Comments{}, "p cnf 0 0\n"},
		{"variables without clauses", 3, nil, Comments{}, "p cnf 3 0\n"},
		{"the empty clause", 0, [][]Lit{{}}, Comments{}, "p cnf 0 1\n0\n"},
		{"clauses", 3, [][]Lit{{1, -2}, {}, {3}}, Comments{}, "p cnf 3 3\n1 -2 0\n0\n3 0\n"},
		{"notes", 2, [][]Lit{{2}}, Comments{Lines: slices.Values([]string{"a b", "", "two\nlines\x00"}), Show: []Lit{1, 2}},
			"c t pmc\nc a b\nc\nc two lines \np cnf 2 1\nc p show 1 2 0\n2 0\n"},
		{"nothing to show", 1, nil, Comments{Show: []Lit{}}, "c t pmc\np cnf 1 0\nc p show 0\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var f Formula
			f.AddVars(c.vars)
			for _, clause := range c.add {
				f.Add(clause...)
			}
			var b bytes.Buffer
			if err := f.WriteDIMACS(&b, c.notes); err != nil {
				t.Fatal(err)
			}
			if b.String() != c.want {
				t.Errorf("got\n%swant\n%s", &b, c.want)
			}
		})
	}
}

// limitedWriter fails after a number of bytes, as a full disk does.
type limitedWriter struct{ left int }

var errFull = errors.New("disk full")

func (w *limitedWriter) Write(b []byte) (int, error) {
	if len(b) > w.left {
		return w.left, errFull
	}
	w.left -= len(b)
	return len(b), nil
}

func TestWriteDIMACSErrors(t *testing.T) {
	var f Formula
	f.AddVars(9)
	for range 1 << 20 {
		f.Add(1, 2, 3)
	}
	for _, room := range []int{0, 5, writeChunk + 1<<10, 5 << 20} {
		if err := f.WriteDIMACS(&limitedWriter{room}, Comments{}); !errors.Is(err, errFull) {
			t.Errorf("%d bytes of room: error %v", room, err)
		}
	}
	yielded := 0
	endless := func(yield func(string) bool) {
		for yield("a comment") {
			yielded++
		}
	}
	if err := f.WriteDIMACS(&limitedWriter{1 << 20}, Comments{Lines: endless}); !errors.Is(err, errFull) {
		t.Errorf("error %v after %d comments", err, yielded)
	}
	f.AddVars(MaxVar)
	var b bytes.Buffer
	if err := f.WriteDIMACS(&b, Comments{}); !errors.Is(err, errTooLarge) || b.Len() > 0 {
		t.Errorf("an overgrown formula: error %v, %d bytes written", err, b.Len())
	}
}

func TestCubes(t *testing.T) {
	var f Formula
	f.AddVars(3)
	f.Add(1, -2)
	notes := Comments{Lines: slices.Values([]string{"a"}), Show: []Lit{1}}
	var b strings.Builder
	notes.Cubes = slices.Values([][]Lit{{3, -1}, {}})
	if err := f.WriteDIMACS(&b, notes); err != nil {
		t.Fatal(err)
	}
	if want := "c a\np inccnf\n1 -2 0\na 3 -1 0\na 0\n"; b.String() != want {
		t.Errorf("got\n%swant\n%s", &b, want)
	}
	notes.Cubes = func(yield func([]Lit) bool) {
		for yield([]Lit{1}) {
		}
	}
	if err := f.WriteDIMACS(&limitedWriter{1 << 20}, notes); !errors.Is(err, errFull) {
		t.Errorf("endless cubes on a full disk: error %v", err)
	}
}

// benchmarkFormula looks like an encoded puzzle: short clauses of variables of
// four to five digits.
func benchmarkFormula() *Formula {
	var f Formula
	f.AddVars(20000)
	for k := range 400000 {
		v := Lit(1000 + k%18000)
		f.Add(-v, v+1, 20000-v)
	}
	return &f
}

func BenchmarkWriteDIMACS(b *testing.B) {
	f := benchmarkFormula()
	var text bytes.Buffer
	if err := f.WriteDIMACS(&text, Comments{}); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if err := f.WriteDIMACS(io.Discard, Comments{}); err != nil {
			b.Fatal(err)
		}
	}
}
