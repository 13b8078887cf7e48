package cli

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// Of many puzzles only the one whose turn it is has a model in memory.
func TestModelsAreLetGo(t *testing.T) {
	t.Parallel()
	c := new(Console)
	args := []string{"dominoes:4x4", "dominoes:5x4", "dominoes:6x4", "dominoes:3x2"}
	flags := &InputFlags{symmetry: "turns"}
	all, err := flags.Puzzles(t.Context(), c, 0, args...)
	if err != nil {
		t.Fatal(err)
	}
	open := func() (names []string) {
		for _, e := range all {
			if e.Tiling != nil {
				names = append(names, e.Name)
			}
		}
		return names
	}
	if names := open(); names != nil {
		t.Errorf("open before their turns: %v", names)
	}
	turns := 0
	err = EachEntry(t.Context(), c, all, func(k int, e *Entry) error {
		turns++
		if err := e.Open(t.Context()); err != nil {
			return err
		}
		one, err := flags.One(t.Context(), c, 0, args[k])
		if err != nil {
			return err
		}
		if e.Tiling.Fingerprint() != one.Tiling.Fingerprint() || len(e.Tiling.Motions) != len(one.Tiling.Motions) {
			t.Errorf("%s is another model than by itself", args[k])
		}
		if names := open(); !slices.Equal(names, []string{e.Name}) {
			t.Errorf("in turn %d these are open: %v", k, names)
		}
		return nil
	})
	if err != nil || turns != len(args) {
		t.Errorf("%d turns, %v", turns, err)
	}
	if names := open(); names != nil {
		t.Errorf("open after their turns: %v", names)
	}
}

// An interrupt among several puzzles is said to be one.
func TestInterruptHasItsName(t *testing.T) {
	t.Parallel()
	var stderr strings.Builder
	c := NewConsole(nil, nil, &stderr)
	ctx, interrupt := context.WithCancelCause(t.Context())
	err := EachEntry(ctx, c, []*Entry{{}, {}}, func(int, *Entry) error {
		interrupt(ErrInterrupted)
		return ctx.Err()
	})
	if got := stderr.String(); got != "exactile: interrupted\n" || StatusOf(err) != Stopped {
		t.Errorf("%q, then status %d", got, StatusOf(err))
	}
}
