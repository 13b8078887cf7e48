package testkit

import "testing"

// runs stands for the tests of a package.
type runs func() int

func (r runs) Run() int { return r() }

func TestSkippedAreCounted(t *testing.T) {
	t.Run("skipped", func(t *testing.T) { Program(t, "no such program") })
	t.Run("skipped, too", func(t *testing.T) { Program(t, "no such program") })
	t.Run("for another reason", func(t *testing.T) { Skip(t, "a reason") })
	if code := (Counted{runs(func() int { return 3 })}).Run(); code != 3 {
		t.Errorf("the status is %d", code)
	}
	if got, want := skippedText(), "skipped: 3 tests (1: a reason; 2: no such program is not on the PATH)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
