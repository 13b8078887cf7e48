package cnf

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func TestWriteDIMACS(t *testing.T) {
	for _, c := range []struct {
		name  string
		vars  int
		add   [][]Lit
		notes Notes
		want  string
	}{
		{"nothing", 0, nil, Notes{}, "p cnf 0 0\n"},
		{"variables without clauses", 3, nil, Notes{}, "p cnf 3 0\n"},
		{"the empty clause", 0, [][]Lit{{}}, Notes{}, "p cnf 0 1\n0\n"},
		{"clauses", 3, [][]Lit{{1, -2}, {}, {3}}, Notes{}, "p cnf 3 3\n1 -2 0\n0\n3 0\n"},
		{"notes", 2, [][]Lit{{2}}, Notes{Comments: slices.Values([]string{"a b", "", "two\nlines\x00"}), Show: []Lit{1, 2}},
			"c t pmc\nc a b\nc\nc two lines \np cnf 2 1\nc p show 1 2 0\n2 0\n"},
		{"nothing to show", 1, nil, Notes{Show: []Lit{}}, "c t pmc\np cnf 1 0\nc p show 0\n"},
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
		if err := f.WriteDIMACS(&limitedWriter{room}, Notes{}); !errors.Is(err, errFull) {
			t.Errorf("%d bytes of room: error %v", room, err)
		}
	}
	yielded := 0
	endless := func(yield func(string) bool) {
		for yield("a comment") {
			yielded++
		}
	}
	if err := f.WriteDIMACS(&limitedWriter{1 << 20}, Notes{Comments: endless}); !errors.Is(err, errFull) {
		t.Errorf("error %v after %d comments", err, yielded)
	}
	f.AddVars(MaxVar)
	var b bytes.Buffer
	if err := f.WriteDIMACS(&b, Notes{}); !errors.Is(err, ErrTooLarge) || b.Len() > 0 {
		t.Errorf("an overgrown formula: error %v, %d bytes written", err, b.Len())
	}
}

func TestCubes(t *testing.T) {
	var f Formula
	f.AddVars(3)
	f.Add(1, -2)
	notes := Notes{Comments: slices.Values([]string{"a"}), Show: []Lit{1}}
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

// drawFormula draws a small formula, the empty one and empty clauses included.
func drawFormula(t *rapid.T) *Formula {
	f := new(Formula)
	vars := rapid.IntRange(0, 9).Draw(t, "vars")
	f.AddVars(vars)
	literal := rapid.Custom(func(t *rapid.T) Lit {
		l := Lit(rapid.IntRange(1, vars).Draw(t, "var"))
		if rapid.Bool().Draw(t, "negated") {
			return -l
		}
		return l
	})
	for range rapid.IntRange(0, 6).Draw(t, "clauses") {
		var clause []Lit
		if vars > 0 {
			clause = rapid.SliceOfN(literal, 0, 4).Draw(t, "clause")
		}
		f.Add(clause...)
	}
	return f
}

func TestParseAfterWriteIsTheIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawFormula(t)
		notes := Notes{Comments: slices.Values(rapid.SliceOfN(rapid.String(), 0, 3).Draw(t, "comments"))}
		switch rapid.IntRange(0, 2).Draw(t, "show") {
		case 1:
			notes.Show = []Lit{}
		case 2:
			for v := range f.NumVars() {
				notes.Show = append(notes.Show, Lit(v+1))
			}
		}
		var b bytes.Buffer
		if err := f.WriteDIMACS(&b, notes); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		got, show, err := ParseDIMACS(iotest.OneByteReader(&b), "in", Limits{})
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if got.Size() != f.Size() || !slices.EqualFunc(clauses(got), clauses(f), slices.Equal) {
			t.Fatalf("wrote %v, read %v", clauses(f), clauses(got))
		}
		if !slices.Equal(show, notes.Show) || (show == nil) != (notes.Show == nil) {
			t.Fatalf("wrote %#v to show, read %#v", notes.Show, show)
		}
	})
}

// TestParseForeign reads what other programs write.
func TestParseForeign(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       [][]Lit
		show       []Lit
	}{
		{"spread out", "c x\n\n p  cnf 3\t2 \n1\n -2 0 3\nc in a clause\nc\n\n0", [][]Lit{{1, -2}, {3}}, nil},
		{"CR LF and a byte order mark", "\xef\xbb\xbfc x\r\np cnf 2 2\r\n1 2 0\r\n-1 0\r\n", [][]Lit{{1, 2}, {-1}}, nil},
		{"SATLIB's end", "p cnf 1 1\n1 0\n%\n0\n\n", [][]Lit{{1}}, nil},
		{"shown before the header and after", "c p show 3 1 0\np cnf 3 0\nc p show 2 0\n", nil, []Lit{3, 1, 2}},
		{"comments that only look like it", "cp show 9 0\nc p shower 9\nc p\nc\np cnf 0 0\n", nil, nil},
		{"repeated literals are kept", "p cnf 2 1\n1 1 -1 0\n", [][]Lit{{1, 1, -1}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, show, err := ParseDIMACS(strings.NewReader(c.text), "in", Limits{})
			if err != nil {
				t.Fatal(err)
			}
			if got := clauses(f); !slices.EqualFunc(got, c.want, slices.Equal) || !slices.Equal(show, c.show) {
				t.Errorf("read %v, show %v; want %v, show %v", got, show, c.want, c.show)
			}
		})
	}
}

func TestParseDIMACSErrors(t *testing.T) {
	small := Limits{Vars: 9, Clauses: 3, Literals: 4}
	for _, c := range []struct{ text, want string }{
		{"", `in:1:1: found the end of the text: want a comment or the header "p cnf VARIABLES CLAUSES"`},
		{"1 2 0\n", `in:1:1: found "1": want a comment or the header "p cnf VARIABLES CLAUSES"`},
		{"c x\n\x00", `in:2:1: found "\x00": want a comment or the header "p cnf VARIABLES CLAUSES"`},
		{"\xff\xfep\x00", `in:1:1: found "\xff": want a comment or the header "p cnf VARIABLES CLAUSES"`},
		{"p wcnf 1 1\n", `in:1:3: found "wcnf": want "p cnf VARIABLES CLAUSES"`},
		{"p cnf\n", `in:1:6: found the end of the line: want the number of variables in "p cnf VARIABLES CLAUSES"`},
		{"p cnf 3", `in:1:8: found the end of the text: want the number of clauses in "p cnf VARIABLES CLAUSES"`},
		{"p cnf -3 1\n", `in:1:7: found "-": want the number of variables in "p cnf VARIABLES CLAUSES"`},
		{"p cnf 10 1\n", `in:1:7: found a number above 9: want the number of variables in "p cnf VARIABLES CLAUSES"`},
		{"p cnf 1 4\n", `in:1:9: found a number above 3: want the number of clauses in "p cnf VARIABLES CLAUSES"`},
		{"p cnf 1 1 1\n", `in:1:11: found "1" after the header`},
		{"p cnf 1 1\n1 0\np cnf 1 1\n", `in:3:1: a clause more than the 1 that the header announces`},
		{"p cnf 1 2\np cnf 1 2\n", `in:2:1: found "p": want a literal, or 0 to end the clause`},
		{"p cnf 2 1\n1 2\n", `in:3:1: the text ends in the clause that starts at line 2: want 0`},
		{"p cnf 2 1\n1 x 0\n", `in:2:3: found "x": want a literal, or 0 to end the clause`},
		{"p cnf 2 1\n1 2. 0\n", `in:2:4: found ".": want a literal, or 0 to end the clause`},
		{"p cnf 2 1\n1 - 2 0\n", `in:2:4: found " ": want a literal, or 0 to end the clause`},
		{"p cnf 2 1\n1 c x\n", `in:2:3: found "c": want a literal, or 0 to end the clause`},
		{"p cnf 2 2\n1 0 c x\n", `in:2:5: found "c": want a literal, or 0 to end the clause`},
		{"p cnf 2 1\n1 3 0\n", `in:2:3: literal 3 in a formula of 2 variables`},
		{"p cnf 2 1\n-3 0\n", `in:2:1: literal -3 in a formula of 2 variables`},
		{"p cnf 2 1\n99999999999 0\n", `in:2:1: found a number above 2147483646: want a literal, or 0 to end the clause`},
		{"p cnf 2 1\n" + strings.Repeat("9", 1000), `in:2:1: found a number above 2147483646: want a literal, or 0 to end the clause`},
		{"p cnf 2 2\n1 0\n", `in:1:1: the header announces 2 clauses, but there are 1`},
		{"p cnf 2 2\n1 0\n%\n", `in:3:1: found "%": want a literal, or 0 to end the clause`},
		{"p cnf 2 1\n1 0 2 0\n", `in:2:5: a clause more than the 1 that the header announces`},
		{"p cnf 9 3\n1 2 3 0\n4 5 0\n", `in:3:3: more than 4 literals`},
		{"c p show 3 0\nc p show 2 0\np cnf 2 0\n", `in:1:10: variable 3 is shown, but there are only 2`},
		{"p cnf 2 0\nc p show 1 3 0\n", `in:2:12: variable 3 is shown, but there are only 2`},
		{"p cnf 2 0\nc p show 1\n", `in:2:11: found the end of the line: want a variable to show, or 0 to end the list`},
		{"p cnf 2 0\nc p show -1 0\n", `in:2:10: found "-": want a variable to show, or 0 to end the list`},
		{"p cnf 2 0\nc p show 1 0 2\n", `in:2:14: found "2" after the 0 that ends the list`},
		{"c p show" + strings.Repeat(" 1", 10) + " 0\n", `in:1:28: more than 9 variables to show`},
	} {
		for _, r := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text))} {
			_, _, err := ParseDIMACS(r, "in", small)
			var place *Error
			if !errors.As(err, &place) || err.Error() != c.want {
				t.Errorf("%.40q:\n got %v\nwant %s", c.text, err, c.want)
			}
		}
	}
}

// TestParseReadErrors: a reader's error is returned, not an error about the text, and never a
// formula that looks complete.
func TestParseReadErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"", "c", "p cnf 1", "p cnf 1 1\n", "p cnf 1 1\n1", "p cnf 1 1\n1 0\n", "c p show 1"} {
		r := io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))
		if f, _, err := ParseDIMACS(r, "in", Limits{}); !errors.Is(err, broken) || f != nil {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

// FuzzParseDIMACS: no input makes the parser panic, an error has a place, and an accepted formula
// survives writing and reading.
func FuzzParseDIMACS(f *testing.F) {
	for _, seed := range []string{
		"c x\np cnf 3 2\nc p show 1 2 0\n1 -2 0\n3 0\n",
		"p cnf 0 1\n0\n", "p cnf 1 1\n1 0\n%\n0\n", "p cnf 2 1\n1 3 0\n", "p cnf 2 1\n99999999999 0\n",
		"\xef\xbb\xbfp cnf 1 1\r\n1 0", "c p show 1 0\np cnf 1 0\n", "p cnf 1 1 1\n", "c\x00\np cnf 1 0",
	} {
		f.Add([]byte(seed))
	}
	limits := Limits{Vars: 1000, Clauses: 1000, Literals: 10000}
	f.Fuzz(func(t *testing.T, text []byte) {
		parsed, show, err := ParseDIMACS(bytes.NewReader(text), "fuzz", limits)
		if err != nil {
			var place *Error
			if !errors.As(err, &place) || place.Line < 1 || place.Col < 1 || place.Col > len(text)+1 {
				t.Fatalf("error without a place: %v", err)
			}
			return
		}
		var b bytes.Buffer
		if err := parsed.WriteDIMACS(&b, Notes{Show: show}); err != nil {
			t.Fatal(err)
		}
		again, showAgain, err := ParseDIMACS(&b, "again", limits)
		if err != nil {
			t.Fatal(err)
		}
		if again.Size() != parsed.Size() || !slices.EqualFunc(clauses(again), clauses(parsed), slices.Equal) || !slices.Equal(show, showAgain) {
			t.Fatalf("read %v, then %v", clauses(parsed), clauses(again))
		}
	})
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
	if err := f.WriteDIMACS(&text, Notes{}); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if err := f.WriteDIMACS(io.Discard, Notes{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseDIMACS(b *testing.B) {
	f := benchmarkFormula()
	var text bytes.Buffer
	if err := f.WriteDIMACS(&text, Notes{}); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		parsed, _, err := ParseDIMACS(bytes.NewReader(text.Bytes()), "in", Limits{})
		if err != nil || parsed.Size() != f.Size() {
			b.Fatal(err)
		}
	}
}
