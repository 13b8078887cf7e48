package verify

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/exactile/exactile/backends"
	"github.com/exactile/exactile/encode/formats"
	"github.com/exactile/exactile/encode/puzzle"
	"github.com/exactile/exactile/internal/await"
	"github.com/exactile/exactile/internal/located"
)

// puzzleFiles are the extensions of the files that are read in a folder. A file that the caller
// names is read whatever its extension.
var puzzleFiles = []string{
	".yaml", ".yml", ".json", ".cfg", ".grid", ".dlx", ".xmpuzzle", ".letters", ".cells",
}

// PuzzleFiles yields the files that the paths name and, for a folder, the puzzle
// files in it and below, by name, without the files of certificates and plans. What cannot be
// read comes with its error, and so does a folder that is named and is only a certificate or
// a plan.
func PuzzleFiles(paths ...string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, path := range paths {
			found := false
			var of parts // of the folder at hand
			err := filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
				if err == nil && d.IsDir() && file != path && isPart(file, d) {
					return fs.SkipDir
				}
				if below := err == nil && !d.IsDir() && file != path; below {
					if folder := filepath.Dir(file); of.folder != folder {
						of = partsOf(folder)
					}
				}
				if err == nil && (d.IsDir() || file != path &&
					(of.has(file) || !isPuzzleFile(file))) {
					return nil
				}
				if found = true; !yield(file, err) {
					return errStop
				}
				return nil
			})
			if err != nil {
				return
			}
			if of := partsOf(path); !found && of.what != "" && !yield(path, of.refuse(path)) {
				return
			}
		}
	}
}

// isPuzzleFile reports whether a file in a folder is read.
func isPuzzleFile(file string) bool {
	return slices.Contains(puzzleFiles, strings.ToLower(filepath.Ext(file)))
}

// errStop ends a walk whose caller has enough.
var errStop = errors.New("stop")

// Files checks the puzzles of the PuzzleFiles of the paths, in their order, and
// yields each result as it is found. A file that cannot be read is a Failed
// result. When ctx ends, the puzzle at work is Unfinished, and the puzzles and files that would
// follow are Skipped.
func (checker Checker) Files(ctx context.Context, paths ...string) iter.Seq[Result] {
	return func(yield func(Result) bool) {
		type entry struct {
			path string
			err  error
		}
		var all []entry
		for path, err := range PuzzleFiles(paths...) {
			all = append(all, entry{path, err})
		}
		for n, file := range all {
			more := false
			switch {
			case ctx.Err() != nil:
				more = yield(unread(file.path, Skipped, interruption(ctx)))
			case file.err != nil:
				more = yield(failedFile(file.path, file.err))
			default:
				checker.step = Step{File: file.path, Left: len(all) - n - 1}
				more = checkFile(ctx, checker, file.path, yield)
			}
			if !more {
				return
			}
		}
	}
}

// checkFile yields the results of one file and reports whether more are wanted.
func checkFile(ctx context.Context, checker Checker, file string, yield func(Result) bool) bool {
	clock := startClock()
	content, err := loading(ctx, clock, checker, func() (*formats.File, error) {
		return formats.ReadFile(file, formats.Options{Limits: checker.Limits})
	})
	if err != nil && ctx.Err() != nil {
		return yield(unread(file, Unfinished, interruption(ctx)))
	} else if err != nil {
		return yield(failedFile(file, err))
	}
	for k, d := range content.Documents {
		var t *puzzle.Tiling
		var r Result
		skipped := k > 0 && ctx.Err() != nil
		if !skipped {
			t, err = loading(ctx, clock, checker, d.Compile)
		}
		switch {
		case skipped:
			r = unread(file, Skipped, interruption(ctx))
			r.Puzzle = d.Puzzle.Name
		case err != nil && ctx.Err() != nil:
			r = unread(file, Unfinished, interruption(ctx))
			r.Puzzle = d.Puzzle.Name
		case err != nil:
			r = failedFile(file, err)
			r.Puzzle = d.Puzzle.Name
		default:
			r = tiling(ctx, t, filepath.Dir(file), checker, checker.limit().less(clock.spent()))
			r.setFile(file)
		}
		if !yield(r) {
			return false
		}
		clock = startClock()
	}
	return true
}

// loading returns what f returns, or errTimeout once the time for a puzzle, by its
// clock, is up. f is then left to run to its end.
func loading[T any](
	ctx context.Context, c clock, checker Checker, f func() (T, error),
) (value T, err error) {
	limited, cancel := c.within(ctx, checker.limit())
	defer cancel()
	value, err = await.Value(limited, f)
	if err != nil && err == limited.Err() && ctx.Err() == nil {
		err = errTimeout
	}
	return value, err
}

// setFile sets the file of a result and of its claims.
func (r *Result) setFile(file string) {
	r.File = file
	for k := range r.Claims {
		r.Claims[k].File = file
	}
}

// unread is the result for a file that was not read, or not to its end.
func unread(file string, v Verdict, reason string) Result {
	return Result{
		File: file, Verdict: v, Reasons: []string{reason},
		Claims: []ClaimResult{}, Runs: []backends.Report{},
	}
}

func failedFile(file string, err error) Result {
	r := unread(file, Failed, err.Error())
	r.Err = err
	var mistake *located.Error
	if errors.As(err, &mistake) {
		r.Line, r.Column = mistake.Line, mistake.Column
	}
	if errors.Is(err, errTimeout) {
		r.Verdict, r.Err, r.Late = Unfinished, nil, true
		r.Reasons = []string{"the time was up before it was loaded: a longer timeout gives more"}
	}
	return r
}

// Claims checks the puzzles of a file or folder with the defaults; see [Checker.Claims].
func Claims(ctx context.Context, path string) error { return Checker{}.Claims(ctx, path) }

// Claims checks all puzzles of a file or folder and returns an error that names every puzzle whose
// claims do not hold, for the go test of an author of puzzles. A puzzle without claims is an error,
// unless AllowUnclaimed is set, and so is the absence of puzzles.
func (checker Checker) Claims(ctx context.Context, path string) error {
	var faults []error
	var sum Summary
	late := false
	for r := range checker.Files(ctx, path) {
		sum.Add(r)
		late = late || r.Late
		switch {
		case r.Verdict == OK, r.Verdict == Skipped, r.Verdict == Unclaimed &&
			checker.AllowUnclaimed:
		default:
			faults = append(faults, errors.New(r.String()))
		}
	}
	switch {
	case sum == Summary{} && ctx.Err() == nil:
		return fmt.Errorf("verify: no puzzle file in %s", path)
	case sum.Claimless() && !checker.AllowUnclaimed:
		faults = append(faults, fmt.Errorf("verify: nothing is claimed in %s", path))
	case late:
		faults = append(faults,
			errors.New("verify: a longer verify.Checker.Timeout gives backends more time"))
	}
	return errors.Join(append(faults, ctx.Err())...)
}
