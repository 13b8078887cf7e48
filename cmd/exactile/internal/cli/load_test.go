package cli

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"
)

// An interrupt ends the list with one message and the status of a stopped run; an error before it
// is reported as it comes.
func TestInterruptEndsTheList(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		last error // of the puzzle that is interrupted
		want string
	}{
		{Exit(Stopped), "exactile: p1: bad\nexactile: interrupted: 2 of 5 puzzles were not run\n"},
		{context.Canceled, "exactile: p1: bad\nexactile: interrupted: 2 of 5 puzzles were not run\n"},
		{errors.New("p3: bad, too"), "exactile: p1: bad\nexactile: p3: bad, too\nexactile: interrupted: 2 of 5 puzzles were not run\n"},
		{nil, "exactile: p1: bad\nexactile: interrupted: 2 of 5 puzzles were not run\n"},
	} {
		var stderr bytes.Buffer
		c := &Console{Stderr: &stderr}
		ctx, cancel := context.WithCancelCause(t.Context())
		turns := 0
		err := EachEntry(ctx, c, []*Entry{{}, {}, {}, {}, {}}, func(k int, _ *Entry) error {
			switch turns++; k {
			case 0:
				return errors.New("p1: bad")
			case 2:
				cancel(ErrInterrupted)
				return test.last
			}
			return nil
		})
		if turns != 3 || stderr.String() != test.want || StatusOf(err) != Bad || !IsSilent(err) {
			t.Errorf("%v: %d turns, %v, %s", test.last, turns, err, &stderr)
		}
	}
}

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
		one, err := (&Call{Console: c, Input: *flags}).One(t.Context(), args[k])
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
