package cli

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// writes keeps every write apart.
type writes []string

func (w *writes) Write(p []byte) (int, error) {
	*w = append(*w, string(p))
	return len(p), nil
}

// The buffer is flushed after a short time; fast output takes few writes.
func TestOutputFlushesSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen writes
		w, err := OpenOutput(t.Context(), Target{Path: "-"}, &seen)
		if err != nil {
			t.Fatal(err)
		}
		after := func(wait time.Duration, want ...string) {
			t.Helper()
			time.Sleep(wait)
			synctest.Wait()
			if fmt.Sprintf("%q", []string(seen)) != fmt.Sprintf("%q", want) {
				t.Errorf("written %q, want %q", []string(seen), want)
			}
		}
		fmt.Fprint(w, "one ")
		w.WriteString("two\n")
		after(flushAfter / 2)
		fmt.Fprint(w, "three\n") // does not put off the others
		after(flushAfter/2+1, "one two\nthree\n")
		after(time.Hour, "one two\nthree\n")
		fmt.Fprint(w, "four\n")
		after(flushAfter+1, "one two\nthree\n", "four\n")
		fmt.Fprint(w, "five\n")
		if err := w.Finish(nil); err != nil {
			t.Error(err)
		}
		after(0, "one two\nthree\n", "four\n", "five\n")
		after(time.Hour, "one two\nthree\n", "four\n", "five\n")
	})
}

var errBroken = errors.New("broken")

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

// The error of a flush by the timer is reported later.
func TestOutputRemembersFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, err := OpenOutput(t.Context(), Target{Path: "-"}, brokenWriter{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprint(w, "text"); err != nil {
			t.Error(err)
		}
		time.Sleep(flushAfter + 1)
		synctest.Wait()
		if _, err := fmt.Fprint(w, "more"); !errors.Is(err, errBroken) {
			t.Errorf("writing on: %v", err)
		}
		if err := w.Finish(nil); !errors.Is(err, errBroken) {
			t.Errorf("at the end: %v", err)
		}
	})
}
