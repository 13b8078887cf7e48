// Package load compiles the puzzles that the command line names: files, standard input,
// built-in puzzles. An error in one of them does not affect the others.
package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/exactile/exactile/cmd/exactile/internal/console"
	"github.com/exactile/exactile/cmd/exactile/internal/limits"
	"github.com/exactile/exactile/cmd/exactile/internal/status"
	"github.com/exactile/exactile/cmd/exactile/internal/usage"
	"github.com/exactile/exactile/encode/catalogue"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/spelling"
)

// Flags are the flags for reading puzzles, as they were given.
type Flags struct {
	formats.Options
	symmetry string
}

// symmetries are the values of --symmetry.
var symmetries = []string{"all", "turns", "none"}

// FormatNames lists the formats of puzzle files.
func FormatNames() []string {
	var names []string
	for _, f := range formats.All() {
		names = append(names, f.Name)
	}
	return names
}

// WrittenFormats lists the formats in which puzzles can be written.
func WrittenFormats() []string {
	var names []string
	for _, f := range formats.All() {
		if f.Written() {
			names = append(names, f.Name)
		}
	}
	return names
}

// Add defines the flags.
func (f *Flags) Add(flags *pflag.FlagSet) {
	flags.StringVar(&f.Format, "from", "", "`FORMAT` of the puzzle file where its content does not "+
		"tell: "+strings.Join(FormatNames(), ", "))
	usage.Choose(flags, "from", FormatNames()...)
	flags.BoolVar(&f.Lenient, "lenient", false,
		"read what is meant where it is clear enough, with a warning")
	flags.BoolVar(&f.Merged, "merge-congruent", false,
		"make pieces of the same shape one type, their counts added")
	flags.StringVar(&f.symmetry, "symmetry", "all",
		"`MOTIONS` that count as the same: all, turns, none")
	usage.Choose(flags, "symmetry", symmetries...)
}

// A loader reads puzzles by its flags.
type loader struct {
	*console.Console
	Flags
	within time.Duration // limit for reading and compiling a puzzle; 0: none
}

func (f *Flags) resolve(c *console.Console, within time.Duration) (*loader, error) {
	l := &loader{c, *f, within}
	var err error
	if l.Limits, err = limits.FromEnvironment(); err != nil {
		return nil, err
	}
	if !slices.Contains(symmetries, f.symmetry) {
		return nil, usage.Errorf("--symmetry %q: want all, turns or none%s",
			f.symmetry, spelling.Hint(f.symmetry, symmetries))
	}
	if f.Format != "" {
		err = usage.OneOf("--from %q", f.Format, FormatNames())
	}
	return l, err
}

// Puzzles reads the puzzles that the arguments name, in order, each with a time limit for
// reading and compiling, 0 for none. [Entry.Open] compiles them, or returns why there is no
// puzzle; a single puzzle is open already, unless it is late. If nothing can be read, Puzzles
// returns all errors. It returns an error of the command line at once.
func (f *Flags) Puzzles(
	ctx context.Context, c *console.Console, within time.Duration, args ...string,
) ([]*Entry, error) {
	l, err := f.resolve(c, within)
	if err != nil {
		return nil, err
	}
	var entries []*Entry
	var failures []error
	for k, arg := range args {
		if arg == "-" && slices.Contains(args[:k], "-") {
			return nil, usage.Errorf("standard input can be read only once")
		}
		read, err := l.read(ctx, arg)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil:
		case status.Of(err) == status.Misuse:
			return nil, err
		default:
			if !IsLate(err) {
				failures = append(failures, err)
			}
			read = []*Entry{{Name: arg, fault: err}}
		}
		entries = append(entries, read...)
	}
	if len(failures) == len(entries) {
		return nil, errors.Join(failures...)
	}
	if len(entries) == 1 {
		if err := entries[0].Open(ctx); err != nil && !IsLate(err) {
			return nil, err
		}
	}
	return entries, nil
}

// One is [Flags.Puzzles] for a verb that takes one puzzle.
func (f *Flags) One(
	ctx context.Context, c *console.Console, within time.Duration, arg string,
) (*Entry, error) {
	entries, err := f.Puzzles(ctx, c, within, arg)
	switch {
	case err != nil:
		return nil, err
	case len(entries) == 1:
		return entries[0], entries[0].Open(ctx)
	case catalogue.Has(arg):
		return nil, usage.Errorf("%s is %d puzzles: name one, such as %s",
			arg, len(entries), entries[0].Name)
	}
	return nil, usage.Errorf("%s holds %d puzzles, and one is wanted: give it a file of its own",
		arg, len(entries))
}

// read reads the puzzles that one argument names.
func (l *loader) read(ctx context.Context, arg string) (all []*Entry, err error) {
	start := l.Lap()
	builtIn := arg != "-" && catalogue.Has(arg)
	add := func(p *puzzle.Puzzle, compile func() (*puzzle.Tiling, error)) {
		all = append(all, &Entry{
			Name: p.Name, Symmetry: l.symmetry, within: l.within, note: l.Note, builtIn: builtIn,
			compile: func() (*puzzle.Tiling, error) { return under(l.symmetry, compile) },
		})
	}
	if builtIn {
		puzzles, err := catalogue.Lookup(arg)
		if err != nil {
			return nil, err
		}
		for _, p := range puzzles {
			if l.Merged {
				p = p.MergeCongruent()
			}
			add(p, func() (*puzzle.Tiling, error) {
				t, err := p.Compile()
				if err != nil {
					err = fmt.Errorf("%s: %w", arg, err)
				}
				return t, err
			})
		}
	} else {
		file, err := loading(ctx, arg, start, l.within, func() (*formats.File, error) {
			return l.file(arg)
		})
		if err != nil {
			return nil, err
		}
		for _, w := range file.Warnings {
			l.Warn(w)
		}
		for _, d := range file.Documents {
			if l.Merged {
				d.Puzzle = d.Puzzle.MergeCongruent()
			}
			add(d.Puzzle, d.Compile)
		}
	}
	if len(all) > 0 {
		all[0].read = time.Since(start)
	}
	return all, nil
}

// under compiles a puzzle with the motions that --symmetry allows.
func under(symmetry string, compile func() (*puzzle.Tiling, error)) (*puzzle.Tiling, error) {
	t, err := compile()
	if err != nil {
		return nil, err
	}
	return t.Under(symmetry), nil
}

// Stored compiles the one puzzle of a document, as [Entry.Document] returns it, with the value
// of --symmetry with which it was stored.
func Stored(ctx context.Context, name string, document []byte, format, symmetry string) (*puzzle.Tiling, error) {
	if !slices.Contains(symmetries, symmetry) {
		return nil, fmt.Errorf("%s: --symmetry %q: want all, turns or none", name, symmetry)
	}
	return await.Value(ctx, func() (*puzzle.Tiling, error) {
		file, err := formats.Read(name, bytes.NewReader(document), formats.Options{Format: format})
		if err != nil {
			return nil, err
		}
		if len(file.Documents) != 1 {
			return nil, fmt.Errorf("%s: %d puzzles, want one", name, len(file.Documents))
		}
		return under(symmetry, file.Documents[0].Compile)
	})
}

// nearestFile returns the file in the folder of a path with the most similar name.
func nearestFile(path string) (string, bool) {
	folder, name := filepath.Split(path)
	entries, err := os.ReadDir(filepath.Clean(folder))
	if err != nil {
		return "", false
	}
	var names []string
	for _, e := range entries[:min(len(entries), 1000)] {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	near, ok := spelling.Nearest(name, names)
	return folder + near, ok
}

// file reads standard input or a file.
func (l *loader) file(arg string) (*formats.File, error) {
	if arg == "-" {
		return formats.Read("-", l.Stdin, l.Options)
	}
	if info, err := os.Stat(arg); err == nil && info.IsDir() {
		return nil, fmt.Errorf(
			"%s is a folder: name a puzzle file in it (exactile verify takes folders)", arg)
	}
	file, err := formats.ReadFile(arg, l.Options)
	if errors.Is(err, os.ErrNotExist) {
		text := fmt.Sprintf("there is no file and no built-in puzzle %q", arg)
		near, ok := catalogue.Suggest(arg)
		if !ok {
			near, ok = nearestFile(arg)
		}
		if ok {
			text += fmt.Sprintf("; did you mean %q?", near)
		}
		return nil, errors.New(text + " (exactile list shows the built-in ones)")
	}
	return file, err
}
