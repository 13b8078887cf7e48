package encode

import (
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/exactile/exactile/encode/cnf"
	"github.com/exactile/exactile/encode/cover"
	"github.com/exactile/exactile/internal/testkit"
)

// heapWatch is a writer that remembers how much memory was in use at most while it
// was written to.
type heapWatch struct {
	written int64
	peak    uint64
}

func (h *heapWatch) Write(p []byte) (int, error) {
	if h.written == 0 || h.written>>20 != (h.written+int64(len(p)))>>20 {
		h.peak = max(h.peak, heapInUse())
	}
	h.written += int64(len(p))
	return len(p), nil
}

// heapInUse is the memory of live objects.
func heapInUse() uint64 {
	runtime.GC()
	var st runtime.MemStats
	runtime.ReadMemStats(&st)
	return st.HeapAlloc
}

// TestMemoryDoesNotGrowWithTheClauses: whatever the encoding, what is written is not
// kept, in either of the two formats.
func TestMemoryDoesNotGrowWithTheClauses(t *testing.T) {
	model := func(n, items int) *cover.Model {
		m := &cover.Model{Items: []cover.Item{{Name: "one", Min: 1, Max: 1}}}
		for i := range items {
			m.Items = append(m.Items, cover.Item{Name: fmt.Sprint(i), Max: n / 10})
		}
		for i := range m.Items {
			for range n {
				m.Options = append(m.Options, []int{i})
			}
		}
		return m
	}
	one, several := model(1500, 1), model(400, 20) // a network holds its gates: those of one item
	for k, e := range Encodings() {
		if !testkit.Thorough() && k%3 > 0 {
			continue // they share what writes
		}
		for format, notes := range map[string]cnf.Comments{
			"dimacs": {},
			"icnf":   {Cubes: func(func([]cnf.Lit) bool) {}},
		} {
			t.Run(e.Name+"/"+format, func(t *testing.T) {
				before := heapInUse()
				s, err := Stream(one, e)
				if err == nil && s.Bytes() < 4<<20 {
					s, err = Stream(several, e)
				}
				if err != nil {
					t.Fatal(err)
				}
				var w heapWatch
				if err := s.WriteDIMACS(&w, notes); err != nil {
					t.Fatal(err)
				}
				if w.written < 4<<20 {
					t.Fatalf("only %d bytes were written", w.written)
				}
				if grown := int64(w.peak) - int64(before); grown > 2<<20 {
					t.Errorf("%d bytes were in use for %d bytes of text", grown, w.written)
				}
			})
		}
	}
}

var errFull = errors.New("the disk is full")

// full takes so many bytes and no more.
type full struct{ room int }

func (w *full) Write(p []byte) (int, error) {
	if w.room -= len(p); w.room < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// TestAStreamThatCannotBeWrittenEnds: a full disk ends the making of billions of clauses.
func TestAStreamThatCannotBeWrittenEnds(t *testing.T) {
	added := 0
	s, err := cnf.NewStream(func(f cnf.Sink) {
		newVars(f, 2)
		for added = 0; added < 1_000_000 && f.Err() == nil; added++ {
			f.Add(1, -2)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.WriteDIMACS(&full{1 << 20}, cnf.Comments{}); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
	if added == 1_000_000 {
		t.Error("all clauses were made")
	}
}

// TestAStreamThatChangesIsNoFormula: the header is written before the clauses, so a build that adds
// other clauses makes it wrong.
func TestAStreamThatChangesIsNoFormula(t *testing.T) {
	clauses := 0
	s, err := cnf.NewStream(func(f cnf.Sink) {
		l := f.NewVar()
		clauses++
		for range clauses {
			f.Add(l)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.WriteDIMACS(&full{1 << 20}, cnf.Comments{}); err == nil {
		t.Errorf("a header of %+v before %d clauses", s.Size(), clauses)
	}
}
