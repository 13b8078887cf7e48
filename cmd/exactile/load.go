package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/pflag"

	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/encode/spelling"
)

// inputFlags say how puzzles are read.
type inputFlags struct {
	from     string
	lenient  bool
	merge    bool
	symmetry string
}

// symmetries are the values of --symmetry.
var symmetries = []string{"all", "turns", "none"}

func (f *inputFlags) add(flags *pflag.FlagSet) {
	var names string
	for k, format := range formats.All() {
		if k > 0 {
			names += ", "
		}
		names += format.Name
	}
	flags.StringVar(&f.from, "from", "", "`FORMAT` of the puzzle file where its content does not tell: "+names)
	flags.BoolVar(&f.lenient, "lenient", false, "read what is meant where it is clear enough, with a warning")
	flags.BoolVar(&f.merge, "merge-congruent", false, "make pieces of the same shape one type, their counts added")
	flags.StringVar(&f.symmetry, "symmetry", "all", "`MOTIONS` that count as the same: all, turns, none")
}

// An entry is a puzzle that the command line named, compiled.
type entry struct {
	tiling *puzzle.Tiling
}

// puzzles reads and compiles the puzzles that the arguments name, in order.
// Where some cannot be read, all of the errors are returned.
func (a *app) puzzles(f *inputFlags, args []string) ([]*entry, error) {
	var entries []*entry
	var faults []error
	stdin := false
	for _, arg := range args {
		if arg == "-" && stdin {
			return nil, usage("standard input can be read only once")
		}
		stdin = stdin || arg == "-"
		loaded, err := a.load(f, arg)
		if err != nil {
			faults = append(faults, err)
		}
		entries = append(entries, loaded...)
	}
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return entries, nil
}

// onePuzzle is puzzles for a verb that takes one.
func (a *app) onePuzzle(f *inputFlags, arg string) (*entry, error) {
	entries, err := a.puzzles(f, []string{arg})
	if err != nil {
		return nil, err
	}
	if len(entries) != 1 {
		if catalogue.Has(arg) {
			return nil, usage("%s is %d puzzles: name one, such as %s", arg, len(entries), entries[0].tiling.Puzzle.Name)
		}
		return nil, usage("%s holds %d puzzles, and one is wanted: give it a file of its own", arg, len(entries))
	}
	return entries[0], nil
}

// load reads what one argument names: standard input, a built-in puzzle, a file.
func (a *app) load(f *inputFlags, arg string) ([]*entry, error) {
	if !slices.Contains(symmetries, f.symmetry) {
		return nil, usage("--symmetry %q: want all, turns or none%s", f.symmetry, spelling.Hint(f.symmetry, symmetries))
	}
	if arg != "-" && catalogue.Has(arg) {
		return a.builtIn(f, arg)
	}
	file, err := a.read(f, arg)
	if err != nil {
		return nil, err
	}
	for _, w := range file.Warnings {
		a.warn(w)
	}
	var entries []*entry
	for _, d := range file.Documents {
		if f.merge {
			d.Puzzle = d.Puzzle.MergeCongruent()
		}
		t, err := d.Compile()
		if err != nil {
			return nil, err
		}
		for _, why := range faults(t) {
			a.note("%s: %s", t.Puzzle.Name, why)
		}
		entries = append(entries, f.entry(t))
	}
	return entries, nil
}

func (a *app) builtIn(f *inputFlags, name string) ([]*entry, error) {
	puzzles, err := catalogue.Lookup(name)
	if err != nil {
		return nil, err
	}
	var entries []*entry
	for _, p := range puzzles {
		if f.merge {
			p = p.MergeCongruent()
		}
		t, err := p.Compile()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for _, why := range faults(t) {
			a.note("%s: %s", t.Puzzle.Name, why)
		}
		entries = append(entries, f.entry(t))
	}
	return entries, nil
}

func (a *app) read(f *inputFlags, arg string) (*formats.File, error) {
	limits, err := inputLimits()
	if err != nil {
		return nil, err
	}
	options := formats.Options{Format: f.from, Lenient: f.lenient, Limits: limits}
	if arg == "-" {
		return formats.Read("-", a.stdin, options)
	}
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s is a folder: name a puzzle file in it (exactile verify takes folders)", arg)
	}
	file, err := formats.ReadFile(arg, options)
	if errors.Is(err, os.ErrNotExist) {
		text := fmt.Sprintf("there is no file and no built-in puzzle %q", arg)
		if near, ok := catalogue.Suggest(arg); ok {
			text += fmt.Sprintf("; did you mean %q?", near)
		}
		return nil, errors.New(text + " (exactile list shows the built-in ones)")
	}
	return file, err
}

// entry applies --symmetry to a compiled puzzle.
func (f *inputFlags) entry(t *puzzle.Tiling) *entry {
	switch f.symmetry {
	case "turns":
		t = t.WithSymmetry(func(mirror bool) bool { return !mirror })
	case "none":
		t = t.WithSymmetry(nil)
	}
	return &entry{tiling: t}
}

// document returns the puzzle as text that another process can read, and the
// name of its format.
func (e *entry) document() (text []byte, format string, err error) {
	format = "json"
	if e.tiling.Puzzle.Cover != nil {
		format = "dlx"
	}
	var b bytes.Buffer
	err = formats.Write(&b, format, e.tiling.Puzzle)
	return b.Bytes(), format, err
}

// eachPuzzle loads puzzles and runs one thing for each.
func (a *app) eachPuzzle(ctx context.Context, f *inputFlags, args []string, do func(n int, e *entry) error) error {
	entries, err := a.puzzles(f, args)
	if err != nil {
		return err
	}
	return a.forEach(ctx, entries, do)
}
