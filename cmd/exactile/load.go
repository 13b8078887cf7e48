package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/exactile/exactile/encode/await"
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
	// within is the time that reading and compiling one puzzle may take; 0: any.
	within time.Duration
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

// An entry is a puzzle that the command line named, compiled, or why it is not.
type entry struct {
	tiling *puzzle.Tiling // nil until open where compiling it was put off
	source source         // makes the tiling again; that has worked once
	fault  error          // why there is no puzzle
	within time.Duration  // the time that loading it may take; 0: any
	life   context.Context
	// spent is how long it took: a puzzle's time begins with its reading.
	spent time.Duration
	// late is that it took longer than it may; then there is no tiling.
	late *lateError
}

// A source is a puzzle that was read and not compiled.
type source struct {
	name    string
	compile func() (*puzzle.Tiling, error)
}

// A lateError says that the time for a puzzle was up before it was compiled.
type lateError struct {
	name  string
	after time.Duration
}

func (e *lateError) Error() string {
	return fmt.Sprintf("%s: stopped after %v, before it was loaded", e.name, e.after)
}

// Unwrap says what kind of end that is.
func (e *lateError) Unwrap() error { return context.DeadlineExceeded }

// loading returns what f returns, ctx.Err() as soon as ctx ends, or a *lateError once
// so much time has gone by since start. In the last two cases f is left to run to its
// end: a pipe or a terminal may keep it waiting for ever.
func loading[T any](ctx context.Context, name string, start time.Time, within time.Duration, f func() (T, error)) (T, error) {
	if within == 0 {
		return await.Value(ctx, f)
	}
	limited, cancel := context.WithDeadline(ctx, start.Add(within))
	defer cancel()
	value, err := await.Value(limited, f)
	if err != nil && ctx.Err() == nil && limited.Err() != nil && errors.Is(err, limited.Err()) {
		err = &lateError{name, within}
	}
	return value, err
}

// keptBytes bounds the models that are kept compiled until their turn comes.
// Without it a file of a thousand puzzles takes a thousand times the memory of one.
const keptBytes = 16 << 20

// modelBytes is about what a compiled puzzle takes.
func modelBytes(t *puzzle.Tiling) int {
	entries := 0
	for _, items := range t.Options {
		entries += len(items)
	}
	return 32*entries + (96+8*len(t.Sym))*len(t.Options)
}

// open compiles the puzzle again if its model was let go. The error says why there
// is no puzzle; that it is late is none.
func (e *entry) open() error {
	if e.fault != nil || e.tiling != nil || e.late != nil {
		return e.fault
	}
	return e.load(time.Now())
}

// load compiles the puzzle, in what is left of the time that began at start.
func (e *entry) load(start time.Time) (err error) {
	e.tiling, err = loading(e.life, e.source.name, start, e.within, e.source.compile)
	e.spent = time.Since(start)
	if errors.As(err, &e.late) {
		err = nil
	}
	return err
}

// puzzles reads and compiles the puzzles that the arguments name, in order. The
// first is ready, later ones need open, which fails for those that cannot be read:
// what is wrong with one puzzle keeps nobody from the others. Where no puzzle is
// left, all of the errors are returned; so is at once what is wrong with the command
// line.
func (a *app) puzzles(f *inputFlags, args []string) ([]*entry, error) {
	return a.puzzlesWithin(keptBytes, f, args)
}

// puzzlesWithin is puzzles with another bound than keptBytes.
func (a *app) puzzlesWithin(bytes int, f *inputFlags, args []string) ([]*entry, error) {
	limits, err := inputLimits()
	if err != nil {
		return nil, err
	}
	var entries []*entry
	var faults []error
	stdin := false
	kept := 0
	for _, arg := range args {
		if arg == "-" && stdin {
			return nil, usage("standard input can be read only once")
		}
		stdin = stdin || arg == "-"
		for e, err := range a.load(f, limits, arg) {
			switch {
			case a.life().Err() != nil:
				return nil, a.life().Err()
			case err != nil && statusOf(err) == statusUsage:
				return nil, err
			case err != nil:
				faults = append(faults, err)
				e = &entry{fault: err}
			case e.late == nil:
				if size := modelBytes(e.tiling); len(entries) == 0 || kept+size <= bytes {
					kept += size
				} else {
					e.tiling = nil
				}
			}
			entries = append(entries, e)
		}
	}
	if len(faults) == len(entries) {
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
			return nil, usage("%s is %d puzzles: name one, such as %s", arg, len(entries), entries[0].source.name)
		}
		return nil, usage("%s holds %d puzzles, and one is wanted: give it a file of its own", arg, len(entries))
	}
	if late := entries[0].late; late != nil {
		return nil, late
	}
	return entries[0], nil
}

// load yields the puzzles that one argument names: standard input, a built-in
// puzzle, a file. A puzzle that cannot be compiled is an error in its turn.
func (a *app) load(f *inputFlags, limits formats.Limits, arg string) iter.Seq2[*entry, error] {
	return func(yield func(*entry, error) bool) {
		start := time.Now()
		if !a.loaded {
			start, a.loaded = a.begun, true // the first puzzle's time is that of the command
		}
		sources, err := a.sources(f, limits, arg, start)
		var late *lateError
		if errors.As(err, &late) {
			yield(&entry{source: source{name: arg}, late: late}, nil)
			return
		}
		if err != nil {
			yield(nil, err)
			return
		}
		for _, s := range sources {
			e := &entry{source: s, within: f.within, life: a.life()}
			err := e.load(start)
			if e.tiling != nil {
				for _, why := range faults(e.tiling) {
					a.note("%s: %s", s.name, why)
				}
			}
			if !yield(e, err) {
				return
			}
			start = time.Now()
		}
	}
}

// sources reads the puzzles that one argument names, in the time that began at
// start.
func (a *app) sources(f *inputFlags, limits formats.Limits, arg string, start time.Time) (all []source, err error) {
	if !slices.Contains(symmetries, f.symmetry) {
		return nil, usage("--symmetry %q: want all, turns or none%s", f.symmetry, spelling.Hint(f.symmetry, symmetries))
	}
	add := func(name string, compile func() (*puzzle.Tiling, error)) {
		all = append(all, source{name, func() (*puzzle.Tiling, error) {
			t, err := compile()
			if err != nil {
				return nil, err
			}
			return f.withSymmetry(t), nil
		}})
	}
	if arg != "-" && catalogue.Has(arg) {
		puzzles, err := catalogue.Lookup(arg)
		for _, p := range puzzles {
			if f.merge {
				p = p.MergeCongruent()
			}
			add(p.Name, func() (*puzzle.Tiling, error) {
				t, err := p.Compile()
				if err != nil {
					err = fmt.Errorf("%s: %w", arg, err)
				}
				return t, err
			})
		}
		return all, err
	}
	file, err := loading(a.life(), arg, start, f.within, func() (*formats.File, error) { return a.read(f, limits, arg) })
	if err != nil {
		return nil, err
	}
	for _, w := range file.Warnings {
		a.warn(w)
	}
	for _, d := range file.Documents {
		if f.merge {
			d.Puzzle = d.Puzzle.MergeCongruent()
		}
		add(d.Puzzle.Name, d.Compile)
	}
	return all, nil
}

func (a *app) read(f *inputFlags, limits formats.Limits, arg string) (*formats.File, error) {
	if names := formatNames(); f.from != "" && !slices.Contains(names, f.from) {
		return nil, usage("--from %q: want one of %s%s", f.from, strings.Join(names, ", "), spelling.Hint(f.from, names))
	}
	options := formats.Options{Format: f.from, Lenient: f.lenient, Merged: f.merge, Limits: limits}
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

// withSymmetry applies --symmetry to a compiled puzzle.
func (f *inputFlags) withSymmetry(t *puzzle.Tiling) *puzzle.Tiling {
	switch f.symmetry {
	case "turns":
		return t.WithSymmetry(func(mirror bool) bool { return !mirror })
	case "none":
		return t.WithSymmetry(nil)
	}
	return t
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
